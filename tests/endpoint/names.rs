//! Names of models: which open, and what is said of those which do not.

use lexconsult::model::{ModelError, Models, ProviderError, Providers, Settings};

use super::server::settings;

fn open(models: &Models, name: &str, variables: &[(&str, &str)]) -> Result<String, ModelError> {
    let env = |variable: &str| {
        variables.iter().find(|(name, _)| *name == variable).map(|(_, value)| (*value).to_owned())
    };
    models.open(name, &env).map(|model| model.name().to_owned())
}

fn message(name: &str, variables: &[(&str, &str)]) -> String {
    open(&Models::new(settings()), name, variables).expect_err("a name that does not open").to_string()
}

#[test]
fn the_known_providers_open() {
    let names = [
        ("openai/gpt-4.1", "OPENAI_API_KEY"),
        ("deepseek/deepseek-chat", "DEEPSEEK_API_KEY"),
        ("openrouter/qwen/qwen3-32b:free", "OPENROUTER_API_KEY"),
        ("groq/openai/gpt-oss-20b", "GROQ_API_KEY"),
        ("mistral/mistral-small-latest", "MISTRAL_API_KEY"),
        ("gemini/gemini-3-flash-preview", "GEMINI_API_KEY"),
        ("dashscope/qwen-plus", "DASHSCOPE_API_KEY"),
        ("zhipu/glm-4.7", "ZHIPUAI_API_KEY"),
        ("moonshot/kimi-k2.5", "MOONSHOT_API_KEY"),
        ("minimax/MiniMax-M2.7", "MINIMAX_API_KEY"),
        ("llamacpp/any", ""),
        ("lmstudio/qwen/qwen3-8b", ""),
        ("ollama/qwen3:8b", ""),
        ("vllm/Qwen/Qwen3-32B", ""),
    ];
    let models = Models::new(settings());
    for (name, variable) in names {
        assert_eq!(open(&models, name, &[(variable, "k")]).expect("it opens"), name);
    }
    let azure = [("AZURE_OPENAI_API_KEY", "k"), ("AZURE_BASE_URL", "https://x.openai.azure.com/openai/v1/")];
    assert_eq!(open(&models, "azure/my-deployment", &azure).expect("it opens"), "azure/my-deployment");
}

#[test]
fn a_name_that_does_not_open_is_told_why() {
    let none = "names no model: write provider/model, such as openai/gpt-4.1, or cmd/PROGRAM";
    assert_eq!(message("gpt-4.1", &[]), format!("`gpt-4.1` {none}"));
    assert_eq!(message("openai/", &[]), format!("`openai/` {none}"));
    assert_eq!(message("/gpt", &[]), format!("`/gpt` {none}"));
    let known = "known: azure, dashscope, deepseek, gemini, groq, llamacpp, lmstudio, minimax, mistral, moonshot, \
                 ollama, openai, openrouter, vllm, zhipu, and cmd for an agent of one's own";
    assert_eq!(
        message("opnai/gpt-4.1", &[]),
        format!("no provider is called `opnai` (did you mean `openai`?); {known}")
    );
    assert_eq!(message("bedrock/x", &[]), format!("no provider is called `bedrock`; {known}"));
    assert_eq!(message("openai/x", &[]), "provider `openai` needs a key: set OPENAI_API_KEY");
    assert_eq!(
        message("openai/x", &[("OPENAI_API_KEY", " \n ")]),
        "provider `openai` needs a key: set OPENAI_API_KEY"
    );
    assert_eq!(
        message("azure/x", &[]),
        "provider `azure` needs an address: set AZURE_BASE_URL, or base_url in a providers file"
    );
    let key = ("OPENAI_API_KEY", "k");
    for address in [
        "ftp://h/v1",
        "no address",
        "https://u:p@h/v1",
        "https://h/v1?token=1",
        "https://h/v1#x",
        "https://h/v1/chat/completions",
    ] {
        let said = message("openai/x", &[key, ("OPENAI_BASE_URL", address)]);
        assert!(said.starts_with("the address of provider `openai` cannot be used: "), "{said}");
        assert!(!said.contains("token") && !said.contains("u:p"), "{said}");
    }
    assert_eq!(
        message("cmd/'x", &[]),
        "the command of `cmd/'x` cannot be read: a single quote is not closed"
    );
    assert_eq!(message("cmd/''", &[]), "the command of `cmd/''` cannot be read: it names no program");
}

#[test]
fn a_providers_file_adds_and_changes() {
    let own = r#"
        [providers.my-lab]
        base_url = "http://10.0.0.7:9000/v1"

        [providers.openai]
        key_env = "LAB_KEY"
    "#;
    let providers = Providers::new(Some(own)).expect("good providers");
    assert!(providers.names().any(|name| name == "my-lab"));
    assert_eq!(providers.names().filter(|name| *name == "openai").count(), 1);
    let models = Models::new(Settings { providers, ..settings() });
    open(&models, "my-lab/m", &[]).expect("no key needed");
    open(&models, "openai/m", &[("LAB_KEY", "k")]).expect("the address is as it was");
}

#[test]
fn a_malformed_providers_file_is_told_where() {
    let said = |text: &str| match Providers::new(Some(text)) {
        Err(ProviderError::File(reason)) => reason,
        other => panic!("expected a malformed file, got {other:?}"),
    };
    let unknown = said("[providers.x]\nbase_url = \"http://h\"\nkey = \"sk-secret\"\n");
    assert!(unknown.starts_with("line 3, column 1: unknown field `key`"), "{unknown}");
    assert!(!unknown.contains("sk-secret"), "{unknown}");
    let typo = said("[provider.x]\nbase_url = \"http://h\"\n");
    assert!(typo.contains("unknown field `provider`"), "{typo}");
}

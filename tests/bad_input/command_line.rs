//! Flags, names, settings files, thresholds.

use std::collections::BTreeSet;

use super::program::Place;

const REAL: [&str; 3] = ["run", "--model", "openai/gpt-4.1"];

fn with<'a>(begin: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [begin, rest].concat()
}

#[test]
fn a_name_that_is_no_model() {
    let place = Place::new();
    place.refused(
        &["run", "--model", "gpt-4.1"],
        2,
        &["`gpt-4.1` names no model", "provider/model", "hint: "],
    );
    let seats = ["--user", "builtin/lexical", "--judge", "builtin/rules"];
    let says = ["no provider is called `opnai`", "did you mean `openai`?", "openrouter"];
    place.refused(&with(&["run", "--model", "opnai/gpt-4.1"], &seats), 2, &says);
    place.refused(&with(&["run", "--model", "cmd/'agent"], &seats), 2, &["the command of `cmd/'agent`"]);
}

#[test]
fn an_unknown_built_in_player() {
    let place = Place::new();
    let says = ["no built-in assistant `orcale`", "builtin/oracle", "builtin/listener"];
    place.refused(&["run", "--model", "builtin/orcale"], 2, &says);
    let run = ["run", "--model", "builtin/oracle"];
    place.refused(&with(&run, &["--user", "builtin/rude"]), 2, &["no built-in user simulator `rude`"]);
    place.refused(
        &with(&run, &["--judge", "builtin/oracle"]),
        2,
        &["no built-in judge `oracle`", "builtin/rules"],
    );
    place.refused(
        &with(&run, &["--gate", "builtin/rules"]),
        2,
        &["no built-in gate `rules`", "builtin/lexical"],
    );
    place.refused(
        &["run", "--model", "builtin/oracle,builtin/oracle"],
        2,
        &["--model names builtin/oracle twice"],
    );
}

#[test]
fn a_real_model_without_user_or_judge() {
    let place = Place::new();
    // The missing flag is named first: a key would be of no use yet.
    place.refused(&REAL, 2, &["--user is required", "builtin/lexical"]);
    place.refused(&with(&REAL, &["--user", "builtin/lexical"]), 2, &["--judge is required", "builtin/rules"]);
    assert!(!place.path("results").exists(), "no run is begun");
}

#[test]
fn a_missing_key() {
    let place = Place::new();
    let args = with(&REAL, &["--user", "builtin/lexical", "--judge", "builtin/rules"]);
    place.refused(&args, 2, &["provider `openai` needs a key", "OPENAI_API_KEY", "hint: "]);
    place.start(&args, &[("OPENAI_API_KEY", " ")]).refused(2, &["OPENAI_API_KEY"]);
    let ended = place.start(&args, &[("OPENAI_API_KEY", "sk-\u{1}secret")]).refused(2, &["OPENAI_API_KEY"]);
    assert!(!ended.stderr.contains("secret"), "{}", ended.stderr);
    assert!(!place.path("results").exists(), "no run is begun");
}

#[test]
fn a_task_setup_or_condition_that_is_none() {
    let place = Place::new();
    let run = ["run", "--model", "builtin/oracle"];
    place.refused(&with(&run, &["--task", "lca,lcp"]), 2, &["--task does not know `lcp`", "lca, dcg, ljp"]);
    place.refused(
        &with(&run, &["--setup", "gld"]),
        2,
        &["--setup does not know `gld`", "direct, interaction, gold"],
    );
    place.refused(
        &with(&run, &["--condition", "rude"]),
        2,
        &["--condition does not know `rude`", "standard"],
    );
    place.refused(&with(&run, &["--suite", "lexpolit"]), 2, &["'lexpolit'", "--suite", "lexpilot"]);
    place.refused(&with(&run, &["--history", "chatty"]), 2, &["'chatty'", "--history", "transcript"]);
}

#[test]
fn numbers_that_mean_nothing() {
    let place = Place::new();
    let run = ["run", "--model", "builtin/oracle"];
    for (flag, value) in [
        ("--repeats", "0"),
        ("--limit", "0"),
        ("--max-tokens", "0"),
        ("--temperature", "-1"),
        ("--temperature", "NaN"),
        ("--judge-temperature", "2.5"),
        ("--max-connections", "0"),
        ("--repeats", "many"),
        ("--seed", "-3"),
    ] {
        // As one word, so that a minus sign is not taken for a flag.
        let given = format!("{flag}={value}");
        place.refused(&with(&run, &[&given]), 2, &[flag]);
    }
    assert!(!place.path("results").exists(), "no run is begun");
}

#[test]
fn no_assistant_and_no_command() {
    let place = Place::new();
    place.refused(&["run"], 2, &["no assistant is named", "--model builtin/oracle"]);
    place.refused(&["rum"], 2, &["unrecognized subcommand 'rum'", "run"]);
    place.refused(&["run", "--modell", "x"], 2, &["unexpected argument '--modell'", "--model"]);
    let bare = place.run(&[]);
    assert_eq!(bare.code, 2);
    assert!(bare.stderr.contains("Usage: lexconsult"), "{}", bare.stderr);
}

#[test]
fn a_threshold_that_cannot_be_read_or_is_not_met() {
    let place = Place::new();
    let run = [
        "run",
        "--model",
        "builtin/never-ask",
        "--task",
        "lca",
        "--limit",
        "2",
        "--repeats",
        "1",
        "--resamples",
        "10",
    ];
    for bad in ["macro_f1", "macro_f1=", "=0.5", "macro_f1=NaN"] {
        place.refused(&with(&run, &["--fail-under", bad]), 2, &["--fail-under", bad, "macro_f1=0.8"]);
    }
    assert!(!place.path("results").exists(), "no run is begun");
    let below = place
        .run(&with(&run, &["--name", "below", "--fail-under", "acc_u=0.5", "--fail-under", "acc_c=0.5"]));
    assert_eq!(below.code, 4, "{}", below.stderr);
    assert!(
        below.stderr.contains("acc_u of builtin/never-ask in lca is 0.000, below 0.5"),
        "{}",
        below.stderr
    );
    assert!(!below.stderr.contains("acc_c"), "{}", below.stderr);
    assert!(below.stdout.contains("acc_u"), "the numbers are printed all the same");
    place.run(&with(&run, &["--name", "met", "--fail-under", "acc_u=0"])).done();
    place.refused(
        &["score", "results/met", "--fail-under", "acc_x=0"],
        2,
        &["--fail-under names `acc_x`", "there are: macro_f1, acc_c"],
    );
}

/// What a study scores, as the refusal of a metric that nobody knows lists it.
fn scored(place: &Place, study: &[&str]) -> BTreeSet<String> {
    let more = ["--fail-under", "acc_u=0", "--fail-under", "nothing=0"];
    let refused = place.run(&with(study, &more));
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    let (_, list) = refused.stderr.split_once("there are: ").expect("they are listed");
    list.lines().next().unwrap_or_default().split(", ").map(str::to_owned).collect()
}

#[test]
fn a_metric_that_a_study_does_not_score_is_refused_before_anybody_is_asked() {
    let place = Place::new();
    let study = ["run", "--json", "--model", "builtin/listener", "--limit", "2", "--repeats", "1"];
    let study = with(&study, &["--resamples", "10", "--display", "none"]);
    let conditions = ["--condition", "standard,delayed"];
    let parts: [&[&str]; 4] = [
        &["--task", "lca"],
        &["--task", "dcg", "--task", "lca"],
        &["--task", "ljp,lca", "--setup", "direct"],
        &conditions,
    ];
    for (at, part) in parts.into_iter().enumerate() {
        let study = with(&study, part);
        let named = scored(&place, &study);
        let name = format!("r{at}");
        assert!(!place.path(&format!("results/{name}")).exists());
        let done = place.run(&with(&study, &["--name", &name])).done();
        let scores: serde_json::Value = serde_json::from_str(&done.stdout).expect("the scores");
        let found = scores["estimates"].as_array().expect("a list").iter();
        let found: BTreeSet<String> =
            found.filter_map(|estimate| estimate["metric"].as_str().map(str::to_owned)).collect();
        assert_eq!(found, named, "{part:?}");
    }
    // Of another task, of another suite, in a rehearsal, and where a run goes on.
    let dcg = with(&study, &["--task", "dcg"]);
    let threeply = ["run", "--suite", "threeply", "--model", "builtin/perfect-arguer"];
    for (flags, metric) in [
        (&dcg[..], "macro_f1"),
        (&with(&dcg, &["--dry-run"])[..], "macro_f1"),
        (&threeply[..], "macro_f1"),
        (&threeply[..], "plaintiff_acc_h_mean"),
        (&["resume", "results/r0"][..], "success_rate"),
        (&["rejudge", "results/r0", "--judge", "builtin/rules"][..], "success_rate"),
    ] {
        let wanted = format!("{metric}=0.5");
        let says = format!("--fail-under names `{metric}`, which is not scored here");
        place.refused(&with(flags, &["--fail-under", &wanted]), 2, &[&says, "there are: "]);
    }
    let begun = std::fs::read_dir(place.path("results")).expect("runs").count();
    assert_eq!(begun, 4, "no refused run is begun");
    assert!(place.path("results/r0/scores.json").exists(), "what stands is left as it was");
}

#[test]
fn what_a_trial_of_judges_takes_is_not_for_a_run() {
    let place = Place::new();
    for flag in
        ["--max-retries", "--max-requests-per-minute", "--max-connections", "--cost-limit", "--resamples"]
    {
        place.refused(&["calibrate", flag, "1"], 2, &["<RUN|--builtin>"]);
        place.refused(&["calibrate", "results/r", flag, "1"], 2, &["cannot be used with", flag]);
    }
    let study = ["calibrate", "--builtin", "--judge", "builtin/rules", "--task", "lca", "--max-retries", "1"];
    place.run(&with(&study, &["--resamples", "10", "--display", "none"])).done();
    place.refused(&["probe", "--fail-under", "x=1"], 2, &["--fail-under"]);
}

#[test]
fn a_condition_without_interaction_is_refused() {
    let place = Place::new();
    let study = ["--model", "builtin/listener", "--limit", "1", "--repeats", "1", "--resamples", "10"];
    let says = ["--condition", "no Interaction is", "--task ljp --setup interaction"];
    for part in [
        &["--task", "lca,dcg"][..],
        &["--setup", "direct,gold"],
        &["--task", "dcg", "--setup", "interaction"],
    ] {
        let flags = with(&study, &with(part, &["--condition", "standard,delayed"]));
        place.refused(&with(&["run"], &flags), 2, &says);
        place.refused(&with(&["plan"], &flags), 2, &says);
    }
    assert!(!place.path("results").exists(), "no run is begun");
    let standard = ["--task", "lca", "--condition", "standard", "--name", "r"];
    place.run(&with(&["run"], &with(&study, &standard))).done();
    place.refused(&["resume", "results/r", "--condition", "delayed"], 2, &says);
    place.refused(&["plan", "--why", "results/r", "--condition", "delayed"], 2, &says);
    place.run(&["plan", "--why", "results/r", "--condition", "delayed", "--task", "ljp"]).done();
}

#[test]
fn a_settings_file_is_placed_by_line_and_column() {
    let place = Place::new();
    let refused = |text: &str, says: &[&str]| {
        place.write("own.toml", text);
        place.refused(&["-c", "own.toml", "run"], 2, says)
    };
    refused("[run]\nmodels = [\"builtin/oracle\"\nrepeats = 2\n", &["own.toml:3:1: ", "hint: "]);
    refused("[run]\nmodles = []\n", &["own.toml:2:1: unknown field `modles`", "`models`"]);
    refused("[run]\ntasks = [\"lcaa\"]\n", &["own.toml:2:10: unknown variant `lcaa`", "`lca`"]);
    refused("[run]\nrepeats = \"five\"\n", &["own.toml:2:11: invalid type"]);
    let providers = "\n\n[providers.lab]\nbase_url = \"http://127.0.0.1:1/v1\"\nkey = \"sk-secret\"\n";
    let ended = refused(providers, &["own.toml:5:1: unknown field `key`", "`key_env`"]);
    assert!(!ended.stderr.contains("sk-secret"), "{}", ended.stderr);
    let ended = refused("[providers.lab]\nkey_env = \"sk-secret\" \"\n", &["own.toml:2:"]);
    assert!(!ended.stderr.contains("sk-secret"), "a line is not quoted: {}", ended.stderr);
    refused("[providers.\"a/b\"]\nbase_url = \"http://127.0.0.1:1/v1\"\n", &["`a/b`", "slash"]);
    place.refused(&["-c", "absent.toml", "run"], 2, &["absent.toml", "lexconsult init"]);
    place.write("own.toml", b"[run]\npack = \"\xb0\xb8\"\n");
    place.refused(&["-c", "own.toml", "run"], 2, &["own.toml", "UTF-8"]);
}

#[test]
fn a_provider_with_an_address_that_cannot_be_used() {
    let place = Place::new();
    let args = ["run", "--model", "lab/m", "--user", "builtin/lexical", "--judge", "builtin/rules"];
    for (address, says) in [
        ("not an address", "the address of provider `lab` cannot be used"),
        ("ftp://127.0.0.1", "http:// or https://"),
        ("http://me:word@127.0.0.1/v1", "neither a name, a password nor a query"),
    ] {
        place.write("lexconsult.toml", format!("[providers.lab]\nbase_url = \"{address}\"\n"));
        place.refused(&args, 2, &[says]);
    }
    place.write("lexconsult.toml", "[providers.lab]\nkey_required = false\n");
    place.refused(&args, 2, &["provider `lab` needs an address", "LAB_BASE_URL"]);
}

#[test]
fn an_unknown_case_role_or_prompt() {
    let place = Place::new();
    place.refused(&["show", "zh-nothing-01"], 2, &["no case `zh-nothing-01`", "zh-private-lending-01"]);
    let prompt = ["prompt", "show", "--case", "zh-private-lending-01", "--role"];
    place.refused(&with(&prompt, &["jugde"]), 2, &["no role or prompt `jugde`", "judge/lca"]);
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let place = Place::new();
    let run = ["run", "--model", "builtin/orcale"];
    for env in [&[][..], &[("NO_COLOR", "1")], &[("TERM", "xterm-256color")]] {
        // That no escape sequence is in it is seen to wherever the program is started.
        place.start(&run, env).refused(2, &["error: no built-in"]);
    }
    let forced = place.start(&run, &[("CLICOLOR_FORCE", "1")]).refused(2, &["no built-in"]);
    assert!(forced.stderr.contains("error:\u{1b}[0m"), "{}", forced.stderr);
}

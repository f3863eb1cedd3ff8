//! One run in a folder of its own, played by agents that keep logs.

use std::fs;
use std::path::{Path, PathBuf};

use lexconsult::model::Message;
use lexconsult::model::journal::{Call, Journal};
use lexconsult::prompt::Prompts;
use lexconsult::run::ScoreFile;
use lexconsult::suite::lexpilot::{Judgement, PlayRecord};
use serde::de::DeserializeOwned;

use crate::agents::{agent, asked, place};
use crate::{program, scores};

/// Two short cases, a Chinese and an English one.
pub const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");

/// Of the run, from the folder of the bench.
pub const RUN: &str = "results/r";

/// The bench.
pub struct Bench(tempfile::TempDir);

impl Bench {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        place(folder.path());
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Any command that ends with this code.
    pub fn command(&self, arguments: &[&str], code: i32) -> String {
        program::run(self.path(), arguments, code)
    }

    /// Plays the tiny pack. The assistant has a manner; what is given besides comes last.
    pub fn play(&self, manner: &str, more: &[&str], code: i32) -> ScoreFile {
        let arguments = arguments(manner, more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        scores::scores(&self.command(&arguments, code))
    }

    pub fn resume(&self, more: &[&str], code: i32) -> ScoreFile {
        let how = ["resume", RUN, "--json", "--display", "none", "--max-connections", "4"];
        scores::scores(&self.command(&[how.as_slice(), more].concat(), code))
    }

    /// What the run owes: units, and for each group of them slice, assistant, what and why; sorted.
    pub fn why(&self, more: &[&str]) -> Vec<(u64, [String; 4])> {
        let json = self.command(&[&["plan", "--json", "--why", RUN], more].concat(), 0);
        let plan: serde_json::Value = serde_json::from_str(&json).expect("`--json` prints the plan");
        let text = |group: &serde_json::Value, name: &str| group[name].as_str().expect("a text").to_owned();
        let of_group = |group: &serde_json::Value| {
            let units = group["units"].as_u64().expect("a count");
            let setup = group["setup"].as_str().map(|setup| format!(" {setup}")).unwrap_or_default();
            let [task, rest @ ..] = ["task", "model", "what", "why"].map(|name| text(group, name));
            let [model, what, why] = rest;
            (units, [format!("{task}{setup}"), model, what, why])
        };
        let mut owed: Vec<_> = plan["owed"].as_array().expect("a list").iter().map(of_group).collect();
        owed.sort_by(|(_, a), (_, b)| a.cmp(b));
        owed
    }

    /// What an agent was asked, in order.
    pub fn asked(&self, name: &str) -> Vec<Vec<Message>> {
        asked(self.path(), name)
    }

    /// How often assistant, user and judge were asked.
    pub fn counts(&self) -> [usize; 3] {
        ["assistant", "user", "judge"].map(|name| self.asked(name).len())
    }

    /// From now on an agent's answers to requests that hold `words` are spoilt: how, and `once` or
    /// always.
    pub fn spoil(&self, name: &str, words: &str, how: &str, times: &str) {
        fs::write(self.spoilt(name), format!("{words}\n{how}\n{times}\n"))
            .expect("the folder can be written");
    }

    /// From now on they are not.
    pub fn mend(&self, name: &str) {
        fs::remove_file(self.spoilt(name)).expect("answers were spoilt");
    }

    fn spoilt(&self, name: &str) -> PathBuf {
        self.path().join(format!("{name}.spoilt"))
    }

    pub fn plays(&self) -> Vec<PlayRecord> {
        self.records("plays.jsonl")
    }

    pub fn judgements(&self) -> Vec<Judgement> {
        self.records("judgements.jsonl")
    }

    fn records<T: DeserializeOwned>(&self, name: &str) -> Vec<T> {
        let text = self.file(name);
        text.lines().map(|line| serde_json::from_str(line).expect("a record a line")).collect()
    }

    /// A file of the run.
    pub fn file(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(RUN).join(name)).expect("a file of the run")
    }

    /// All asks of the run, in the order of their numbers.
    pub fn calls(&self) -> Vec<Call> {
        let journal = Journal::open(&self.path().join(RUN).join("calls")).expect("the journal is whole");
        journal.seqs().into_iter().map(|seq| journal.call(seq).expect("every line can be read")).collect()
    }

    /// A folder of prompts that holds one shipped file with a sentence before it.
    pub fn changed_prompt(&self, path: &str, sentence: &str) -> String {
        let shipped = Prompts::load(None).expect("the shipped prompts are well formed");
        let (_, text) = shipped.sources().find(|(name, _)| name == path).expect("a shipped prompt");
        let text = text.replacen("[[system]]\n", &format!("[[system]]\n{sentence}\n"), 1);
        let file = self.path().join("prompts").join(path);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be written");
        fs::write(&file, text).expect("the folder can be written");
        "prompts".to_owned()
    }
}

/// The command line that [`Bench::play`] gives.
pub fn arguments(manner: &str, more: &[&str]) -> Vec<String> {
    let how = ["run", "--json", "--display", "none", "--name", "r", "--max-connections", "4"];
    let repeats = if more.contains(&"--repeats") { [].as_slice() } else { &["--repeats", "1"] };
    let study = ["--pack", TINY, "--resamples", "100"];
    let (assistant, user, judge) = (agent("assistant", manner), agent("user", ""), agent("judge", ""));
    let cast = ["--model", &assistant, "--user", &user, "--judge", &judge];
    [how.as_slice(), &study, &cast, repeats, more].concat().into_iter().map(str::to_owned).collect()
}

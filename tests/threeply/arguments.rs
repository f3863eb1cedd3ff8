//! The parser against arguments labelled by hand (`tests/fixtures/threeply/README.md`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lexconsult::suite::threeply::{Abstention, Case, Cited, Flag, Mode, Precedent, extract};
use serde::Deserialize;

/// Over triples of argument, case and factor.
const LEAST: f64 = 0.98;
/// Batches in figures of speech that the parser follows in part: what it reaches on them, precision and recall.
const FIGURATIVE: [(&str, f64, f64); 4] = [
    ("fresh_s.jsonl", 0.975, 0.96),
    ("fresh_t.jsonl", 0.98, 0.97),
    ("fresh_u.jsonl", 0.975, 0.96),
    ("fresh_v.jsonl", 0.965, 0.93),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Labelled {
    id: String,
    style: String,
    triple: Given,
    text: String,
    asserts: Asserts,
    abstains: Abstains,
    cites: Cited,
    flags: BTreeSet<Flag>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    mode: Mode,
    current: BTreeSet<u32>,
    tsc1: Precedent,
    tsc2: Precedent,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asserts {
    current: BTreeSet<u32>,
    tsc1: BTreeSet<u32>,
    tsc2: BTreeSet<u32>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Abstains {
    Strict,
    Lenient,
    No,
}

/// What came of one file.
#[derive(Default)]
struct Counts {
    arguments: usize,
    hits: usize,
    wrong: usize,
    missed: usize,
    abstention: usize,
    cited: usize,
    flags: usize,
}

fn read(path: &Path) -> Vec<Labelled> {
    let text = fs::read_to_string(path).expect("a fixture can be read");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

fn compare(labelled: &[Labelled]) -> Counts {
    let mut counts = Counts { arguments: labelled.len(), ..Counts::default() };
    for argument in labelled {
        let found = extract(&argument.text);
        let Asserts { current, tsc1, tsc2 } = &argument.asserts;
        for (case, expected) in [(Case::Current, current), (Case::Tsc1, tsc1), (Case::Tsc2, tsc2)] {
            let got = found.factors_of(case);
            counts.hits += got.intersection(expected).count();
            counts.wrong += got.difference(expected).count();
            counts.missed += expected.difference(&got).count();
            if got != *expected {
                println!("{} ({}), {case}: {got:?}, labelled {expected:?}", argument.id, argument.style);
            }
        }
        let abstains = match found.abstention {
            Abstention::Strict => Abstains::Strict,
            Abstention::Lenient => Abstains::Lenient,
            Abstention::No => Abstains::No,
        };
        counts.abstention += usize::from(abstains == argument.abstains);
        counts.cited += usize::from(found.cited == argument.cites);
        counts.flags += usize::from(found.flags.keys().copied().collect::<BTreeSet<_>>() == argument.flags);
    }
    counts
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.arguments += other.arguments;
        self.hits += other.hits;
        self.wrong += other.wrong;
        self.missed += other.missed;
        self.abstention += other.abstention;
        self.cited += other.cited;
        self.flags += other.flags;
    }

    fn precision_and_recall(&self) -> (f64, f64) {
        let share = |of: usize| self.hits as f64 / of as f64;
        (share(self.hits + self.wrong), share(self.hits + self.missed))
    }

    fn print(&self, name: &str) {
        let Self { arguments, hits, missed, abstention, cited, flags, .. } = self;
        let (precision, recall) = self.precision_and_recall();
        println!(
            "{name}: {arguments} arguments, {} assertions: precision {precision:.4}, recall {recall:.4}; abstention {abstention}, \
             precedents {cited}, flags {flags} of {arguments} as labelled",
            hits + missed
        );
    }
}

/// The files of a folder of fixtures, with their names.
fn files_of(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/threeply").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(!files.is_empty());
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.iter().map(|path| (path.clone(), name(path))).collect()
}

/// What the parser's authors have not met, and what it is not changed for.
#[test]
fn precision_and_recall_on_what_the_parser_was_not_made_for() {
    let mut all = Counts::default();
    let mut of_each = Vec::new();
    for (path, name) in files_of("held_out") {
        let counts = compare(&read(&path));
        counts.print(&name);
        of_each.push((name, counts.precision_and_recall()));
        all.add(&counts);
    }
    all.print("held out, together");
    let (precision, recall) = all.precision_and_recall();
    assert!(all.hits > 2000 && precision >= LEAST && recall >= LEAST, "{precision} {recall}");
    for (name, (precision, recall)) in of_each {
        assert!(precision >= 0.96 && recall >= 0.96, "{name}: {precision} {recall}");
    }
}

#[test]
fn precision_and_recall_on_labelled_arguments() {
    for (path, name) in files_of("arguments") {
        let counts = compare(&read(&path));
        counts.print(&name);
        let (precision, recall) = counts.precision_and_recall();
        let Counts { arguments, hits, abstention, .. } = counts;
        assert!(hits > 100, "{}: too few assertions to say anything", path.display());
        let (_, precise, recalled) =
            FIGURATIVE.into_iter().find(|(name, ..)| path.ends_with(name)).unwrap_or(("", LEAST, LEAST));
        assert!(precision >= precise && recall >= recalled, "{}: {precision} {recall}", path.display());
        assert_eq!(abstention, arguments, "{}: abstention", path.display());
    }
}

#[test]
fn every_label_says_why_and_every_triple_is_whole() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/threeply/arguments/seen.jsonl");
    let labelled = read(&path);
    let ids: BTreeSet<&str> = labelled.iter().map(|argument| argument.id.as_str()).collect();
    assert_eq!(ids.len(), labelled.len());
    for argument in &labelled {
        let Given { mode, current, tsc1, tsc2 } = &argument.triple;
        assert!(!argument.why.is_empty(), "{}", argument.id);
        let shares = |precedent: &Precedent| !precedent.factors.is_disjoint(current);
        assert_eq!((shares(tsc1), shares(tsc2)), (mode.shares(), mode.shares()), "{}", argument.id);
    }
}

//! What reports say of 3-ply arguments.

mod errors;
mod limits;
mod pairs;
mod published;
mod tables;
mod triples;

use super::{Match, PairWords, Ruled};
use crate::case::Language;
use crate::report::document::{Block, Section, say};
use crate::report::seam::Told;
use crate::report::threeply::{ArgumentRun, Measure, Part};
use crate::report::words;

/// Reports on arguments.
type Reporter<'a> = super::Reporter<'a, ArgumentRun>;

impl Told for ArgumentRun {
    fn slice_heading(language: Language) -> &'static str {
        say(language, "mode", "模式")
    }

    fn slice_name(reporter: &Reporter<'_>, part: Part) -> String {
        let mode = mode(reporter.language, part.task);
        match part.setup {
            Some(setup) => format!("{mode}{}{setup}", reporter.say(", ", "，")),
            None => mode.to_owned(),
        }
    }

    fn measure_name(reporter: &Reporter<'_>, measure: Measure) -> String {
        let metric = words::metric(reporter.language, measure.metric);
        let part = Self::slice_name(reporter, measure.part);
        match reporter.language {
            Language::En => format!("{metric} ({part})"),
            Language::Zh => format!("{part}·{metric}"),
        }
    }

    fn place_name(reporter: &Reporter<'_>, measure: Measure) -> String {
        Self::slice_name(reporter, measure.part)
    }

    fn heading_name(reporter: &Reporter<'_>, heading: &str) -> String {
        let (task, setup) =
            heading.split_once(' ').map_or((heading, None), |(task, rest)| (task, Some(rest)));
        let mode = mode(reporter.language, task);
        setup.map_or_else(|| mode.to_owned(), |setup| format!("{mode}{}{setup}", reporter.say(", ", "，")))
    }

    fn pair_words(language: Language, lettered: bool) -> PairWords {
        pairs::words(language, lettered)
    }

    fn given(reporter: &Reporter<'_>) -> Block {
        reporter.text(
            "Each triple is a current case and two decided ones, TSC1 and TSC2, as sets of factors of US trade secret law. A model argues for the plaintiff, answers for the defendant and rebuts for the plaintiff; where the current case shares no factor with either precedent it is to abstain by one required sentence.",
            "每个三元组由本案与两个已决案件TSC1、TSC2构成，均以美国商业秘密法的要素集合表示。模型先为原告论证，再为被告答辩，后为原告反驳；本案与两个先例均无共有要素时，应以一句规定语句弃权。",
        )
    }

    fn seats(&self, reporter: &Reporter<'_>) -> Vec<String> {
        reporter.seats(self)
    }

    fn ruled(&self, reporter: &Reporter<'_>) -> Option<Ruled> {
        reporter.ruled(self)
    }

    fn limits(&self, reporter: &Reporter<'_>) -> Vec<String> {
        reporter.limits(self)
    }

    fn reading(reporter: &Reporter<'_>) -> Vec<Block> {
        reporter.reading()
    }

    fn cautions(&self, _: &Reporter<'_>) -> Vec<String> {
        Vec::new()
    }

    fn sections(reporter: &Reporter<'_>, matches: &[Match<'_, Self>]) -> Vec<Section> {
        let mut sections = vec![reporter.headlines()];
        sections.extend(reporter.versus(matches));
        sections.extend(reporter.abstention());
        sections.extend(reporter.precedents());
        sections.extend(reporter.complexity());
        sections.push(reporter.errors());
        sections.push(reporter.queue());
        sections.extend(reporter.extractors());
        sections.push(reporter.repeats());
        sections.push(reporter.triples());
        sections.push(reporter.coverage());
        sections.push(reporter.published());
        sections
    }
}

/// A mode by its name in files.
fn mode(language: Language, name: &str) -> &str {
    match name {
        "arguable" => say(language, "arguable", "可论辩"),
        "reordered" => say(language, "reordered", "先例互换"),
        "non-arguable" => say(language, "non-arguable", "不可论辩"),
        "mismatched" => say(language, "mismatched", "先例同侧"),
        other => other,
    }
}

impl Reporter<'_> {
    /// The modes in which there is something to argue from, or nothing.
    fn parts(&self, requires_abstention: bool) -> Vec<Part> {
        self.slices().into_iter().filter(|part| part.requires_abstention() == requires_abstention).collect()
    }
}

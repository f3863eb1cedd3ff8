//! The prompts of this suite: the shipped texts, or others in their place.

use std::collections::BTreeMap;

use super::factor::Side as Party;
use super::ply::Ply;
use super::render::{
    ARGUMENT_PROMPT, DIALOGUE_EXTRACTION_PROMPT, EXTRACTION_PROMPT, RenderError, ply_prompt, render_argument,
    render_dialogue_extraction, render_extraction, render_ply,
};
use super::triple::{Mode, Precedent, Triple};
use super::view::{ArgumentView, DialogueView, ExtractionView, PlyView};
use crate::prompt::Rendered;

/// A prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromptText {
    /// Its whole file, LF line ends.
    pub text: String,
    /// blake3 of the text, in hex: what a record names it by.
    pub hash: String,
}

impl PromptText {
    fn new(text: &str) -> Self {
        let text = text.replace("\r\n", "\n");
        Self { hash: blake3::hash(text.as_bytes()).to_hex().to_string(), text }
    }
}

/// The prompts of the suite, known to render.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentPrompts {
    /// Asks for an argument of three plies in one message.
    pub argument: PromptText,
    /// Asks another model what an argument says.
    pub extraction: PromptText,
    /// Ask the parties of a dialogue for their plies, in their order.
    pub plies: [PromptText; 3],
    /// Asks another model what a dialogue says.
    pub dialogue_extraction: PromptText,
}

/// Where the request for an argument lies in a folder of prompts.
pub const ARGUMENT_FILE: &str = "en/threeply/argument.j2";
/// Where the request to extract lies.
pub const EXTRACTION_FILE: &str = "en/threeply/extract.j2";
/// Where the requests for the plies of a dialogue lie, in their order.
pub const PLY_FILES: [&str; 3] =
    ["en/threeply/plaintiff.j2", "en/threeply/defendant.j2", "en/threeply/rebuttal.j2"];
/// Where the request to extract from a dialogue lies.
pub const DIALOGUE_EXTRACTION_FILE: &str = "en/threeply/extract-dialogue.j2";

/// All files of the suite's prompts.
pub const PROMPT_FILES: [&str; 6] =
    [ARGUMENT_FILE, EXTRACTION_FILE, PLY_FILES[0], PLY_FILES[1], PLY_FILES[2], DIALOGUE_EXTRACTION_FILE];

impl ArgumentPrompts {
    /// The shipped prompts, each with another text in its place where `given` has one under its file.
    ///
    /// # Errors
    /// When a text does not render, or leaves out what it is to answer: which file, and why.
    pub fn new(given: &BTreeMap<&'static str, String>) -> Result<Self, (&'static str, RenderError)> {
        let text =
            |file: &str, shipped: &str| PromptText::new(given.get(file).map_or(shipped, String::as_str));
        let prompts = Self {
            argument: text(ARGUMENT_FILE, ARGUMENT_PROMPT),
            extraction: text(EXTRACTION_FILE, EXTRACTION_PROMPT),
            plies: Ply::ALL.map(|ply| text(ply_file(ply), ply_prompt(ply))),
            dialogue_extraction: text(DIALOGUE_EXTRACTION_FILE, DIALOGUE_EXTRACTION_PROMPT),
        };
        // Both branches of a condition on named precedents, and loops over one factor.
        for name_precedent in [false, true] {
            let view = ArgumentView::of(&sample(), name_precedent);
            render_argument(&prompts.argument.text, &view).map_err(|error| (ARGUMENT_FILE, error))?;
        }
        let view = ExtractionView::of("F4 is in TSC1.");
        render_extraction(&prompts.extraction.text, &view).map_err(|error| (EXTRACTION_FILE, error))?;
        prompts.try_plies()?;
        Ok(prompts)
    }

    /// Tries the prompts of dialogues: each must show the plies that it speaks of.
    fn try_plies(&self) -> Result<(), (&'static str, RenderError)> {
        for ply in Ply::ALL {
            let (file, prompt) = self.of_ply(ply);
            for name_precedent in [false, true] {
                // With text in the plies before it, and without.
                for before in [SAID, ["", ""]] {
                    let view = PlyView::of(&sample(), ply, name_precedent, &before);
                    let rendered = render_ply(&prompt.text, &view).map_err(|error| (file, error))?;
                    let shown = before[..ply.before().len()].iter().all(|said| contains(&rendered, said));
                    if !shown {
                        return Err((
                            file,
                            RenderError::Lacks("ply to answer: {{ plaintiff }}, {{ defendant }}"),
                        ));
                    }
                }
            }
        }
        let failed = |error| (DIALOGUE_EXTRACTION_FILE, error);
        let [first, second] = SAID;
        let view = DialogueView::of([first, second, SAID_LAST]);
        let rendered = render_dialogue_extraction(&self.dialogue_extraction.text, &view).map_err(failed)?;
        if ![first, second, SAID_LAST].iter().all(|said| contains(&rendered, said)) {
            let plies = "ply to read: {{ plaintiff }}, {{ defendant }}, {{ rebuttal }}";
            return Err(failed(RenderError::Lacks(plies)));
        }
        Ok(())
    }

    /// The prompt for a ply, and its file.
    pub fn of_ply(&self, ply: Ply) -> (&'static str, &PromptText) {
        let [argument, counterargument, rebuttal] = &self.plies;
        let prompt = match ply {
            Ply::Argument => argument,
            Ply::Counterargument => counterargument,
            Ply::Rebuttal => rebuttal,
        };
        (ply_file(ply), prompt)
    }

    /// These, with the extractors' prompts of others.
    #[must_use]
    pub fn extracting_as(self, others: Self) -> Self {
        let Self { extraction, dialogue_extraction, .. } = others;
        Self { extraction, dialogue_extraction, ..self }
    }

    /// File names within a folder of prompts, with their texts.
    pub fn sources(&self) -> [(&'static str, &str); 6] {
        let [first, second, third] =
            Ply::ALL.map(|ply| self.of_ply(ply)).map(|(file, p)| (file, p.text.as_str()));
        [
            (ARGUMENT_FILE, &self.argument.text),
            (EXTRACTION_FILE, &self.extraction.text),
            first,
            second,
            third,
            (DIALOGUE_EXTRACTION_FILE, &self.dialogue_extraction.text),
        ]
    }
}

fn ply_file(ply: Ply) -> &'static str {
    let [argument, counterargument, rebuttal] = PLY_FILES;
    match ply {
        Ply::Argument => argument,
        Ply::Counterargument => counterargument,
        Ply::Rebuttal => rebuttal,
    }
}

/// Plies to try a prompt on, such as no prompt holds by itself.
const SAID: [&str; 2] = ["ply 1 of a trial", "ply 2 of a trial"];
const SAID_LAST: &str = "ply 3 of a trial";

fn contains(rendered: &Rendered, said: &str) -> bool {
    rendered.system.contains(said) || rendered.messages.iter().any(|(_, text)| text.contains(said))
}

/// A triple to try a prompt on.
fn sample() -> Triple {
    let precedent =
        |number: u32, outcome: Party| Precedent { factors: [number].into_iter().collect(), outcome };
    Triple {
        id: "sample".to_owned(),
        mode: Mode::Arguable,
        complexity: 2,
        strict_sides: false,
        current: [4, 5].into_iter().collect(),
        tsc1: precedent(4, Party::Plaintiff),
        tsc2: precedent(5, Party::Defendant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &'static str, text: &str) -> Result<ArgumentPrompts, (&'static str, RenderError)> {
        ArgumentPrompts::new(&BTreeMap::from([(file, text.to_owned())]))
    }

    #[test]
    fn the_shipped_prompts_render_and_a_faulty_one_is_named() {
        let shipped = ArgumentPrompts::new(&BTreeMap::new()).expect("they render");
        assert_eq!(shipped.argument.text, ARGUMENT_PROMPT);
        assert_eq!(shipped.sources().map(|(file, _)| file), PROMPT_FILES);
        let windows = ARGUMENT_PROMPT.replace('\n', "\r\n");
        assert_eq!(with(ARGUMENT_FILE, &windows).expect("it renders"), shipped);
        let other = ARGUMENT_PROMPT.replace("{{ abstention }}", "{{ refrain }}");
        let (file, error) = with(ARGUMENT_FILE, &other).expect_err("refused");
        assert_eq!(file, ARGUMENT_FILE);
        assert!(error.to_string().contains("`refrain`"), "{error}");
        for file in PROMPT_FILES {
            assert_eq!(with(file, "x").expect_err("refused").0, file);
        }
    }

    #[test]
    fn a_ply_that_is_to_be_answered_must_be_shown_and_a_later_one_cannot_be() {
        for (ply, said) in [(Ply::Counterargument, "{{ plaintiff }}"), (Ply::Rebuttal, "{{ defendant }}")] {
            let blind = ply_prompt(ply).replace(said, "");
            let (file, error) = with(ply_file(ply), &blind).expect_err("refused");
            assert_eq!(file, ply_file(ply));
            assert!(error.to_string().starts_with("the prompt has no ply to answer"), "{error}");
        }
        let early = ply_prompt(Ply::Argument).replace("{{ abstention }}", "{{ abstention }} {{ plaintiff }}");
        let (_, error) = with(PLY_FILES[0], &early).expect_err("refused");
        assert!(error.to_string().contains("`plaintiff` is undefined"), "{error}");
        let deaf = DIALOGUE_EXTRACTION_PROMPT.replace("{{ rebuttal }}", "");
        assert_eq!(with(DIALOGUE_EXTRACTION_FILE, &deaf).expect_err("refused").0, DIALOGUE_EXTRACTION_FILE);
    }

    #[test]
    fn others_may_extract_without_asking_the_parties_otherwise() {
        let shipped = ArgumentPrompts::new(&BTreeMap::new()).expect("they render");
        let longer = format!("{}\nOnce more.\n", ply_prompt(Ply::Argument));
        let extraction = format!("{DIALOGUE_EXTRACTION_PROMPT}\nOnce more.\n");
        let given = BTreeMap::from([(PLY_FILES[0], longer), (DIALOGUE_EXTRACTION_FILE, extraction.clone())]);
        let mixed = shipped.clone().extracting_as(ArgumentPrompts::new(&given).expect("they render"));
        assert_eq!((&mixed.plies, &mixed.dialogue_extraction.text), (&shipped.plies, &extraction));
    }
}

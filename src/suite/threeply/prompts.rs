//! The prompts of this suite: the shipped texts, or others in their place.

use super::factor::Side as Party;
use super::render::{ARGUMENT_PROMPT, EXTRACTION_PROMPT, RenderError, render_argument, render_extraction};
use super::triple::{Mode, Precedent, Triple};
use super::view::{ArgumentView, ExtractionView};

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

/// Both prompts, known to render.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentPrompts {
    /// Asks for an argument.
    pub argument: PromptText,
    /// Asks another model what an argument says.
    pub extraction: PromptText,
}

/// Where the request for an argument lies in a folder of prompts.
pub const ARGUMENT_FILE: &str = "en/threeply/argument.j2";
/// Where the request to extract lies.
pub const EXTRACTION_FILE: &str = "en/threeply/extract.j2";

impl ArgumentPrompts {
    /// The shipped prompts, each with another text in its place where one is given.
    ///
    /// # Errors
    /// When a text does not render: which file, and why.
    pub fn new(
        argument: Option<&str>,
        extraction: Option<&str>,
    ) -> Result<Self, (&'static str, RenderError)> {
        let prompts = Self {
            argument: PromptText::new(argument.unwrap_or(ARGUMENT_PROMPT)),
            extraction: PromptText::new(extraction.unwrap_or(EXTRACTION_PROMPT)),
        };
        // Both branches of a condition on named precedents, and loops over one factor.
        for name_precedent in [false, true] {
            let view = ArgumentView::of(&sample(), name_precedent);
            render_argument(&prompts.argument.text, &view).map_err(|error| (ARGUMENT_FILE, error))?;
        }
        let view = ExtractionView::of("F4 is in TSC1.");
        render_extraction(&prompts.extraction.text, &view).map_err(|error| (EXTRACTION_FILE, error))?;
        Ok(prompts)
    }

    /// File names within a folder of prompts, with their texts.
    pub fn sources(&self) -> [(&'static str, &str); 2] {
        [(ARGUMENT_FILE, &self.argument.text), (EXTRACTION_FILE, &self.extraction.text)]
    }
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

    #[test]
    fn the_shipped_prompts_render_and_a_faulty_one_is_named() {
        let shipped = ArgumentPrompts::new(None, None).expect("they render");
        assert_eq!(shipped.argument.text, ARGUMENT_PROMPT);
        let windows = ARGUMENT_PROMPT.replace('\n', "\r\n");
        assert_eq!(ArgumentPrompts::new(Some(&windows), None).expect("it renders"), shipped);
        let other = ARGUMENT_PROMPT.replace("{{ abstention }}", "{{ refrain }}");
        let (file, error) = ArgumentPrompts::new(Some(&other), None).expect_err("refused");
        assert_eq!(file, ARGUMENT_FILE);
        assert!(error.to_string().contains("`refrain`"), "{error}");
        let (file, _) = ArgumentPrompts::new(None, Some("x")).expect_err("refused");
        assert_eq!(file, EXTRACTION_FILE);
    }
}

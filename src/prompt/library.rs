//! The effective set of prompts: the embedded files, overridden by those of a directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use serde::Serialize;

use super::directory;
use super::engine::Engine;
use super::error::PromptError;
use super::file::{self, PromptFile};
use super::template::Template;
use crate::case::Language;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/prompts");

const LANGUAGES: [Language; 2] = [Language::Zh, Language::En];

/// Every template in every language, ready to be rendered.
#[derive(Debug)]
pub struct Prompts {
    /// Invariant: holds every template in every language.
    entries: BTreeMap<(Template, Language), Entry>,
    pub(super) engine: Engine,
}

#[derive(Debug)]
struct Entry {
    text: String,
    info: PromptInfo,
}

/// What is known of one prompt file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PromptInfo {
    /// Which template it is.
    pub template: Template,
    /// In which language.
    pub language: Language,
    /// Counted up by its author whenever the text changes what a model is told.
    pub version: u32,
    /// What it does, in one line.
    pub about: String,
    /// blake3 of the file's text (LF line ends), in hex.
    pub hash: String,
    /// Where it was read from.
    pub origin: Origin,
}

/// Where a prompt comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Built into the program.
    Embedded,
    /// This file of an override directory.
    File(PathBuf),
}

impl Prompts {
    /// The embedded prompts; each one that `overrides` holds takes the place of its namesake.
    ///
    /// The directory is laid out as `prompts/` is and may hold only some of the files.
    ///
    /// # Errors
    /// When a file cannot be read, bears no known name, or is no valid prompt: its form, its
    /// template syntax, a variable it may not use, or one that it must use.
    pub fn load(overrides: Option<&Path>) -> Result<Self, PromptError> {
        let known: Vec<String> = all().map(|(template, language)| template.path(language)).collect();
        let mut replaced = match overrides {
            Some(dir) => directory::read(dir, &known)?,
            None => BTreeMap::new(),
        };
        let mut prompts = Self { entries: BTreeMap::new(), engine: Engine::new() };
        for (template, language) in all() {
            let path = template.path(language);
            let (text, origin) = match (overrides, replaced.remove(&path)) {
                (Some(dir), Some(text)) => (text, Origin::File(dir.join(&path))),
                _ => (embedded(&path)?, Origin::Embedded),
            };
            prompts.add(template, language, &text, origin)?;
        }
        Ok(prompts)
    }

    fn add(
        &mut self,
        template: Template,
        language: Language,
        text: &str,
        origin: Origin,
    ) -> Result<(), PromptError> {
        let text = file::normalise(text);
        let place = match &origin {
            Origin::Embedded => embedded_name(&template.path(language)),
            Origin::File(path) => path.display().to_string(),
        };
        let PromptFile { version, about, sections } =
            file::parse(&text, template).map_err(|fault| PromptError::Malformed {
                file: place.clone(),
                line: fault.line,
                problem: fault.problem,
                mend: fault.mend,
            })?;
        self.engine.compile(template, language, &place, sections)?;
        let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        let info = PromptInfo { template, language, version, about, hash, origin };
        self.entries.insert((template, language), Entry { text, info });
        Ok(())
    }

    /// All prompts of the effective set, template by template.
    pub fn list(&self) -> Vec<PromptInfo> {
        self.entries.values().map(|entry| entry.info.clone()).collect()
    }

    /// blake3 of the file's text, in hex: what a record names the prompt by.
    pub fn hash(&self, template: Template, language: Language) -> &str {
        &self.entries[&(template, language)].info.hash
    }

    /// The effective files as path under a prompt directory and text.
    ///
    /// Written to a directory, they load again as the same set: [`Prompts::load`] of that directory
    /// gives the same hashes and the same requests.
    pub fn sources(&self) -> impl Iterator<Item = (String, &str)> {
        self.entries
            .iter()
            .map(|((template, language), entry)| (template.path(*language), entry.text.as_str()))
    }
}

fn all() -> impl Iterator<Item = (Template, Language)> {
    Template::ALL.into_iter().flat_map(|template| LANGUAGES.map(|language| (template, language)))
}

/// How errors name an embedded file.
fn embedded_name(path: &str) -> String {
    format!("prompts/{path}")
}

fn embedded(path: &str) -> Result<String, PromptError> {
    let text = EMBEDDED.get_file(path).and_then(|file| file.contents_utf8());
    text.map(str::to_owned).ok_or_else(|| PromptError::Malformed {
        file: embedded_name(path),
        line: 1,
        problem: "the file was not built into the program".to_owned(),
        mend: "restore it and build again".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_holds_the_known_files_and_no_others() {
        fn paths(dir: &Dir<'_>, found: &mut Vec<String>) {
            found.extend(dir.files().map(|file| file.path().to_string_lossy().replace('\\', "/")));
            dir.dirs().for_each(|dir| paths(dir, found));
        }
        let mut found = Vec::new();
        paths(&EMBEDDED, &mut found);
        found.sort();
        let mut known: Vec<String> = all().map(|(template, language)| template.path(language)).collect();
        known.sort();
        assert_eq!(found, known);
    }
}

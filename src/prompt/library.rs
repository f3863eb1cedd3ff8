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

    /// These prompts; each one that the directory holds takes the place of its namesake, where its
    /// template is `taken`.
    ///
    /// # Errors
    /// As [`Prompts::load`].
    pub fn overridden(&self, dir: &Path, taken: impl Fn(Template) -> bool) -> Result<Self, PromptError> {
        let known: Vec<String> = all().map(|(template, language)| template.path(language)).collect();
        let mut replaced = directory::read(dir, &known)?;
        let mut prompts = Self { entries: BTreeMap::new(), engine: Engine::new() };
        for (&(template, language), entry) in &self.entries {
            let path = template.path(language);
            let (text, origin) = match replaced.remove(&path).filter(|_| taken(template)) {
                Some(text) => (text, Origin::File(dir.join(&path))),
                None => (entry.text.clone(), entry.info.origin.clone()),
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
    use std::fs;

    const CLASSIFIER: &str = "en/classifier/ask-or-decide.j2";

    fn classifier(system: &str, user: &str) -> String {
        format!("---\nversion: 7\nabout: mine\n---\n[[system]]\n{system}\n[[user]]\n{user}\n")
    }

    /// A directory that holds these files.
    fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for (path, bytes) in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a directory")).expect("created");
            fs::write(path, bytes).expect("written");
        }
        dir
    }

    fn refused(files: &[(&str, &[u8])]) -> String {
        let dir = directory(files);
        let error = Prompts::load(Some(dir.path())).expect_err("refused");
        let error = format!("{error}\nhint: {}", error.hint().unwrap_or_default());
        error.replace(&dir.path().display().to_string(), "DIR").replace('\\', "/")
    }

    #[test]
    fn the_folder_holds_the_known_files_and_no_others() {
        fn paths(dir: &Dir<'_>, found: &mut Vec<String>) {
            found.extend(dir.files().map(|file| file.path().to_string_lossy().replace('\\', "/")));
            dir.dirs().for_each(|dir| paths(dir, found));
        }
        let mut found = Vec::new();
        paths(&EMBEDDED, &mut found);
        // The prompts of 3-ply arguments show triples, not cases; their suite embeds them.
        found.retain(|path| !path.contains("/threeply/"));
        found.sort();
        let mut known: Vec<String> = all().map(|(template, language)| template.path(language)).collect();
        known.sort();
        assert_eq!(found, known);
    }

    #[test]
    fn a_set_can_be_shared_by_all_dialogues() {
        fn shared<T: Send + Sync>() {}
        shared::<Prompts>();
    }

    #[test]
    fn the_list_names_every_template_in_every_language() {
        let prompts = Prompts::load(None).expect("the shipped prompts load");
        let list = prompts.list();
        assert_eq!(list.len(), Template::ALL.len() * LANGUAGES.len());
        for info in list {
            assert_eq!(info.origin, Origin::Embedded);
            assert_eq!(info.hash, prompts.hash(info.template, info.language));
            assert!(info.version > 0 && !info.about.is_empty());
        }
    }

    #[test]
    fn a_directory_overrides_the_files_it_holds() {
        let mine = classifier("Sort it.", "{{ message }}");
        let dir =
            directory(&[(CLASSIFIER, mine.as_bytes()), (".git/config", b"x"), ("en/.DS_Store", b"\xff")]);
        let shipped = Prompts::load(None).expect("the shipped prompts load").list();
        let prompts = Prompts::load(Some(dir.path())).expect("loaded");
        for (before, after) in shipped.into_iter().zip(prompts.list()) {
            if (after.template, after.language) == (Template::Classifier, Language::En) {
                let expected = PromptInfo {
                    version: 7,
                    about: "mine".to_owned(),
                    hash: blake3::hash(mine.as_bytes()).to_hex().to_string(),
                    origin: Origin::File(dir.path().join(CLASSIFIER)),
                    ..before
                };
                assert_eq!(after, expected);
            } else {
                assert_eq!(after, before);
            }
        }
    }

    #[test]
    fn a_copy_of_the_sources_is_the_same_set() {
        let mine = classifier("Sort it.\r", "{{ message }}\r").replace("---\n", "---\r\n");
        let dir = directory(&[(CLASSIFIER, mine.as_bytes())]);
        let prompts = Prompts::load(Some(dir.path())).expect("loaded");
        let copy = directory(&[]);
        for (path, text) in prompts.sources() {
            assert!(!text.contains('\r'), "{path}");
            let path = copy.path().join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a directory")).expect("created");
            fs::write(path, text).expect("written");
        }
        let again = Prompts::load(Some(copy.path())).expect("loaded");
        let hashes = |prompts: &Prompts| prompts.list().into_iter().map(|info| info.hash).collect::<Vec<_>>();
        assert_eq!(hashes(&prompts), hashes(&again));
        assert!(prompts.sources().eq(again.sources()));
    }

    #[test]
    fn what_is_not_known_is_refused_with_the_known_names() {
        for stray in
            ["en/classifier/ask_or_decide.j2", "README.md", "fr/gate/gate.j2", "en/gate/gate.j2/x.j2"]
        {
            let error = refused(&[(stray, b"x")]);
            assert!(
                error.contains("is not a known prompt file") || error.contains("failed to read"),
                "{error}"
            );
        }
        let error = refused(&[("en/classifier/ask_or_decide.j2", b"x")]);
        assert!(error.starts_with("DIR/en/classifier/ask_or_decide.j2 is not"), "{error}");
        assert!(error.contains(CLASSIFIER), "{error}");
        assert!(refused(&[]).starts_with("DIR holds no prompt file"));
        let missing = Prompts::load(Some(Path::new("no-such-directory"))).expect_err("refused");
        assert!(matches!(missing, PromptError::Read { .. }), "{missing}");
    }

    #[test]
    fn a_faulty_file_is_refused_with_its_place() {
        let check = |text: &[u8], message: &str| {
            let error = refused(&[(CLASSIFIER, text)]);
            let expected = format!("DIR/{CLASSIFIER}{message}");
            assert!(error.starts_with(&expected), "{error}\n{expected}");
        };
        let user = |text: &str| classifier("Sort it.", text);
        check(b"[[system]]", ":1: there is no front matter\nhint: begin the file with");
        check(
            user("Read this:\n{{ mesage }}").as_bytes(),
            ":9: unknown variable `mesage`\nhint: this template may use",
        );
        check(
            user("{{ message }}\n{% if key_facts %}{% endif %}").as_bytes(),
            ":9: unknown variable `key_facts`",
        );
        check(
            user("{{ message }}\n\n{% for claim in claims %}\n{{ claim.txt }}\n{% endfor %}").as_bytes(),
            ":11: undefined value",
        );
        check(user("{{ message }}\n{% for %}").as_bytes(), ":9: syntax error");
        check(user("{{ message | shout }}").as_bytes(), ":8: unknown filter");
        check(
            user("Sort it.").as_bytes(),
            ": `message` is never used, so the model would not be shown it\nhint: write {{ message }}",
        );
        check(b"---\nabout: \xff", " is not UTF-8\nhint: if it is in a Chinese encoding");
        check(&[b'x'; 300_000], " holds 300000 bytes, more than the 262144 a prompt file may hold");
    }
}

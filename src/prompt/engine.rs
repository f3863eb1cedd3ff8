//! The template engine: compiles the sections of prompt files and fills them in.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

use super::error::PromptError;
use super::file::Section;
use super::sample;
use super::template::Template;
use crate::case::Language;

/// Compiled sections. Values are inserted as they are: never escaped, never read as templates.
#[derive(Debug)]
pub(super) struct Engine {
    environment: Environment<'static>,
    /// By name in the environment. Invariant: holds every section of every template, since
    /// [`Prompts::load`](super::Prompts::load) compiles them all and a file that lacks one is refused.
    places: BTreeMap<String, Place>,
}

/// Where a section stands, for error messages.
#[derive(Debug)]
struct Place {
    file: String,
    /// Line of the file on which the section's body begins.
    line: usize,
    /// Whether the section sets material between fences.
    fenced: bool,
}

impl Engine {
    /// An engine without templates.
    pub(super) fn new() -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_syntax(syntax());
        Self { environment, places: BTreeMap::new() }
    }

    /// Compiles the sections of one file, checks their variables, and tries them.
    pub(super) fn compile(
        &mut self,
        template: Template,
        language: Language,
        file: &str,
        sections: Vec<Section>,
    ) -> Result<(), PromptError> {
        let mut used = Vec::new();
        let sample = Value::from(Serde(sample::context(template)));
        for Section { name, line, body } in sections {
            let key = key(template, language, name);
            let mut place = Place { file: file.to_owned(), line, fenced: false };
            self.environment
                .add_template_owned(key.clone(), body.clone())
                .map_err(|error| failure(template, &place, &error))?;
            let variables = self.variables(&key);
            place.fenced = variables.iter().any(|name| name == "fence");
            if let Some(unknown) =
                variables.iter().find(|name| !template.variables().contains(&name.as_str()))
            {
                let offset = body
                    .lines()
                    .position(|text| text.contains('{') && text.contains(unknown.as_str()))
                    .unwrap_or(0);
                return Err(PromptError::Template {
                    file: place.file,
                    line: place.line + offset,
                    problem: format!("unknown variable `{unknown}`"),
                    variables: template.variables(),
                });
            }
            used.extend(variables);
            self.places.insert(key, place);
            self.section(template, language, name, &sample)?;
        }
        match template.required().iter().find(|name| !used.iter().any(|other| other == *name)) {
            Some(variable) => Err(PromptError::Unused { file: file.to_owned(), variable }),
            None => Ok(()),
        }
    }

    /// The variables that a compiled section looks up, in order of name, without the engine's own.
    fn variables(&self, key: &str) -> Vec<String> {
        let Ok(compiled) = self.environment.get_template(key) else {
            return Vec::new();
        };
        let mut names: Vec<String> = compiled.undeclared_variables(false).into_iter().collect();
        names.retain(|name| !self.environment.globals().any(|(global, _)| global == name));
        names.sort();
        names
    }

    /// Whether any section of the template sets material between fences.
    pub(super) fn is_fenced(&self, template: Template, language: Language) -> bool {
        let prefix = key(template, language, "");
        self.places
            .range(prefix.clone()..)
            .take_while(|(key, _)| key.starts_with(&prefix))
            .any(|(_, place)| place.fenced)
    }

    /// One section filled in, without line ends before or after it.
    pub(super) fn section(
        &self,
        template: Template,
        language: Language,
        section: &str,
        values: &Value,
    ) -> Result<String, PromptError> {
        let key = key(template, language, section);
        let place = &self.places[&key];
        let text = self
            .environment
            .get_template(&key)
            .and_then(|compiled| compiled.render(values))
            .map_err(|error| failure(template, place, &error))?;
        Ok(text.trim_matches('\n').to_owned())
    }
}

/// The engine's own delimiters; a block tag alone on its line leaves no line behind.
fn syntax() -> SyntaxConfig {
    SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .expect("only delimiters can be invalid, and these are the engine's own")
}

fn key(template: Template, language: Language, section: &str) -> String {
    format!("{}#{section}", template.path(language))
}

fn failure(template: Template, place: &Place, error: &minijinja::Error) -> PromptError {
    let problem = match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    };
    PromptError::Template {
        file: place.file.clone(),
        line: place.line + error.line().unwrap_or(1) - 1,
        problem,
        variables: template.variables(),
    }
}

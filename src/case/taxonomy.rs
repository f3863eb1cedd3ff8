//! Classes of causes of action, and types of focal points: data that packs name.

use serde::{Deserialize, Serialize};

use super::label::Language;

/// A class file: `taxonomies/NAME.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassFile {
    pub classes: Vec<Class>,
}

/// The file of focal-point types: `focal-types.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypeFile {
    pub types: Vec<FocalType>,
}

/// A class of causes of action (LexPilot 4.1 has six).
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// As cases name it.
    pub id: String,
    /// Chinese name.
    pub zh: String,
    /// English name.
    pub en: String,
    /// Its causes of action, each by its full name.
    pub causes: Vec<String>,
}

/// A type of focal points (LexPilot 4.1 has seven).
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct FocalType {
    /// As cases name it.
    pub id: String,
    /// Chinese name.
    pub zh: String,
    /// English name.
    pub en: String,
    /// What belongs to it, in Chinese.
    pub about_zh: String,
    /// What belongs to it, in English.
    pub about_en: String,
}

impl Class {
    /// Its name in `language`.
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

impl FocalType {
    /// Its name in `language`.
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

/// The classes and types a pack's cases may name.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Taxonomy {
    /// In the order of the pack's class files.
    pub classes: Vec<Class>,
    /// In the order of the file.
    pub types: Vec<FocalType>,
}

impl Taxonomy {
    /// The class of this id.
    pub fn class(&self, id: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.id == id)
    }

    /// The focal-point type of this id.
    pub fn focal_type(&self, id: &str) -> Option<&FocalType> {
        self.types.iter().find(|kind| kind.id == id)
    }
}

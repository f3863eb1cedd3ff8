//! The parameters of the conditions, as `profiles/conditions` holds them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::case::Slip;
use crate::cast::Condition;
use crate::dialogue::condition::Rule;

/// The parameters of every condition that has some.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    /// Delayed disclosure.
    pub delayed: Asks,
    /// Self-correction.
    pub self_correction: Slips,
    /// Reluctant.
    pub reluctant: Asks,
}

/// How often a fact must be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// Counted up by its author whenever the parameters change.
    pub version: u32,
    /// Asks until the fact is told, 2 to [`ASKS_MAX`].
    pub asks_needed: u32,
}

/// How a user errs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slips {
    /// Counted up by its author whenever the parameters change.
    pub version: u32,
    /// Share of dialogues in which the answer is mistaken and not incomplete, 0 to 1.
    pub mistaken_share: f64,
}

/// Most asks that a profile may need for a fact: no dialogue has more rounds than a handful.
const ASKS_MAX: u32 = 10;

/// Why profiles cannot be used.
#[derive(thiserror::Error, Debug)]
pub enum ProfilesError {
    /// A file or folder cannot be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that is none of the known ones.
    #[error("{} is not a known profile; there are: {}", path.display(), FILES.join(", "))]
    Unknown {
        /// Which.
        path: PathBuf,
    },
    /// A folder that holds none of the known files.
    #[error("{} holds none of {}", dir.display(), FILES.join(", "))]
    Nothing {
        /// Which.
        dir: PathBuf,
    },
    /// A file that says something else than a profile can.
    #[error("{file}: {problem}")]
    Malformed {
        /// Which.
        file: String,
        /// What is wrong, with its line where that is known.
        problem: String,
    },
}

/// The files under a folder of profiles.
const FILES: [&str; 3] =
    ["conditions/delayed.yaml", "conditions/self-correction.yaml", "conditions/reluctant.yaml"];

const EMBEDDED: [&str; 3] = [
    include_str!("../../../profiles/conditions/delayed.yaml"),
    include_str!("../../../profiles/conditions/self-correction.yaml"),
    include_str!("../../../profiles/conditions/reluctant.yaml"),
];

impl Default for Profiles {
    /// Those in the binary.
    fn default() -> Self {
        let texts = EMBEDDED.map(str::to_owned);
        // A test loads them, so a build whose own profiles are malformed does not pass.
        Self::parse(&texts, |at| format!("profiles/{}", FILES[at])).expect("the embedded profiles load")
    }
}

impl Profiles {
    /// The embedded profiles; each one that `dir` holds takes the place of its namesake.
    ///
    /// # Errors
    /// When a file cannot be read, bears no known name, or is no valid profile; when there is none.
    pub fn load(dir: &Path) -> Result<Self, ProfilesError> {
        let inner = dir.join("conditions");
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ProfilesError::Read { path, source }
        };
        let mut texts = EMBEDDED.map(str::to_owned);
        let mut found = 0;
        for entry in fs::read_dir(&inner).map_err(failed(&inner))? {
            let path = entry.map_err(failed(&inner))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let known = FILES.iter().position(|file| *file == format!("conditions/{name}"));
            let Some(at) = known else { return Err(ProfilesError::Unknown { path }) };
            texts[at] = fs::read_to_string(&path).map_err(failed(&path))?;
            found += 1;
        }
        if found == 0 {
            return Err(ProfilesError::Nothing { dir: dir.to_owned() });
        }
        Self::parse(&texts, |at| dir.join(FILES[at]).display().to_string())
    }

    fn parse(texts: &[String; 3], name: impl Fn(usize) -> String) -> Result<Self, ProfilesError> {
        let malformed = |at: usize, problem: String| ProfilesError::Malformed { file: name(at), problem };
        let asks = |at: usize| {
            let profile: Asks = read(&texts[at]).map_err(|problem| malformed(at, problem))?;
            match (2..=ASKS_MAX).contains(&profile.asks_needed) {
                true => Ok(profile),
                false => Err(malformed(at, format!("asks_needed must lie between 2 and {ASKS_MAX}"))),
            }
        };
        let slips: Slips = read(&texts[1]).map_err(|problem| malformed(1, problem))?;
        if !(0.0..=1.0).contains(&slips.mistaken_share) {
            return Err(malformed(1, "mistaken_share must lie between 0 and 1".to_owned()));
        }
        Ok(Self { delayed: asks(0)?, self_correction: slips, reluctant: asks(2)? })
    }

    /// What of the parameters decides how a condition is played, for a record to rest on.
    pub fn settings(&self, condition: Condition) -> Option<String> {
        match condition {
            Condition::Standard => None,
            Condition::Delayed => Some(format!("asks_needed={}", self.delayed.asks_needed)),
            Condition::SelfCorrection => {
                Some(format!("mistaken_share={}", self.self_correction.mistaken_share))
            }
            Condition::Reluctant => Some(format!("asks_needed={}", self.reluctant.asks_needed)),
        }
    }

    /// The rule of one dialogue; `draw` is its own seed.
    pub fn rule(&self, condition: Condition, draw: [u8; 32]) -> Rule {
        match condition {
            Condition::Standard => Rule::Standard,
            Condition::Delayed => Rule::Delayed { asks_needed: self.delayed.asks_needed },
            Condition::SelfCorrection => {
                let mistaken = ChaCha8Rng::from_seed(draw).random_bool(self.self_correction.mistaken_share);
                Rule::SelfCorrection { slip: if mistaken { Slip::Mistaken } else { Slip::Incomplete } }
            }
            Condition::Reluctant => Rule::Reluctant { asks_needed: self.reluctant.asks_needed },
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(files: &[(&str, &str)]) -> Result<Profiles, String> {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(dir.path().join("conditions")).expect("created");
        for (name, text) in files {
            fs::write(dir.path().join("conditions").join(name), text).expect("written");
        }
        Profiles::load(dir.path())
            .map_err(|error| error.to_string().replace(&dir.path().display().to_string(), "DIR"))
    }

    #[test]
    fn a_folder_overrides_what_it_holds() {
        let shipped = Profiles::default();
        assert_eq!(shipped.delayed, Asks { version: 1, asks_needed: 2 });
        let changed = load(&[("delayed.yaml", "version: 2\nasks_needed: 3\n"), (".keep", "")]);
        let expected = Profiles { delayed: Asks { version: 2, asks_needed: 3 }, ..shipped };
        assert_eq!(changed, Ok(expected));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_file() {
        for (name, text, problem) in [
            ("delayed.yaml", "version: 1\nasks_needed: 1\n", "asks_needed must lie between 2 and 10"),
            ("reluctant.yaml", "version: 1\nasks_needed: 11\n", "asks_needed must lie between 2 and 10"),
            ("self-correction.yaml", "version: 1\nmistaken_share: 1.5\n", "between 0 and 1"),
            ("self-correction.yaml", "version: 1\nmistaken_share: .nan\n", "between 0 and 1"),
            ("delayed.yaml", "version: 1\nasks: 2\n", "unknown field `asks`"),
        ] {
            let error = load(&[(name, text)]).expect_err(text);
            assert!(error.starts_with(&format!("DIR/conditions/{name}: ")), "{error}");
            assert!(error.contains(problem), "{error}");
        }
        assert!(load(&[("delay.yaml", "")]).is_err_and(|error| error.contains("is not a known profile")));
        assert!(load(&[]).is_err_and(|error| error.starts_with("DIR holds none of")));
    }

    #[test]
    fn the_way_of_erring_is_drawn_by_the_share() {
        let slips = |share| {
            let mut profiles = Profiles::default();
            profiles.self_correction.mistaken_share = share;
            let drawn = |n: u64| {
                let draw = crate::draw::seed(n, &["slip"]);
                profiles.rule(Condition::SelfCorrection, draw)
                    == Rule::SelfCorrection { slip: Slip::Mistaken }
            };
            (0..400).filter(|n| drawn(*n)).count()
        };
        assert_eq!((slips(0.0), slips(1.0)), (0, 400));
        assert!((160..240).contains(&slips(0.5)), "{}", slips(0.5));
    }
}

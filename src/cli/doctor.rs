//! `doctor`: whether models can be asked, and how replies are read.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use crate::cli::args::{DoctorArgs, WorkArgs, model_names};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::session;
use crate::model::reader::reading;
use crate::model::{Check, Health, connections_that_fit};

/// Connections that a level which finds itself may come to.
const CONNECTIONS: usize = 1000;

/// What was looked at, and how it came out.
#[derive(Serialize)]
struct Patient {
    /// A model's name, or `machine`.
    name: String,
    checks: Vec<Check>,
}

/// `doctor`.
pub fn doctor(
    args: &DoctorArgs,
    config: impl Fn() -> Result<Config, Failed>,
    json: bool,
) -> Result<Exit, Failed> {
    if let Some(file) = &args.replies {
        return replies(file);
    }
    let names = model_names(&args.model);
    let patients = if names.is_empty() { vec![machine(config)] } else { models(&names, &config()?)? };
    if json {
        super::print_json(&patients)?;
    } else {
        super::print_text(&lines(&patients))?;
    }
    let fails = patients.iter().flat_map(|patient| &patient.checks).any(|check| check.health == Health::Fail);
    Ok(if fails { Exit::Error } else { Exit::Done })
}

fn models(names: &[String], config: &Config) -> Result<Vec<Patient>, Failed> {
    // One try each: what happens at the first one is what is to be seen.
    let work = WorkArgs { max_retries: Some(0), ..WorkArgs::default() };
    let models = session::models(config, &work, 0)?;
    session::runtime()?.block_on(async {
        let mut patients = Vec::new();
        for name in names {
            let checks = match name.strip_prefix("builtin/") {
                Some(_) => vec![Check::ok("name", "a player by rule needs nothing")],
                None => models.examine(name, &session::env).await,
            };
            patients.push(Patient { name: name.clone(), checks });
        }
        models.close().await;
        Ok(patients)
    })
}

fn machine(config: impl Fn() -> Result<Config, Failed>) -> Patient {
    let mut checks = Vec::new();
    let config = match config() {
        Ok(config) => {
            checks.push(Check::ok("settings", "can be read, or are not there"));
            config
        }
        Err(failed) => {
            let advice = failed.hint.unwrap_or_default();
            checks.push(Check::fail("settings", failed.message, advice));
            Config::default()
        }
    };
    let fit = connections_that_fit(CONNECTIONS);
    checks.push(if fit >= CONNECTIONS {
        Check::ok("files", format!("room for {CONNECTIONS} connections and more"))
    } else {
        Check::warn("files", format!("room for {fit} connections"), "raise the limit: `ulimit -n 4096`")
    });
    checks.push(log_dir(&session::log_dir(None, &config)));
    checks.push(keys(&config));
    Patient { name: "machine".to_owned(), checks }
}

fn log_dir(dir: &Path) -> Check {
    let says = |what: &str| format!("{}: {what}", dir.display());
    match fs::metadata(dir) {
        Ok(found) if found.is_dir() && !found.permissions().readonly() => Check::ok("runs", says("is there")),
        Ok(_) => Check::fail("runs", says("cannot be written"), "give another folder with --log-dir"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Check::ok("runs", says("will be made")),
        Err(error) => Check::fail("runs", says(&error.to_string()), "give another folder with --log-dir"),
    }
}

fn keys(config: &Config) -> Check {
    let providers = match session::providers(config) {
        Ok(providers) => providers,
        Err(failed) => return Check::fail("keys", failed.message, "look at the settings file"),
    };
    let keys = providers.keys(&session::env);
    let present: Vec<String> = keys
        .iter()
        .filter(|(_, _, present)| *present)
        .map(|(name, variable, _)| format!("{name} ({variable})"))
        .collect();
    if present.is_empty() {
        let advice = "built-in players and local servers need none; docs/models.md names the variables";
        return Check::warn("keys", "no provider's key is set", advice);
    }
    Check::ok("keys", format!("set for {}", present.join(", ")))
}

fn lines(patients: &[Patient]) -> String {
    let mut text = String::new();
    for Patient { name, checks } in patients {
        text.push_str(&format!("{name}\n"));
        for Check { what, health, says, advice } in checks {
            let health = match health {
                Health::Ok => "ok  ",
                Health::Warn => "warn",
                Health::Fail => "fail",
            };
            text.push_str(&format!("  {health}  {what:<8}  {says}\n"));
            if let Some(advice) = advice.as_ref().filter(|advice| !advice.is_empty()) {
                text.push_str(&format!("                  -> {advice}\n"));
            }
        }
    }
    text
}

/// Prints `{id: reading}`; lines that are no replies are named, and the others printed all the same.
fn replies(file: &Path) -> Result<Exit, Failed> {
    let read = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = read.map_err(|error| {
        Failed::usage(format!("failed to read {}: {error}", file.display()), "name a file of lines of JSON")
    })?;
    let (readings, bad) = readings(&bytes);
    super::print_json(&readings)?;
    for line in &bad {
        super::note(&format!("{}:{line}", file.display()));
    }
    Ok(if bad.is_empty() { Exit::Done } else { Exit::Error })
}

/// The readings by id, and what is wrong with other lines: number and reason.
fn readings(bytes: &[u8]) -> (BTreeMap<String, Value>, Vec<String>) {
    let mut readings = BTreeMap::new();
    let mut bad = Vec::new();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let read = reply(line).and_then(|(id, line)| match readings.contains_key(&id) {
            true => Err(format!("the id {id:?} is there already")),
            false => Ok((id, reading(&line))),
        });
        match read {
            Ok((id, reading)) => {
                readings.insert(id, reading);
            }
            Err(why) => bad.push(format!("{}: {why}", at + 1)),
        }
    }
    (readings, bad)
}

fn reply(line: &[u8]) -> Result<(String, Value), String> {
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let why = error.to_string();
        format!("no JSON: {}", why.split(" at line ").next().unwrap_or_default())
    })?;
    let id = match &value["id"] {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return Err("holds no `id`".to_owned()),
    };
    if !value["status"].as_u64().is_some_and(|status| (100..=599).contains(&status)) {
        return Err("holds no HTTP `status`".to_owned());
    }
    if !value["body"].is_string() && !value["body_base64"].is_string() {
        return Err("holds neither `body` nor `body_base64` as a string".to_owned());
    }
    if !value["headers"].is_object() && !value["headers"].is_null() {
        return Err("`headers` is no object".to_owned());
    }
    Ok((id, value))
}

//! Loading a pack: from the binary, a folder, or one JSONL file.

use std::path::Path;

use super::consultation::Case;
use super::convert;
use super::pack::{Pack, PackMeta};
use super::parse;
use super::problem::{Origin, PackError, Problem};
use super::schema::CaseFile;
use super::source::{
    CASES_BYTES_MAX, CASES_MAX, DOCUMENT_BYTES_MAX, Folder, PackSource, Source, read_file, shared_file,
    shared_taxonomies, too_long, too_many_cases, unreadable,
};
use super::taxonomy::{ClassFile, Taxonomy, TypeFile};

const PACK_FILE: &str = "pack.yaml";
const CASES_FOLDER: &str = "cases";
const CASES_FILE: &str = "cases.jsonl";
const TYPES_FILE: &str = "focal-types.yaml";

impl Pack {
    /// Loads a pack.
    ///
    /// # Errors
    /// Everything found wrong with its files, cases and taxonomies: unreadable, too long, not
    /// UTF-8, against the syntax or the schema, references that do not resolve. What a well-formed
    /// pack must fulfil beyond that, `check` finds.
    pub fn load(source: &PackSource) -> Result<Self, PackError> {
        let mut problems = Vec::new();
        let pack = Files::gather(source, &mut problems).and_then(|files| files.read(&mut problems));
        match pack {
            Some(pack) if problems.is_empty() => Ok(pack),
            _ => Err(PackError { pack: source.to_string(), problems }),
        }
    }
}

/// The files of a pack before they are understood.
struct Files {
    folder: Option<Folder>,
    meta: Source,
    cases: Vec<Source>,
}

impl Files {
    /// `None` when a problem was reported.
    fn gather(source: &PackSource, problems: &mut Vec<Problem>) -> Option<Self> {
        let gathered = match source {
            PackSource::Embedded(name) => {
                Folder::embedded(name).and_then(|folder| Self::in_folder(folder, problems))
            }
            PackSource::Path(path) if path.is_dir() => {
                Folder::disk(path).and_then(|folder| Self::in_folder(folder, problems))
            }
            PackSource::Path(path) => Self::one_file(path),
        };
        gathered.map_err(|problem| problems.push(problem)).ok()
    }

    fn in_folder(folder: Folder, problems: &mut Vec<Problem>) -> Result<Self, Problem> {
        let meta = folder.read(PACK_FILE, DOCUMENT_BYTES_MAX)?.ok_or_else(|| {
            Problem::of_file(PACK_FILE, "is missing", "a pack folder holds pack.yaml and cases/")
        })?;
        let lines = folder.read(CASES_FILE, CASES_BYTES_MAX)?;
        let names = folder.list(CASES_FOLDER)?;
        let cases = match (lines, names) {
            (Some(_), Some(_)) => {
                return Err(Problem::of_file(CASES_FILE, "stands beside cases/", "keep one of the two"));
            }
            (None, None) => {
                return Err(Problem::of_file(
                    CASES_FOLDER,
                    "is missing",
                    "put cases into cases/ or cases.jsonl",
                ));
            }
            (Some(lines), None) => vec![lines],
            (None, Some(names)) => case_files(&folder, names, problems),
        };
        Ok(Self { folder: Some(folder), meta, cases })
    }

    /// A bare JSONL file gets a `pack.yaml` that names it after the file and takes all embedded
    /// class files, so that its copy is a pack folder like any other.
    fn one_file(path: &Path) -> Result<Self, Problem> {
        let shown = path.display().to_string();
        if let Err(error) = std::fs::metadata(path) {
            return Err(unreadable(&shown, &error));
        }
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            return Err(Problem::of_file(
                shown,
                "is neither a pack folder nor a .jsonl file",
                "give the folder that holds pack.yaml",
            ));
        }
        let bytes = read_file(path, &shown, CASES_BYTES_MAX)?;
        let name = name_from(&path.file_stem().unwrap_or_default().to_string_lossy());
        let meta = format!(
            "name: {name}\ntitle: {{ zh: {name}, en: {name} }}\nversion: 1\ntaxonomies: [{}]\n",
            shared_taxonomies().join(", ")
        );
        Ok(Self {
            folder: None,
            meta: Source::new(PACK_FILE, meta.into_bytes()),
            cases: vec![Source::new(CASES_FILE, bytes)],
        })
    }

    /// `None` when `pack.yaml` cannot be understood; other problems are reported only.
    fn read(self, problems: &mut Vec<Problem>) -> Option<Pack> {
        let meta = pack_meta(&self.meta).map_err(|problem| problems.push(problem)).ok()?;
        let mut sources = vec![self.meta];
        let taxonomy = taxonomy(self.folder.as_ref(), &meta, &mut sources, problems);
        let mut cases = Vec::new();
        for source in &self.cases {
            let read = if source.path() == CASES_FILE { jsonl_cases } else { yaml_case };
            read(source, &mut cases, problems);
        }
        cases.sort_by(|a, b| a.id.cmp(&b.id));
        for pair in cases.windows(2).filter(|pair| pair[0].id == pair[1].id) {
            problems.push(Problem::of_field(
                &pair[1].origin,
                "id",
                format!("the id `{}` is also used in {}", pair[1].id, pair[0].origin),
                "give each case its own id",
            ));
        }
        if cases.is_empty() && problems.is_empty() {
            problems.push(Problem::of_file(CASES_FOLDER, "holds no case", "add at least one"));
        }
        sources.extend(self.cases);
        sources.sort_by(|a, b| a.path().cmp(b.path()));
        let hash = hash(&sources);
        Some(Pack { meta, taxonomy, cases, sources, hash })
    }
}

fn case_files(folder: &Folder, names: Vec<String>, problems: &mut Vec<Problem>) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut bytes = 0;
    for name in names.into_iter().filter(|name| !name.starts_with('.')) {
        let path = format!("{CASES_FOLDER}/{name}");
        if !name.ends_with(".yaml") {
            problems.push(Problem::of_file(
                path,
                "is no case file",
                "name case files ID.yaml; keep other files elsewhere",
            ));
            continue;
        }
        match folder.read(&path, DOCUMENT_BYTES_MAX) {
            Ok(source) => {
                bytes += source.as_ref().map_or(0, |source| source.bytes().len());
                sources.extend(source);
            }
            Err(problem) => problems.push(problem),
        }
        if bytes > CASES_BYTES_MAX {
            problems.push(too_long(CASES_FOLDER, CASES_BYTES_MAX));
            break;
        }
    }
    sources
}

fn pack_meta(source: &Source) -> Result<PackMeta, Problem> {
    let meta: PackMeta = parse::yaml(source.path(), parse::decode(source.path(), source.bytes())?)?;
    let origin = Origin { file: source.path().to_owned(), line: None };
    let named = std::iter::once(("name".to_owned(), &meta.name))
        .chain(meta.taxonomies.iter().enumerate().map(|(i, name)| (format!("taxonomies[{i}]"), name)));
    for (path, name) in named {
        if !convert::is_name(name) {
            return Err(Problem::of_field(
                &origin,
                path,
                format!("`{name}` is not a name"),
                "use 1-64 of a-z, 0-9 and -",
            ));
        }
    }
    Ok(meta)
}

/// The pack's classes and types; the files they come from are added to `sources`.
fn taxonomy(
    folder: Option<&Folder>,
    meta: &PackMeta,
    sources: &mut Vec<Source>,
    problems: &mut Vec<Problem>,
) -> Taxonomy {
    let mut taxonomy = Taxonomy { classes: Vec::new(), types: Vec::new() };
    for (i, name) in meta.taxonomies.iter().enumerate() {
        if meta.taxonomies[..i].contains(name) {
            problems.push(Problem::of_file(
                PACK_FILE,
                format!("names the class file `{name}` twice"),
                "name it once",
            ));
            continue;
        }
        let read = shared(folder, &format!("taxonomies/{name}.yaml"), sources).and_then(|source| {
            parse::yaml::<ClassFile>(source.path(), parse::decode(source.path(), source.bytes())?)
        });
        match read {
            Ok(file) => taxonomy.classes.extend(file.classes),
            Err(problem) => problems.push(problem),
        }
    }
    let read = shared(folder, TYPES_FILE, sources).and_then(|source| {
        parse::yaml::<TypeFile>(source.path(), parse::decode(source.path(), source.bytes())?)
    });
    match read {
        Ok(file) => taxonomy.types = file.types,
        Err(problem) => problems.push(problem),
    }
    unique("classes", taxonomy.classes.iter().map(|class| &class.id), problems);
    unique("types", taxonomy.types.iter().map(|kind| &kind.id), problems);
    taxonomy
}

fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, problems: &mut Vec<Problem>) {
    let mut seen = std::collections::BTreeSet::new();
    for id in ids.filter(|id| !seen.insert(*id)) {
        problems.push(Problem::of_file(
            PACK_FILE,
            format!("its taxonomies have two {list} with the id `{id}`"),
            "rename one of them",
        ));
    }
}

/// A file of the pack, else the embedded one of the same path.
fn shared<'a>(
    folder: Option<&Folder>,
    path: &str,
    sources: &'a mut Vec<Source>,
) -> Result<&'a Source, Problem> {
    let own = match folder {
        Some(folder) => folder.read(path, DOCUMENT_BYTES_MAX)?,
        None => None,
    };
    let source = own
        .or_else(|| shared_file(path).map(|bytes| Source::new(path, bytes.to_vec())))
        .ok_or_else(|| {
            Problem::of_file(
                path,
                "is neither in the pack nor built in",
                format!("built-in class files: {}", shared_taxonomies().join(", ")),
            )
        })?;
    let at = sources.len();
    sources.push(source);
    Ok(&sources[at])
}

fn yaml_case(source: &Source, cases: &mut Vec<Case>, problems: &mut Vec<Problem>) {
    let origin = Origin { file: source.path().to_owned(), line: None };
    let file = parse::decode(source.path(), source.bytes())
        .and_then(|text| parse::yaml::<CaseFile>(source.path(), text));
    add(file, &origin, source.bytes(), cases, problems);
}

fn jsonl_cases(source: &Source, cases: &mut Vec<Case>, problems: &mut Vec<Problem>) {
    let text = match parse::decode(source.path(), source.bytes()) {
        Ok(text) => text,
        Err(problem) => return problems.push(problem),
    };
    let mut count = 0;
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        count += 1;
        if count > CASES_MAX {
            return problems.push(too_many_cases(source.path()));
        }
        let origin = Origin { file: source.path().to_owned(), line: Some(parse::position(i + 1)) };
        let file = if line.len() > DOCUMENT_BYTES_MAX {
            Err(Problem::of_field(
                &origin,
                "",
                format!("is longer than {} KiB", DOCUMENT_BYTES_MAX / 1024),
                "shorten the case",
            ))
        } else {
            parse::json::<CaseFile>(source.path(), parse::position(i + 1), line)
        };
        add(file, &origin, line.as_bytes(), cases, problems);
    }
}

fn add(
    file: Result<CaseFile, Problem>,
    origin: &Origin,
    text: &[u8],
    cases: &mut Vec<Case>,
    problems: &mut Vec<Problem>,
) {
    let hash = || blake3::hash(text).to_hex().to_string();
    match file {
        Ok(file) => match convert::case(file, origin, hash()) {
            Ok(case) => cases.push(case),
            Err(found) => problems.extend(found),
        },
        Err(problem) => problems.push(problem),
    }
}

/// Each part is preceded by its length, so that no two lists of files give the same bytes.
fn hash(sources: &[Source]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in sources.iter().flat_map(|source| [source.path().as_bytes(), source.bytes()]) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// A pack name from a file's: what may not stand in one becomes `-`.
fn name_from(stem: &str) -> String {
    let name: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(64)
        .collect();
    if name.chars().all(|c| c == '-') { "cases".to_owned() } else { name }
}

#[cfg(test)]
mod tests;

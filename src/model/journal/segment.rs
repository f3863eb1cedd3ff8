//! The journal's files: numbered segments of JSON lines, sealed as zstd when large.
//!
//! A sealed segment is a row of independent zstd frames of whole lines, so that one answer can be
//! read without unpacking the rest; any zstd reader takes it as one stream.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Bytes of whole lines that make one zstd frame.
const FRAME_BYTES: usize = 1 << 20;
const ZSTD_LEVEL: i32 = 3;

/// Where a line lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    pub segment: u32,
    /// For a plain segment the offset in the file; for a sealed one the offset of the frame.
    pub offset: u64,
    /// For a sealed segment the packed length of the frame, else 0.
    pub frame: u32,
    /// Offset of the line within the unpacked frame; 0 in a plain segment.
    pub within: u32,
    /// Length of the line without its newline.
    pub length: u32,
}

/// One file of the journal, open for reading.
pub(super) struct Segment {
    pub number: u32,
    pub sealed: bool,
    path: PathBuf,
    file: File,
}

fn plain_name(number: u32) -> String {
    format!("{number:06}.jsonl")
}

fn sealed_name(number: u32) -> String {
    format!("{number:06}.jsonl.zst")
}

/// Opens all segments of a folder, in order. Where a crash left a segment both plain and sealed,
/// the sealed one is whole (it is renamed only when synced) and the plain one counts for nothing;
/// what counts for nothing is removed where `mend` says so.
pub(super) fn open_all(dir: &Path, mend: bool) -> io::Result<Vec<Segment>> {
    let mut segments = Vec::new();
    for entry in fs::read_dir(dir)? {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { continue };
        if name.ends_with(".tmp") {
            if mend {
                fs::remove_file(dir.join(name))?;
            }
            continue;
        }
        let (stem, sealed) = match (name.strip_suffix(".jsonl.zst"), name.strip_suffix(".jsonl")) {
            (Some(stem), _) => (stem, true),
            (None, Some(stem)) => (stem, false),
            (None, None) => continue,
        };
        let Ok(number) = stem.parse::<u32>() else { continue };
        if !sealed && dir.join(sealed_name(number)).exists() {
            if mend {
                fs::remove_file(dir.join(name))?;
            }
            continue;
        }
        let path = dir.join(name);
        segments.push(Segment { number, sealed, file: File::open(&path)?, path });
    }
    segments.sort_by_key(|segment| segment.number);
    Ok(segments)
}

/// Creates the next plain segment, for reading here and for appending by the writer.
pub(super) fn create(dir: &Path, number: u32) -> io::Result<(Segment, File)> {
    let path = dir.join(plain_name(number));
    let append = OpenOptions::new().create(true).append(true).open(&path)?;
    File::open(dir)?.sync_all()?;
    Ok((Segment { number, sealed: false, file: File::open(&path)?, path }, append))
}

impl Segment {
    /// Opens the segment for appending.
    pub fn appender(&self) -> io::Result<File> {
        OpenOptions::new().append(true).open(&self.path)
    }

    /// Reads one line.
    pub fn read(&self, at: Location) -> io::Result<Vec<u8>> {
        if !self.sealed {
            let mut line = vec![0; at.length as usize];
            self.file.read_exact_at(&mut line, at.offset)?;
            return Ok(line);
        }
        let mut packed = vec![0; at.frame as usize];
        self.file.read_exact_at(&mut packed, at.offset)?;
        let lines = zstd::decode_all(packed.as_slice())?;
        let from = at.within as usize;
        lines.get(from..from + at.length as usize).map(<[u8]>::to_vec).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, "a sealed segment is shorter than its index")
        })
    }

    /// Hands every whole line with its place to `each`; returns the bytes behind the last newline.
    pub fn scan(&self, mut each: impl FnMut(&[u8], Location) -> io::Result<()>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        if !self.sealed {
            return split_lines(&bytes, |line, from| {
                each(
                    line,
                    Location {
                        segment: self.number,
                        offset: from,
                        frame: 0,
                        within: 0,
                        length: line.len() as u32,
                    },
                )
            });
        }
        let mut offset = 0;
        while offset < bytes.len() {
            let frame = zstd::zstd_safe::find_frame_compressed_size(&bytes[offset..]).map_err(|code| {
                io::Error::new(io::ErrorKind::InvalidData, zstd::zstd_safe::get_error_name(code))
            })?;
            let lines = zstd::decode_all(&bytes[offset..offset + frame])?;
            split_lines(&lines, |line, from| {
                each(
                    line,
                    Location {
                        segment: self.number,
                        offset: offset as u64,
                        frame: frame as u32,
                        within: from as u32,
                        length: line.len() as u32,
                    },
                )
            })?;
            offset += frame;
        }
        Ok(Vec::new())
    }

    /// Cuts a torn tail off, and keeps it beside the journal for whoever wants to look. Where it cannot be
    /// kept there it stays where it is, and nothing is left beside.
    pub fn set_aside(&self, tail: &[u8], dir: &Path) -> io::Result<PathBuf> {
        let mut n = 1;
        let aside = loop {
            let path = dir.join(format!("torn-{n:03}.txt"));
            if !path.exists() {
                break path;
            }
            n += 1;
        };
        fs::write(&aside, tail).inspect_err(|_| drop(fs::remove_file(&aside)))?;
        let file = OpenOptions::new().write(true).open(&self.path)?;
        let length = file.metadata()?.len();
        file.set_len(length - tail.len() as u64)?;
        file.sync_all()?;
        Ok(aside)
    }

    /// Packs the plain segment, replaces it, and says where its lines lie now, in their order.
    pub fn seal(&self, dir: &Path) -> io::Result<(Segment, Vec<Location>)> {
        let bytes = fs::read(&self.path)?;
        let mut packed = Vec::new();
        let mut places = Vec::new();
        let mut frame_start = 0;
        let mut lines: Vec<(usize, usize)> = Vec::new();
        let mut flush = |from: usize, to: usize, lines: &mut Vec<(usize, usize)>| -> io::Result<()> {
            let frame = zstd::encode_all(&bytes[from..to], ZSTD_LEVEL)?;
            places.extend(lines.drain(..).map(|(start, end)| Location {
                segment: self.number,
                offset: packed.len() as u64,
                frame: frame.len() as u32,
                within: (start - from) as u32,
                length: (end - start) as u32,
            }));
            packed.extend_from_slice(&frame);
            Ok(())
        };
        let mut start = 0;
        for (i, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            lines.push((start, i));
            start = i + 1;
            if start - frame_start >= FRAME_BYTES {
                flush(frame_start, start, &mut lines)?;
                frame_start = start;
            }
        }
        if start > frame_start {
            flush(frame_start, start, &mut lines)?;
        }
        let path = dir.join(sealed_name(self.number));
        let temporary = path.with_extension("tmp");
        let mut file = File::create(&temporary)?;
        file.write_all(&packed)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)?;
        File::open(dir)?.sync_all()?;
        fs::remove_file(&self.path)?;
        Ok((Segment { number: self.number, sealed: true, file: File::open(&path)?, path }, places))
    }
}

fn split_lines(bytes: &[u8], mut each: impl FnMut(&[u8], u64) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut start = 0;
    for (i, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        each(&bytes[start..i], start as u64)?;
        start = i + 1;
    }
    Ok(bytes[start..].to_vec())
}

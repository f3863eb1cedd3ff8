//! Words misspelt by one letter, where the grammar hangs on them.

/// Words that are mended. None of them is one letter from another word of arguments.
const MENDED: [&str; 6] = ["current", "precedent", "plaintiff", "defendant", "rebuttal", "distinguishable"];

/// The word, as it should have been written.
pub(super) fn mended(word: String) -> String {
    // `dont` for `don't`
    const CONTRACTED: &str =
        " dont doesnt didnt isnt wasnt arent werent hasnt havent hadnt cant couldnt wouldnt wont neednt ";
    if super::lexicon::within(CONTRACTED, &word) {
        return format!("{}'t", word.trim_end_matches('t'));
    }
    let letters: Vec<char> = word.chars().collect();
    let meant = MENDED.iter().find(|meant| {
        let (stem, possessive) = match word.strip_suffix("'s") {
            Some(stem) => (&letters[..stem.chars().count()], true),
            None => (&letters[..], false),
        };
        let whole: Vec<char> = meant.chars().collect();
        let longer = !possessive && word.starts_with(**meant);
        !longer && stem.len() >= 5 && near(stem, &whole)
    });
    match meant {
        Some(meant) if word.ends_with("'s") => format!("{meant}'s"),
        Some(meant) => (*meant).to_owned(),
        None => word,
    }
}

/// Whether one letter put in, left out, changed or exchanged with its neighbour makes the one the other.
fn near(word: &[char], meant: &[char]) -> bool {
    let begin = word.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let (word, meant) = (&word[begin..], &meant[begin..]);
    match (word.len(), meant.len()) {
        (a, b) if a == b + 1 => word[1..] == *meant,
        (a, b) if a + 1 == b => *word == meant[1..],
        (a, b) if a == b && a > 0 => {
            word[1..] == meant[1..]
                || (a > 1 && word[0] == meant[1] && word[1] == meant[0] && word[2..] == meant[2..])
        }
        (0, 0) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_is_mended_and_no_more() {
        for (written, meant) in [
            ("curent", "current"),
            ("defendent's", "defendant's"),
            ("plaintif", "plaintiff"),
            ("precednet", "precedent"),
            ("current", "current"),
            ("currently", "currently"),
            ("plaintiffs", "plaintiffs"),
            ("present", "present"),
            ("prevent", "prevent"),
            ("curret\u{301}", "curret\u{301}"),
        ] {
            assert_eq!(mended(written.to_owned()), meant, "{written}");
        }
    }
}

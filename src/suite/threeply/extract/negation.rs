//! Denial of presence.

use super::lexicon::BE;
use super::token::{Kind, Token};

/// Words that deny presence.
const ABSENT: &str = " not no never neither nor none without lack lacks lacked lacking absent absence missing nothing \
    nowhere cannot devoid fails failed omits omitted vain unaccompanied excludes excluded minus sans non wanting unmatched \
    lieu loss poorer bereft spared exempt unknown unburdened escaped escapes avoids avoided misses missed foreign alien deprived deficient \
    stranger strangers undocumented unproved unproven unpleaded unestablished unrecorded unmentioned unseen unavailable forgo forgoes forwent dearth skip skips skipped deserted deserts zero escape blank \
    nobody gone false nil unheard untouched untainted unmarred ";
/// What follows a negation that is not one of presence.
const OTHERWISE: &str = " defeat prevent stop save matter change help bar preclude outweigh deter hinder undermine \
    affect win prevail rely need require mean decide turn weigh harm hurt sink doom stand suffice enough fatal decisive \
    trouble troubled alter disturb overcome dispositive only merely just doubt less apply disclose compete diminish weaken \
    rescue control govern dispute deny contest answer lose necessarily surprising always simply carry follow impede block obstacle harm reason hindrance impediment barrier comfort problem use fewer \
    undo spoil tip lead cause produce lie persuade convince impress keep mention overlook ignore dismiss disregard neglect good avail difference guide help answer support authority assistance consolation secret bearing basis \
    ground way reasons contradiction alike analogous comparable similar controlling binding persuasive convincing differ diverge separate distinguish divide differentiate daylight distinction gap ";

/// What one does who is to leave something.
const BOUND: &str =
    " undertook bound swore sworn duty promise promises undertaking agree agrees covenant obligation ";

/// Whether the token at `i` is part of a denied lack: `did not lack`, `is not without`.
fn twofold(tokens: &[Token], i: usize) -> bool {
    const LACK: &str = " lack lacking without devoid bereft skip escape miss omit forgo ";
    let not = |token: &Token| {
        token.is(&["not", "never", "nor"]) || token.word().is_some_and(|word| word.ends_with("n't"))
    };
    let lack = |token: &Token| token.of(LACK);
    not(&tokens[i]) && tokens.get(i + 1).is_some_and(lack) || lack(&tokens[i]) && i > 0 && not(&tokens[i - 1])
}

/// `unencumbered by F4`, `is spotless on those three`: what is untouched by something has it not.
fn spared(tokens: &[Token], i: usize) -> bool {
    const STILL: &str = " undisputed uncontested unchallenged undoubted unqualified unchanged unrestricted unaided unauthorised \
        unauthorized undermined underpinned underlined united unified unanswered undenied unrebutted unimpressed unmoved unprotected \
        unguarded unsecured unlicensed understood uninvited unfettered unwanted ";
    const CLEAN: &str = " spotless sound clean clear immune safe pure blameless intact healthy untainted ";
    let next = |class: &str| tokens.get(i + 1).is_some_and(|next| next.of(class));
    let word = tokens[i].word().unwrap_or_default();
    let un = word.starts_with("un")
        && word.ends_with("ed")
        && word.len() > 6
        && !super::lexicon::within(STILL, word);
    let after_be = i > 0
        && tokens[i - 1].word().is_some_and(|before| {
            super::lexicon::within(BE, before)
                || super::lexicon::within(" wholly quite entirely perfectly being ", before)
        });
    // "out of TSC2's reach"
    let beyond = tokens[i].is(&["out"])
        && next(" of ")
        && tokens[i + 1..].iter().take(5).any(|token| token.of(" reach sight picture question evidence "));
    // "n/a to the current case"
    let not_applicable = tokens[i].is(&["n"])
        && tokens.get(i + 1).is_some_and(|token| token.is_sign('/'))
        && tokens.get(i + 2).is_some_and(|token| token.is(&["a"]));
    let want = tokens[i].is(&["want"])
        && i > 0
        && tokens[i - 1].of(" the complete total entire utter sheer ")
        && next(" of in ")
        && !(i > 1 && tokens[i - 2].is(&["for"]));
    // "have dropped out of the current case"
    let dropped = tokens[i].of(" dropped drop drops fallen fell vanished disappeared ")
        && next(" out from ")
        && tokens.get(i + 2).is_some_and(|token| token.is(&["of", "the"]) || token.is_case());
    // "cut from the current case", "sits out", "left at home", "had taken away", "impossible to spot"
    let removed = tokens[i].of(" cut removed struck stricken erased stripped purged banished ")
        && next(" from ")
        || tokens[i].of(" sit sits sat ") && next(" out ")
        || tokens[i].is(&["left"]) && next(" at behind ")
        || tokens[i].is(&["taken"]) && next(" away ")
        || tokens[i].is(&["impossible"]) && next(" to ");
    if removed {
        return true;
    }
    // "of which TSC1 had no taste"
    let had_no = tokens[i].is(&["no"])
        && i > 1
        && tokens[i - 1].of(" had has have ")
        && tokens[..i].iter().rev().take(6).any(|token| token.is(&["which", "whom"]));
    if had_no {
        return true;
    }
    // "leave the current case unmarked"
    let left = (word.starts_with("un") && word.ends_with("ed")
        || tokens[i].is(&["bare", "intact", "alone", "bland"]))
        && tokens[..i].iter().rev().take(4).any(|token| token.of(" leave leaves left leaving "));
    beyond
        || want
        || dropped
        || left
        || not_applicable
        || un && next(" by of with from in on ")
        || after_be && tokens[i].of(CLEAN) && next(" of in on from ")
}

/// Whether the token at `i` denies presence.
pub(super) fn denies(tokens: &[Token], i: usize) -> bool {
    let next_is = |words: &[&str]| tokens.get(i + 1).is_some_and(|next| next.is(words));
    let contracted = tokens[i].word().is_some_and(|word| word.ends_with("n't"));
    // `did not lack F12`: it had it.
    if twofold(tokens, i) {
        return false;
    }
    // `has lost F12`
    if tokens[i].is(&["lost"]) && tokens.get(i + 1).is_some_and(Token::is_factor) {
        return true;
    }
    if tokens[i].is(&["poorer"]) && tokens[i + 1..].iter().take(2).any(|next| next.is(&["for"])) {
        return false;
    }
    // `non-compete covenant`
    if tokens[i].is(&["non"])
        && tokens[i + 1..].iter().take(2).any(|next| next.of(" compete competition disclosure "))
    {
        return false;
    }
    if tokens[i].is(&["failed"]) && next_is(&["on", "because", "for", "under", "through", "over"]) {
        return false;
    }
    if tokens[i].is(&["nothing"])
        && next_is(&["more"])
        && tokens.get(i + 2).is_some_and(|token| token.is(&["than"]))
    {
        return false;
    }
    // `not a word of the arrival in the current case of F5`: what is not mentioned is there.
    const THERE: &str =
        " presence arrival appearance recurrence irruption intrusion return occurrence existence emergence ";
    if tokens[i].is(&["not"])
        && next_is(&["a"])
        && tokens.get(i + 2).is_some_and(|token| token.is(&["word"]))
        && tokens[i + 3..].iter().take(5).any(|token| token.of(THERE))
    {
        return false;
    }
    if spared(tokens, i) {
        return true;
    }
    if !tokens[i].of(ABSENT) && !contracted {
        // `free of F6`, `off the record`, signs of set membership
        // `from which TSC2 was free`
        let ends = i > 0
            && tokens[i - 1].of(BE)
            && tokens.get(i + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_)));
        // `on which TSC2 was silent`, `was denied to TSC1`, `leave the latter alone`
        let left = tokens[i].is(&["alone"])
            && tokens[..i].iter().rev().take(4).any(|token| token.of(" leave leaves left leaving "));
        let instead = tokens[i].is(&["rather"]) && next_is(&["than"])
            || tokens[i].is(&["instead"])
                && next_is(&["of"])
                && tokens.get(i + 2).is_some_and(Token::is_factor)
            || tokens[i].is(&["place"]) && next_is(&["of"]) && i > 0 && tokens[i - 1].is(&["in"]);
        return left
            || instead
            || tokens[i].is(&["denied"]) && next_is(&["to", "in"])
            || (tokens[i].is(&["free", "clear", "innocent", "silent", "rid"])
                && (ends || next_is(&["of", "from"])))
            || (tokens[i].is(&["short"]) && next_is(&["of"]))
            || (tokens[i].is(&["off"]) && next_is(&["the"]))
            || (tokens[i].is(&["silent"])
                && (next_is(&["on", "about", "as", "in"]) || tokens.get(i + 1).is_some_and(Token::is_case)))
            || matches!(tokens[i].kind, Kind::Sign('\u{2209}' | '\u{2717}' | '\u{2718}' | '\u{274c}'));
    }
    // `nobody disputes that`, `cannot be denied`
    const CONTESTS: &str = " dispute disputes disputed denying disputing doubting deny denies denied doubt doubts doubted contest contests contested question \
        questions questioned overlook ignore mistake gainsay quarrels disagrees disagree ";
    if !tokens[i].of(" absent absence missing ")
        && tokens[i + 1..]
            .iter()
            .take(4)
            .take_while(|token| token.word().is_some())
            .any(|token| token.of(CONTESTS))
    {
        return false;
    }
    // `Factors of TSC1 not shared:` are in TSC1.
    let unshared = tokens[i].is(&["not"])
        && next_is(&["shared", "matched", "common"])
        && !tokens.get(i + 2).is_some_and(|next| next.is(&["with", "by"]))
        || tokens[i].is(&["unmatched"]) && next_is(&["factor", "factors"]);
    if unshared
        && tokens.iter().filter(|token| token.is_case()).count() < 2
        && !tokens[..i].iter().any(Token::is_factor)
    {
        return false;
    }
    // `so the plaintiff cites neither`: no factor is denied.
    if tokens[i].of(" neither none nothing no ")
        && i > 0
        && tokens[i - 1].of(" cite cites cited citing invokes ")
    {
        return false;
    }
    // `undertook not to disclose`
    if tokens[i].is(&["not", "never"])
        && next_is(&["to"])
        && i > 0
        && tokens[i - 1]
            .word()
            .is_some_and(|word| word.ends_with("ed") || super::lexicon::within(BOUND, word))
    {
        return false;
    }
    if tokens[i].is(&["no"]) && tokens.get(i + 1).is_some_and(|next| next.is(&["doubt", "less", "matter"])) {
        return false;
    }
    // `not even F22 rescued the plaintiff`
    if tokens[i].is(&["not"]) && next_is(&["even"]) && tokens.get(i + 2).is_some_and(Token::is_factor) {
        return false;
    }
    // `no more than TSC1 did`
    if tokens[i].is(&["no"])
        && next_is(&["more"])
        && tokens.get(i + 2).is_some_and(|token| token.is(&["than"]))
    {
        return false;
    }
    // `no luck for the plaintiff`: what is denied is no factor.
    const OF_FACTORS: &str = " such factor factors trace traces sign signs hint mention counterpart counterparts equivalent analogue parallel \
        match place part role longer one evidence shadow security common shared overlap precedent case feature features \
        comparable similar corresponding like further other pro in here there current present agreement measures \
        employee employees outsiders outsider information info disclosure disclosures reverse deception bribe tools products \
        noncompetition restricted invasive unique vertical waiver knowledge plaintiff defendant of point points basis \
        two three four five additional distinguishing comparable exact direct single analogous burden burdens benefit obstacle echo example instance specimen issue more concern topic theme ";
    if tokens[i].is(&["no"]) && (i == 0 || !tokens[i - 1].is(&["with"])) {
        let next = &tokens[i + 1..];
        let near = next.iter().take(4).take_while(|token| token.word().is_some() || token.is_factor());
        let said = next.first().is_none_or(|token| token.word().is_none() || token.of(OF_FACTORS))
            || near
                .into_iter()
                .any(|token| token.is_factor() || token.of(" factor factors counterpart equivalent such "));
        // `no precursor in TSC1`
        let any = next.iter().take(5).any(|token| token.of(" any these them those either "));
        let placed = any
            || next.get(1).is_some_and(|token| token.of(" in of to from ") || token.is_case())
                && next.iter().skip(1).take(3).any(Token::is_case);
        // `no materials were exploited in it`
        let done = next.iter().take(8).position(|token| token.of(BE)).is_some_and(|be| {
            be > 0
                && next[..be].iter().all(|token| token.word().is_some())
                && next[be + 1..].iter().take(4).any(|token| token.is(&["in", "from"]))
                && next[be + 1..].iter().take(5).any(Token::is_case)
        });
        if !said && !placed && !done {
            return false;
        }
    }
    // `the defendant omits F23`: what is not spoken of
    if tokens[i].is(&["omits", "omitted", "omit"])
        && i > 0
        && tokens[i - 1].is(&["plaintiff", "defendant", "argument"])
    {
        return false;
    }
    // `omits that F3 is in the current case`
    if tokens[i].is(&["omits", "omitted"]) && next_is(&["that", "to", "what", "how"]) {
        return false;
    }
    // `fails to mention that`, `to say nothing of F4`
    const SAYS: &str = " mention see notice note address recognize recognise acknowledge realize realise explain account say ";
    const SHOWS: &str = " appear show have contain feature include exhibit involve establish plead offer present match share figure \
        prove possess recur reappear materialise materialize display reproduce replicate ";
    if tokens[i].is(&["fails", "failed"])
        && next_is(&["to"])
        && tokens.get(i + 2).is_some_and(|token| token.of(SAYS) || !token.of(SHOWS))
        || tokens[i].is(&["nothing"]) && i > 0 && tokens[i - 1].is(&["say"])
    {
        return false;
    }
    // `without leading to a defeat`
    if tokens[i].is(&["without"]) {
        let next = tokens.get(i + 1).and_then(Token::word).unwrap_or_default();
        const HOLDING: &str = " being having containing involving featuring including anything ";
        return !next.ends_with("ing") || super::lexicon::within(HOLDING, next);
    }
    // `which do not apply to the current case`, but not `TSC1 does not apply`
    let of_factors = i > 1 && !tokens[i - 2].is_case();
    if of_factors && next_is(&["apply"]) && (i + 2..tokens.len().min(i + 6)).any(|n| tokens[n].is_case()) {
        return true;
    }
    // `on which it cannot rely`
    if next_is(&["rely", "count", "draw"])
        && tokens[..i].iter().rev().take(5).any(|token| token.is(&["which", "whom"]))
    {
        return true;
    }
    // `not only`, `did not prevent`, `non-`
    let next = tokens[i + 1..]
        .iter()
        .find(|token| !token.is(&["in", "the", "by", "itself", "be", "of", "to", "at", "all", "ever"]));
    !(tokens[i].word().is_some_and(|word| {
        word == "not" || word == "cannot" || word == "no" || word == "never" || word.ends_with("n't")
    }) && next.is_some_and(|next| next.of(OTHERWISE)))
}

/// Whether what is denied is denied by a word of lack alone, so that "does not" would affirm it.
pub(super) fn lacks(tokens: &[Token]) -> bool {
    const SYNTAX: &str = " not no never neither nor none nothing nobody nowhere cannot non ";
    let denials: Vec<&Token> = (0..tokens.len()).filter(|i| denies(tokens, *i)).map(|i| &tokens[i]).collect();
    let contracted = |token: &Token| token.word().is_some_and(|word| word.ends_with("n't"));
    !denials.is_empty()
        && !denials.iter().any(|token| token.of(SYNTAX) || contracted(token) || token.word().is_none())
}

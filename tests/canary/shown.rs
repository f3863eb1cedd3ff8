//! Every request of a whole study against its role's row: all that the row grants is there, and
//! nothing else.

use std::collections::{BTreeMap, BTreeSet};

use lexconsult::case::{Act, Move, Slip, Speaker, Stop};
use lexconsult::cast::{Condition, ConditionMode, UserDesign};
use lexconsult::dialogue::Spoken;
use lexconsult::model::{Request, Role};
use lexconsult::prompt::{HistoryStyle, Template};
use lexconsult::suite::lexpilot::{Setup, Task};

use super::pack::{CanaryPack, LANGUAGES, Shape, Words, write};
use super::rows::{Row, role_at, round_of, row};
use super::stage::{Heard, JUDGES, MARKERS, Manner, PlayHeard, play_all, word_of};

async fn study(manner: &Manner) -> (CanaryPack, Vec<PlayHeard>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut words = Words::default();
    let pack = write(folder.path(), Shape::default(), &mut words);
    play_all(pack, words, manner.clone()).await
}

fn text(request: &Request) -> String {
    request.messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n")
}

/// The move to which the user's reply at this ask belongs; none but a plain answer outside of
/// consultations.
fn moved(heard: &PlayHeard, ask: &Heard) -> Move {
    let round = round_of(ask.path.split('#').next().unwrap_or(&ask.path)).0;
    let is_reply = |spoken: &&Spoken| spoken.round == round && spoken.turn.speaker == Speaker::User;
    let reply = heard.transcript.turns.iter().find(is_reply);
    reply.and_then(|spoken| spoken.moved.clone()).unwrap_or(Move::ANSWER)
}

/// The row of an ask, by what the user is told in it besides.
fn row_of(heard: &PlayHeard, ask: &Heard, manner: &Manner) -> &'static Row {
    let plain = role_at(&ask.path, &JUDGES);
    if !matches!(plain.role, "user" | "speaker") {
        return plain;
    }
    let moved = moved(heard, ask);
    let slip = moved.slip.map(Slip::name).unwrap_or_default();
    let told_moves = manner.mode == ConditionMode::Triggered;
    match (plain.role, moved.act) {
        ("speaker", Act::Withhold) => row("speaker withholding"),
        ("speaker", Act::Misstate) => row(&format!("speaker misstating {slip}")),
        ("speaker", Act::Correct) => row(&format!("speaker correcting {slip}")),
        ("speaker", Act::Answer | Act::FollowUp) => plain,
        (_, Act::Misstate | Act::Correct) if told_moves => row(&format!("user told {slip}")),
        _ if manner.profile => row("user with profile"),
        _ => plain,
    }
}

/// The templates whose text the request must hold, and no other's.
fn templates(heard: &PlayHeard, ask: &Heard, manner: &Manner) -> BTreeSet<Template> {
    let (task, setup) = (heard.play.task, heard.play.setup);
    match role_at(&ask.path, &JUDGES).role {
        "assistant" => {
            let mut templates = BTreeSet::from([match (task, setup) {
                (Task::Lca, _) | (Task::Ljp, Some(Setup::Interaction)) => Template::AssistantLexawn,
                (Task::Dcg, _) => Template::AssistantForcedQuestion,
                (Task::Ljp, _) => Template::AssistantDirect,
            }]);
            if round_of(&ask.path).0 > 3 {
                templates.insert(Template::AssistantForcedVerdict);
            }
            templates
        }
        "user with ids" => BTreeSet::from([Template::UserSelect]),
        "user" => {
            let mut templates = BTreeSet::from([Template::UserSinglePrompt]);
            templates.extend(manner.profile.then_some(Template::UserProfile));
            templates.extend(match (manner.mode, heard.play.condition, moved(heard, ask).act) {
                (ConditionMode::PromptOnly, Some(Condition::Delayed), _) => Some(Template::UserDelayed),
                (ConditionMode::PromptOnly, Some(Condition::Reluctant), _) => Some(Template::UserReluctant),
                (ConditionMode::PromptOnly, Some(Condition::SelfCorrection), _) => {
                    Some(Template::UserSelfCorrection)
                }
                (_, _, Act::Withhold) => Some(Template::UserWithhold),
                (_, _, Act::Misstate) => Some(Template::UserMisstate),
                (_, _, Act::Correct) => Some(Template::UserCorrect),
                (_, _, Act::FollowUp) => Some(Template::UserFollowUp),
                (_, _, Act::Answer) => None,
            });
            templates
        }
        role => Template::ALL.into_iter().filter(|template| template.role() == role).collect(),
    }
}

/// The words of the talk that the ask must show, and no others: the assistant's and the user's.
fn talk<'a>(heard: &'a PlayHeard, ask: &Heard) -> BTreeSet<&'a str> {
    let spoken = |wanted: &dyn Fn(u32, Speaker) -> bool| -> BTreeSet<&'a str> {
        let turns = heard.transcript.turns.iter().filter(|spoken| wanted(spoken.round, spoken.turn.speaker));
        turns
            .map(|spoken| {
                let author = heard.asks.iter().find(|ask| spoken.turn.text.contains(&ask.said));
                author.expect("a turn was said by a player").said.as_str()
            })
            .collect()
    };
    let before = |round: u32| move |at: u32, _: Speaker| at < round;
    let until =
        |round: u32| move |at: u32, who: Speaker| at < round || (at == round && who == Speaker::Assistant);
    match role_at(&ask.path, &JUDGES).role {
        "assistant" => spoken(&before(round_of(&ask.path).0)),
        "user" | "user with ids" | "speaker" | "gate" => spoken(&until(round_of(&ask.path).0)),
        "checker" => {
            let replied = heard.transcript.turns.iter().filter(|spoken| spoken.turn.speaker == Speaker::User);
            let last = replied.map(|spoken| spoken.round).max().expect("there is a reply");
            spoken(&move |at, _| at <= last)
        }
        "classifier" => {
            let round = round_of(&ask.path).0;
            spoken(&move |at, who| at == round && who == Speaker::Assistant)
        }
        "judge-lca" | "judge-ljp" => {
            let last = heard.transcript.messages().last().expect("there is a message").1.round;
            spoken(&move |at, who| at == last && who == Speaker::Assistant)
        }
        "judge-dcg" => {
            let round = ask.path.split('/').find_map(|part| part.strip_prefix('r')?.parse().ok());
            spoken(&until(round.expect("a judge of DCG is asked about a round")))
        }
        role => panic!("nobody has said what of the talk `{role}` hears"),
    }
}

/// A judge that is asked again sees its own answer that could not be read, and nobody else's.
fn own_answers<'a>(heard: &'a PlayHeard, ask: &Heard) -> BTreeSet<&'a str> {
    let Some((place, again)) = ask.path.split_once('#') else { return BTreeSet::new() };
    let again: usize = again.parse().expect("a number follows");
    let earlier = heard.asks.iter().filter(|earlier| {
        let (at, number) = earlier.path.split_once('#').unwrap_or((&earlier.path, "0"));
        at == place && number.parse::<usize>().is_ok_and(|number| number < again)
    });
    earlier.map(|ask| ask.said.as_str()).collect()
}

fn check(pack: &CanaryPack, plays: &[PlayHeard], manner: &Manner) {
    let spoken: Vec<&Heard> = plays.iter().flat_map(|heard| &heard.asks).collect();
    for heard in plays {
        let case = pack.pack.cases.iter().position(|case| case.id == heard.play.case).expect("in the pack");
        for ask in &heard.asks {
            let at = format!("{} {}", heard.play.id(), ask.path);
            let (row, text) = (row_of(heard, ask, manner), text(&ask.request));
            for secret in &pack.secrets {
                let shown = text.contains(&secret.word);
                let wanted = row.shows(secret, case, heard.play.variant);
                assert_eq!(shown, wanted, "{at}: {:?} {}\n{text}", secret.place, secret.word);
            }
            let templates = templates(heard, ask, manner);
            for template in Template::ALL {
                assert_eq!(
                    text.contains(&word_of(template)),
                    templates.contains(&template),
                    "{at}: {template}"
                );
            }
            let mut wanted = talk(heard, ask);
            wanted.extend(own_answers(heard, ask));
            for other in &spoken {
                let shown = text.contains(&other.said);
                assert_eq!(shown, wanted.contains(other.said.as_str()), "{at}: said at {}", other.path);
                assert!(!text.contains(&other.thought), "{at}: thought at {}", other.path);
            }
            markers(heard, ask, row.plain(), &at);
        }
    }
}

/// The assistant's own past keeps its markers; nobody else is shown one.
fn markers(heard: &PlayHeard, ask: &Heard, role: &str, at: &str) {
    if role != "assistant" {
        let text = text(&ask.request);
        for marker in MARKERS {
            assert!(!text.contains(marker), "{at}: {marker}");
        }
        return;
    }
    let round = round_of(&ask.path).0;
    for (_, earlier) in heard.transcript.messages().filter(|(_, spoken)| spoken.round < round) {
        let own = |message: &&lexconsult::model::Message| message.role == Role::Assistant;
        let kept = ask.request.messages.iter().filter(own).any(|m| m.content == earlier.turn.own_text());
        assert!(kept, "{at}: {}", earlier.turn.own_text());
    }
}

/// That the study went everywhere: each role, these templates in each language, each way to end.
fn went_everywhere(pack: &CanaryPack, plays: &[PlayHeard], manner: &Manner, wanted: &[Template]) {
    let mut asks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut templates_met = BTreeSet::new();
    for heard in plays {
        let language = pack.pack.case(&heard.play.case).expect("in the pack").language;
        for ask in &heard.asks {
            *asks.entry(role_at(&ask.path, &JUDGES).plain()).or_default() += 1;
            templates_met
                .extend(templates(heard, ask, manner).into_iter().map(|template| (template, language)));
        }
    }
    let roles: BTreeSet<&str> = wanted.iter().map(|template| template.role()).collect();
    assert_eq!(asks.keys().copied().collect::<BTreeSet<_>>(), roles, "every role was asked");
    let all = wanted.iter().flat_map(|template| LANGUAGES.map(|language| (*template, language)));
    assert_eq!(templates_met, all.collect(), "every template was used in every language");
    let stops: BTreeSet<&str> = plays.iter().map(|heard| heard.transcript.stop.name()).collect();
    let mut wanted = BTreeSet::from([Stop::Decided, Stop::RoundsSpent].map(Stop::name));
    wanted.extend((!manner.consultations).then_some(Stop::Answered.name()));
    assert_eq!(stops, wanted);
    let paths = || plays.iter().flat_map(|heard| &heard.asks).map(|ask| ask.path.as_str());
    assert!(paths().any(|path| path.ends_with("#1")), "a judge was asked again");
    let both_rounds = paths().any(|path| path.contains("/dcg/r2/"));
    assert!(both_rounds || manner.consultations, "both rounds of DCG were judged");
    let marked =
        |heard: &PlayHeard| heard.transcript.messages().any(|(_, spoken)| spoken.turn.as_written.is_some());
    assert!(plays.iter().any(marked), "marker lines were written");
}

/// The templates of every study with one call a reply and standard users.
const COMMON: [Template; 11] = [
    Template::AssistantLexawn,
    Template::AssistantForcedQuestion,
    Template::AssistantDirect,
    Template::AssistantForcedVerdict,
    Template::UserSinglePrompt,
    Template::Gate,
    Template::Checker,
    Template::Classifier,
    Template::JudgeLca,
    Template::JudgeDcg,
    Template::JudgeLjp,
];

/// Of these, what no consultation uses.
const OUTSIDE_CONSULTATIONS: [Template; 4] =
    [Template::AssistantForcedQuestion, Template::AssistantDirect, Template::JudgeLca, Template::JudgeDcg];

/// Plays a study and checks each of its requests; `besides` are the templates it uses beside the
/// common ones.
async fn checked(manner: Manner, besides: &[Template], without: &[Template]) {
    let (pack, plays) = study(&manner).await;
    let met = |template: &Template| {
        !(without.contains(template) || (manner.consultations && OUTSIDE_CONSULTATIONS.contains(template)))
    };
    let templates: Vec<Template> = COMMON.iter().chain(besides).copied().filter(met).collect();
    went_everywhere(&pack, &plays, &manner, &templates);
    check(&pack, &plays, &manner);
}

const MOVES: [Template; 4] =
    [Template::UserWithhold, Template::UserMisstate, Template::UserCorrect, Template::UserFollowUp];
const STANDING: [Template; 3] =
    [Template::UserDelayed, Template::UserSelfCorrection, Template::UserReluctant];
const IN_TWO: [Template; 2] = [Template::UserSelect, Template::UserSpeak];

#[tokio::test]
async fn every_request_shows_what_its_row_grants_and_nothing_else() {
    checked(Manner::standard(), &[], &[]).await;
}

#[tokio::test]
async fn a_user_told_its_move_sees_what_is_said_in_place_of_facts_and_no_more() {
    checked(Manner::disturbed(), &MOVES, &[]).await;
}

#[tokio::test]
async fn a_history_told_as_one_text_shows_no_more() {
    checked(Manner { history: HistoryStyle::Transcript, ..Manner::standard() }, &[], &[]).await;
}

#[tokio::test]
async fn a_user_told_its_condition_sees_no_more_than_a_standard_one() {
    let manner = Manner { mode: ConditionMode::PromptOnly, ..Manner::disturbed() };
    checked(manner, &STANDING, &[]).await;
}

#[tokio::test]
async fn a_user_in_two_is_told_in_each_call_what_its_row_grants() {
    let manner = Manner { design: UserDesign::SelectThenSpeak, ..Manner::disturbed() };
    checked(manner, &IN_TWO, &[Template::UserSinglePrompt]).await;
}

#[tokio::test]
async fn the_profile_is_shown_to_the_user_alone_and_only_when_asked_for() {
    let manner = Manner { profile: true, consultations: true, ..Manner::standard() };
    checked(manner, &[Template::UserProfile], &[]).await;
}

#[test]
fn these_studies_meet_every_template() {
    let mut met: Vec<Template> = COMMON.into_iter().chain(MOVES).chain(STANDING).chain(IN_TWO).collect();
    met.push(Template::UserProfile);
    // Met by the probes of `probes`.
    met.push(Template::JudgeFidelity);
    met.sort();
    let mut all = Template::ALL.to_vec();
    all.sort();
    assert_eq!(met, all);
}

//! Every request of a whole study against its role's row: all that the row grants is there, and
//! nothing else.

use std::collections::{BTreeMap, BTreeSet};

use lexconsult::case::{Speaker, Stop};
use lexconsult::model::{Request, Role};
use lexconsult::prompt::{HistoryStyle, Template};
use lexconsult::suite::lexpilot::{Setup, Task};

use super::pack::{CanaryPack, LANGUAGES, Shape, Words, write};
use super::rows::{role_at, round_of};
use super::stage::{Heard, JUDGES, MARKERS, PlayHeard, play_all, word_of};

async fn study(history: HistoryStyle) -> (CanaryPack, Vec<PlayHeard>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut words = Words::default();
    let pack = write(folder.path(), Shape::default(), &mut words);
    play_all(pack, words, history).await
}

fn text(request: &Request) -> String {
    request.messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n")
}

/// The templates whose text the request must hold, and no other's.
fn templates(heard: &PlayHeard, ask: &Heard) -> BTreeSet<Template> {
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
        "user" | "gate" => spoken(&until(round_of(&ask.path).0)),
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

fn check(pack: &CanaryPack, plays: &[PlayHeard]) {
    let spoken: Vec<&Heard> = plays.iter().flat_map(|heard| &heard.asks).collect();
    for heard in plays {
        let case = pack.pack.cases.iter().position(|case| case.id == heard.play.case).expect("in the pack");
        for ask in &heard.asks {
            let at = format!("{} {}", heard.play.id(), ask.path);
            let (row, text) = (role_at(&ask.path, &JUDGES), text(&ask.request));
            for secret in &pack.secrets {
                let shown = text.contains(&secret.word);
                let wanted = row.shows(secret, case, heard.play.variant);
                assert_eq!(shown, wanted, "{at}: {:?} {}\n{text}", secret.place, secret.word);
            }
            let templates = templates(heard, ask);
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
            markers(heard, ask, row.role, &at);
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

/// That the study went everywhere: each role, each template in each language, each way to end.
fn went_everywhere(pack: &CanaryPack, plays: &[PlayHeard]) {
    let mut asks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut templates_met = BTreeSet::new();
    for heard in plays {
        let language = pack.pack.case(&heard.play.case).expect("in the pack").language;
        for ask in &heard.asks {
            *asks.entry(role_at(&ask.path, &JUDGES).role).or_default() += 1;
            templates_met.extend(templates(heard, ask).into_iter().map(|template| (template, language)));
        }
    }
    let roles: BTreeSet<&str> = Template::ALL.into_iter().map(Template::role).collect();
    assert_eq!(asks.keys().copied().collect::<BTreeSet<_>>(), roles, "every role was asked");
    let all = Template::ALL.into_iter().flat_map(|template| LANGUAGES.map(|language| (template, language)));
    assert_eq!(templates_met, all.collect(), "every template was used in every language");
    let stops: BTreeSet<&str> = plays.iter().map(|heard| heard.transcript.stop.name()).collect();
    let wanted = [Stop::Answered, Stop::Decided, Stop::RoundsSpent].map(Stop::name);
    assert_eq!(stops, BTreeSet::from(wanted));
    let paths = || plays.iter().flat_map(|heard| &heard.asks).map(|ask| ask.path.as_str());
    assert!(paths().any(|path| path.ends_with("#1")), "a judge was asked again");
    assert!(paths().any(|path| path.contains("/dcg/r2/")), "both rounds of DCG were judged");
    let marked =
        |heard: &PlayHeard| heard.transcript.messages().any(|(_, spoken)| spoken.turn.as_written.is_some());
    assert!(plays.iter().any(marked), "marker lines were written");
}

#[tokio::test]
async fn every_request_shows_what_its_row_grants_and_nothing_else() {
    let (pack, plays) = study(HistoryStyle::Chat).await;
    went_everywhere(&pack, &plays);
    check(&pack, &plays);
}

#[tokio::test]
async fn a_history_told_as_one_text_shows_no_more() {
    let (pack, plays) = study(HistoryStyle::Transcript).await;
    went_everywhere(&pack, &plays);
    check(&pack, &plays);
}

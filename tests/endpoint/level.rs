//! How much an endpoint is asked at a time, and how fast.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lexconsult::model::{Models, Settings};

use super::program::{program, run, study};
use super::rude::{Act, Rude, error, rude, saying, slowly};
use super::server::{open, request, settings};

const ROOM: usize = 40;
const TRIP: Duration = Duration::from_millis(200);

/// A server with room for so many at a time, which refuses more at once.
async fn with_room(room: usize, wait: Option<&'static str>) -> Rude {
    rude(move |seen| {
        if seen.beside <= room {
            return slowly("ok", TRIP);
        }
        match error(429, "too many at a time") {
            Act::Reply(after, status, mut headers, body) => {
                headers.extend(wait.map(|wait| ("retry-after", wait.to_owned())));
                Act::Reply(after, status, headers, body)
            }
            other => other,
        }
    })
    .await
}

/// Asks as fast as the endpoint lets it, with many askers, until a time.
async fn ask_until(models: &Models, url: &str, askers: usize, until: Instant) {
    let model = open(models, "openrouter/m", url);
    let ask = || async {
        let question = request();
        while Instant::now() < until {
            let _ = model.ask(&question).await;
        }
    };
    futures::future::join_all((0..askers).map(|_| ask())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_with_room_for_forty_is_filled_without_being_told() {
    for wait in [None, Some("1")] {
        let server = with_room(ROOM, wait).await;
        let models = Models::new(Settings { retries_max: 5, ..settings() });
        let begun = Instant::now();
        let (warm, end) = (begun + Duration::from_secs(3), begun + Duration::from_secs(7));
        let marks = async {
            tokio::time::sleep_until(warm.into()).await;
            let at_warm = server.log().busy_s;
            tokio::time::sleep_until(end.into()).await;
            server.log().busy_s - at_warm
        };
        let ((), busy_s) = tokio::join!(ask_until(&models, &server.url, 120, end), marks);
        let log = server.log();
        let after: Vec<_> =
            log.served.iter().filter(|served| served.came >= warm && served.came < end).collect();
        let refused = after.iter().filter(|served| served.status == 429).count();
        let share = busy_s / (ROOM as f64 * (end - warm).as_secs_f64());
        let refused = refused as f64 / after.len() as f64;
        println!(
            "room for {ROOM}: {:.1}% used, {:.2}% of {} refused",
            share * 100.0,
            refused * 100.0,
            after.len()
        );
        // How much of the room is used is printed, not demanded: it moves with what else the machine
        // does. What the level does without a machine is played in `model/limit/level.rs`.
        assert!(log.most >= ROOM, "{} at a time at most", log.most);
        assert!(refused < 0.05, "{refused} of the requests were refused");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_whole_program_fills_such_an_endpoint_too() {
    let server = with_room(ROOM, None).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let load = ["--task", "lca,dcg", "--repeats", "32"];
    let run = run(program(folder.path(), &server.url, &study(&load)));
    let marks = async {
        while server.log().served.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let begun = Instant::now();
        let warm = begun + Duration::from_secs(3);
        tokio::time::sleep_until(warm.into()).await;
        let at_warm = server.log().busy_s;
        let end = warm + Duration::from_secs(3);
        tokio::time::sleep_until(end.into()).await;
        (warm, end, server.log().busy_s - at_warm)
    };
    let ((code, _, stderr), (warm, end, busy_s)) = tokio::join!(run, marks);
    assert_eq!(code, Some(0), "{stderr}");
    let log = server.log();
    assert!(log.served.iter().any(|served| served.came > end), "the program had work until then");
    let within: Vec<_> =
        log.served.iter().filter(|served| served.came >= warm && served.came < end).collect();
    let refused = within.iter().filter(|served| served.status == 429).count() as f64 / within.len() as f64;
    let share = busy_s / (ROOM as f64 * (end - warm).as_secs_f64());
    println!("the program: {:.1}% used, {:.2}% of {} refused", share * 100.0, refused * 100.0, within.len());
    assert!(log.most >= ROOM, "{} at a time at most", log.most);
    assert!(refused < 0.05, "{refused} of the requests were refused");
}

#[tokio::test]
async fn a_level_that_was_told_is_not_left() {
    let server = with_room(1000, None).await;
    let models = Models::new(Settings { connections_max: Some(7), ..settings() });
    ask_until(&models, &server.url, 30, Instant::now() + Duration::from_secs(1)).await;
    assert_eq!(server.log().most, 7);
}

#[tokio::test]
async fn one_long_wait_delays_its_model_and_costs_one_cut() {
    let server = rude(|seen| match seen.at {
        5 => match error(429, "later") {
            Act::Reply(after, status, mut headers, body) => {
                headers.push(("retry-after", "6".to_owned()));
                Act::Reply(after, status, headers, body)
            }
            other => other,
        },
        _ => slowly("ok", Duration::from_millis(50)),
    })
    .await;
    let models = Models::new(Settings { retries_max: 2, ..settings() });
    let levels = models.levels();
    ask_until(&models, &server.url, 10, Instant::now() + Duration::from_secs(7)).await;
    let log = server.log();
    let refused = log.served[5].came;
    let within = |served: &&super::rude::Served| {
        let after = served.came.saturating_duration_since(refused);
        after > Duration::from_millis(500) && after < Duration::from_millis(5900)
    };
    assert_eq!(log.served.iter().filter(within).count(), 0, "nobody asks within the wait");
    assert!(log.served.len() > 20, "and all ask after it");
    assert!(levels.total() >= 8, "one cut: {}", levels.total());
}

#[tokio::test]
async fn requests_a_minute_are_kept() {
    let server = rude(|_| saying("ok")).await;
    let models = Models::new(Settings { requests_per_minute: Some(600), ..settings() });
    ask_until(&models, &server.url, 8, Instant::now() + Duration::from_secs(2)).await;
    let count = server.log().served.len();
    assert!((1..=30).contains(&count), "{count} in two seconds and what was on its way");
}

#[tokio::test]
async fn the_sum_of_the_levels_is_known() {
    let server = rude(|_| saying("ok")).await;
    let models = Arc::new(Models::new(settings()));
    assert_eq!(models.levels().total(), 0);
    open(&models, "openrouter/a", &server.url);
    open(&models, "openrouter/b", &server.url);
    assert_eq!(models.levels().total(), 10, "models of one endpoint share its level");
    open(&models, "openai/a", &server.url);
    assert_eq!(models.levels().total(), 20);
    let told = Models::new(Settings { connections_max: Some(3), ..settings() });
    open(&told, "openrouter/a", &server.url);
    open(&told, "openai/a", &server.url);
    assert_eq!(told.levels().total(), 3, "a number that was told is for all together");
}

#[test]
fn more_connections_than_files_are_refused_with_advice() {
    let models = Models::new(Settings { connections_max: Some(usize::MAX >> 8), ..settings() });
    let env = |variable: &str| (variable == "OPENAI_API_KEY").then(|| "k".to_owned());
    let error = models.open("openai/m", &env).err().expect("no system has that many files").to_string();
    assert!(error.contains("ulimit -n") && error.contains("--max-connections"), "{error}");
}

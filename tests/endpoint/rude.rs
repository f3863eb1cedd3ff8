//! A server without manners: it does with each request what a script says, down to the bytes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with a request.
pub enum Act {
    /// After a while, a whole reply: status, headers besides the length, body.
    Reply(Duration, u16, Vec<(&'static str, String)>, Vec<u8>),
    /// These bytes, then an orderly end.
    Bytes(Vec<u8>),
    /// These bytes, then the connection is torn down.
    Torn(Vec<u8>),
    /// These bytes one at a time, so far apart.
    Drip(Vec<u8>, Duration),
    /// Nothing at all.
    Silence,
}

/// A request as the server sees it.
pub struct Seen<'a> {
    /// From 0, over all connections.
    pub at: usize,
    /// How often the same body came before.
    pub again: usize,
    /// Requests that the server is at, this one included.
    pub beside: usize,
    pub body: &'a Value,
}

/// What became of a request.
#[derive(Clone)]
pub struct Served {
    pub came: Instant,
    pub status: u16,
    /// A 200 whose body is no answer.
    pub is_fault: bool,
    /// Body of the request.
    pub body: String,
}

#[derive(Default)]
pub struct Log {
    pub served: Vec<Served>,
    seen: HashMap<String, usize>,
    beside: usize,
    /// Time integral of the requests that were being answered well, in seconds.
    pub busy_s: f64,
    pub most: usize,
}

/// The server: where it is, and what it saw.
pub struct Rude {
    pub url: String,
    pub log: Arc<Mutex<Log>>,
}

impl Rude {
    pub fn log(&self) -> std::sync::MutexGuard<'_, Log> {
        self.log.lock().expect("no script panics")
    }
}

/// Starts a server on a free port.
pub async fn rude(script: impl Fn(&Seen<'_>) -> Act + Send + Sync + 'static) -> Rude {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let log: Arc<Mutex<Log>> = Arc::default();
    let shared = Arc::clone(&log);
    let script = Arc::new(script);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (script, log) = (Arc::clone(&script), Arc::clone(&shared));
            tokio::spawn(async move { connection(stream, &*script, &log).await });
        }
    });
    Rude { url, log }
}

async fn connection(
    mut stream: TcpStream,
    script: &(dyn Fn(&Seen<'_>) -> Act + Send + Sync),
    log: &Mutex<Log>,
) {
    let _ = stream.set_nodelay(true);
    let mut held = Vec::new();
    while let Some(text) = take(&mut stream, &mut held).await {
        // A request without a body, such as one for the list of models, is null.
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let came = Instant::now();
        let act = {
            let mut log = log.lock().expect("no script panics");
            log.beside += 1;
            log.most = log.most.max(log.beside);
            let (at, beside) = (log.served.len(), log.beside);
            let again = log.seen.entry(text.clone()).or_default();
            *again += 1;
            let act = script(&Seen { at, again: *again - 1, beside, body: &body });
            let (status, is_fault) = match &act {
                Act::Reply(_, status, _, body) => (*status, serde_json::from_slice::<Value>(body).is_err()),
                _ => (0, true),
            };
            log.served.push(Served { came, status, is_fault, body: text });
            act
        };
        let good = matches!(act, Act::Reply(_, 200, ..));
        let going_on = play(&mut stream, act).await;
        let mut log = log.lock().expect("no script panics");
        log.beside -= 1;
        if good {
            log.busy_s += came.elapsed().as_secs_f64();
        }
        if !going_on {
            return;
        }
    }
}

/// One request's body; `None` at the end of the connection.
async fn take(stream: &mut TcpStream, held: &mut Vec<u8>) -> Option<String> {
    loop {
        if let Some(end) = held.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&held[..end]).to_lowercase();
            let length =
                head.lines().find_map(|line| line.strip_prefix("content-length:")).map_or("0", str::trim);
            let whole = end + 4 + length.parse::<usize>().expect("a length");
            if held.len() >= whole {
                let body = String::from_utf8(held[end + 4..whole].to_vec()).expect("requests are UTF-8");
                held.drain(..whole);
                return Some(body);
            }
        }
        if stream.read_buf(held).await.ok()? == 0 {
            return None;
        }
    }
}

/// Does it; whether the connection goes on. A client that has gone away is no matter.
async fn play(stream: &mut TcpStream, act: Act) -> bool {
    match act {
        Act::Reply(after, status, headers, body) => {
            tokio::time::sleep(after).await;
            let mut whole = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len()).into_bytes();
            for (name, value) in headers {
                whole.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
            }
            whole.extend_from_slice(b"\r\n");
            whole.extend_from_slice(&body);
            stream.write_all(&whole).await.is_ok()
        }
        Act::Bytes(bytes) => {
            let _ = stream.write_all(&bytes).await;
            false
        }
        Act::Torn(bytes) => {
            let _ = stream.write_all(&bytes).await;
            // What was written is to arrive before the tear.
            tokio::time::sleep(Duration::from_millis(20)).await;
            let _ = stream.set_zero_linger();
            false
        }
        Act::Drip(bytes, every) => {
            for byte in bytes {
                if stream.write_all(&[byte]).await.is_err() {
                    break;
                }
                tokio::time::sleep(every).await;
            }
            false
        }
        Act::Silence => {
            std::future::pending::<()>().await;
            false
        }
    }
}

/// A reply with a document.
pub fn document(status: u16, body: &Value) -> Act {
    Act::Reply(
        Duration::ZERO,
        status,
        vec![("content-type", "application/json".to_owned())],
        body.to_string().into_bytes(),
    )
}

/// A good reply with a text.
pub fn saying(text: &str) -> Act {
    document(200, &super::server::reply(text))
}

/// A good reply after a while.
pub fn slowly(text: &str, after: Duration) -> Act {
    match saying(text) {
        Act::Reply(_, status, headers, body) => Act::Reply(after, status, headers, body),
        other => other,
    }
}

/// An error with a message.
pub fn error(status: u16, message: &str) -> Act {
    document(status, &json!({ "error": { "message": message, "code": null } }))
}

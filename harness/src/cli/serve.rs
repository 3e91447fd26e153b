//! A small HTTP server for pages of this process: only on loopback, only GET, with a fixed list of pages, and only for requests that name this server
//! as their host, so that no other site can read it through a browser.

use super::CliError;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The longest head of a request.
const LONGEST: usize = 8 * 1024;
/// The timeout for reading a request and for writing the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The maximum number of simultaneous connections; more are closed.
const MOST: usize = 16;

/// An answer with content.
pub(super) struct Page {
    /// Its type, as in `text/html; charset=utf-8`.
    pub(super) kind: &'static str,
    pub(super) body: String,
    /// Seconds after which a browser reloads the page.
    pub(super) refresh: Option<u32>,
}

/// Listens on a loopback address, as in `127.0.0.1:8080`; port 0 is any that is free.
///
/// # Errors
/// If it is no address, not one of the loopback interface, or in use.
pub(super) fn listen(address: &str) -> Result<TcpListener, CliError> {
    let form = "expected 127.0.0.1:PORT or [::1]:PORT";
    let parsed: SocketAddr = address.parse().map_err(|_| CliError::input(format!("`{address}` is not an address: {form}")))?;
    if !parsed.ip().is_loopback() {
        let message = "is not a loopback address; pages are served on the loopback interface only";
        return Err(CliError::input(format!("`{address}` {message}: {form}")));
    }
    TcpListener::bind(parsed).map_err(|error| CliError::input(format!("cannot listen on {address}: {error}")))
}

/// Answers requests until the process ends. `page` gives the page at a path.
///
/// # Errors
/// If the listener fails.
pub(super) fn serve(listener: &TcpListener, page: &(impl Fn(&str) -> Option<Page> + Sync)) -> Result<(), CliError> {
    let fails = |error: io::Error| CliError::input(format!("cannot serve: {error}"));
    let port = listener.local_addr().map_err(fails)?.port();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let open = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for connection in listener.incoming() {
            // A connection that fails is the affair of the other side.
            let Ok(mut stream) = connection else { continue };
            if open.fetch_add(1, SeqCst) >= MOST {
                open.fetch_sub(1, SeqCst);
                continue;
            }
            let (open, hosts) = (&open, &hosts);
            scope.spawn(move || {
                let _ = answer(&mut stream, hosts, page);
                open.fetch_sub(1, SeqCst);
            });
        }
    });
    Ok(())
}

fn answer(stream: &mut TcpStream, hosts: &[String], page: &impl Fn(&str) -> Option<Page>) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let found = match head(stream)? {
        Some(head) => path(&head, hosts).and_then(|path| page(&path).ok_or(Refusal::NotFound)),
        None => Err(Refusal::TooLong),
    };
    stream.write_all(response(found).as_bytes())?;
    stream.flush()
}

/// The head of a request, up to the empty line; `None` if it is too long.
#[expect(clippy::disallowed_methods, reason = "a slow client is given up; no result depends on it")]
fn head(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let end = Instant::now() + PATIENCE;
    let (mut head, mut part) = (Vec::new(), [0; 1024]);
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        if head.len() > LONGEST {
            return Ok(None);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => head.extend_from_slice(&part[..read]),
        }
    }
    Ok(Some(head))
}

/// Why a request has no page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refusal {
    Malformed,
    NotFound,
    Method,
    OtherHost,
    TooLong,
}

impl Refusal {
    fn status(self) -> &'static str {
        match self {
            Refusal::Malformed => "400 Bad Request",
            Refusal::NotFound => "404 Not Found",
            Refusal::Method => "405 Method Not Allowed",
            Refusal::OtherHost => "421 Misdirected Request",
            Refusal::TooLong => "431 Request Header Fields Too Large",
        }
    }
}

/// The path that a request asks for, without the query.
fn path(head: &[u8], hosts: &[String]) -> Result<String, Refusal> {
    let head = std::str::from_utf8(head).map_err(|_| Refusal::Malformed)?;
    let (head, body) = head.split_once("\r\n\r\n").ok_or(Refusal::Malformed)?;
    let mut lines = head.split("\r\n");
    let [method, target, version] = lines.next().unwrap_or("").split(' ').collect::<Vec<_>>()[..] else { return Err(Refusal::Malformed) };
    if !["HTTP/1.0", "HTTP/1.1"].contains(&version) || head.replace("\r\n", "").contains(char::is_control) {
        return Err(Refusal::Malformed);
    }
    if method != "GET" {
        return Err(Refusal::Method);
    }
    let mut host = None;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(Refusal::Malformed)?;
        // A space in a name, or a line that continues another, is read differently by different programs.
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
            return Err(Refusal::Malformed);
        }
        let name = name.to_ascii_lowercase();
        if ["content-length", "transfer-encoding", "upgrade"].contains(&name.as_str()) && value.trim() != "0" {
            return Err(Refusal::Malformed);
        }
        if name == "host" && host.replace(value.trim()).is_some() {
            return Err(Refusal::Malformed);
        }
    }
    let host = host.ok_or(Refusal::Malformed)?;
    if !hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Err(Refusal::OtherHost);
    }
    if !body.is_empty() || !target.starts_with('/') {
        return Err(Refusal::Malformed);
    }
    Ok(target.split('?').next().unwrap_or("/").to_owned())
}

fn response(found: Result<Page, Refusal>) -> String {
    let (status, page) = match found {
        Ok(page) => ("200 OK", page),
        Err(refusal) => {
            (refusal.status(), Page { kind: "text/plain; charset=utf-8", body: format!("{}\n", refusal.status()), refresh: None })
        }
    };
    let allow = if status.starts_with("405") { "Allow: GET\r\n" } else { "" };
    let refresh = page.refresh.map_or(String::new(), |seconds| format!("Refresh: {seconds}\r\n"));
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{allow}{refresh}Cache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n{}",
        page.kind,
        page.body.len(),
        page.body
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(head: &str) -> Result<String, Refusal> {
        path(head.as_bytes(), &["127.0.0.1:80".to_owned(), "localhost:80".to_owned()])
    }

    #[test]
    fn a_plain_request_names_its_path() {
        for (target, expected) in [("/", "/"), ("/status.json?x=/../", "/status.json"), ("/../../etc/passwd", "/../../etc/passwd")] {
            assert_eq!(asked(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: */*\r\n\r\n")), Ok(expected.to_owned()));
        }
        assert_eq!(asked("GET / HTTP/1.0\r\nhOsT:LOCALHOST:80\r\n\r\n"), Ok("/".to_owned()));
    }

    #[test]
    fn hostile_requests_are_refused() {
        use Refusal::{Malformed, Method, OtherHost};
        let good = "Host: 127.0.0.1:80\r\n";
        for (request, expected) in [
            (format!("POST / HTTP/1.1\r\n{good}\r\n"), Method),
            (format!("HEAD / HTTP/1.1\r\n{good}\r\n"), Method),
            (format!("get / HTTP/1.1\r\n{good}\r\n"), Method),
            // A name that an attacker's server resolves to this machine.
            ("GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n".to_owned(), OtherHost),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_owned(), OtherHost),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80.evil.example\r\n\r\n".to_owned(), OtherHost),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80, evil.example\r\n\r\n".to_owned(), OtherHost),
            ("GET / HTTP/1.1\r\nHost:\r\n\r\n".to_owned(), OtherHost),
            ("GET / HTTP/1.1\r\n\r\n".to_owned(), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}{good}\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}Host: evil.example\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good} folded: x\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}Host : evil.example\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}X: a\nHost: evil.example\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}X: a\0b\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}Content-Length: 5\r\n\r\nhello"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}Transfer-Encoding: chunked\r\n\r\n"), Malformed),
            (format!("GET / HTTP/1.1\r\n{good}\r\nGET / HTTP/1.1\r\n{good}\r\n"), Malformed),
            (format!("GET http://evil.example/ HTTP/1.1\r\n{good}\r\n"), Malformed),
            (format!("GET * HTTP/1.1\r\n{good}\r\n"), Malformed),
            (format!("GET  / HTTP/1.1\r\n{good}\r\n"), Malformed),
            (format!("GET / HTTP/2\r\n{good}\r\n"), Malformed),
            (format!("GET /\r\n{good}\r\n"), Malformed),
            ("\r\n\r\n".to_owned(), Malformed),
        ] {
            assert_eq!(asked(&request), Err(expected), "{request:?}");
        }
        assert_eq!(path(b"GET /\xff HTTP/1.1\r\nHost: localhost:80\r\n\r\n", &[]), Err(Malformed));
    }

    #[test]
    fn other_addresses_are_refused() {
        for address in ["0.0.0.0:0", "[::]:0", "192.168.1.5:80", "8080", "localhost:80", "127.0.0.1", "127.0.0.1:99999"] {
            assert!(listen(address).is_err(), "{address}");
        }
        assert!(listen("127.0.0.1:0").is_ok());
    }

    #[test]
    fn refusals_say_what_is_allowed_and_nothing_may_be_framed_or_kept() {
        let text = response(Err(Refusal::Method));
        assert!(text.starts_with("HTTP/1.1 405 ") && text.contains("\r\nAllow: GET\r\n"), "{text}");
        let text = response(Ok(Page { kind: "text/plain", body: "é".to_owned(), refresh: Some(5) }));
        for part in ["Content-Length: 2\r\n", "Refresh: 5\r\n", "X-Frame-Options: DENY", "no-store", "nosniff", "\r\n\r\né"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

//! `bench watch --serve`: the page of a run, and hostile requests.

use crate::workdir::{Bench, config};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, SystemTime};

/// A server that is stopped at the end of the test.
struct Server {
    child: Child,
    /// As in `127.0.0.1:40123`.
    address: String,
}

impl Server {
    fn of(bench: &Bench, run: &str) -> Server {
        Server::with(bench, run, &[])
    }

    fn with(bench: &Bench, run: &str, more: &[&str]) -> Server {
        let words = ["watch", run, "--serve", "127.0.0.1:0", "--every", "1"];
        let mut child = bench.command(&[&words[..], more].concat()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap_or_else(|| panic!("{line}")).to_owned();
        Server { child, address }
    }

    /// The response to these bytes; empty if the connection is closed without one.
    fn says(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // It may have answered and closed before it took everything.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    fn get(&self, path: &str) -> String {
        self.says(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every file of a run with its size and time.
fn files(bench: &Bench, run: &str) -> BTreeMap<String, (u64, SystemTime)> {
    let entries = std::fs::read_dir(bench.path(run)).unwrap().map(|entry| entry.unwrap());
    let told = |entry: &std::fs::DirEntry| {
        let about = entry.metadata().unwrap();
        (about.len(), about.modified().unwrap())
    };
    entries.map(|entry| (entry.file_name().into_string().unwrap(), told(&entry))).collect()
}

#[test]
fn a_running_experiment_is_shown_and_stays_readable() {
    let bench = Bench::new();
    let stop = "[stop]\ntest = \"gsprt\"\nh0 = 99.0\nh1 = 99.5\n";
    bench.write("x.toml", &(config(200_000, 100, "connect-four", 1) + stop));
    let mut run = bench.start("run x.toml --out a --threads 1", "a");
    let server = Server::of(&bench, "a");
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("\r\nRefresh: 1\r\n"), "{page}");
    for part in ["played by process", "per second", "at most", "Sequential tests", "LLR", "The run continues."] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("href=\"data/"), "a link leads to a file that is not served");
    let status = server.get("/status.json");
    let status: serde_json::Value = serde_json::from_str(status.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert!(status["done"].as_u64().unwrap() > 0 && status["expected_end"].as_str().is_some_and(|end| end.starts_with("20")), "{status}");
    // The files are read while the run writes them.
    for line in [
        "report a --formats json",
        "export a --out a.csv",
        "export a --format parquet --out a.parquet",
        "export a --games --out games",
        "runs .",
    ] {
        bench.run(line).ends(0);
    }
    assert!(run.try_wait().unwrap().is_none(), "the run went on");
    run.kill().unwrap();
    run.wait().unwrap();
}

/// The page of a run that is not finished is no look at its results, unless scores are asked for.
#[test]
fn scores_of_an_unfinished_run_are_shown_on_request() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    bench.run("run x.toml --out all --shard 1/2 --scratch .").ends(0);
    bench.run("merge all --into part --no-report").ends(3);
    let page = Server::of(&bench, "part").get("/");
    assert!(page.contains("<b>6 of 12 tasks done") && page.contains("Scores are hidden"), "{page}");
    assert!(!page.contains("uct against random: "), "{page}");
    bench.run("run x.toml --out part --no-report").ends(0);
    let warned = |run: &str| bench.run(&format!("report {run} --format json")).ends(0).contains("could be looked at after 6");
    assert!(!warned("part"));
    let finished = Server::of(&bench, "part").get("/");
    assert!(finished.contains("12 of 12 tasks done") && finished.contains("uct against random: "), "{finished}");
    bench.run("merge all --into looked --no-report").ends(3);
    let page = Server::with(&bench, "looked", &["--scores"]).get("/");
    assert!(page.contains("kept as a look") && page.contains("always-valid"), "{page}");
    bench.run("run x.toml --out looked --no-report").ends(0);
    assert!(warned("looked"));
}

#[test]
fn hostile_requests_get_nothing_and_nothing_is_written() {
    let bench = Bench::new();
    bench.write("x.toml", &config(6, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --out a --no-report").ends(0);
    bench.write("secret.txt", "hunter2");
    for address in ["0.0.0.0:0", "[::]:0", "8080", "localhost:0", "192.0.2.1:80"] {
        bench.run(&format!("watch a --serve {address}")).refuses(&[address, "127.0.0.1:PORT"]);
    }
    let before = files(&bench, "a");
    let server = Server::of(&bench, "a");
    let host = format!("Host: {}\r\n", server.address);
    // Connections that say nothing do not hold up others.
    let idle: Vec<TcpStream> = (0..4).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    assert!(server.get("/?x=1").contains("not running"));
    for path in [
        "/resolved.toml",
        "/results.sqlite",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "//secret.txt",
        "/..\\secret.txt",
        "/report/report.html",
    ] {
        let said = server.get(path);
        assert!(said.starts_with("HTTP/1.1 404 ") && !said.contains("hunter2"), "{path}: {said}");
    }
    let long = format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "a".repeat(100_000));
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(), "421 "),
        (format!("POST / HTTP/1.1\r\n{host}Content-Length: 0\r\n\r\n"), "405 "),
        (format!("OPTIONS * HTTP/1.1\r\n{host}\r\n"), "405 "),
        (format!("GET /../secret.txt HTTP/1.1\r\n{host}\r\n"), "404 "),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "400 "),
        (format!("GET / HTTP/1.1\r\n{host}{host}\r\n"), "400 "),
        ("\u{16}\u{3}\u{1}\0\r\n\r\n".to_owned(), "400 "),
    ] {
        let said = server.says(request.as_bytes());
        assert!(said.strip_prefix("HTTP/1.1 ").is_some_and(|rest| rest.starts_with(status)), "{request:?}: {said}");
        assert!(!said.contains("Access-Control"), "{said}");
    }
    let said = server.says(long.as_bytes());
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 431 "), "{said}");
    drop(idle);
    assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    assert_eq!(files(&bench, "a"), before);
    #[cfg(unix)]
    {
        let mut server = server;
        crate::workdir::interrupt(&server.child);
        assert!(!server.child.wait().unwrap().success(), "Ctrl-C closes it");
    }
}

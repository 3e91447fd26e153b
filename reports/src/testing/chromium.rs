//! Starts headless Chromium on a page, waits for it within bounds, and cleans up after it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// The browser's output.
pub(super) struct Dump {
    /// The page as it was after its scripts had run.
    pub(super) page: String,
    /// The log, with the console's messages.
    pub(super) log: String,
}

/// How often the browser is asked whether it has ended, and how many times before it is stopped: about 90 seconds.
const PAUSE: Duration = Duration::from_millis(50);
const PATIENCE: usize = 1_800;

/// The browser's program, if it is on the `PATH`.
pub(super) fn find() -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join("chromium")).find(|path| path.is_file())
}

/// A temporary folder for one start of the browser, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("treebench-browser-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        Ok(Self(path))
    }

    fn file(&self, name: &str) -> Result<File, String> {
        File::create(self.0.join(name)).map_err(|error| format!("cannot write {}: {error}", self.0.join(name).display()))
    }

    fn text(&self, name: &str) -> String {
        fs::read(self.0.join(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A temporary folder that cannot be removed does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Opens a page at a fragment of its address, such as `#top`, and returns its final content and the log.
pub(super) fn dump(browser: &Path, page: &str, fragment: &str, dark: bool) -> Result<Dump, String> {
    let folder = Folder::new()?;
    let file = folder.0.join("page.html");
    fs::write(&file, page).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    let arguments = [
        // Scripts that wait for something have this much of their own time, in milliseconds.
        "--virtual-time-budget=30000".to_owned(),
        "--window-size=1500,1900".to_owned(),
        // 0 is dark and 1 is light.
        format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)),
        "--dump-dom".to_owned(),
        format!("file://{}{fragment}", file.display()),
    ];
    run(browser, &folder, &arguments)?;
    Ok(Dump { page: folder.text("stdout"), log: folder.text("stderr") })
}

/// The page at a fragment of its address, as it looks in a light window of this size.
pub(super) fn screenshot(browser: &Path, html: &Path, fragment: &str, (width, height): (u32, u32)) -> Result<Vec<u8>, String> {
    let folder = Folder::new()?;
    let png = folder.0.join("page.png");
    let arguments = [
        "--virtual-time-budget=10000".to_owned(),
        "--hide-scrollbars".to_owned(),
        "--blink-settings=preferredColorScheme=1".to_owned(),
        format!("--window-size={width},{height}"),
        format!("--screenshot={}", png.display()),
        format!("file://{}{fragment}", html.display()),
    ];
    run(browser, &folder, &arguments)?;
    fs::read(&png).map_err(|error| format!("the browser drew nothing: {error}\n{}", folder.text("stderr")))
}

/// The page as a PDF file.
pub(super) fn print(browser: &Path, html: &Path) -> Result<Vec<u8>, String> {
    let folder = Folder::new()?;
    let pdf = folder.0.join("page.pdf");
    let arguments =
        ["--no-pdf-header-footer".to_owned(), format!("--print-to-pdf={}", pdf.display()), format!("file://{}", html.display())];
    run(browser, &folder, &arguments)?;
    fs::read(&pdf).map_err(|error| format!("the browser printed nothing: {error}\n{}", folder.text("stderr")))
}

/// Starts the browser without a window or a network and waits until it ends.
fn run(browser: &Path, folder: &Folder, arguments: &[String]) -> Result<(), String> {
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"])
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--v=0"])
        .arg(format!("--user-data-dir={}", folder.0.join("profile").display()))
        .args(arguments)
        .stdin(Stdio::null())
        // Files instead of pipes: a browser that writes a lot could fill a pipe and then wait forever.
        .stdout(folder.file("stdout")?)
        .stderr(folder.file("stderr")?)
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", browser.display()))?;
    for _ in 0..PATIENCE {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("the browser failed ({status}):\n{}", folder.text("stderr"))),
            None => thread::sleep(PAUSE),
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    Err("the browser did not end in time".to_owned())
}

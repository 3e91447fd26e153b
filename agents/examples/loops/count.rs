//! Counts the instructions of an iteration of each loop in `benches/instructions.csv`, and compares them with the counts in that file.

use super::Outcome;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Instructions may grow by this factor; differences in code layout after an unrelated change stay below it.
const ALLOWED: f64 = 1.05;

/// If set, as in CI, a missing valgrind is an error.
const REQUIRED: &str = "TREEBENCH_REQUIRE_VALGRIND";

/// The start of the line with the compiler.
const COMPILER: &str = "# counted with ";

/// A line of the file.
struct Loop {
    what: String,
    /// The numbers of iterations of the two runs whose difference is taken.
    few: u64,
    many: u64,
    /// Instructions of an iteration.
    stored: f64,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.csv")
}

/// Counts and compares.
///
/// # Errors
/// If a loop takes more instructions than allowed, or cannot be counted. If the compiler is not the one of the stored counts, nothing is compared,
/// since it generates different code.
pub(super) fn check() -> Outcome<String> {
    if let Some(why) = missing() {
        return if std::env::var_os(REQUIRED).is_some() { Err(why.into()) } else { Ok(format!("Instructions were not counted: {why}")) };
    }
    let (head, loops) = read()?;
    let (stored, here) = (head.lines().find_map(|line| line.strip_prefix(COMPILER)).unwrap_or("an unknown compiler"), compiler()?);
    if stored != here {
        return Ok(format!("Instructions were not compared: {} was counted with {stored}, and this is {here}", file().display()));
    }
    let counts = counted(&loops)?;
    let (mut text, mut grown, mut shrunk) = ("   stored       now  ratio  loop\n".to_owned(), 0, 0);
    for (one, now) in loops.iter().zip(counts) {
        let ratio = now / one.stored;
        writeln!(text, "{:9.0} {now:9.0} {ratio:6.3}  {}", one.stored, one.what)?;
        grown += usize::from(ratio > ALLOWED);
        shrunk += usize::from(ratio < 1.0 / ALLOWED);
    }
    let path = file();
    if grown > 0 {
        let allowed = 100.0 * (ALLOWED - 1.0);
        let how = "If that is wanted, update the file (its head says how) and say why in the commit.";
        return Err(format!(
            "{grown} of {} loops take over {allowed:.0} % more instructions\n{text}{}: {how}",
            loops.len(),
            path.display()
        )
        .into());
    }
    if shrunk > 0 {
        writeln!(text, "{shrunk} take fewer: update {}, so that the gain is kept.", path.display())?;
    }
    Ok(text.trim_end().to_owned())
}

/// Counts, and writes the counts to the file.
///
/// # Errors
/// If a loop cannot be counted or the file cannot be written.
pub(super) fn update() -> Outcome<String> {
    if let Some(why) = missing() {
        return Err(why.into());
    }
    let (head, loops) = read()?;
    let mut text = String::new();
    for line in head.lines() {
        match line.starts_with(COMPILER) {
            true => writeln!(text, "{COMPILER}{}", compiler()?)?,
            false => writeln!(text, "{line}")?,
        }
    }
    for (one, now) in loops.iter().zip(counted(&loops)?) {
        writeln!(text, "{},{},{},{now:.0}", one.what, one.few, one.many)?;
    }
    let (path, new) = (file(), file().with_extension("new"));
    std::fs::write(&new, text)?;
    std::fs::rename(&new, &path)?;
    Ok(format!("{} is up to date.", path.display()))
}

/// The compiler of this machine, which is assumed to have compiled this program.
fn compiler() -> Outcome<String> {
    let output = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc cannot be started: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Why nothing can be counted.
fn missing() -> Option<&'static str> {
    let found = Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success());
    (!found).then_some("valgrind is not installed (Debian: apt-get install valgrind).")
}

/// The comments and the titles of the file, and its loops.
fn read() -> Outcome<(String, Vec<Loop>)> {
    let path = file();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut head, mut loops) = (String::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.starts_with("loop,") {
            head.push_str(line);
            head.push('\n');
            continue;
        }
        let wrong = || format!("{}:{}: expected loop,few,many,instructions with few < many", path.display(), number + 1);
        let [what, few, many, stored] = line.split(',').collect::<Vec<_>>()[..] else { return Err(wrong().into()) };
        let (Ok(few), Ok(many), Ok(stored)) = (few.parse(), many.parse(), stored.parse()) else { return Err(wrong().into()) };
        if few >= many {
            return Err(wrong().into());
        }
        loops.push(Loop { what: what.to_owned(), few, many, stored });
    }
    Ok((head, loops))
}

/// The instructions of an iteration of each loop.
fn counted(loops: &[Loop]) -> Outcome<Vec<f64>> {
    let program = std::env::current_exe()?;
    let run = |what: &str, times: u64| collected(&program, what, times).map_err(|error| error.to_string());
    let mut counts = Vec::new();
    for one in loops {
        let (few, many) = std::thread::scope(|scope| {
            let few = scope.spawn(|| run(&one.what, one.few));
            let many = run(&one.what, one.many);
            (few.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())), many)
        });
        counts.push((many? as f64 - few? as f64) / (one.many - one.few) as f64);
    }
    Ok(counts)
}

/// The instructions of one run.
fn collected(program: &Path, what: &str, times: u64) -> Outcome<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let output = valgrind.args(["run", what, &times.to_string()]).output()?;
    let told = String::from_utf8_lossy(&output.stderr);
    let number = told.lines().find_map(|line| line.split_once("Collected :")).map(|(_, number)| number.trim().parse());
    match number {
        Some(Ok(number)) if output.status.success() => Ok(number),
        _ => Err(format!("`{what}` failed under valgrind:\n{told}").into()),
    }
}

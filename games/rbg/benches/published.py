"""How many times as fast as the published compiler of Regular Boardgames is random play here? Both play the same rules files, in turn in one session.

    cargo build --release -p treebench-rbg --example published
    git clone --recurse-submodules https://github.com/uicus/rbg2cpp
    python3 games/rbg/benches/published.py rbg2cpp games/rules --only mill,pentago

It takes make, g++ and the headers of Boost (Debian: libboost-dev). The first argument is the source of the compiler, the second a folder of rules files: those of
this repository (but breakthrough and go, whose macros it does not read), or the published collection (`rbg2cpp/rbgGames/games`). The compiler's own benchmarks play: `benchmark.cpp` under `orthodox`, and under `Mod`
`benchmark_semisplit.cpp`, whose semimoves end at every modifier. The flags are those of its Makefile. What is compared are whole moves
(nodal states) per second of processor time, medians over the rounds; behind them are the least and the greatest ratio of a round.
"""
import argparse
import csv
import pathlib
import re
import resource
import statistics
import subprocess
import sys

FLAGS = ["-std=c++17", "-Ofast", "-march=native", "-flto", "-s", "-DNDEBUG", "-DRBG_RANDOM_GENERATOR=0"]
# Our strategy; the options of the published compiler, of g++, and its benchmark.
VIEWS = {
    "orthodox": ([], [], "benchmark.cpp"),
    "Mod": (["-getters", "a"], ["-DSEMISPLIT_ACTIONS=1"], "benchmark_semisplit.cpp"),
}


class Failed(Exception):
    """Why a view has no figure."""


def build(source, rules, split, folder):
    """The path of the published compiler's benchmark for a view."""
    options, flags, benchmark = VIEWS[split]
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "benchmark"
    if program.exists() and program.stat().st_mtime > rules.stat().st_mtime:
        return program
    printed, _ = run([source.resolve() / "bin" / "rbg2cpp", *options, "-o", "reasoner", rules.resolve()], folder, "rbg2cpp")
    if not (folder / "reasoner.cpp").exists():  # It ends with 0 then, too.
        raise Failed("rbg2cpp: " + (printed.strip() or "no output").splitlines()[0])
    sources = ["reasoner.cpp", (source / "test" / benchmark).resolve()]
    run(["g++", *FLAGS, *flags, "-I", folder.resolve(), *sources, "-o", "benchmark"], folder, "g++")
    return program


def run(command, folder, name, seconds=600):
    """What a command prints, and the processor time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{name} takes more than {seconds:.0f} s") from None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise Failed(f"{name} ended with {done.returncode}: {last}")
    return done.stdout + done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def theirs(program, seconds):
    """The published program's moves per second of processor time."""
    printed, taken = run([program.resolve(), round(1000 * seconds)], program.parent, "its benchmark", 60 + 10 * seconds)
    return int(re.search(r"number of states: (\d+)", printed)[1]) / taken


def ours(example, folder, name, split, seconds):
    """Ours."""
    command = [example.resolve(), folder.resolve(), "--only", name, "--splits", split, "--seconds", seconds]
    printed, _ = run(command, ".", "the example `published`", 60 + 10 * seconds)
    row = next(csv.DictReader(printed.splitlines()))
    try:
        return float(row["nodal states/s"])
    except ValueError:
        raise Failed(f"here: {row['nodal states/s']}") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path, help="the source of rbg2cpp with its submodules")
    parser.add_argument("folder", type=pathlib.Path, help="a folder of rules files")
    parser.add_argument("--only", type=lambda names: names.split(","), help="their names without .rbg")
    parser.add_argument("--splits", type=lambda names: names.split(","), default=list(VIEWS), help="orthodox, Mod or both")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of play, a round and program")
    parser.add_argument("--example", type=pathlib.Path, default=pathlib.Path("target/release/examples/published"))
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("target/published"), help="where the benchmarks are built")
    given = parser.parse_args()
    for needed, how in [(given.source / "Makefile", "clone rbg2cpp there"), (given.example, "build it by the first command in the head of this file")]:
        if not needed.exists():
            sys.exit(f"{needed} does not exist: {how}")
    if wrong := [split for split in given.splits if split not in VIEWS]:
        sys.exit(f"unknown strategy {wrong[0]}, expected {' or '.join(VIEWS)}")
    if not (given.source / "bin" / "rbg2cpp").exists():
        subprocess.run(["make", "rbg2cpp"], cwd=given.source, check=True, stdout=subprocess.DEVNULL)
    files = {path.stem: path for path in sorted(given.folder.rglob("*.rbg"))}
    names = given.only or list(files)
    if missing := [name for name in names if name not in files]:
        sys.exit(f"{given.folder} has no {missing[0]}.rbg")
    print("| file | strategy | here | published | ratio | of single rounds |\n|---|---|---|---|---|---|")
    for name in names:
        for split in given.splits:
            try:
                program = build(given.source, files[name], split, given.build / f"{name}-{split}")
                rounds = [
                    (ours(given.example, files[name].parent, name, split, given.seconds), theirs(program, given.seconds))
                    for _ in range(given.rounds)
                ]
            except Failed as why:
                print(f"| {name} | {split} | {why} | | | |", flush=True)
                continue
            here, published = (statistics.median(column) for column in zip(*rounds))
            ratios = [one / other for one, other in rounds]
            print(
                f"| {name} | {split} | {here:,.0f} | {published:,.0f} | {here / published:.2f} | {min(ratios):.2f} to {max(ratios):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

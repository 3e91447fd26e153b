#!/bin/sh
# Draws the second picture of the README (needs Chromium), a pair of games; and the map of the league. A test draws the first one.
set -eu
cd "$(dirname "$0")/.."
cargo run --release -- run configs/quickstart.toml
cargo run --release -- view results/quickstart 7486e9cbfdde --out results/quickstart/pair.html
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,900 --screenshot=reports/viewer.png \
    "file://$PWD/results/quickstart/pair.html#game=1&ply=21"
cargo run --release -- run configs/league.toml
cp results/league/report/figures/games-map.png reports/league.png

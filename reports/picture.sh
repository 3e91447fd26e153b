#!/bin/sh
# Draws the pictures of the README (needs Chromium): the report of its first command and a pair of its games; and the map of the league.
set -eu
cd "$(dirname "$0")/.."
cargo run --release -- run configs/quickstart.toml
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1310 --screenshot=reports/picture.png \
    "file://$PWD/results/quickstart/report/report.html"
cargo run --release -- view results/quickstart 7486e9cbfdde --out results/quickstart/pair.html
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,900 --screenshot=reports/viewer.png \
    "file://$PWD/results/quickstart/pair.html#game=1&ply=21"
cargo run --release -- run configs/league.toml
cp results/league/report/figures/games-map.png reports/league.png

#!/bin/sh
# Draws the pictures of the README: the report of its first command (needs Chromium), and the map of the league.
set -eu
cd "$(dirname "$0")/.."
cargo run --release -- run configs/quickstart.toml
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1310 --screenshot=reports/picture.png \
    "file://$PWD/results/quickstart/report/report.html"
cargo run --release -- run configs/league.toml
cp results/league/report/figures/games-map.png reports/league.png

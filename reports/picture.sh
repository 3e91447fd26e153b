#!/bin/sh
# Draws the picture of the README: the report of its first command. Needs Chromium.
set -eu
cd "$(dirname "$0")/.."
cargo run --release -- run configs/quickstart.toml
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1310 --screenshot=reports/picture.png \
    "file://$PWD/results/quickstart/report/report.html"

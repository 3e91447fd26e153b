#!/bin/sh
# Draws the map of the league. Tests draw the pictures of the README.
set -eu
cd "$(dirname "$0")/.."
cargo run --release -- run configs/league.toml
cp results/league/report/figures/games-map.png reports/league.png

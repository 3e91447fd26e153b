//! The verdicts as JSON for programs.

use super::{JudgedCell, overall};
use serde_json::{Value, json};

/// The overall verdict, the verdict of every cell with its reason, and the warnings.
pub fn json(experiment: &str, judged: &[JudgedCell], warnings: &[String]) -> Value {
    let cell = |cell: &JudgedCell| json!({ "cell": cell.cell, "verdict": cell.status.word(), "reason": cell.reason });
    json!({
        "experiment": experiment,
        "verdict": overall(judged).word(),
        "cells": judged.iter().map(cell).collect::<Vec<_>>(),
        "warnings": warnings,
    })
}

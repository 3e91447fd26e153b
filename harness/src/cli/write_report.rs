//! Writes the report of a run directory.

use super::CliError;
use crate::plan::Plan;
use crate::store::Store;
use std::path::{Path, PathBuf};

/// Makes the report of what is stored so far and says where it stands, if it was written anywhere.
pub(super) fn write_report(plan: &Plan, store: &Store, _dir: &Path) -> Result<Option<PathBuf>, CliError> {
    let mut rows = store.rows(plan).map_err(CliError::input)?;
    let _report = plan.experiment.kind.report(&plan.experiment, &mut rows.by_ref());
    rows.check().map_err(CliError::input)?;
    Ok(None)
}

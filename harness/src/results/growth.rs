//! How the tasks of a results file, and those of a run directory beside it, came to their number.

use super::ResultsFile;
use crate::kinds::{self, Summary};
use crate::report::{CellProvenance, Growth, Incidents, Origins};
use crate::saved::results::Header;
use crate::store::{Store, StoreError, contested_tasks, deleted_rows, other_cells};

/// What happened where the tasks were played.
///
/// # Errors
/// If the directory cannot be read.
pub fn incidents(saved: &ResultsFile, store: Option<&Store>) -> Result<Incidents, StoreError> {
    let here = |of: &dyn Fn(&Store) -> Result<u64, StoreError>| store.map_or(Ok(0), of);
    let kept = |of: fn(&Header) -> u64| saved.header.as_ref().map_or(0, of);
    Ok(Incidents {
        other_cells: here(&|store| other_cells(store, &saved.plan))?.max(kept(|header| header.other_cells)),
        deleted: here(&deleted_rows)?.max(kept(|header| header.deleted_rows)),
        contested: here(&contested_tasks)?.max(kept(|header| header.contested)),
        killed: saved.killed(store)?,
    })
}

/// The growth of all cells.
///
/// # Errors
/// If the directory cannot be read.
pub(crate) fn growth(saved: &ResultsFile, store: Option<&Store>) -> Result<Growth, StoreError> {
    let (done, histories) = saved.histories(store)?;
    Ok(Growth::of(done.sizes().zip(histories)).with(incidents(saved, store)?))
}

/// How the tasks of each cell came to be.
///
/// # Errors
/// If the directory cannot be read.
pub(crate) fn cell_provenance(
    saved: &ResultsFile,
    store: Option<&Store>,
    summary: &dyn Summary,
) -> Result<Vec<CellProvenance>, StoreError> {
    let (done, histories) = saved.histories(store)?;
    let (builds, verifications) = (saved.builds(store)?, saved.verifications(store)?);
    let origins = builds.iter().map(|builds| Origins { builds, verifications: &verifications });
    let incidents = incidents(saved, store)?;
    Ok(kinds::provenance_of(&saved.plan.experiment, summary, &done, &histories, incidents, &saved.retried(), origins))
}

//! A hash of the reproducible part of a cell's records: equal games have equal hashes, in any run directory.

use crate::kinds;
use crate::plan::Plan;
use crate::store::{Field, Store, StoreError};

/// The hash of every cell's records, in 32 hexadecimal digits, in the order of the plan.
///
/// # Errors
/// If the records cannot be read.
pub fn digests(store: &Store, plan: &Plan) -> Result<Vec<String>, StoreError> {
    let columns = kinds::of(&plan.experiment).columns();
    let mut hashers: Vec<blake3::Hasher> =
        plan.experiment.cells.iter().map(|_| blake3::Hasher::new_derive_key("treebench 2026-11 records of a cell")).collect();
    let mut rows = store.rows(plan)?;
    for (cell, task, row) in rows.by_ref() {
        let hasher = &mut hashers[cell];
        hasher.update(&task.to_le_bytes());
        for (field, _) in row.iter().zip(columns).filter(|(_, column)| column.reproducible) {
            add(hasher, field);
        }
    }
    rows.check()?;
    Ok(hashers.iter().map(|hasher| hasher.finalize().to_hex()[..32].to_owned()).collect())
}

/// Adds a value so that no two lists of values give the same bytes.
fn add(hasher: &mut blake3::Hasher, field: &Field) {
    match field {
        Field::Integer(n) => hasher.update(b"i").update(&n.to_le_bytes()),
        Field::Real(x) => hasher.update(b"r").update(&x.to_le_bytes()),
        Field::Text(text) => hasher.update(b"t").update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes()),
        Field::Unread => hasher.update(b"u"),
    };
}

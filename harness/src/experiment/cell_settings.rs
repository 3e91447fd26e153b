//! The settings of a kind, shared by cells and decoded once.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use treebench_games::params::{ParamError, Params, Values};

/// The settings of cells, with their decoded form.
#[derive(Default)]
pub struct CellSettings {
    values: Values,
    decoded: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl CellSettings {
    /// The settings as a type. Decoded at the first call; a second type is decoded at every call.
    pub fn decode<T: Params + Send + Sync + 'static>(&self) -> Result<Arc<T>, ParamError> {
        if let Some(Ok(known)) = self.decoded.get().map(|known| Arc::clone(known).downcast()) {
            return Ok(known);
        }
        let decoded = Arc::new(T::from_values(&self.values)?);
        self.decoded.get_or_init(|| Arc::clone(&decoded) as Arc<dyn Any + Send + Sync>);
        Ok(decoded)
    }
}

impl From<Values> for CellSettings {
    fn from(values: Values) -> CellSettings {
        CellSettings { values, decoded: OnceLock::new() }
    }
}

impl Deref for CellSettings {
    type Target = Values;

    fn deref(&self) -> &Values {
        &self.values
    }
}

impl fmt::Debug for CellSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

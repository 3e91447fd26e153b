//! The budget of a turn on the command line: `--iterations N`, `--states N` or `--time 0.5s`.

use std::time::Duration;
use treebench_agents::Budget;

/// What an agent may spend on a turn.
#[derive(clap::Args, Debug)]
#[group(multiple = false)]
pub(crate) struct BudgetArgs {
    /// Iterations (playouts) in a turn [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Nodal states in a turn.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// Wall time of a turn, as in `0.5s`, `200ms` or `2min`; not exactly repeatable.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
}

impl BudgetArgs {
    /// The budget that was asked for.
    pub(crate) fn budget(&self) -> Budget {
        match (self.iterations, self.states, self.time) {
            (_, Some(states), _) => Budget::States(states),
            (_, _, Some(time)) => Budget::Time(time),
            (iterations, ..) => Budget::Iterations(iterations.unwrap_or(1000)),
        }
    }
}

/// Reads `0.5s`, `200ms` or `2min`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time with its unit, as in `0.5s`, `200ms` or `2min`".to_owned();
    let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0)];
    let (number, unit) = units.iter().find_map(|&(name, unit)| Some((text.strip_suffix(name)?, unit))).ok_or_else(wrong)?;
    let seconds = number.trim().parse::<f64>().map_err(|_| wrong())? * unit;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("a time must be more than zero".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("2min"), Ok(Duration::from_secs(120)));
        for wrong in ["5", "s", "0s", "-1s", "1h", "nans", "infs", "1e30s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

//! How many children of a node are selected at all.

use crate::search::Node;
use treebench_games::Params;

/// Which children may be tried (Wang, Audibert and Munos 2008; Bjorge and Schaeffer 2010, section 4.3.3).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arms {
    /// All of them.
    All,
    /// This number of random ones (UCT-V(∞)).
    Fixed(u32),
    /// A number that grows with the visits n of the node (UCT-AIR): a new arm is tried while there are fewer than `factor`·n^(β/2) of them if
    /// β < 1 and μ* < 1, and `factor`·n^(β/(β+1)) otherwise (eq. 20).
    Increasing {
        /// The smaller, the more arms are close to the best.
        beta: f64,
        /// Factor of the number, 1 in the paper.
        factor: f64,
        /// What is known about the mean of the best arm.
        optimum: Optimum,
    },
}

/// What is known about μ*, the mean of the best arm.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// It is 1.
    One,
    /// It is less than 1.
    Less,
    /// It is estimated by the greatest mean seen so far.
    Estimated,
}

impl Arms {
    /// Whether another arm may be tried at a node with these visits and these visited children.
    pub(super) fn admits(self, visits: u32, visited: &[Node]) -> bool {
        match self {
            Arms::All => true,
            Arms::Fixed(most) => visited.len() < most as usize,
            Arms::Increasing { beta, factor, optimum } => {
                let less = match optimum {
                    Optimum::One => false,
                    Optimum::Less => true,
                    Optimum::Estimated => visited.iter().all(|child| child.mean() < 1.0),
                };
                let power = if less && beta < 1.0 { beta / 2.0 } else { beta / (beta + 1.0) };
                (visited.len() as f64) < factor * libm::pow(f64::from(visits.max(1)), power)
            }
        }
    }
}

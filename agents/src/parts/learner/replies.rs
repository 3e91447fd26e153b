//! The last good reply: what won last time after the same one or two actions.

use crate::search::{ActionId, ActionIds, Actions, Iteration, Learner, Needs, Tracing, Tree};
use treebench_games::{Move, Params, Player};

/// Which actions are replied to.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyRule {
    /// No replies.
    Off,
    /// The last action.
    One,
    /// The last two actions, or else the last one.
    Two,
}

/// The Last-Good-Reply policy (Drake 2009; with forgetting Baier and Drake 2010; Tak, Winands and Björnsson 2012).
///
/// After an iteration that went well for a player each of their actions is noted as the reply to the one or two actions before it; after one that went badly
/// it is forgotten if it was noted. Well and badly mean more and less than an even share of the result. An action is a semimove of the view
/// in which the playouts are made.
#[derive(Clone, Debug)]
pub struct Replies {
    players: usize,
    /// The greatest number of actions that a reply follows: 1 or 2.
    longest: usize,
    /// Whether bad replies are forgotten.
    forgetting: bool,
    ids: ActionIds,
    /// By preceding actions and player.
    replies: Vec<Option<Move>>,
}

impl Replies {
    /// No replies yet, for a game with this many players; `None` if there shall be none.
    pub fn new(players: usize, rule: ReplyRule, forgetting: bool) -> Option<Replies> {
        // The variants are in the order of the numbers of actions.
        let longest = rule as usize;
        (longest > 0).then(|| Replies { players, longest, forgetting, ids: ActionIds::default(), replies: Vec::new() })
    }

    /// The replies to the last two actions and to the last one, where they are known.
    pub fn after(&self, player: Player, before: &[Move]) -> [Option<Move>; 2] {
        [2, 1].map(|length| {
            let context = before.len().checked_sub(length).filter(|_| length <= self.longest)?;
            let id = before[context..].iter().try_fold(ActionId::NONE, |id, &m| self.ids.find(id, m))?;
            *self.replies.get(id.0 as usize * self.players + player)?
        })
    }

    /// Learns from a finished iteration.
    pub fn learn(&mut self, iteration: &Iteration<'_>) {
        let moves = iteration.actions.trace.semimoves();
        let even = 1.0 / self.players as f64;
        for (k, step) in iteration.actions.steps().iter().enumerate() {
            let result = iteration.scores[step.player()];
            for length in 1..=self.longest.min(k) {
                let id = moves[k - length..k].iter().fold(ActionId::NONE, |id, &m| self.ids.number(id, m));
                let at = id.0 as usize * self.players + step.player();
                if at >= self.replies.len() {
                    self.replies.resize((at + 1) * 2, None);
                }
                if result > even {
                    self.replies[at] = Some(moves[k]);
                } else if self.forgetting && result < even && self.replies[at] == Some(moves[k]) {
                    self.replies[at] = None;
                }
            }
        }
    }

    /// A new game begins.
    pub fn forget(&mut self) {
        self.ids.clear();
        self.replies.clear();
    }
}

/// A learner combined with last good replies.
pub(crate) struct WithReplies {
    /// The values of actions where there is no reply.
    pub(crate) learner: Box<dyn Learner>,
    /// The replies.
    pub(crate) replies: Replies,
}

impl Learner for WithReplies {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
        self.learner.declare(needs);
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        self.learner.learn(tree, iteration);
        self.replies.learn(iteration);
    }

    fn observe(&mut self) {
        self.learner.observe();
    }

    fn begin_turn(&mut self) {
        self.learner.begin_turn();
    }

    fn forget(&mut self) {
        self.learner.forget();
        self.replies.forget();
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        self.learner.values(player, semimoves, actions, out);
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        self.learner.value(player, submove, actions)
    }

    fn needs_all(&self) -> bool {
        self.learner.needs_all()
    }

    fn keeps_replies(&self) -> bool {
        true
    }

    fn replies(&self, player: Player, before: &[Move]) -> [Option<Move>; 2] {
        self.replies.after(player, before)
    }
}

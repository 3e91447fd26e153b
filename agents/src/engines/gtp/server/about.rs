//! Commands about the program and the protocol.

use super::{GtpServer, Reply, number};
use treebench_games::{Move, Position};

/// The moves that an explanation lists.
const SHOWN: usize = 5;

impl GtpServer {
    pub(super) fn name(&mut self, _: &[&str]) -> Reply {
        Ok(format!("treebench {}", self.host.setup().agent))
    }

    pub(super) fn version(&mut self, _: &[&str]) -> Reply {
        Ok(self.version.clone())
    }

    pub(super) fn known_command(&mut self, arguments: &[&str]) -> Reply {
        Ok(arguments.first().is_some_and(|name| self.command(name).is_some()).to_string())
    }

    pub(super) fn list_commands(&mut self, _: &[&str]) -> Reply {
        Ok(self.commands().map(|command| command.name).collect::<Vec<_>>().join("\n"))
    }

    pub(super) fn quit(&mut self, _: &[&str]) -> Reply {
        self.ended = true;
        Ok(String::new())
    }

    pub(super) fn set_random_seed(&mut self, arguments: &[&str]) -> Reply {
        self.host.set_seed(number(arguments, 0, "a whole number")?);
        Ok(String::new())
    }

    pub(super) fn get_random_seed(&mut self, _: &[&str]) -> Reply {
        Ok(self.host.setup().seed.to_string())
    }

    /// What the last search spent and found.
    pub(super) fn explain_last_move(&mut self, _: &[&str]) -> Reply {
        let Some(last) = &self.last else { return Ok(String::new()) };
        let name = |submove: &[Move]| self.points.write(last.position.as_ref(), submove);
        let mut text =
            format!("{}: {} iterations, {} states, {:.3} s", name(&last.submove), last.iterations, last.states, last.taken.as_secs_f64());
        for root in last.report.root.iter().take(SHOWN) {
            let written = root.written.clone().unwrap_or_else(|| name(&root.submove));
            text += &format!("\n{written}: {} visits, mean {:.4}", root.visits, root.mean);
        }
        if !last.report.line.is_empty() {
            text += &format!("\nexpects {}", last.report.line.join(" "));
        }
        Ok(text)
    }

    /// Game and agent with all that decides what is played.
    pub(super) fn describe_engine(&mut self, _: &[&str]) -> Reply {
        let setup = self.host.setup();
        let budget = self.budget.map_or_else(|| format!("by the clock, else {}", self.usual), |budget| budget.to_string());
        let (name, version, game) = (&setup.agent, &self.version, setup.entry.name);
        let parameters = if setup.agent_values.is_empty() { String::new() } else { format!(" ({})", setup.agent_values) };
        let rules = if setup.values.is_empty() { String::new() } else { format!(" ({})", setup.values) };
        Ok(format!(
            "treebench {name}\n{version}\nagent {name}{parameters}\ngame {game}{rules}\nbudget of a turn: {budget}\nseed {}",
            setup.seed
        ))
    }

    /// The commands that a user of GoGui may want.
    pub(super) fn analyze_commands(&mut self, _: &[&str]) -> Reply {
        let all = [
            ("gomill-explain_last_move", "string/Explain Last Move/gomill-explain_last_move"),
            ("gomill-describe_engine", "string/Describe Engine/gomill-describe_engine"),
            ("final_score", "string/Final Score/final_score"),
            ("showboard", "string/Show Board/showboard"),
            ("gogui-rules_legal_moves", "string/Legal Moves/gogui-rules_legal_moves"),
            ("set_random_seed", "none/Set Random Seed/set_random_seed %s"),
        ];
        let known = all.iter().filter(|(name, _)| self.command(name).is_some()).map(|(_, line)| *line);
        Ok(known.collect::<Vec<_>>().join("\n"))
    }

    /// Drawn for people.
    pub(super) fn showboard(&mut self, _: &[&str]) -> Reply {
        let position: &dyn Position = self.host.position();
        Ok(format!("\n{}\n{}", position.draw().trim_end(), position.notation()))
    }
}

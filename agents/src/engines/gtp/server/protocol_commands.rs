//! Commands about the program and the protocol.

use super::{GtpServer, Reply, number};
use treebench_games::{Move, Position};

/// The moves that an explanation lists.
const SHOWN: usize = 5;

pub(super) fn name(server: &mut GtpServer, _: &[&str]) -> Reply {
    Ok(format!("treebench {}", server.host.setup().agent))
}

pub(super) fn version(server: &mut GtpServer, _: &[&str]) -> Reply {
    Ok(server.version.clone())
}

pub(super) fn known_command(server: &mut GtpServer, arguments: &[&str]) -> Reply {
    Ok(arguments.first().is_some_and(|name| server.command(name).is_some()).to_string())
}

pub(super) fn list_commands(server: &mut GtpServer, _: &[&str]) -> Reply {
    Ok(server.commands().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit(server: &mut GtpServer, _: &[&str]) -> Reply {
    server.ended = true;
    Ok(String::new())
}

pub(super) fn set_random_seed(server: &mut GtpServer, arguments: &[&str]) -> Reply {
    server.host.set_seed(number(arguments, 0, "a whole number")?);
    Ok(String::new())
}

pub(super) fn get_random_seed(server: &mut GtpServer, _: &[&str]) -> Reply {
    Ok(server.host.setup().seed.to_string())
}

/// What the last search spent and found.
pub(super) fn explain_last_move(server: &mut GtpServer, _: &[&str]) -> Reply {
    let Some(last) = &server.last else { return Ok(String::new()) };
    let name = |submove: &[Move]| server.points.write(last.position.as_ref(), submove);
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
pub(super) fn describe_engine(server: &mut GtpServer, _: &[&str]) -> Reply {
    let setup = server.host.setup();
    let budget = server.budget.map_or_else(|| format!("by the clock, else {}", server.usual), |budget| budget.to_string());
    let (name, version, game) = (&setup.agent, &server.version, setup.entry.name);
    let parameters = if setup.agent_values.is_empty() { String::new() } else { format!(" ({})", setup.agent_values) };
    let rules = if setup.values.is_empty() { String::new() } else { format!(" ({})", setup.values) };
    Ok(format!(
        "treebench {name}\n{version}\nagent {name}{parameters}\ngame {game}{rules}\nbudget of a turn: {budget}\nseed {}",
        setup.seed
    ))
}

/// The commands that a user of GoGui may want.
pub(super) fn analyze_commands(server: &mut GtpServer, _: &[&str]) -> Reply {
    let all = [
        ("gomill-explain_last_move", "string/Explain Last Move/gomill-explain_last_move"),
        ("gomill-describe_engine", "string/Describe Engine/gomill-describe_engine"),
        ("final_score", "string/Final Score/final_score"),
        ("showboard", "string/Show Board/showboard"),
        ("gogui-rules_legal_moves", "string/Legal Moves/gogui-rules_legal_moves"),
        ("set_random_seed", "none/Set Random Seed/set_random_seed %s"),
    ];
    let known = all.iter().filter(|(name, _)| server.command(name).is_some()).map(|(_, line)| *line);
    Ok(known.collect::<Vec<_>>().join("\n"))
}

/// Drawn for people.
pub(super) fn showboard(server: &mut GtpServer, _: &[&str]) -> Reply {
    let position: &dyn Position = server.host.position();
    Ok(format!("\n{}\n{}", position.draw().trim_end(), position.notation()))
}

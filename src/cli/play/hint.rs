//! A bot's advice in words: the option it would take, and what it thinks of the best few.

use crate::bots::advice::{Advice, Thought};
use crate::cli::play::paper::wrapped;

/// The bot that is asked when none is named.
pub(super) const BOT: &str = "ismcts:2s";
/// Most options that are told of.
const FEW: usize = 5;

/// The advice on lines of a width, with each option as it is answered.
pub(super) fn text(labels: &[String], advice: &Advice, width: usize) -> String {
    let label = |option: usize| labels.get(option).map_or("", String::as_str);
    if labels.len() < 2 {
        return wrapped(&format!("There is only {}", label(0)), 0, 2, width);
    }
    let chosen = wrapped(&format!("Take {}", label(advice.option)), 0, 2, width);
    let valued = best(&advice.thoughts);
    if let Some(why) = &advice.failure {
        return chosen + &wrapped(&format!("That was drawn: {why}."), 2, 4, width);
    }
    if valued.is_empty() {
        return chosen + "  That was drawn: nothing was tried.\n";
    }
    let tried = match advice.playouts {
        0 => String::new(),
        playouts => format!(", after {playouts} playouts"),
    };
    let head = format!("What it hopes for, from 0 (lost) to 100 (won){tried}:");
    let lines = valued.into_iter().map(|(option, mean, playouts)| {
        let tried = match advice.playouts {
            0 => String::new(),
            _ => format!(" ({playouts} playouts)"),
        };
        let line = format!("{:>3} {}{tried}", (mean * 100.0).round(), label(option));
        wrapped(&line, 2, 6, width)
    });
    chosen + &wrapped(&head, 2, 4, width) + &lines.collect::<String>()
}

/// The options most tried, and of equals those that went best: number, mean gain, playouts.
fn best(thoughts: &[Thought]) -> Vec<(usize, f64, u64)> {
    let tried = thoughts.iter().enumerate();
    let tried = tried.filter_map(|(n, thought)| Some((n, thought.mean()?, thought.playouts)));
    let mut tried: Vec<(usize, f64, u64)> = tried.collect();
    tried.sort_by(|a, b| b.2.cmp(&a.2).then(b.1.total_cmp(&a.1)));
    tried.truncate(FEW);
    tried
}

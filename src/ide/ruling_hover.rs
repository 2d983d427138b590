//! Hover in a ruling: on a line of play the position in front of it, on an option in a check why it is offered or refused, else
//! what a name means.

use crate::{GameSnapshot, position};
use ludex_markup::{Block, Line, ticked};
use ludex_play::explain::{Explanation, Legality, Requirement};
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings;
use ludex_tools::rulings::point::{options_meant, reasons};
use ludex_tools::rulings::{RuledGame, RulingNames};
use std::ops::Range;

/// The words about a place of a ruling.
#[derive(Debug, Clone)]
pub struct RulingHover {
    /// The bytes of the ruling's text that it is told of.
    pub bytes: Range<usize>,
    /// The words, in reading order.
    pub blocks: Vec<Block>,
}

impl GameSnapshot {
    /// Returns what stands at a byte of a ruling. Its lines are played as far as the place, with the game as it was compiled
    /// from these texts.
    #[must_use]
    pub fn hover_ruling(
        &self,
        path: &str,
        text: &str,
        at: u32,
        game: Option<&RuledGame>,
    ) -> Option<RulingHover> {
        let mut sources = self.sources.clone();
        let ruling = rulings::read(path, text, &mut sources, &mut Report::new())?;
        if let (Some(point), Some(game)) = (ruling.point_at(at), game)
            && let Some(mut playing) = point.game_before(game, &ruling, &sources)
        {
            let meant = point.words.map(|words| options_meant(&playing, words));
            let meant = meant.unwrap_or_default();
            let mut blocks = Vec::new();
            if let Some(words) = point.words.filter(|_| !point.is_played || meant.is_empty()) {
                let why = reasons(&mut playing, words);
                blocks.extend(verdict(&words.text, !meant.is_empty(), why, &sources));
            }
            blocks.extend(position::question(&playing, &meant));
            if point.is_played {
                blocks.extend(position::page(game, &playing));
            }
            let bytes = point.span.range();
            return Some(RulingHover { bytes, blocks });
        }
        let mut names = RulingNames::new(&self.analysis.names);
        let uses = names.uses(&ruling, &sources).into_iter();
        let mut touching = uses.filter(|one| one.span.touches(at));
        let used = touching.next()?;
        Some(RulingHover {
            bytes: used.span.range(),
            blocks: self.symbol_docs(used.symbol),
        })
    }
}

/// Returns whether an option is there, and each requirement of its action with what it saw.
fn verdict(
    words: &str,
    is_offered: bool,
    why: Option<Explanation>,
    sources: &Sources,
) -> Vec<Block> {
    let mut said = if is_offered {
        format!("`{words}` is offered.")
    } else {
        format!("`{words}` is not offered.")
    };
    let Some(why) = why else {
        return vec![Block::Paragraph(ticked(&said))];
    };
    if let Legality::NotAmong { parameter, value } = &why.verdict {
        said.push_str(&format!(
            " `{value}` is not among those that `{parameter}` goes through."
        ));
    }
    let lines = why.requirements.iter();
    let lines: Vec<Line> = lines.flat_map(|one| requirement(one, sources)).collect();
    let said = Block::Paragraph(ticked(&said));
    if lines.is_empty() {
        vec![said]
    } else {
        vec![said, Block::List(lines)]
    }
}

/// Returns a requirement, and below it the values that decide it.
fn requirement(one: &Requirement, sources: &Sources) -> Vec<Line> {
    let holds = match one.holds {
        Some(true) => "holds",
        Some(false) => "does not hold",
        None => "depends on what the player cannot know",
    };
    let mut lines = vec![Line {
        depth: 0,
        text: format!("{}: {holds}", one.reason),
    }];
    let values = one.shown.iter().map(|value| Line {
        depth: 1 + value.depth,
        text: format!("`{}` is {}", sources.slice(value.span), value.value.word),
    });
    lines.extend(values.take(8));
    lines
}

//! A position in words: who is asked what, and the page that `view.yaml` makes of it for that player.

use ludex_markup::{Block, Line, ticked};
use ludex_play::decision::Decision;
use ludex_play::game::Match;
use ludex_play::shown;
use ludex_play::shown::{MarkedWord, MemberRows, PagePart, PartContent, ToldValue};
use ludex_report::Report;
use ludex_rules::ids::PlayerId;
use ludex_tools::rulings::RuledGame;

/// The most options that are listed.
const MOST_OPTIONS: usize = 12;

/// Returns the question that is open, and the options with those marked that are meant.
pub(super) fn question(playing: &Match, meant: &[usize]) -> Vec<Block> {
    let Some(decision) = playing.decision() else {
        return vec![Block::Paragraph(ticked("The game is over."))];
    };
    let Decision {
        player,
        prompt,
        options,
        ..
    } = &decision;
    let is_listed = |nth: usize| nth < MOST_OPTIONS || meant.contains(&nth);
    let labels = options.iter().enumerate();
    let labels = labels.filter(|(nth, _)| is_listed(*nth));
    let lines = labels.map(|(nth, option)| {
        let mark = if meant.contains(&nth) { " ◂" } else { "" };
        line(format!("`{}`{mark}", option.label))
    });
    let mut lines: Vec<Line> = lines.collect();
    let more = options.len() - lines.len();
    if more > 0 {
        lines.push(line(format!("and {more} more")));
    }
    let asked = format!("{player} is asked: {prompt}");
    vec![Block::Paragraph(ticked(&asked)), Block::List(lines)]
}

/// Returns what `view.yaml` shows of the position to whoever is asked; nothing where it shows no page.
pub(super) fn page(game: &RuledGame, playing: &Match) -> Vec<Block> {
    let shown = game.checked().shown(game.program(), &mut Report::new());
    let Some((program, shown)) = shown.filter(|(_, shown)| shown.has_page()) else {
        return Vec::new();
    };
    let seat = playing.decision().map(|decision| decision.player);
    let seat = seat.unwrap_or_else(|| PlayerId::new(0));
    let page = shown::page(&program, &shown, playing.state(), seat);
    let mut lines: Vec<Line> = page.table.iter().filter_map(|part| told(part, 0)).collect();
    for (player, parts) in page.players.iter().enumerate() {
        let is_own = player == seat.index();
        let parts = parts.iter().filter(|part| is_own || !part.own);
        let parts: Vec<Line> = parts.filter_map(|part| told(part, 1)).collect();
        if !parts.is_empty() {
            lines.push(line(PlayerId::new(player).to_string()));
            lines.extend(parts);
        }
    }
    vec![Block::List(lines)]
}

fn line(text: String) -> Line {
    Line { depth: 0, text }
}

/// Returns a part of the page in a line; none of a board, which is no line, and of what is empty.
fn told(part: &PagePart, depth: usize) -> Option<Line> {
    let words = match &part.holds {
        PartContent::Line(values) => {
            let values = values.iter().filter_map(|(label, value)| {
                let value = in_words(value)?;
                Some(format!("{label} {value}"))
            });
            values.collect::<Vec<_>>().join(" · ")
        }
        PartContent::Rows(rows) => members(rows),
        PartContent::Board { .. } => return None,
    };
    let text = match &part.title {
        Some(title) if words.is_empty() => format!("{title}: nothing"),
        Some(title) => format!("{title}: {words}"),
        None if words.is_empty() => return None,
        None => words,
    };
    Some(Line { depth, text })
}

/// Returns the members with what is told of each.
fn members(rows: &MemberRows) -> String {
    let members = rows.rows.iter().map(|row| {
        let name = row.name.as_deref().unwrap_or("hidden").trim().to_owned();
        let told = rows.labels.iter().zip(&row.with);
        let told = told.filter_map(|(label, value)| Some(format!("{label} {}", in_words(value)?)));
        let told: Vec<String> = told.collect();
        match told.as_slice() {
            [] => name,
            told => format!("{name} ({})", told.join(", ")),
        }
    });
    members.collect::<Vec<_>>().join(", ")
}

/// Returns a value in words; none of one that says nothing.
fn in_words(value: &ToldValue) -> Option<String> {
    let said = |word: &MarkedWord| word.clone().said();
    Some(match value {
        ToldValue::None => return None,
        ToldValue::Flag(true) => "yes".to_owned(),
        ToldValue::Flag(false) => "no".to_owned(),
        ToldValue::Number(number) => number.to_string(),
        ToldValue::Word(word) => said(word),
        ToldValue::Many(words, hidden) => {
            let hidden = (*hidden > 0).then(|| format!("{hidden} hidden"));
            let words: Vec<String> = words.iter().map(said).chain(hidden).collect();
            match words.as_slice() {
                [] => "nothing".to_owned(),
                words => words.join(" "),
            }
        }
        ToldValue::Unknown => "unknown".to_owned(),
    })
}

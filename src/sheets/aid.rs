//! The player aid: what one may do, what ends the game, who wins, and what the icons mean.

use crate::game::SheetGame;
use crate::svg::mm;
use crate::words::{capital, heading};
use ludex_markup::{Line, escaped};
use ludex_rules::look::GameLook;
use ludex_tools::manual::EntrySort;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Lines that stand so deep in others are left out.
const DEPTH: usize = 2;

/// Returns the player aid as a section of a page.
pub(crate) fn section(game: &SheetGame<'_>) -> String {
    let manual = game.manual;
    let mut html = String::from("<section class=\"aid\">\n");
    let _ = writeln!(html, "<h1>{}</h1>", escaped(&manual.title));
    let (min, max) = &manual.players;
    let players = if min == max {
        format!("{min} players.")
    } else {
        format!("{min} to {max} players.")
    };
    let about = format!("{} {players}", manual.about);
    let _ = writeln!(html, "<p class=\"about\">{}</p>", escaped(about.trim()));
    actions(game, &mut html);
    if !manual.ends.is_empty() {
        html.push_str("<h2>The end</h2>\n");
        list(&manual.ends, &mut html);
    }
    ranks(&manual.ranks, &mut html);
    icons(game, &mut html);
    html.push_str("</section>\n");
    html
}

fn actions(game: &SheetGame<'_>, html: &mut String) {
    let entries = game.manual.entries.iter();
    let actions: Vec<_> = entries
        .filter(|entry| entry.sort == EntrySort::Action)
        .collect();
    if actions.is_empty() {
        return;
    }
    html.push_str("<h2>What you may do</h2>\n");
    for action in actions {
        let asked = action.asks.as_ref().filter(|asks| !asks.is_empty());
        let title = asked.map_or_else(|| heading(&action.name), |asks| capital(asks));
        let _ = writeln!(html, "<h3>{}</h3>", escaped(&title));
        list(&in_short(&action.does), html);
    }
}

/// Returns the outer lines alone: an aid reminds, and the reference of `ludex docs` tells all.
fn in_short(lines: &[Line]) -> Vec<Line> {
    let mut short: Vec<Line> = Vec::new();
    for line in lines {
        if line.depth < DEPTH {
            short.push(line.clone());
        } else if let Some(last) = short.last_mut().filter(|last| !last.text.ends_with('…')) {
            last.text.push_str(" …");
        }
    }
    short
}

fn ranks(ranks: &[String], html: &mut String) {
    let Some((first, ties)) = ranks.split_first() else {
        return;
    };
    html.push_str("<h2>Who wins</h2>\n");
    let line = |text: String| Line { depth: 0, text };
    let first = line(format!("{}.", capital(first)));
    let ties = ties
        .iter()
        .map(|tie| line(format!("If that is equal: {tie}.")));
    let lines: Vec<Line> = std::iter::once(first).chain(ties).collect();
    list(&lines, html);
}

/// Writes lines as lists in lists.
fn list(lines: &[Line], html: &mut String) {
    let mut depth = 0;
    for line in lines {
        let wanted = line.depth + 1;
        while depth < wanted {
            html.push_str("<ul>");
            depth += 1;
        }
        while depth > wanted {
            html.push_str("</ul>");
            depth -= 1;
        }
        let text = line.text.replace('`', "");
        let _ = writeln!(html, "<li>{}</li>", escaped(&text));
    }
    html.push_str(&"</ul>".repeat(depth));
    html.push('\n');
}

/// Writes the icons with what they stand for, each drawing once.
fn icons(game: &SheetGame<'_>, html: &mut String) {
    let look: &GameLook = &game.game().look;
    if look.icons.is_empty() {
        return;
    }
    html.push_str("<h2>Icons</h2>\n<ul class=\"icons\">\n");
    let mut met = BTreeSet::new();
    for (subject, icon) in &look.icons {
        let name = game.words().name(subject);
        if !met.insert((*icon, name.clone())) {
            continue;
        }
        let [left, top, wide, high] = look.drawings[*icon].view_box;
        let style = match game.words().colour(subject) {
            Some(colour) => format!(" style=\"background: {colour}; padding: 0.6mm\""),
            None => String::new(),
        };
        let _ = writeln!(
            html,
            "<li><svg viewBox=\"{} {} {} {}\"{style} aria-hidden=\"true\"><use href=\"#icon-{icon}\" x=\"{}\" y=\"{}\" \
             width=\"{}\" height=\"{}\"/></svg>{}</li>",
            mm(left),
            mm(top),
            mm(wide),
            mm(high),
            mm(left),
            mm(top),
            mm(wide),
            mm(high),
            escaped(&capital(&name))
        );
    }
    html.push_str("</ul>\n");
}

//! A board drawn as a picture: `{ picture: …, legend: … }` in a position becomes what stands on each space.
//!
//! A line of the picture is a row of the board as it is drawn at the terminal, north on top: of a map of hexes a half row, for
//! a hex stands half a row lower than its neighbours to the west and east. Blanks part the spaces of a row.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_engine::state::State;
use ludex_play::format::ValueFormat;
use ludex_program::Program;
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::game::BoardShape;
use ludex_source::Span;
use ludex_tables::{Entry, Node, Scalar, Value};

/// The mark of a space that stands as it is.
const AS_IT_IS: &str = ".";

/// Tells whether there is a picture anywhere in a position.
pub(super) fn has_any(state: &Node) -> bool {
    let boards = |of: &Node| {
        let boards = of.get("boards").map(Node::entries).unwrap_or_default();
        boards
            .iter()
            .any(|board| board.value.get("picture").is_some())
    };
    let players = state.get("players").map(Node::entries).unwrap_or_default();
    boards(state) || players.iter().any(|player| boards(&player.value))
}

/// Puts what pictures show in their place; `before` is the position without them, which knows the boards' layouts.
pub(super) fn laid_out(tree: &mut Node, program: &Program, before: &State, report: &mut Report) {
    let words = ValueFormat::of(program, before);
    expand(tree, 0, &words, report);
    let Some(players) = entry(tree, "players") else {
        return;
    };
    if let Value::Map(players) = &mut players.value.value {
        for player in Arc::make_mut(players).iter_mut() {
            let seat = player.key.parse().unwrap_or(u32::MAX);
            expand(&mut player.value, seat, &words, report);
        }
    }
}

/// The same without the pictures.
pub(super) fn without(tree: &Node) -> Node {
    let mut tree = tree.clone();
    let cut = |of: &mut Node| {
        if let Some(boards) = entry(of, "boards")
            && let Value::Map(boards) = &mut boards.value.value
        {
            Arc::make_mut(boards).retain(|board| board.value.get("picture").is_none());
        }
    };
    cut(&mut tree);
    if let Some(players) = entry(&mut tree, "players")
        && let Value::Map(players) = &mut players.value.value
    {
        let players = Arc::make_mut(players).iter_mut();
        players.for_each(|player| cut(&mut player.value));
    }
    tree
}

fn entry<'a>(tree: &'a mut Node, key: &str) -> Option<&'a mut Entry> {
    match &mut tree.value {
        Value::Map(entries) => Arc::make_mut(entries)
            .iter_mut()
            .find(|entry| entry.key == key),
        Value::Null | Value::Scalar(_) | Value::List(_) => None,
    }
}

/// The boards of the table or of a player.
fn expand(holder: &mut Node, copy: u32, words: &ValueFormat<'_>, report: &mut Report) {
    let Some(boards) = entry(holder, "boards") else {
        return;
    };
    let Value::Map(boards) = &mut boards.value.value else {
        return;
    };
    for board in Arc::make_mut(boards).iter_mut() {
        let Some(picture) = board.value.get("picture") else {
            continue;
        };
        let drawn = Picture {
            board: &board.key,
            picture,
            legend: board.value.get("legend"),
        };
        match drawn.spaces(words, copy) {
            Ok(spaces) => board.value.value = Value::Map(Arc::new(spaces.into())),
            Err(diagnostic) => {
                report.push(*diagnostic);
                board.value.value = Value::Map(Arc::default());
            }
        }
    }
}

/// A picture with its legend.
struct Picture<'a> {
    board: &'a str,
    picture: &'a Node,
    legend: Option<&'a Node>,
}

impl Picture<'_> {
    /// Returns the entries of each space, as if they had been written there.
    fn spaces(&self, words: &ValueFormat<'_>, copy: u32) -> Result<Vec<Entry>, Box<Diagnostic>> {
        let picture = self.picture.as_text()?;
        let rows = self.rows(words, copy)?;
        let lines = lines(picture);
        if lines.len() != rows.len() {
            let message = format!(
                "`{}` has {} rows, not {}",
                self.board,
                rows.len(),
                lines.len()
            );
            return Err(self.wrong(message, self.picture.span));
        }
        let mut spaces = Vec::new();
        for (marks, row) in lines.iter().zip(&rows) {
            if marks.len() != row.len() {
                let message = format!("this row has {} spaces, not {}", row.len(), marks.len());
                let span = marks.first().map_or(self.picture.span, |(_, span)| *span);
                return Err(self.wrong(message, span));
            }
            for ((mark, span), space) in marks.iter().zip(row) {
                if *mark != AS_IT_IS {
                    spaces.push(Entry {
                        key: space.clone(),
                        key_span: *span,
                        value: self.meant(mark, *span)?,
                    });
                }
            }
        }
        Ok(spaces)
    }

    fn meant(&self, mark: &str, span: Span) -> Result<Node, Box<Diagnostic>> {
        let meant = self.legend.and_then(|legend| legend.get(mark));
        let meant = meant.ok_or_else(|| {
            let message = format!("`{mark}` is not in the legend");
            self.wrong(message, span)
        })?;
        Ok(Node {
            span,
            value: meant.value.clone(),
        })
    }

    /// The spaces of each row of the board, from west to east.
    fn rows(
        &self,
        words: &ValueFormat<'_>,
        copy: u32,
    ) -> Result<Vec<Vec<String>>, Box<Diagnostic>> {
        let boards = &words.program.layout.boards;
        let mut boards = boards.entries();
        let board = boards.find(|(_, board)| board.name == self.board && copy < board.copies);
        let used = board.and_then(|(id, board)| Some((board.shape, words.layout(id, copy)?)));
        let Some((shape, layout)) = used else {
            let message = format!("`{}` is no board that is laid out here", self.board);
            return Err(self.wrong(message, self.picture.span));
        };
        let row = |(x, y): (i32, i32)| match shape {
            BoardShape::Grid => Some(y),
            BoardShape::Hex => Some(2 * y + x),
            BoardShape::Ring | BoardShape::Row => Some(0),
            BoardShape::Graph => None,
        };
        let mut rows: BTreeMap<i32, BTreeMap<(i32, usize), String>> = BTreeMap::new();
        for (nth, (id, at)) in layout.ids.iter().zip(&layout.at).enumerate() {
            let Some(row) = row(*at) else {
                let message = "a graph has no rows: name its spaces";
                return Err(self.wrong(message.to_owned(), self.picture.span));
            };
            rows.entry(row).or_default().insert((at.0, nth), id.clone());
        }
        let rows = rows.into_values();
        Ok(rows.map(|row| row.into_values().collect()).collect())
    }

    fn wrong(&self, message: String, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(Code::RULING_POSITION, message).at(span, ""))
    }
}

/// The marks of each line that has any, each with its place.
fn lines(picture: &Scalar) -> Vec<Vec<(&str, Span)>> {
    let text = picture.text();
    let at = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let marks = |line| {
        let marks = str::split_whitespace(line);
        let marks = marks.map(|mark| (mark, picture.span(at(mark), at(mark) + mark.len())));
        marks.collect::<Vec<_>>()
    };
    let lines = text.lines().map(marks);
    lines.filter(|marks| !marks.is_empty()).collect()
}

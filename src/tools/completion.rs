//! The words that can be typed about a game: its names, the language's, and what may stand after a dot.

use std::collections::{BTreeMap, BTreeSet};

use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::Symbol;
use ludex_pipeline::Checked;
use ludex_rules::game::Holder;
use ludex_rules::ids::PlayerId;
use ludex_rules::ops::{FOLDS, QUERIES};
use ludex_rules::verbs::VERBS;
use ludex_syntax::keywords;

/// The candidates for completion, by context.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Words that stand alone.
    alone: BTreeSet<String>,
    /// Words that may stand after a dot when no more is known.
    after_dot: BTreeSet<String>,
    /// Words after a player's dot.
    of_player: BTreeSet<String>,
    /// Ids of spaces after each board's dot.
    of_board: BTreeMap<String, BTreeSet<String>>,
    /// The names after `option.`
    of_option: BTreeSet<String>,
    /// Members of each kind, and the kind of each row.
    of_kind: Vec<BTreeSet<String>>,
    rows: BTreeMap<String, usize>,
}

impl Candidates {
    /// The words of a game.
    #[must_use]
    pub fn of(checked: &Checked, players: u8) -> Candidates {
        let mut words = Candidates {
            of_kind: vec![BTreeSet::new(); checked.game().kinds.len()],
            ..Candidates::default()
        };
        for (symbol, definition) in checked.names.semantics.definitions() {
            words.add(checked, symbol, &definition.name);
        }
        for (id, kind) in (0..).zip(&checked.game().kinds) {
            // Copies of a row have ids of their own, which no table writes.
            let ids = kind.rows.iter().map(|row| row.id.clone());
            words.alone.extend(ids.clone());
            words.rows.extend(ids.map(|row| (row, id)));
        }
        let built_in = keywords::with(keywords::ASKED)
            .chain(QUERIES.iter().map(|row| row.name))
            .chain(VERBS.iter().map(|row| row.name))
            .chain(FOLDS.iter().map(|row| row.name));
        words.alone.extend(built_in.map(str::to_owned));
        let seats = PlayerId::first(players).map(|seat| seat.to_string());
        words.alone.extend(seats);
        words.add_spaces(checked);
        words
    }

    /// Adds what has a name, wherever the name may be typed.
    fn add(&mut self, checked: &Checked, symbol: Symbol, name: &str) {
        match symbol {
            Symbol::Declared(Decl::Option(_)) => {
                self.of_option.insert(name.to_owned());
                self.after_dot.insert(name.to_owned());
            }
            Symbol::Declared(decl) => {
                self.alone.insert(name.to_owned());
                self.after_dot.insert(name.to_owned());
                if is_players(checked, decl) {
                    self.of_player.insert(name.to_owned());
                }
            }
            // No rule can name what holds hooks.
            Symbol::KindMember(_, MemberDecl::Hooks) => {}
            Symbol::KindMember(kind, _) => {
                self.of_kind[kind.index()].insert(name.to_owned());
                self.after_dot.insert(name.to_owned());
            }
            Symbol::SpaceMember(..) => {
                self.after_dot.insert(name.to_owned());
            }
            Symbol::EnumValue(..) => {
                self.alone.insert(name.to_owned());
            }
            Symbol::Row(kind, _) => {
                self.alone.insert(name.to_owned());
                self.rows.insert(name.to_owned(), kind.index());
            }
            Symbol::Space(..) | Symbol::Direction(..) | Symbol::Local(_) | Symbol::BuiltIn(_) => {}
        }
    }

    /// Adds the spaces of all boards, which stand behind a dot.
    fn add_spaces(&mut self, checked: &Checked) {
        for board in &checked.game().boards {
            let spaces = board.layouts.iter().flat_map(|layout| &layout.spaces);
            // What begins with a digit is no name of the language.
            let named =
                spaces.filter(|space| !space.id.starts_with(|one: char| one.is_ascii_digit()));
            let ids: BTreeSet<String> = named.map(|space| space.id.to_string()).collect();
            if board.per_player {
                self.of_player.extend(ids.iter().cloned());
            }
            self.of_board.insert(board.name.clone(), ids);
        }
    }

    /// The words after the dot that a text ends with.
    fn after(&self, before: &str, is_word: impl Fn(char) -> bool) -> &BTreeSet<String> {
        let path = before.trim_end_matches('.');
        let base = &path[path.trim_end_matches(is_word).len()..];
        let is_seat = |seat: &str| PlayerId::read(seat).is_some();
        let row = self.rows.get(base).and_then(|kind| self.of_kind.get(*kind));
        match (base, row) {
            ("you", _) => &self.of_player,
            ("option", _) => &self.of_option,
            (seat, _) if seat.strip_prefix('P').is_some_and(is_seat) => &self.of_player,
            (_, Some(members)) => members,
            (board, None) => self.of_board.get(board).unwrap_or(&self.after_dot),
        }
    }

    /// Returns the start of the word before a place of a line, and its completions in alphabetical order.
    #[must_use]
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let typed = before.trim_end_matches(is_word).len();
        let word = &before[typed..];
        let words = if before[..typed].ends_with('.') {
            self.after(&before[..typed], is_word)
        } else {
            &self.alone
        };
        let fits = words.iter().filter(|one| one.starts_with(word));
        (typed, fits.cloned().collect())
    }
}

/// Tells whether a name may follow a player: each player has one of it.
fn is_players(checked: &Checked, decl: Decl) -> bool {
    let game = checked.game();
    match decl {
        Decl::Place(id) => game.places[id.index()].holder == Holder::Player,
        Decl::Var(id) => game.vars[id.index()].holder == Holder::Player,
        Decl::Board(id) => game.boards[id.index()].per_player,
        Decl::Enum(_)
        | Decl::Kind(_)
        | Decl::Sort(_)
        | Decl::Table(_)
        | Decl::Moment(_)
        | Decl::Effect(_)
        | Decl::Query(_)
        | Decl::Action(_)
        | Decl::Option(_) => false,
    }
}

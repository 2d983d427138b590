//! The subjects of a report: all rows of a game by number, and which of them an option names.

use ludex_program::Program;
use ludex_program::ids::{PieceId, SiteId};
use ludex_rules::decision::{Answer, PLAIN};
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, KindId};
use ludex_rules::table::{self, Table};
use ludex_rules::types::Type;

/// A row, or all pieces of a kind without rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The kind or record.
    pub kind: String,
    /// The row's id, which all copies of it share; none for a kind without rows.
    pub id: Option<String>,
    /// It is a row of a record: it lies nowhere.
    pub is_record: bool,
}

/// The rows of a game, and which values of options name them.
#[derive(Clone, Debug)]
pub struct Subjects {
    /// The rows, kind by kind.
    pub all: Vec<Subject>,
    /// The answers apart from rows: actions, and the plain answers of each question.
    pub answers: Vec<String>,
    /// For each piece: its row.
    of_piece: Table<PieceId, usize>,
    /// For each kind: the number of each of its rows among `all`; copies of a row share one.
    of_kind: Table<KindId, Vec<usize>>,
    /// For each action and each question: the values that name rows.
    by_action: Table<ActionId, Vec<(usize, Values)>>,
    by_site: Table<SiteId, Vec<(usize, Values)>>,
}

/// Says how a value names a row.
#[derive(Clone, Copy, Debug)]
enum Values {
    /// It is a piece's number.
    Piece,
    /// It is a row's number in a record.
    Record(KindId),
}

impl Subjects {
    /// Finds the rows of a game.
    #[must_use]
    pub fn of(program: &Program) -> Subjects {
        let mut subjects = Subjects {
            all: Vec::new(),
            answers: program
                .actions
                .iter()
                .map(|action| action.name.clone())
                .collect(),
            of_piece: Table::filled(program.layout.piece_kind.len(), 0),
            of_kind: Table::new(),
            by_action: Table::new(),
            by_site: Table::new(),
        };
        for number in program.layout.kinds.ids() {
            subjects.add_kind(program, number);
        }
        let actions = program.actions.iter();
        subjects.by_action = actions
            .map(|action| naming(action.params.iter().map(|(_, ty)| ty)))
            .collect();
        let sites = program.sites.iter();
        subjects.by_site = sites.map(|site| naming(site.ask.types().iter())).collect();
        for site in &program.sites {
            for (_, word) in PLAIN {
                subjects
                    .answers
                    .push(format!("{}: {word}", site.prompt.text));
            }
        }
        subjects
    }

    fn add_kind(&mut self, program: &Program, number: KindId) {
        let kind = &program.layout.kinds[number];
        let ids = &program.names.rows[number];
        let first = self.all.len();
        let row = |id: Option<&String>| Subject {
            kind: kind.name.clone(),
            id: id.cloned(),
            is_record: kind.is_record,
        };
        if kind.is_any || kind.count == 0 {
            self.of_kind.push(Vec::new());
            return;
        }
        let mut numbers: Vec<usize> = Vec::new();
        if ids.is_empty() {
            self.all.push(row(None));
            numbers.push(first);
        }
        for id in ids {
            let written = program.names.copies.get(id).unwrap_or(id);
            let known = self.all[first..]
                .iter()
                .position(|one| one.id.as_ref() == Some(written));
            numbers.push(first + known.unwrap_or(self.all.len() - first));
            if known.is_none() {
                self.all.push(row(Some(written)));
            }
        }
        if !kind.is_record {
            for (n, piece) in table::ids(kind.pieces()).enumerate() {
                self.of_piece[piece] = numbers[n % numbers.len()];
            }
        }
        self.of_kind.push(numbers);
    }

    /// The row of a piece.
    #[must_use]
    pub fn of_piece(&self, piece: PieceId) -> usize {
        self.of_piece[piece]
    }

    /// Calls with each row that an option names, and with the piece when it is one.
    pub fn named(
        &self,
        site: SiteId,
        answer: Answer,
        values: &[i32],
        mut each: impl FnMut(usize, Option<PieceId>),
    ) {
        let naming = match answer {
            Answer::Action(action) => &self.by_action[action],
            Answer::Values => &self.by_site[site],
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass | Answer::Entry(_) => return,
        };
        for (at, how) in naming {
            let value = values.get(*at).copied().unwrap_or(NONE);
            if let Some(row) = self.row(*how, value) {
                let is_piece = matches!(how, Values::Piece);
                each(row, is_piece.then_some(PieceId::from_value(value)));
            }
        }
    }

    fn row(&self, how: Values, value: i32) -> Option<usize> {
        match how {
            Values::Piece => self.of_piece.get(PieceId::from_value(value)).copied(),
            Values::Record(kind) => {
                let row = usize::try_from(value).ok()?;
                self.of_kind[kind].get(row).copied()
            }
        }
    }

    /// The number of an answer among `answers`; none for values and entries, which are no words.
    #[must_use]
    pub fn answer(&self, site: SiteId, answer: Answer) -> Option<usize> {
        let plain = |word: usize| self.by_action.len() + site.index() * 4 + word;
        match answer {
            Answer::Action(action) => Some(action.index()),
            Answer::Done => Some(plain(0)),
            Answer::Yes => Some(plain(1)),
            Answer::No => Some(plain(2)),
            Answer::Pass => Some(plain(3)),
            Answer::Values | Answer::Entry(_) => None,
        }
    }
}

/// The values among some types that name rows.
fn naming<'a>(types: impl Iterator<Item = &'a Type>) -> Vec<(usize, Values)> {
    let how = |ty: &Type| match ty.required() {
        Type::Piece(_) => Some(Values::Piece),
        Type::Row(kind) => Some(Values::Record(*kind)),
        Type::Int
        | Type::Bool
        | Type::Player
        | Type::Enum(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Space(_)
        | Type::Place(_)
        | Type::Direction(_)
        | Type::Placement(_)
        | Type::Shape
        | Type::Text
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => None,
    };
    let types = types.enumerate();
    types
        .filter_map(|(at, ty)| how(ty).map(|how| (at, how)))
        .collect()
}

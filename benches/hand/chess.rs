//! Chess by hand: a mailbox of ten by twelve, moves made and taken back, and legal by trying.
//!
//! Nothing is left to chance and no game is played here: the twin counts lines of legal moves. It knows no draws, for none
//! comes within the depths that are counted.

/// Ten squares a row and two rows beyond each edge, so that no step of a knight leaves the array.
const WIDTH: i16 = 10;
const MAILBOX: usize = 120;
const NORTH: i16 = -WIDTH;
const SOUTH: i16 = WIDTH;
const STRAIGHT: [i16; 4] = [NORTH, 1, SOUTH, -1];
const SLANTING: [i16; 4] = [NORTH + 1, SOUTH + 1, SOUTH - 1, NORTH - 1];
const AROUND: [i16; 8] = [
    NORTH,
    NORTH + 1,
    1,
    SOUTH + 1,
    SOUTH,
    SOUTH - 1,
    -1,
    NORTH - 1,
];
const LEAPS: [i16; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];
const PROMOTED: [Sort; 4] = [Sort::Queen, Sort::Rook, Sort::Bishop, Sort::Knight];

/// A square by its place in the mailbox: a8 is 21, h1 is 98.
type Square = i16;

const A8: Square = 21;
const E8: Square = 25;
const A1: Square = 91;
const E1: Square = 95;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    White,
    Black,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Beyond,
    Empty,
    Man(Side, Sort),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sense {
    Plain,
    DoubleStep,
    EnPassant,
    Castle,
    Promote(Sort),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Move {
    from: Square,
    to: Square,
    sense: Sense,
}

/// What a move can't tell of the position before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Undo {
    taken: Cell,
    passed: Option<Square>,
    castles: [[bool; 2]; 2],
}

/// Moves of one position; none has more than 218.
#[derive(Debug)]
pub(crate) struct Moves {
    items: [Move; 256],
    len: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Position {
    cells: [Cell; MAILBOX],
    turn: Side,
    kings: [Square; 2],
    /// By side, then king's side and queen's side.
    castles: [[bool; 2]; 2],
    /// The square that a pawn just passed over with a double step.
    passed: Option<Square>,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    fn ahead(self) -> i16 {
        match self {
            Side::White => NORTH,
            Side::Black => SOUTH,
        }
    }

    /// The rank on which its pawns begin, counted from the north.
    fn pawn_row(self) -> i16 {
        match self {
            Side::White => 6,
            Side::Black => 1,
        }
    }

    /// Where its king begins.
    fn home(self) -> Square {
        match self {
            Side::White => E1,
            Side::Black => E8,
        }
    }
}

impl Moves {
    fn new() -> Moves {
        let none = Move {
            from: 0,
            to: 0,
            sense: Sense::Plain,
        };
        Moves {
            items: [none; 256],
            len: 0,
        }
    }

    fn push(&mut self, from: Square, to: Square, sense: Sense) {
        self.items[self.len] = Move { from, to, sense };
        self.len += 1;
    }
}

impl std::ops::Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.items[..self.len]
    }
}

/// The row of a square, 0 in the north.
fn row(square: Square) -> i16 {
    square / WIDTH - 2
}

/// As players write it: e4.
pub(crate) fn name_of(square: Square) -> String {
    let file = (b'a' + (square % WIDTH - 1) as u8) as char;
    format!("{file}{}", 8 - row(square))
}

impl Position {
    /// Reads the first four fields of Forsyth-Edwards notation; the rest says nothing about legal moves.
    pub(crate) fn from_fen(fen: &str) -> Option<Position> {
        let mut fields = fen.split(' ');
        let mut position = Position {
            cells: [Cell::Beyond; MAILBOX],
            turn: Side::White,
            kings: [0; 2],
            castles: [[false; 2]; 2],
            passed: None,
        };
        for (row, line) in fields.next()?.split('/').enumerate() {
            position.read_row(A8 + WIDTH * row as i16, line)?;
        }
        if fields.next()? == "b" {
            position.turn = Side::Black;
        }
        let castles = fields.next()?;
        let may = |letter: char| castles.contains(letter);
        position.castles = [[may('K'), may('Q')], [may('k'), may('q')]];
        position.passed = match fields.next()?.as_bytes() {
            [file, rank] => Some(A8 + (file - b'a') as i16 + WIDTH * (b'8' - rank) as i16),
            _ => None,
        };
        Some(position)
    }

    fn read_row(&mut self, first: Square, line: &str) -> Option<()> {
        let mut at = first;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10) {
                let end = at + empty as i16;
                self.cells[at as usize..end as usize].fill(Cell::Empty);
                at = end;
                continue;
            }
            let side = if letter.is_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            let sort = match letter.to_ascii_lowercase() {
                'p' => Sort::Pawn,
                'n' => Sort::Knight,
                'b' => Sort::Bishop,
                'r' => Sort::Rook,
                'q' => Sort::Queen,
                'k' => Sort::King,
                _ => return None,
            };
            if sort == Sort::King {
                self.kings[side as usize] = at;
            }
            self.cells[at as usize] = Cell::Man(side, sort);
            at += 1;
        }
        Some(())
    }

    pub(crate) fn turn(&self) -> Side {
        self.turn
    }

    /// Whether a side may still castle: king's side, queen's side.
    pub(crate) fn castles(&self, side: Side) -> [bool; 2] {
        self.castles[side as usize]
    }

    pub(crate) fn passed(&self) -> Option<Square> {
        self.passed
    }

    /// The men by the squares where they stand.
    pub(crate) fn men(&self) -> impl Iterator<Item = (Square, Side, Sort)> {
        let squares = (A8..A1 + WIDTH).zip(&self.cells[A8 as usize..]);
        squares.filter_map(|(square, cell)| match cell {
            Cell::Man(side, sort) => Some((square, *side, *sort)),
            Cell::Beyond | Cell::Empty => None,
        })
    }

    /// Counts the lines of legal moves of a depth.
    pub(crate) fn perft(&mut self, depth: usize) -> u64 {
        let moves = self.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut lines = 0;
        for made in moves.iter() {
            let undo = self.make(*made);
            lines += self.perft(depth - 1);
            self.unmake(*made, undo);
        }
        lines
    }

    /// Lists the legal moves: each is tried.
    pub(crate) fn legal_moves(&mut self) -> Moves {
        let tried = self.moves();
        let mut legal = Moves::new();
        let side = self.turn;
        for one in tried.iter() {
            let undo = self.make(*one);
            if !self.is_attacked(self.kings[side as usize], side.other()) {
                legal.push(one.from, one.to, one.sense);
            }
            self.unmake(*one, undo);
        }
        legal
    }

    /// Lists the moves without regard to the own king's safety, but for castling.
    fn moves(&self) -> Moves {
        let mut moves = Moves::new();
        for from in A8..A1 + WIDTH {
            let Cell::Man(side, sort) = self.cells[from as usize] else {
                continue;
            };
            if side != self.turn {
                continue;
            }
            match sort {
                Sort::Pawn => self.pawn_moves(from, &mut moves),
                Sort::Knight => self.steps(from, &LEAPS, &mut moves),
                Sort::Bishop => self.slides(from, &SLANTING, &mut moves),
                Sort::Rook => self.slides(from, &STRAIGHT, &mut moves),
                Sort::Queen => self.slides(from, &AROUND, &mut moves),
                Sort::King => {
                    self.steps(from, &AROUND, &mut moves);
                    self.castlings(from, &mut moves);
                }
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Moves) {
        let ahead = self.turn.ahead();
        let one = from + ahead;
        if self.cells[one as usize] == Cell::Empty {
            self.pawn_to(from, one, moves);
            let two = one + ahead;
            if row(from) == self.turn.pawn_row() && self.cells[two as usize] == Cell::Empty {
                moves.push(from, two, Sense::DoubleStep);
            }
        }
        for to in [one - 1, one + 1] {
            if self.is_of(to, self.turn.other()) {
                self.pawn_to(from, to, moves);
            } else if self.passed == Some(to) {
                moves.push(from, to, Sense::EnPassant);
            }
        }
    }

    fn pawn_to(&self, from: Square, to: Square, moves: &mut Moves) {
        if matches!(row(to), 0 | 7) {
            for sort in PROMOTED {
                moves.push(from, to, Sense::Promote(sort));
            }
        } else {
            moves.push(from, to, Sense::Plain);
        }
    }

    fn steps(&self, from: Square, steps: &[i16], moves: &mut Moves) {
        for step in steps {
            let to = from + step;
            if self.cells[to as usize] == Cell::Empty || self.is_of(to, self.turn.other()) {
                moves.push(from, to, Sense::Plain);
            }
        }
    }

    fn slides(&self, from: Square, steps: &[i16], moves: &mut Moves) {
        for step in steps {
            let mut to = from + step;
            while self.cells[to as usize] == Cell::Empty {
                moves.push(from, to, Sense::Plain);
                to += step;
            }
            if self.is_of(to, self.turn.other()) {
                moves.push(from, to, Sense::Plain);
            }
        }
    }

    fn castlings(&self, home: Square, moves: &mut Moves) {
        let [king_side, queen_side] = self.castles[self.turn as usize];
        let other = self.turn.other();
        let is_empty = |steps: &[i16]| {
            let mut squares = steps.iter().map(|step| home + step);
            squares.all(|square| self.cells[square as usize] == Cell::Empty)
        };
        if !king_side && !queen_side || self.is_attacked(home, other) {
            return;
        }
        if king_side && is_empty(&[1, 2]) && !self.is_attacked(home + 1, other) {
            moves.push(home, home + 2, Sense::Castle);
        }
        if queen_side && is_empty(&[-1, -2, -3]) && !self.is_attacked(home - 1, other) {
            moves.push(home, home - 2, Sense::Castle);
        }
    }

    fn is_of(&self, square: Square, wanted: Side) -> bool {
        matches!(self.cells[square as usize], Cell::Man(side, _) if side == wanted)
    }

    /// Whether a side attacks a square.
    fn is_attacked(&self, square: Square, by: Side) -> bool {
        let stands = |step: &i16, sort| self.cells[(square + step) as usize] == Cell::Man(by, sort);
        let behind = -by.ahead();
        [behind - 1, behind + 1]
            .iter()
            .any(|step| stands(step, Sort::Pawn))
            || LEAPS.iter().any(|step| stands(step, Sort::Knight))
            || AROUND.iter().any(|step| stands(step, Sort::King))
            || self.is_attacked_along(square, by, &STRAIGHT, Sort::Rook)
            || self.is_attacked_along(square, by, &SLANTING, Sort::Bishop)
    }

    fn is_attacked_along(&self, square: Square, by: Side, steps: &[i16], sort: Sort) -> bool {
        steps.iter().any(|step| {
            let mut at = square + step;
            while self.cells[at as usize] == Cell::Empty {
                at += step;
            }
            let met = self.cells[at as usize];
            met == Cell::Man(by, sort) || met == Cell::Man(by, Sort::Queen)
        })
    }

    /// Makes a move; what it returns takes it back.
    pub(crate) fn make(&mut self, made: Move) -> Undo {
        let Move { from, to, sense } = made;
        let undo = Undo {
            taken: self.cells[to as usize],
            passed: self.passed.take(),
            castles: self.castles,
        };
        let side = self.turn;
        let man = self.cells[from as usize];
        self.cells[from as usize] = Cell::Empty;
        self.cells[to as usize] = man;
        match sense {
            Sense::Plain => {}
            Sense::DoubleStep => self.passed = Some(from + side.ahead()),
            Sense::EnPassant => self.cells[(to - side.ahead()) as usize] = Cell::Empty,
            Sense::Castle => self.swap_rook(from, to),
            Sense::Promote(sort) => self.cells[to as usize] = Cell::Man(side, sort),
        }
        if man == Cell::Man(side, Sort::King) {
            self.kings[side as usize] = to;
        }
        self.lose_castling(from);
        self.lose_castling(to);
        self.turn = side.other();
        undo
    }

    fn unmake(&mut self, made: Move, undo: Undo) {
        let Move { from, to, sense } = made;
        self.turn = self.turn.other();
        let side = self.turn;
        let man = match sense {
            Sense::Promote(_) => Cell::Man(side, Sort::Pawn),
            Sense::Plain | Sense::DoubleStep | Sense::EnPassant | Sense::Castle => {
                self.cells[to as usize]
            }
        };
        self.cells[from as usize] = man;
        self.cells[to as usize] = undo.taken;
        match sense {
            Sense::EnPassant => {
                let pawn = Cell::Man(side.other(), Sort::Pawn);
                self.cells[(to - side.ahead()) as usize] = pawn;
            }
            Sense::Castle => self.swap_rook(from, to),
            Sense::Plain | Sense::DoubleStep | Sense::Promote(_) => {}
        }
        if man == Cell::Man(side, Sort::King) {
            self.kings[side as usize] = from;
        }
        (self.passed, self.castles) = (undo.passed, undo.castles);
    }

    /// Brings the rook to the square that the king passes, or back.
    fn swap_rook(&mut self, from: Square, to: Square) {
        let corner = if to > from { to + 1 } else { to - 2 };
        self.cells.swap(corner as usize, ((from + to) / 2) as usize);
    }

    /// A king or rook that leaves its square, or is taken there, castles no more.
    fn lose_castling(&mut self, square: Square) {
        for side in [Side::White, Side::Black] {
            match square - side.home() {
                0 => self.castles[side as usize] = [false; 2],
                3 => self.castles[side as usize][0] = false,
                -4 => self.castles[side as usize][1] = false,
                _ => {}
            }
        }
    }
}

impl Move {
    /// As the example of the language calls it.
    pub(crate) fn label(self) -> String {
        let (from, to) = (name_of(self.from), name_of(self.to));
        match self.sense {
            Sense::Plain | Sense::DoubleStep => format!("go {from} {to}"),
            Sense::EnPassant => format!("en_passant {from} {to}"),
            Sense::Castle if self.to > self.from => "castle king_side".to_owned(),
            Sense::Castle => "castle queen_side".to_owned(),
            Sense::Promote(sort) => format!("promote {from} {to} {}", sort.name()),
        }
    }
}

impl Sort {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::Pawn => "pawn",
            Sort::Knight => "knight",
            Sort::Bishop => "bishop",
            Sort::Rook => "rook",
            Sort::Queen => "queen",
            Sort::King => "king",
        }
    }
}

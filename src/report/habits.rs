//! Words of other languages and of everyday speech, by where they stand: what is written here instead.
//!
//! The one table of such words. It is asked only for words that mean nothing where they stand, so that a game may use any of
//! them as a name.

use crate::diagnostic::Diagnostic;

/// The sort of thing that a word was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A type: `name: string`.
    Type,
    /// A value: `here.taken = null`.
    Value,
    /// The first word of a statement: `break`.
    Statement,
    /// A query with arguments: `length(hand)`.
    Query,
    /// A question about a collection: `max(x in hand : x.cost)`.
    Fold,
    /// The order of a place: `deck of card`.
    Order,
    /// The form of a board: `square of 7 by 6`.
    Board,
    /// Whoever sees a place: `seen by me`.
    Viewer,
    /// A key of a row: `count: 3`.
    Attribute,
}

/// A row: where, the words, the word that takes their place when there is one, and what to say.
type HabitRow = (
    Position,
    &'static [&'static str],
    Option<&'static str>,
    &'static str,
);

use Position::{Attribute, Board, Fold, Order, Query, Statement, Type, Value, Viewer};

const HABITS: &[HabitRow] = &[
    (
        Type,
        &["string", "str", "String", "words"],
        Some("text"),
        "words for people are of type `text`",
    ),
    (
        Type,
        &[
            "integer", "Integer", "Int", "number", "num", "float", "double", "real", "natural",
        ],
        Some("int"),
        "a number is an `int`, with bounds where it has some: `int 0..9`",
    ),
    (
        Type,
        &["boolean", "Boolean", "Bool", "flag"],
        Some("bool"),
        "yes or no is of type `bool`",
    ),
    (
        Type,
        &["Player", "person"],
        Some("player"),
        "one of the players is a `player`",
    ),
    (
        Type,
        &[
            "list", "array", "deck", "pile", "hand", "stack", "map", "dict",
        ],
        None,
        "pieces lie in places: `place hand per player: list of card`; a number for each value of an enum is `var amount[colour]: int`",
    ),
    (
        Value,
        &[
            "null",
            "nil",
            "nothing",
            "undefined",
            "None",
            "Null",
            "empty",
        ],
        Some("none"),
        "no value is `none`",
    ),
    (
        Value,
        &["True", "TRUE", "yes"],
        Some("true"),
        "write `true`",
    ),
    (
        Value,
        &["False", "FALSE", "no"],
        Some("false"),
        "write `false`",
    ),
    (
        Value,
        &[
            "me",
            "myself",
            "I",
            "player",
            "current_player",
            "active_player",
            "currentPlayer",
            "my",
        ],
        Some("you"),
        "the acting player is `you`; a player's own things are named without it: `money`",
    ),
    (
        Value,
        &["self", "it", "itself"],
        Some("this"),
        "the piece or row that a text belongs to is `this`",
    ),
    (
        Value,
        &["everyone", "everybody", "all_players", "anyone"],
        Some("players"),
        "all players are `players`",
    ),
    (
        Value,
        &["winner", "winners", "loser"],
        None,
        "who wins follows from the result: `result { score … high }`; `finish` ends the game",
    ),
    (
        Statement,
        &["break", "leave"],
        Some("stop"),
        "a loop is left by `stop`",
    ),
    (
        Statement,
        &["next_iteration"],
        Some("continue"),
        "the next round of a loop begins with `continue`",
    ),
    (
        Statement,
        &[
            "end",
            "exit",
            "quit",
            "gameover",
            "game_over",
            "endgame",
            "over",
        ],
        None,
        "the game is ended by `finish`",
    ),
    (
        Statement,
        &[
            "print", "log", "say", "write", "echo", "message", "announce", "output", "tell",
        ],
        None,
        "nothing is printed: the log tells what is done; text in quotes may follow `choose`, `offer`, `may` and `require`",
    ),
    (
        Statement,
        &["skip", "noop", "nothing", "none"],
        None,
        "what does nothing is an empty block: `{ }`",
    ),
    (
        Statement,
        &["deal"],
        Some("draw"),
        "pieces are dealt by `draw 3 from deck to hand`",
    ),
    (
        Statement,
        &[
            "discard",
            "give",
            "take",
            "put",
            "place",
            "play",
            "pick",
            "push",
            "pop",
            "remove",
            "return_to",
        ],
        None,
        "a piece goes somewhere by `move x to discards`, several by `draw 2 from deck to hand` or `move_all hand to discards`",
    ),
    (
        Statement,
        &[
            "add",
            "increase",
            "increment",
            "earn",
            "get",
            "receive",
            "inc",
        ],
        None,
        "a number grows by `gain 2 money`, as far as its bounds allow, or by `money += 2`",
    ),
    (
        Statement,
        &["subtract", "decrease", "decrement", "pay", "spend", "dec"],
        None,
        "a number falls by `lose 2 money`, as far as its bounds allow, or by `money -= 2`",
    ),
    (
        Statement,
        &["set", "assign", "change"],
        None,
        "a variable gets a value by `money = 3`",
    ),
    (
        Statement,
        &["var", "const", "local"],
        Some("let"),
        "a local name is made by `let x = …`",
    ),
    (
        Statement,
        &["flip", "reverse", "turn"],
        None,
        "the order of a place is reversed by `turn_over PLACE`; a flag of a piece is set: `card.up = true`",
    ),
    (
        Statement,
        &["mix", "randomize", "randomise", "riffle"],
        Some("shuffle"),
        "write `shuffle deck`",
    ),
    (
        Statement,
        &["roll", "dice", "die"],
        None,
        "keep what is rolled: `let n = roll(1, 6)`",
    ),
    (
        Statement,
        &["swap", "exchange"],
        None,
        "keep one of them first: `let x = …`, then move both",
    ),
    (
        Statement,
        &["switch", "match", "case", "select"],
        None,
        "write `if … { } else if … { } else { }`",
    ),
    (
        Statement,
        &["loop", "do", "forever", "until"],
        None,
        "write `repeat { … }`, `repeat 3 { … }` or `while … { … }`",
    ),
    (
        Statement,
        &["wait", "delay"],
        None,
        "what comes later waits for a moment: `later end_of_turn { … }`",
    ),
    (
        Statement,
        &["ask", "prompt", "input"],
        None,
        "players are asked by `choose x from … \"…\"`, `may \"…\" { … }` and `offer p: ACTION`",
    ),
    (
        Statement,
        &[
            "call",
            "run",
            "invoke",
            "trigger",
            "emit",
            "fire",
            "do_effect",
        ],
        None,
        "an effect is done by its name alone: `played(card)`",
    ),
    (
        Statement,
        &[
            "copy",
            "clone",
            "create",
            "make",
            "new",
            "spawn",
            "duplicate",
        ],
        None,
        "no piece is made in play: tokens are rows with a `count` that wait in a place; the hooks of another row live by a field, `active in PLACE as FIELD`",
    ),
    (
        Statement,
        &["offer"],
        None,
        "say to whom: `offer you: a or b`, or to all who want to, `offer any of players: a or b`",
    ),
    (
        Statement,
        &["assume", "claim", "deduce", "know", "knows"],
        Some("believe"),
        "what is so of pieces that are not seen is told to all by `believe CONDITION`",
    ),
    (
        Statement,
        &["assert", "check", "ensure"],
        None,
        "what an action asks for stands at its head: `require … \"why not\"`",
    ),
    (
        Statement,
        &["win", "wins", "winner", "winners", "victory"],
        None,
        "who wins follows from the result: `result { score … high }`; `finish` ends the game",
    ),
    (
        Query,
        &["length", "len", "sizeof", "number_of", "amount"],
        Some("size"),
        "how many there are is `size(hand)`",
    ),
    (
        Query,
        &["rand", "randint", "random_int", "dice"],
        Some("roll"),
        "a number by chance is `roll(1, 6)`",
    ),
    (
        Query,
        &["index_of", "indexOf"],
        Some("position"),
        "its number in its place is `position(x)`",
    ),
    (
        Query,
        &["contains", "includes", "member"],
        None,
        "membership is asked by `x in hand` or `hand has x`",
    ),
    (
        Query,
        &["adjacent", "neighbors", "adjacents"],
        Some("neighbours"),
        "the spaces beside are `neighbours(here)`",
    ),
    (
        Query,
        &["empty", "is_empty", "isEmpty"],
        None,
        "write `size(…) == 0`",
    ),
    (
        Query,
        &["prev", "before"],
        Some("previous"),
        "the player before is `previous(p)`",
    ),
    (
        Query,
        &["total"],
        None,
        "write `sum(x in … : …)`; of what is chosen together, `sum(x in chosen : …)`",
    ),
    (
        Fold,
        &["max", "maximum", "highest", "biggest", "largest"],
        Some("most"),
        "the largest number is `most(x in … : …)`, who has it is `greatest(x in … : …)`",
    ),
    (
        Fold,
        &["min", "minimum", "lowest", "smallest"],
        Some("least"),
        "the smallest number is `least(x in … : …)`, who has it is `fewest(x in … : …)`",
    ),
    (
        Fold,
        &["exists", "exist", "some", "contains"],
        Some("any"),
        "whether there is one is `any(x in … where …)`",
    ),
    (
        Fold,
        &["forall", "for_all", "each", "all"],
        Some("every"),
        "whether it holds for all is `every(x in … : …)`",
    ),
    (
        Fold,
        &["no", "none_of", "not_any"],
        Some("nothing"),
        "whether there is none is `nothing(x in … where …)`",
    ),
    (
        Fold,
        &["len", "length", "size", "number", "amount"],
        Some("count"),
        "how many there are is `count(x in … where …)`",
    ),
    (
        Fold,
        &["total", "add"],
        Some("sum"),
        "write `sum(x in … : …)`",
    ),
    (
        Fold,
        &["argmax", "best", "max_by"],
        Some("greatest"),
        "write `greatest(x in … : …)`",
    ),
    (
        Fold,
        &["argmin", "worst", "min_by"],
        Some("fewest"),
        "write `fewest(x in … : …)`",
    ),
    (
        Fold,
        &["unique"],
        Some("distinct"),
        "how many different values there are is `distinct(x in … : …)`",
    ),
    (
        Fold,
        &["filter", "select", "find_all"],
        None,
        "the members that fit are `{x in … where …}`",
    ),
    (
        Fold,
        &["find"],
        Some("first"),
        "the first member that fits is `first(x in … where …)`",
    ),
    (
        Fold,
        &["average", "avg", "mean"],
        None,
        "write `sum(x in … : …) div size(…)`",
    ),
    (
        Fold,
        &["sort", "sorted", "sort_by"],
        None,
        "nothing is sorted: take `greatest(x in … : …)` or `fewest(x in … : …)`",
    ),
    (
        Fold,
        &["pick", "choose", "any_of"],
        None,
        "one by chance is `random({x in … where …})`, in a statement",
    ),
    (
        Order,
        &["deck", "stack", "queue", "bag_of"],
        Some("pile"),
        "pieces one upon the other are a `pile`",
    ),
    (
        Order,
        &[
            "row", "array", "hand", "line", "column", "sequence", "display",
        ],
        Some("list"),
        "pieces side by side are a `list`",
    ),
    (
        Order,
        &["bag", "pool", "collection", "group", "heap"],
        Some("set"),
        "pieces in no order are a `set`",
    ),
    (
        Order,
        &["space", "cell", "single", "one", "spot"],
        Some("slot"),
        "one piece at most is a `slot`",
    ),
    (
        Board,
        &[
            "square",
            "squares",
            "rectangle",
            "chessboard",
            "matrix",
            "table",
        ],
        Some("grid"),
        "squares in rows are a `grid of 7 by 6`",
    ),
    (
        Board,
        &["hexes", "hexagon", "hexagons", "hexagonal", "hexgrid"],
        Some("hex"),
        "hexes are a `hex from TABLE`",
    ),
    (
        Board,
        &["circle", "loop", "cycle", "round"],
        Some("ring"),
        "spaces in a circle are a `ring of 6`",
    ),
    (
        Board,
        &["track", "line", "path", "list"],
        Some("row"),
        "spaces in a line are a `row of 6`; a number that moves up is a `track`",
    ),
    (
        Board,
        &["map", "network", "tree", "net"],
        Some("graph"),
        "spaces with ways between them are a `graph from TABLE`",
    ),
    (
        Viewer,
        &["me", "you", "self", "player", "holder", "owners"],
        Some("owner"),
        "only the player whose place it is: `seen by owner`",
    ),
    (
        Viewer,
        &[
            "everyone",
            "everybody",
            "players",
            "public",
            "anyone",
            "any",
        ],
        Some("all"),
        "everybody: `seen by all`, which is so anyway",
    ),
    (
        Viewer,
        &["other", "opponent", "opponents", "rest"],
        Some("others"),
        "all but the player whose place it is: `seen by others`",
    ),
    (
        Viewer,
        &[
            "none", "nothing", "hidden", "secret", "private", "no_one", "noone",
        ],
        Some("nobody"),
        "no player: `seen by nobody`",
    ),
    (
        Attribute,
        &[
            "copies", "number", "amount", "quantity", "qty", "times", "num",
        ],
        None,
        "how many equal pieces a row is says `count: 3`, or `count: 3 per player`",
    ),
];

impl Diagnostic {
    /// Adds what is written here in place of a word of another language; tells whether there is such advice.
    #[must_use]
    pub fn habit(mut self, position: Position, word: &str) -> (Diagnostic, bool) {
        let row = HABITS
            .iter()
            .find(|(of, words, ..)| *of == position && words.contains(&word));
        let Some((_, _, meant, help)) = row else {
            return (self, false);
        };
        self.meant = meant.map(str::to_owned);
        (self.help(*help), true)
    }

    /// Adds what is written here in place of a word of another language; otherwise asks whether the nearest known word was
    /// meant.
    #[must_use]
    pub fn habit_or(self, position: Position, word: &str, near: Option<&str>) -> Diagnostic {
        match self.habit(position, word) {
            (told, true) => told,
            (plain, false) => plain.did_you_mean(near),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_stands_once() {
        for (at, (position, words, ..)) in HABITS.iter().enumerate() {
            for word in *words {
                let again = HABITS[at + 1..]
                    .iter()
                    .any(|(other, words, ..)| other == position && words.contains(word));
                assert!(!again, "{word}");
            }
        }
    }
}

//! The meaning of each word of the language for an author: a sentence and an example each, for hovers and completion.
//!
//! Verbs, built-in queries and folds say it in their own rows (`rules/verbs.rs`, `rules/ops.rs`).

/// The meaning of a word for an author.
#[derive(Debug)]
pub struct KeywordDoc {
    /// The word as it is written.
    pub word: &'static str,
    /// One sentence that says its meaning.
    pub doc: &'static str,
    /// A declaration, statement or expression that uses it.
    pub example: &'static str,
}

macro_rules! docs {
    ($($word:literal $doc:literal $example:literal;)*) => {
        &[$(KeywordDoc { word: $word, doc: $doc, example: $example }),*]
    };
}

/// All words, in the order of letters.
pub const KEYWORD_DOCS: &[KeywordDoc] = docs! {
    "action" "Declares what a player may be offered: its parameters, its requirements, and what it does."
        "action pass \"pass\" { gain 1 passes }";
    "active" "Says in which places the hooks and modifiers of a row are active."
        "kind card { active in row, hand }";
    "again" "Lets what was chosen be chosen once more."
        "choose up to 3 of w from ware again { gain 1 money }";
    "all" "Takes every member, in the order that is chosen; as a type, several values."
        "choose all of card from hand { tuck card under deck }";
    "and" "Holds when both sides hold."
        "size(hand) > 1 and size(hand) < 5";
    "any" "Takes none, some or all; as a type, a kind that the caller names."
        "choose any of card from hand { reveal card }";
    "as" "Does a block on behalf of another player, who is `you` inside."
        "as opponent { gain 1 money }";
    "at" "Begins `at once`, in which all decide before anything is changed; in a track, what a space does."
        "at once p in players { choose n from 1..3 { bid = n } }";
    "bag" "A type: a number for each value of an enum."
        "kind card { marks: bag colour }";
    "before" "Declares a hook that runs before an effect."
        "before load(card) { gain 1 money }";
    "beyond" "Says what happens with steps that are lost at the top of a track."
        "track glory per player: 0..15 { beyond extra { gain extra money } }";
    "board" "Declares spaces: a ring, a row, a grid, hexes or a graph."
        "board ring_board: ring of 5 { place stack: list of card }";
    "bool" "A type: `true` or `false`."
        "var again: bool = false";
    "by" "Names the player who decides."
        "pool by you { wrap_up }";
    "capacity" "Bounds the number of pieces that a place holds."
        "place hand per player: list of card capacity 8";
    "choose" "Asks a player for a value, a piece or several, and binds it to a name."
        "choose card from hand { move card to row }";
    "chosen" "All that a choice of several has chosen."
        "choose any of card from hand with size(chosen) < 4 { reveal card }";
    "continue" "Goes on with the next round of the nearest loop."
        "continue";
    "direction" "A type: a direction on a board."
        "var heading: direction of map";
    "div" "Divides, rounded down."
        "7 div 2";
    "each" "Follows `for`."
        "for each p in players { as p { draw 1 from deck to hand } }";
    "effect" "Declares statements with a name and parameters, which hooks may watch."
        "effect pay(n: int) { lose n money }";
    "else" "The other case; behind a value that may be none, what stands in for it."
        "if again { stop } else { return }";
    "empty" "Follows `when` in a place: the effect that fills it anew."
        "place deck: pile of card when empty reshuffle";
    "enum" "Declares a type with named values."
        "enum colour { red green }";
    "face" "Shows a piece to all whose field says so."
        "place row: list of card seen by face shown";
    "false" "The truth value no."
        "again = false";
    "first" "In a track: only for the first player who reaches the space."
        "track glory: 0..9 { at 5 first { gain 1 money } }";
    "for" "Does a block for each member of a collection, as they are when the loop begins."
        "for each card in hand where card.cost > 2 { reveal card }";
    "from" "Goes through the members of a collection."
        "choose card from hand { reveal card }";
    "gate" "Holds a marker of a track as long as a condition holds."
        "track glory: 0..9 { gate 5 while blocked }";
    "has" "Holds when a collection has a member."
        "card.colours has red";
    "heuristic" "Declares how good a position looks for `you`, for bots."
        "heuristic points + size(hand)";
    "high" "Ranks the largest number first."
        "result { score points high }";
    "home" "Names the place where pieces lie before set-up."
        "kind card { home deck }";
    "hooks" "A type of attributes: hooks and modifiers that a row brings."
        "kind card { reacts: hooks }";
    "if" "Does a block, or gives a value, when a condition holds."
        "if size(hand) > 7 { reveal hand }";
    "in" "Holds when a collection has a value; goes through its members."
        "top(deck) in hand";
    "instead" "Declares a hook that runs in the place of an effect."
        "instead of load(card) { reveal card }";
    "int" "A type: a whole number, with bounds as in `int 0..9`."
        "var money per player: int 0..99 = 25";
    "into" "Stands before an argument."
        "insert card into row at 1";
    "is" "Replaces the answer of a query."
        "modify cost_of(card): is 9";
    "join" "Makes several spaces of a board one thing."
        "board map: hex from maps { join building by part_of }";
    "kind" "Declares pieces with attributes; each row of its table is one piece or several."
        "kind card { cost: int 0..9 }";
    "later" "Puts a block off until a moment comes."
        "later end_of_turn: draw 1 from deck to hand";
    "layout" "Says which layout of a board is used."
        "board map: hex from maps layout option.map";
    "least" "Bounds the answer of a query from below."
        "modify cost_of(card): at least 0";
    "let" "Binds a name to a value for the rest of the block; as a condition, holds when there is one."
        "let x = size(hand)";
    "low" "Ranks the smallest number first."
        "result { score losses low }";
    "may" "Asks a player yes or no."
        "may \"draw a card\" { draw 1 from deck to hand }";
    "minus" "Takes from the answer of a query."
        "modify cost_of(card): minus 2";
    "mod" "The remainder of a division, with the sign of the divisor."
        "7 mod 2";
    "modify" "Declares a change of the answer of a query."
        "modify cost_of(card) where card.cost > 3: minus 1";
    "moment" "Declares a point of time, at which variables fall back and what was put off happens."
        "moment end_of_turn";
    "most" "Bounds the answer of a query from above, or how often a hook runs."
        "modify cost_of(card): at most 9";
    "none" "The value of what is not there."
        "owner(card) == none";
    "not" "Holds when a condition does not."
        "not again";
    "of" "Names what something belongs to, or how many of something."
        "choose 2 of card from hand { reveal card }";
    "offer" "Asks a player for one of the legal instances of actions."
        "offer you: load or pass";
    "on" "Stands before an argument."
        "settle here on map";
    "once" "In a track: once for each player. After `at`: all decide before anything is changed."
        "at once p in players { choose n from 1..3 { bid = n } }";
    "onto" "Stands before an argument."
        "stack card onto pile";
    "option" "Declares what is chosen before the game; `option.NAME` asks for it."
        "option long: bool = false \"one more round\"";
    "or" "Holds when one side holds, or both."
        "again or size(hand) > 5";
    "ordered" "Says who puts several hooks on an effect in order."
        "effect wrap_up ordered by active { reach end_of_turn }";
    "over" "Stands before an argument."
        "jump card over other";
    "per" "One for each player."
        "var money per player: int";
    "place" "Declares where pieces lie in order: a pile, a list, a set or a slot."
        "place hand per player: list of card seen by owner";
    "placement" "A type: a shape laid on spaces of a board."
        "var laid: placement of map";
    "play" "Declares the course of the game, from the first turn to the end."
        "play { repeat { offer you: pass } }";
    "player" "A type: a player of the game."
        "var active: player";
    "players" "All players, in the order of their seats."
        "for each p in players { as p { pass_on } }";
    "plus" "Adds to the answer of a query."
        "modify cost_of(card): plus 1";
    "pool" "Lets the hooks of a block wait for an order that a player chooses."
        "pool by you { wrap_up }";
    "possible" "Asks whether an action can be done now, or a set can be chosen."
        "possible(load)";
    "query" "Declares a question with its answer, which modifiers may change."
        "query cost_of(card: card) -> int = card.cost";
    "reach" "Makes a moment come."
        "reach end_of_turn";
    "record" "Declares rows without pieces, which other rows name."
        "record family { weight: int }";
    "recursive" "Allows an effect or a query to call itself."
        "effect pass_on recursive { pass_on }";
    "refill" "Runs the `when empty` effect of a place if it is empty."
        "refill deck";
    "repeat" "Does a block again and again, or so many times; `stop` leaves it."
        "repeat 3 times { draw 1 from deck to hand }";
    "require" "Demands a condition, with the words about what does not meet it: of an action, a row, a position."
        "require size(hand) > 0 \"no cards\"";
    "result" "Declares who wins: the score, then the tie-breaks."
        "result { score points high then money high }";
    "return" "Leaves the effect."
        "return";
    "score" "Names the number by which players are ranked first."
        "result { score points high }";
    "seen" "Says who sees the pieces of a place or the value of a variable."
        "place hand per player: list of card seen by owner";
    "set" "A type: some values of an enum. Of places: one without an order."
        "kind card { colours: set colour }";
    "setup" "Declares what is done before the first turn."
        "setup { shuffle deck }";
    "shape" "A type: a shape of hexes."
        "kind tile { form: shape }";
    "stop" "Leaves the nearest loop."
        "stop";
    "table" "Declares a lookup from numbers or words to numbers."
        "table worth_of: int -> int";
    "text" "A type of attributes: words for people."
        "kind card { name: text }";
    "then" "The value when the condition holds; in a result, the next tie-break."
        "if again then 2 else 3";
    "this" "The piece, row or space that a text belongs to."
        "this.cost";
    "times" "Follows the number of a `repeat`."
        "repeat 3 times { draw 1 from deck to hand }";
    "to" "Stands before an argument, and before an upper bound."
        "move card to row";
    "track" "Declares a number with rules along it: gates, spaces with effects, an overflow."
        "track glory per player: 0..15";
    "true" "The truth value yes."
        "again = true";
    "uncompared" "Leaves a variable out when positions are compared."
        "var turn: int uncompared";
    "under" "Stands before an argument."
        "tuck card under deck";
    "until" "Names the moment at which a variable falls back to its first value."
        "var used: int until end_of_turn";
    "up" "Follows `choose`, or the size of a board: so many at most."
        "choose up to 2 of card from hand { reveal card }";
    "value" "A type of attributes: an expression of each row."
        "kind card { points: value() -> int }";
    "var" "Declares a variable of the table or of each player; in a kind, a field of each piece."
        "var money per player: int 0..99 = 25";
    "when" "Declares a hook that runs after an effect."
        "when load(card) where card.cost > 3 { gain 1 money }";
    "where" "Keeps the members for which a condition holds."
        "count(card in hand where card.cost > 2)";
    "while" "Does a block as long as a condition holds; of a field, where it keeps its value."
        "while size(hand) < 5 { draw 1 from deck to hand }";
    "wins" "Says who can win at all."
        "result { score points high wins when points > 9 }";
    "with" "A condition on all that is chosen together; stands before an argument."
        "choose any of card from hand with size(chosen) < 4 { reveal card }";
    "you" "The player on whose behalf a text runs."
        "offer you: pass";
};

/// Looks up what a word of the language means.
#[must_use]
pub fn keyword_doc(word: &str) -> Option<&'static KeywordDoc> {
    let found = KEYWORD_DOCS.binary_search_by(|one| one.word.cmp(word));
    found.ok().map(|at| &KEYWORD_DOCS[at])
}

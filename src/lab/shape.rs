//! The answers of the lab as programs read them: `ludex sim`, `balance`, `tune`, `compare` and `arena` with `--json`.
//!
//! The other files make these types; their schemas are derived here and nowhere written down (`ludex schema --of balance`). A
//! number that may be unknown is `null`. Numbers with a fraction have four decimals, so that they are equal on every machine.

use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The least and the greatest number of an interval.
pub type Bounds = (f64, f64);

/// A description of what was played. Only runs of one description add up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimSetting {
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots in the seats; none where chance has all of them.
    pub seats: Option<Vec<String>>,
}

/// Numbers that were counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CountsShape {
    /// The mean, rounded down to hundredths.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: Option<Bounds>,
    /// The least of the numbers.
    pub min: i64,
    /// The greatest of the numbers.
    pub max: i64,
    /// For each tenth of all from the first to the ninth: the number that so many do not exceed.
    pub deciles: Vec<i64>,
    /// Each number with how often it came up, ascending.
    pub counts: Vec<(i64, u64)>,
}

/// The counts of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatShape {
    /// The number of the seat, from 0.
    pub seat: usize,
    /// Games that it won alone.
    pub won_alone: u64,
    /// Games that it won together with others.
    pub won_shared: u64,
    /// The 95 % interval of the share of games that it won.
    pub won_interval: Option<Bounds>,
    /// The scores of the seat.
    pub score: CountsShape,
}

/// The counts of how games ended, enough to go on counting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TotalsShape {
    /// The number of games.
    pub games: u64,
    /// The counts of each seat.
    pub seats: Vec<SeatShape>,
    /// Games that nobody won.
    pub won_by_nobody: u64,
    /// The scores of all seats together.
    pub score: CountsShape,
    /// The decisions of each game.
    pub decisions: CountsShape,
}

/// The answer of `ludex sim`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimShape {
    /// The name and edition of this form: `ludex/sim/2`.
    pub schema: String,
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots in the seats; none where chance has all of them.
    pub seats: Option<Vec<String>>,
    /// The seeds that were played, such as `1..100, 205`.
    pub seeds: String,
    /// The counts of these games.
    pub totals: TotalsShape,
    /// Uses of rows and texts, with `--report`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<UsageShape>,
}

/// Uses of rows and texts over all games of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UsageShape {
    /// The rows, kind by kind.
    pub rows: Vec<RowUsageShape>,
    /// Effects, actions, hooks and modifiers.
    pub texts: Vec<TextUsageShape>,
    /// Questions with their options.
    pub questions: Vec<QuestionUsageShape>,
}

/// Uses of a row; of all pieces of a kind together where they have no rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowUsageShape {
    /// The kind or record.
    pub kind: String,
    /// The id of the row.
    pub row: Option<String>,
    /// For each place: how often it went there.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub moved: Map<String, Value>,
    /// For each of its texts: how often it was done.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub texts: Map<String, Value>,
}

/// Uses of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextUsageShape {
    /// Its sort: `effect`, `action`, `hook` or `modifier`.
    pub kind: String,
    /// The name of the text.
    pub name: String,
    /// The number of times that it was done.
    pub times: u64,
}

/// Uses of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionUsageShape {
    /// The words of the question.
    pub question: String,
    /// The number of times that it was asked.
    pub asked: u64,
    /// The options of all times together.
    pub options: u64,
    /// The most options at one time.
    pub most: u64,
}

/// The answer of `ludex balance`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BalanceShape {
    /// The name and edition of this form: `ludex/balance/1`.
    pub schema: String,
    /// The version of ludex that made it.
    pub version: String,
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// The seed of the first deal.
    pub seed: u64,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots in the seats.
    pub seats: Vec<String>,
    /// Deals, each of them so many games.
    pub deals: u64,
    /// Games of a deal.
    pub games_of_a_deal: u32,
    /// Rows that are too strong or too weak for their kind.
    pub accused: Vec<ApartShape>,
    /// Rows that stand apart from their kind, but not by enough.
    pub stand_apart: Vec<ApartShape>,
    /// Seats that win more often than their share, beyond chance.
    pub seats_ahead: Vec<SeatAheadShape>,
    /// The counts of how the games ended.
    pub totals: TotalsShape,
    /// The counts of who led when.
    pub leads: LeadsShape,
    /// All rows: those that are accused first, then the strongest.
    pub rows: Vec<RowShape>,
    /// Answers apart from rows that were never chosen.
    pub answers_never_chosen: Vec<String>,
    /// Answers apart from rows that were chosen whenever they were offered.
    pub answers_always_chosen: Vec<String>,
}

/// A row that stands apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ApartShape {
    /// The kind or record.
    pub kind: String,
    /// The id of the row.
    pub row: String,
    /// The verdict in a word.
    pub verdict: String,
    /// The experiment: `dealt`, `open`, `chosen` or `taken`.
    pub by: String,
}

/// A seat that wins more often than its share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAheadShape {
    /// The number of the seat, from 0.
    pub seat: usize,
    /// The share of wins above that of each seat if all were alike.
    pub wins: Option<f64>,
    /// The interval of it, which holds for all seats together.
    pub interval: Option<Bounds>,
}

/// The counts of who led when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeadsShape {
    /// Games that were watched.
    pub games: u64,
    /// The number of times that the lead went to another seat.
    pub changes: CountsShape,
    /// For each point of time and seat: games in which it led alone.
    pub leading_alone: Vec<Vec<u64>>,
    /// For each point of time: games in which who led alone won in the end.
    pub leader_wins: Vec<u64>,
}

/// A row with its counts and its worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowShape {
    /// The kind or record.
    pub kind: String,
    /// The id of the row.
    pub row: String,
    /// Decisions at which the seat that decides saw it.
    pub seen: u64,
    /// Decisions that offered it.
    pub offered: u64,
    /// Decisions that chose it.
    pub chosen: u64,
    /// Times that a player got it.
    pub taken: u64,
    /// Decisions that offered it and chose something else.
    pub passed_over: u64,
    /// Games at whose end it lay at a player's.
    pub in_play: u64,
    /// The worth, where it could be measured.
    pub worth: Option<WorthShape>,
    /// The verdict in a word.
    pub verdict: String,
    /// The reason for a missing worth or verdict, in a word.
    pub why: Option<String>,
}

/// The worth of a row in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorthShape {
    /// The experiment: `dealt`, `open`, `chosen` or `taken`.
    pub by: String,
    /// The points that it is worth.
    pub points: Option<f64>,
    /// The interval of the points, which holds for all rows together.
    pub interval: Option<Bounds>,
    /// The share of games that it wins or loses.
    pub wins: Option<f64>,
    /// The deals that were compared.
    pub deals: u64,
}

/// The answer of `ludex tune`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TuneShape {
    /// The name and edition of this form: `ludex/tune/1`.
    pub schema: String,
    /// The version of ludex that made it.
    pub version: String,
    /// The name of the game's folder; none where no value could be played.
    pub game: Option<String>,
    /// The number of players.
    pub players: Option<u8>,
    /// The seed of the first deal.
    pub seed: Option<u64>,
    /// The bots in the seats.
    pub seats: Option<Vec<String>>,
    /// The number of the game that takes these values.
    pub what: String,
    /// The differences of each value from the first one, by pairs of equal deals.
    pub differences: Vec<ValueDifferenceShape>,
    /// The values that were tried.
    pub values: Vec<TriedShape>,
}

/// The difference of a value from the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueDifferenceShape {
    /// The value that was tried.
    pub value: i64,
    /// The difference of scores.
    pub score: MeanShape,
    /// The difference of the length in decisions.
    pub decisions: MeanShape,
}

/// A mean with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeanShape {
    /// The mean of all.
    pub mean: Option<f64>,
    /// The 95 % interval.
    pub interval: Option<Bounds>,
}

/// A value that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TriedShape {
    /// The value that was tried.
    pub value: i64,
    /// The reason why the rules refuse it.
    pub refused: Option<String>,
    /// The counts of how its games ended.
    pub totals: Option<TotalsShape>,
    /// The row whose number it is.
    pub row: Option<RowShape>,
    /// The reason for a missing worth or verdict.
    pub why: Option<String>,
}

/// The answer of `ludex compare`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareShape {
    /// The name and edition of this form: `ludex/compare/1`.
    pub schema: String,
    /// The version of ludex that made it.
    pub version: String,
    /// The game as it was.
    pub old: SideShape,
    /// The game as it is.
    pub new: SideShape,
    /// The number of players.
    pub players: u8,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots in the seats.
    pub seats: Vec<String>,
    /// The seed of the first deal.
    pub seed: u64,
    /// Games on each side.
    pub games: u64,
    /// The differences of all numbers.
    pub differences: Vec<DifferenceShape>,
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideShape {
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The rows that the other side lacks.
    pub rows_of_its_own: Vec<String>,
}

/// A difference of one number between both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceShape {
    /// The number that is compared.
    pub what: String,
    /// The number of the old side.
    pub old: Option<f64>,
    /// The number of the new side.
    pub new: Option<f64>,
    /// The new one less the old one.
    pub difference: Option<f64>,
    /// The interval of the difference, which holds for all numbers together.
    pub interval: Option<Bounds>,
    /// True if 0 is not in the interval.
    pub differs: bool,
}

/// The answer of `ludex arena`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArenaShape {
    /// The name and edition of this form: `ludex/arena/2`.
    pub schema: String,
    /// The version of ludex that made it.
    pub version: String,
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// The seed of the first deal: a number, or the digits of one that is longer than 64 bits.
    pub seed: Value,
    /// The games that were asked for.
    pub games: u64,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots with their standings.
    pub bots: Vec<BotShape>,
    /// The pairs of bots that met.
    pub pairs: Vec<PairShape>,
    /// The time that all games took.
    pub seconds: f64,
}

/// The standing of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BotShape {
    /// The bot as it was named.
    pub bot: String,
    /// The games that it played.
    pub games: u64,
    /// The games that differ from each other.
    pub different: u64,
    /// The wins; a shared one is a part.
    pub wins: f64,
    /// The share of wins.
    pub share: f64,
    /// The 95 % interval of the share.
    pub interval: Bounds,
    /// The rating in Elo points; the mean of all is 0.
    pub rating: f64,
    /// The 95 % interval of the rating.
    pub rating_interval: Bounds,
    /// The mean of its scores.
    pub score: f64,
    /// The decisions that it made.
    pub decisions: u64,
    /// The playouts of its searches.
    pub playouts: u64,
    /// The playouts that ended in a fault of the rules.
    pub faults: u64,
    /// The decisions for which no world was found.
    pub blind: u64,
    /// The decisions at which it failed, and chance chose.
    pub failed: u64,
    /// The reason why it failed first.
    pub failure: Option<String>,
    /// The playouts a second while it thought.
    pub playouts_per_second: Option<f64>,
}

/// The standing of two bots against each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairShape {
    /// The first bot and the other.
    pub bots: (Option<String>, Option<String>),
    /// The games in which both sat.
    pub games: u64,
    /// The games that differ from each other.
    pub different: u64,
    /// The games in which the first sat before the other.
    pub first_sat_before: u64,
    /// The games in which the first sat after the other.
    pub first_sat_after: u64,
    /// The games in which the first was ahead; a tie is a half.
    pub ahead: f64,
    /// The share of games in which the first was ahead.
    pub share: f64,
    /// The 95 % interval of the share.
    pub interval: Bounds,
}

/// The answers, by the command whose `--json` they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAnswer {
    /// `ludex sim`
    Sim,
    /// `ludex balance`
    Balance,
    /// `ludex tune`
    Tune,
    /// `ludex compare`
    Compare,
    /// `ludex arena`
    Arena,
}

impl LabAnswer {
    /// Returns the JSON Schema of the answer.
    #[must_use]
    pub fn schema(self) -> Schema {
        match self {
            LabAnswer::Sim => schema_for!(SimShape),
            LabAnswer::Balance => schema_for!(BalanceShape),
            LabAnswer::Tune => schema_for!(TuneShape),
            LabAnswer::Compare => schema_for!(CompareShape),
            LabAnswer::Arena => schema_for!(ArenaShape),
        }
    }
}

/// Writes a shape as a JSON value.
pub(crate) fn written(shape: &impl Serialize) -> Value {
    // INVARIANT: no shape has a key that is no text, and none fails to be written.
    serde_json::to_value(shape).unwrap_or_default()
}

//! The only file that knows pest: the grammar, its entries, the table of precedences, and its rules in people's words.
//!
//! Takes text that `layout` made ready and gives pest's pairs, or one mistake with a place. It builds no tree.

#![allow(
    unreachable_pub,
    reason = "pest derives a public `Rule` into this private file"
)]

use std::ops::Range;
use std::sync::LazyLock;

use crate::keywords;
use ludex_report::{nearest, one_slip};
use pest::error::{ErrorVariant, InputLocation};
use pest::pratt_parser::{Assoc, Op, PrattParser};
use pest::{Parser, iterators};

/// A piece of text that matched a rule.
pub(super) type Pair<'i> = iterators::Pair<'i, Rule>;

#[derive(pest_derive::Parser)]
#[grammar = "rules.pest"]
struct Grammar;

/// The first place where a text can't be read.
pub(super) struct ParseFailure {
    /// The bytes to underline; empty at the end of a line.
    pub(super) at: Range<usize>,
    /// The message: expected …, found ….
    pub(super) message: String,
    /// Advice on what to write instead.
    pub(super) help: Option<String>,
    /// The word that was probably meant there.
    pub(super) meant: Option<&'static str>,
    /// The replacement, when that alone mends it.
    pub(super) fix: Option<Box<str>>,
    /// The alternatives that were expected, each in people's words.
    pub(super) wanted: Box<[&'static str]>,
}

/// Reads a text as one of the anchored entries.
pub(super) fn read(entry: Rule, text: &str) -> Result<Pair<'_>, ParseFailure> {
    let mut pairs = Grammar::parse(entry, text).map_err(|error| failure(&error, text))?;
    // INVARIANT: each entry is a rule that is neither silent nor repeated, so a success has its one pair.
    Ok(pairs.next().expect("an entry gives a pair"))
}

/// Returns what the grammar expected where a text can't be read, if that is at this byte; what may stand after any value is
/// there too.
pub(super) fn expected_at(entry: Rule, text: &str, at: usize) -> Vec<&'static str> {
    let Err(error) = Grammar::parse(entry, text) else {
        return Vec::new();
    };
    let failed = match error.location {
        InputLocation::Pos(failed) | InputLocation::Span((failed, _)) => failed,
    };
    let rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } if failed == at => positives.as_slice(),
        ErrorVariant::ParsingError { .. } | ErrorVariant::CustomError { .. } => &[],
    };
    let words = rules.iter().filter_map(|rule| match wording(*rule) {
        RuleWords::Say(word) | RuleWords::Minor(word) => Some(word),
        RuleWords::Never => None,
    });
    let mut words: Vec<&'static str> = words.collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// All operators, the weakest first.
pub(super) fn operators() -> &'static PrattParser<Rule> {
    static TABLE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
        let left = |rule| Op::infix(rule, Assoc::Left);
        PrattParser::new()
            .op(left(Rule::else_value))
            .op(left(Rule::or))
            .op(left(Rule::and))
            .op(Op::prefix(Rule::not) | Op::prefix(Rule::let_is))
            .op(left(Rule::equal)
                | left(Rule::not_equal)
                | left(Rule::less)
                | left(Rule::less_equal)
                | left(Rule::greater)
                | left(Rule::greater_equal)
                | left(Rule::is_in)
                | left(Rule::not_in)
                | left(Rule::has))
            .op(left(Rule::range))
            .op(left(Rule::add) | left(Rule::subtract))
            .op(left(Rule::multiply) | left(Rule::divide) | left(Rule::modulo))
            .op(Op::prefix(Rule::negate))
    });
    &TABLE
}

fn failure(error: &pest::error::Error<Rule>, text: &str) -> ParseFailure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let (mut place, mut found) = found(text, at);
    let (wanted, mut message) = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let wanted = expected(positives);
            let message = format!("expected {}, found {found}", listed(&wanted));
            (wanted, message)
        }
        ErrorVariant::CustomError { .. } => (
            Vec::new(),
            "this is too long or too deeply nested to be read".to_owned(),
        ),
    };
    if let Some(before) = reserved_before(text, &place) {
        found = format!("`{}`", &text[before.clone()]);
        message = format!("expected a name, found {found}");
        place = before;
    }
    let word = &text[place.clone()];
    let names = ["a name", "a parameter", "a member"];
    let wants_name = names.iter().any(|name| message.contains(name));
    let reserved = wants_name && keywords::is(word, keywords::RESERVED);
    let help = reserved.then(|| format!("{found} is a word of the language and can't be a name"));
    // Short words are near to many others; a slip seldom takes the first letter.
    let alike = keywords::with(keywords::DECLARES)
        .filter(|head| head.chars().next() == word.chars().next() || one_slip(word, head));
    let head = message.contains("a declaration") && !reserved;
    ParseFailure {
        meant: head.then(|| nearest(word, alike)).flatten(),
        at: place,
        message,
        help,
        fix: None,
        wanted: wanted.into(),
    }
}

/// Finds a word of the language in the place of a name, right before what can't be read: the grammar takes it for the word
/// before a parameter, `give(to: player)`, or reads it as a condition, `count(to in hand)`.
fn reserved_before(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let before = text[..place.start].trim_end();
    let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let start = before.trim_end_matches(is_part).len();
    let opens = before[..start].trim_end().chars().next_back();
    let is_named = match &text[place.clone()] {
        ":" => matches!(opens, Some('(' | ',')),
        "in" => opens == Some('('),
        _ => false,
    };
    let word = start..before.len();
    (is_named && keywords::is(&text[word.clone()], keywords::LABEL | keywords::GOES_ON))
        .then_some(word)
}

/// Gives what stands at a place, and its name for people.
fn found(text: &str, at: usize) -> (Range<usize>, String) {
    let rest = &text[at..];
    let Some(first) = rest.chars().next().filter(|first| *first != '\n') else {
        let end = text[..at].trim_end().len();
        return (end..end, "the end of the line".to_owned());
    };
    if first == '"' {
        let line = rest.split('\n').next().unwrap_or(rest);
        let len = line[1..].find('"').map_or(line.len(), |end| end + 2);
        return (at..at + len, "a text".to_owned());
    }
    let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let sign = |symbol: char| "+-*=<>!.:".contains(symbol);
    let len = match first {
        _ if word(first) => rest.find(|symbol| !word(symbol)),
        _ if sign(first) => rest.find(|symbol| !sign(symbol)),
        '&' | '|' => rest.find(|symbol| symbol != first),
        _ => Some(first.len_utf8()),
    };
    let len = len.unwrap_or(rest.len());
    (at..at + len, format!("`{}`", &rest[..len]))
}

/// Gives what could have stood there, in words, each once; what could always stand there only when there is nothing else.
fn expected(rules: &[Rule]) -> Vec<&'static str> {
    let mut said = Vec::new();
    let mut minor = Vec::new();
    for rule in rules {
        match wording(*rule) {
            RuleWords::Say(word) => said.push(word),
            RuleWords::Minor(word) => minor.push(word),
            RuleWords::Never => {}
        }
    }
    let mut words = if said.is_empty() { minor } else { said };
    if words.iter().any(|word| BEGINNINGS.contains(word)) {
        words.retain(|word| *word != LINE_END && *word != "`modify`");
    }
    words.sort_unstable_by_key(|word| (word.starts_with('`'), *word));
    words.dedup();
    words
}

const LINE_END: &str = "the end of the line";
/// Rules that begin a line: where one of these is expected, an empty line is no news.
const BEGINNINGS: &[&str] = &[
    "a declaration",
    "a statement",
    "a member",
    "a part of a track",
    "a hook or `modify`",
];

fn listed(words: &[&str]) -> String {
    match words {
        [] => "something else".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

enum RuleWords {
    /// A rule with words for people.
    Say(&'static str),
    /// Possible after any value: said only when nothing else is.
    Minor(&'static str),
    /// Never reported by pest.
    Never,
}

/// Every rule of the grammar, for people.
fn wording(rule: Rule) -> RuleWords {
    use RuleWords::{Minor, Never, Say};
    match rule {
        Rule::WHITESPACE
        | Rule::gap
        | Rule::separator
        | Rule::commas
        | Rule::reaction
        | Rule::timing
        | Rule::plain_type
        | Rule::statements
        | Rule::arguments
        | Rule::operation
        | Rule::prefix
        | Rule::infix
        | Rule::primary
        | Rule::postfix
        | Rule::word_char
        | Rule::end
        | Rule::reserved => Never,
        Rule::EOI | Rule::newline | Rule::semicolon => Say(LINE_END),
        Rule::item
        | Rule::enum_decl
        | Rule::option_decl
        | Rule::kind_decl
        | Rule::place_decl
        | Rule::board_decl
        | Rule::var_decl
        | Rule::track_decl
        | Rule::table_decl
        | Rule::moment_decl
        | Rule::effect_decl
        | Rule::query_decl
        | Rule::action_decl
        | Rule::setup_decl
        | Rule::play_decl
        | Rule::result_decl
        | Rule::heuristic_decl
        | Rule::declaration => Say("a declaration"),
        Rule::effect_text
        | Rule::one_statement
        | Rule::statement
        | Rule::let_stmt
        | Rule::if_stmt
        | Rule::for_each
        | Rule::repeat
        | Rule::while_stmt
        | Rule::choose
        | Rule::may
        | Rule::offer
        | Rule::require
        | Rule::as_stmt
        | Rule::pool
        | Rule::later
        | Rule::reach
        | Rule::return_stmt
        | Rule::stop_stmt
        | Rule::continue_stmt
        | Rule::at_once
        | Rule::simple
        | Rule::target => Say("a statement"),
        Rule::value_text
        | Rule::binder_text
        | Rule::copies
        | Rule::bare
        | Rule::expr
        | Rule::if_value
        | Rule::branch
        | Rule::sum
        | Rule::term
        | Rule::parens
        | Rule::set
        | Rule::filter
        | Rule::possible_set
        | Rule::opens_filter
        | Rule::arg
        | Rule::number
        | Rule::not
        | Rule::let_is
        | Rule::kw_let
        | Rule::negate
        | Rule::kw_false
        | Rule::kw_none
        | Rule::kw_true => Say("a value"),
        Rule::hooks_text | Rule::one_reaction | Rule::hook | Rule::hook_head | Rule::modifier => {
            Say("a hook or `modify`")
        }
        Rule::one_member
        | Rule::members
        | Rule::member
        | Rule::attribute
        | Rule::home
        | Rule::active
        | Rule::joined
        | Rule::in_form => Say("a member"),
        Rule::one_part
        | Rule::track_body
        | Rule::track_part
        | Rule::gate
        | Rule::beyond
        | Rule::at_space => Say("a part of a track"),
        Rule::words | Rule::phrased_words => Say("values in braces"),
        Rule::places
        | Rule::order
        | Rule::shape
        | Rule::hook_names
        | Rule::type_name
        | Rule::name
        | Rule::phrased
        | Rule::attribute_word => Say("a name"),
        Rule::per | Rule::kw_per => Say("`per`"),
        Rule::capacity | Rule::kw_capacity => Say("`capacity`"),
        Rule::seen => Say("`seen by`"),
        Rule::when_empty => Say("`when empty`"),
        Rule::board_size | Rule::of_kind | Rule::kw_of => Say("`of`"),
        Rule::board_from | Rule::kw_from => Say("`from`"),
        Rule::board_layout | Rule::kw_layout => Say("`layout`"),
        Rule::var_index | Rule::lbracket => Say("`[`"),
        Rule::while_in => Say("`while in`"),
        Rule::until | Rule::kw_until => Say("`until`"),
        Rule::kw_uncompared => Say("`uncompared`"),
        Rule::at_how | Rule::kw_once => Say("`once`"),
        Rule::ordered_by => Say("`ordered by`"),
        Rule::recursive | Rule::kw_recursive => Say("`recursive`"),
        Rule::params | Rule::param | Rule::binders => Say("a parameter"),
        Rule::binder | Rule::fold_body => Say("a choice such as `card from hand`"),
        Rule::guard | Rule::kw_where => Minor("`where`"),
        Rule::limit => Say("`at most`"),
        Rule::change => Say("`is`, `plus`, `minus`, `at least` or `at most`"),
        Rule::first_rank | Rule::kw_score => Say("`score`"),
        Rule::next_rank | Rule::kw_then => Say("`then`"),
        Rule::wins_when | Rule::kw_wins => Say("`wins when`"),
        Rule::kind_of_value
        | Rule::int_range
        | Rule::set_type
        | Rule::bag_type
        | Rule::all_type
        | Rule::place_type
        | Rule::any_type
        | Rule::plain_kind
        | Rule::direction_type
        | Rule::placement_type
        | Rule::effect_type
        | Rule::value_type => Say("a type"),
        Rule::block | Rule::body => Say("a block"),
        Rule::otherwise | Rule::kw_else => Say("`else`"),
        Rule::quantity => Say("how many"),
        Rule::by => Minor("`by`"),
        Rule::whole | Rule::kw_with => Minor("`with`"),
        Rule::kw_again => Minor("`again`"),
        Rule::any_of => Minor("`any of`"),
        Rule::assign_op | Rule::equals => Say("`=`"),
        Rule::labelled | Rule::label => Minor("a word such as `to`"),
        Rule::bounds => Say("two bounds such as `0..9`"),
        Rule::member_of => Minor("`.`"),
        Rule::index => Minor("`[`"),
        Rule::call_args => Minor("`(`"),
        Rule::string => Say("a text in quotes"),
        Rule::phrase => Minor("a text in quotes"),
        Rule::comma => Say("`,`"),
        Rule::colon => Say("`:`"),
        Rule::question => Minor("`?`"),
        Rule::arrow => Say("`->`"),
        Rule::assign_add => Minor("`+=`"),
        Rule::assign_sub => Minor("`-=`"),
        Rule::lparen => Say("`(`"),
        Rule::rparen => Say("`)`"),
        Rule::rbracket => Say("`]`"),
        Rule::lbrace => Say("`{`"),
        Rule::rbrace => Say("`}`"),
        Rule::else_value
        | Rule::or
        | Rule::and
        | Rule::equal
        | Rule::not_equal
        | Rule::less_equal
        | Rule::less
        | Rule::greater_equal
        | Rule::greater
        | Rule::not_in
        | Rule::is_in
        | Rule::has
        | Rule::add
        | Rule::subtract
        | Rule::multiply
        | Rule::divide
        | Rule::modulo
        | Rule::range => Minor("an operator"),
        Rule::up_until => Say("`..`"),
        Rule::kw_action => Say("`action`"),
        Rule::kw_active => Say("`active`"),
        Rule::kw_all => Say("`all`"),
        Rule::kw_any => Say("`any`"),
        Rule::kw_as => Say("`as`"),
        Rule::kw_at => Say("`at`"),
        Rule::kw_bag => Say("`bag`"),
        Rule::kw_before => Say("`before`"),
        Rule::kw_beyond => Say("`beyond`"),
        Rule::kw_board => Say("`board`"),
        Rule::kw_bool => Say("`bool`"),
        Rule::kw_by => Say("`by`"),
        Rule::kw_choose => Say("`choose`"),
        Rule::kw_direction => Say("`direction`"),
        Rule::kw_each => Say("`each`"),
        Rule::kw_effect => Say("`effect`"),
        Rule::kw_empty => Say("`empty`"),
        Rule::kw_enum => Say("`enum`"),
        Rule::kw_face => Say("`face`"),
        Rule::kw_first => Say("`first`"),
        Rule::kw_for => Say("`for`"),
        Rule::kw_gate => Say("`gate`"),
        Rule::kw_heuristic => Say("`heuristic`"),
        Rule::kw_high => Say("`high`"),
        Rule::kw_home => Say("`home`"),
        Rule::kw_join => Say("`join`"),
        Rule::kw_if => Say("`if`"),
        Rule::kw_in => Say("`in`"),
        Rule::kw_instead => Say("`instead`"),
        Rule::kw_int => Say("`int`"),
        Rule::kw_is => Say("`is`"),
        Rule::kw_kind => Say("`kind`"),
        Rule::kw_later => Say("`later`"),
        Rule::kw_least => Say("`least`"),
        Rule::kw_low => Say("`low`"),
        Rule::kw_may => Say("`may`"),
        Rule::kw_minus => Say("`minus`"),
        Rule::kw_modify => Say("`modify`"),
        Rule::kw_moment => Say("`moment`"),
        Rule::kw_most => Say("`most`"),
        Rule::kw_offer => Say("`offer`"),
        Rule::kw_option => Say("`option`"),
        Rule::kw_or => Say("`or`"),
        Rule::kw_ordered => Say("`ordered`"),
        Rule::kw_place => Say("`place`"),
        Rule::kw_placement => Say("`placement`"),
        Rule::kw_play => Say("`play`"),
        Rule::kw_player => Say("`player`"),
        Rule::kw_plus => Say("`plus`"),
        Rule::kw_pool => Say("`pool`"),
        Rule::kw_possible => Minor("`possible`"),
        Rule::kw_query => Say("`query`"),
        Rule::kw_reach => Say("`reach`"),
        Rule::kw_record => Say("`record`"),
        Rule::kw_repeat => Say("`repeat`"),
        Rule::kw_require => Say("`require`"),
        Rule::kw_result => Say("`result`"),
        Rule::kw_return => Say("`return`"),
        Rule::kw_seen => Say("`seen`"),
        Rule::kw_set => Say("`set`"),
        Rule::kw_setup => Say("`setup`"),
        Rule::kw_stop => Say("`stop`"),
        Rule::kw_continue => Say("`continue`"),
        Rule::kw_table => Say("`table`"),
        Rule::kw_times => Say("`times`"),
        Rule::kw_to => Say("`to`"),
        Rule::kw_track => Say("`track`"),
        Rule::kw_up => Say("`up`"),
        Rule::kw_value => Say("`value`"),
        Rule::kw_var => Say("`var`"),
        Rule::kw_when => Say("`when`"),
        Rule::kw_while => Say("`while`"),
    }
}

//! Ludex: a rules-as-data interpreter for board and card games.
//!
//! This page is the map: the way of a game through the crate, the rooms with what each promises, where to begin for a change,
//! and the words that are used everywhere. Reasons stand in `docs/design.md`, the language in `docs/language.md`.
//!
//! # The way of a game
//!
//! ```text
//! files of a game ── GameText ─parse→ Parsed ─check→ Checked ─compile→ Program ─Match::new→ Match ─apply→ Match
//!                                                                        │                    │
//!                                                                        └ lower → lir →      └ view, events, options,
//!                                                                          interpreter or       saves, replays, worlds
//!                                                                          machine code
//! ```
//!
//! Each stage is a type that only the stage before it makes, so what is not checked cannot be compiled:
//!
//! | stage | type | made by |
//! | --- | --- | --- |
//! | texts with their paths | [`pipeline::GameText`] | whoever reads files: [`cli`] alone |
//! | trees of syntax, trees of YAML | [`pipeline::Parsed`]: [`syntax::ast::File`], [`tables::Node`] | [`syntax`], [`tables`] |
//! | typed rules, all names resolved to ids | [`pipeline::Checked`]: [`rules::game::Game`] | [`check`] |
//! | flat tables with addresses | [`program::Program`] | [`compile`] |
//! | functions of the low-level form (`lir`), made when they are first called | in `engine/lower`, never in a state | [`engine`] |
//! | a position, as numbers | [`engine::state::State`] | [`engine`] |
//! | a game being played: position, history, open decision | [`play::game::Match`] | [`play`] |
//!
//! A smallest use: texts in, a choice out.
//!
//! ```
//! use ludex::{pipeline::GameText, play::{game::Match, start::Start}, report::Report, source::Sources};
//! use std::sync::Arc;
//!
//! let rules = "var passes per player: int 0..9\nsetup { }\n\
//!              action pass \"pass\" { gain 1 passes }\n\
//!              play { for each p in players { as p { offer you: pass } } }\n\
//!              result { score passes high }\n";
//! let files = [("game.yaml", "title: Passing\nedition: 2\nplayers: { min: 1, max: 2 }\n"), ("passing.rules", rules)];
//! let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
//! let (mut sources, mut report) = (Sources::new(), Report::new());
//! let parsed = GameText { name: "passing".to_owned(), files }.parse(&mut sources, &mut report);
//! let program = parsed.check(&mut report).and_then(|checked| checked.compile(&mut report));
//! assert!(!report.has_errors(), "{}", ludex::report::human(&report, &sources, false));
//! let program = Arc::new(program.expect("a game without errors"));
//! let mut game = Match::new(Arc::clone(&program), Start::new(&program, 2, 1))?;
//! game.apply(0)?;
//! assert_eq!(game.choice_count(), 1);
//! # Ok::<(), ludex::play::game::PlayError>(())
//! ```
//!
//! # The rooms
//!
//! Text enters at the first room, play leaves at the last, and **no room names a later one**: each is a crate of its own
//! (`ludex-engine` in `src/engine`), which this one re-exports under its name.
//! Each room's page says what enters, what leaves, and what is never there; here is a line of each, and what one may rely on.
//!
//! | room | takes → gives | invariant |
//! | --- | --- | --- |
//! | [`source`] | texts → byte spans, lines, fragments | a span names its file; a fragment maps each of its bytes to where the author wrote it |
//! | [`markup`] | a document → Markdown, HTML, JSON | words never become marks: every writer escapes them |
//! | [`report`] | what is wrong → text, JSON, SARIF | a diagnostic is data with a stable code; one function draws it for people |
//! | [`syntax`] | rules text → `ast`, and back | shapes only: no declared name is looked up, no verb is known |
//! | [`tables`] | YAML text → nodes with places | each scalar keeps where each of its characters stands; anchors, tags and merge keys are refused |
//! | [`rules`] | — (types) | names are ids, expressions have types, rows have values; one row of `ops` says all that a built-in is |
//! | [`check`] | trees → `Game` | everything wrong is reported, each once; a game that leaves has no error left for later rooms but sizes |
//! | [`program`] | — (types) | no text is needed to play: names are there for people alone |
//! | [`compile`] | `Game` → `Program` | equal games give equal programs; what play needs to know of the text is worked out here, once |
//! | [`pipeline`] | the stages above as types | a stage is reached only through the one before |
//! | [`engine`] | `Program` → states, decisions, events | a state is a value; equal states and choices give equal states on every machine; both back ends read one `lir` |
//! | [`jit`] | functions of `lir` → machine code | adds no meaning; the only unsafe code, whose promises its page lists |
//! | [`play`] | starts, choices → matches | a failed step changes nothing; players are told only what they may know |
//! | [`worlds`] | a match, a seat → matches that look the same to it | a world depends on what the seat knows and on a seed |
//! | [`encoding`] | a position, a seat → numbers and a mask | equal observations mean equal knowledge; each option has one path of actions |
//! | [`bots`] | a seat → a choice | a bot sees what its seat sees: equal observations get equal choices |
//! | [`system`] | clocks, threads, processes → times, lines of programs | what bots have of the operating system; without it, as in a browser, they have none |
//! | [`lab`] | many games → estimates, verdicts | counts are added in any order: any number of threads gives equal bytes |
//! | [`tools`] | texts, programs → answers of authors' tools | answers are plain data; nothing is printed |
//! | [`sheets`] | a checked game, its manual → SVG, HTML | everything is measured here: a text that does not fit is told, and never drawn over an edge |
//! | [`ide`] | a game's texts, a byte of one → answers for an editor | asks the semantic model; resolves no name itself |
//! | [`protocol`] | a line of JSON → a line of JSON | a failed request changes nothing; wires stop here |
//! | [`table`] | starts, records, requests → snapshots for pages and apps | a viewer is sent what they may know and nothing else |
//! | [`lsp`] | messages of an editor → messages | asks `ide` and `tools`; an answer is about the last text or is refused |
//! | [`dap`] | messages of a debugger's client → messages | asks `tools::debug`; what a seat may not know is in no scope of that seat |
//! | [`cli`] | arguments, files → screen, exit code | the only room with files, environment and terminal; no answer of its own |
//!
//! `rules` and `program` hold types and next to no work, so that the room that makes them and the room that uses them never
//! meet. `jit`, `system` (`threads`), `lab`, `lsp`, `dap`, `sheets` and `cli` are features; `docs/contributing.md` lists them.
//!
//! # Where to begin
//!
//! | to change | begin at | then |
//! | --- | --- | --- |
//! | a card, a game, a ruling | `games/`, no Rust | `docs/authoring.md` |
//! | an effect that others can express | `grammar/prelude.rules`, no Rust | |
//! | a fold | `rules/ops.rs` | `rules/constants.rs`, `engine/lower/folds.rs`; `docs/contributing.md` walks through it |
//! | a query that is built in | `rules/ops.rs` | `engine/lower/built_in.rs`, or the engine's answer in `engine/runtime/host.rs` |
//! | a verb | `rules/verbs.rs` | `engine/changes/verbs.rs`; `docs/contributing.md` walks through it |
//! | a piece of syntax | `grammar/rules.pest` | `syntax/grammar.rs`, `syntax/keywords.rs`, `syntax/print.rs`, then the check that gives it meaning |
//! | a diagnostic | `report/codes.rs` | the check that raises it, a case in `tests/data/rejected` |
//! | a lint | `check/lints/mod.rs` | |
//! | what a name means, where it is used, an expression's type | `check/semantics.rs` | the check that resolves it |
//! | the meaning of an operator on numbers | `rules/numbers.rs` | `jit/arithmetic.rs`; `tests/numbers` compares them |
//! | what a statement or expression does | `engine/lower/mod.rs` | nothing else: both back ends read what it builds |
//! | what a player may know | `engine/knowledge/view.rs`, `engine/knowledge/tell.rs` | `compile/telling.rs` for the flow of secrets, `tests/play` for leaks |
//! | how values read | `play/format.rs` | `play/shown.rs` for pages, `tools/prose.rs` for rules in words |
//! | what programs that learn see and choose | `encoding/observation.rs`, `encoding/action.rs` | `encoding/lib.rs` tells the form |
//! | a bot | `bots/spec.rs` | `bots/bot.rs` |
//! | a command | a file in `cli/`, its arguments in `cli/args/` | the answer itself in `tools/` |
//! | how a game looks on a page or on paper | `check/look/mod.rs`, `rules/look.rs` | `sheets/card.rs`, `table/look.rs`, `tools/schema/look.rs`, `docs/look.md` |
//! | a request of an editor | `lsp/dispatch.rs` | the answer itself in `ide/` |
//! | a request of a debugger | `dap/session.rs` | the answer itself in `tools/debug/` |
//! | a verb of the protocol | `protocol/verbs.rs` | a file of its own in `protocol/` |
//!
//! # Words
//!
//! What the language itself names (declarations, statements, verbs) is told in `docs/language.md`. Everywhere else:
//!
//! | word | here |
//! | --- | --- |
//! | action | a named effect that a player may take: parameters, requirements, a text |
//! | back end | what runs `lir`: the interpreter, which is the definition, or machine code by Cranelift |
//! | choice | an answer to a decision, as numbers that stay valid in saves and replays; its *option* is the number of it in one list |
//! | class | texts that read the same variables and places, and so share dirty bits in the memo |
//! | determinize | to make a world |
//! | draw | one use of a stream of chance; each purpose (a deck, a die) has a stream of its own |
//! | epoch | how often a class became dirty and was asked again; older answers count as missing |
//! | event | something that happened, with who may know it; logs, recall and replays are made of events |
//! | fault | an error of the rules that play runs into (a bound, no answer, no end): place, values, trace |
//! | frame | a routine being run: its program counter, slots, and on whose behalf; frames are part of the state |
//! | holder | who has a place or variable: the table, a player, a space, a piece |
//! | hook | a text that runs before, instead of or after a named effect |
//! | kind | a declared sort of pieces with attributes; each row of its table is one piece or several |
//! | lir | the low-level form: typed values, blocks, explicit traps; the one place that says what a program means |
//! | memo | the table of remembered answers of queries and actions, kept while their class is clean |
//! | modifier | a text that changes the answer of a query: replaces it, adds to it, bounds it |
//! | moment | a declared point of time, at which variables fall back and delayed effects happen |
//! | piece | a card, tile or token: a number, with its row, its place and who knows it |
//! | place | where pieces lie in order: a pile, a row, a space; one declaration, one address for each holder |
//! | playout | a game played at random to its end, by machine code where there is any |
//! | pool | triggers that wait together until a player has put them in order |
//! | program counter (`Pc`) | the index of an instruction in `Program::code` |
//! | routine | anything with statements, once compiled: an effect, a hook, `play`, the text of a row |
//! | row | an entry of a kind's or record's table: attributes, and the texts that stand in it |
//! | ruling | a test of a game, written as a question and its answer |
//! | site | a statement that asks a player; a decision names its site |
//! | slot | a local of a routine, numbered; in a kind, an attribute that holds a text |
//! | span | bytes of a file, from where to where |
//! | step | a unit of work that budgets count, the same in both back ends: a jump, a member walked over, a routine or query begun |
//! | trap | where `lir` stops: the kind of the fault and the text to blame |
//! | view | a position as one player may see it |
//! | world | a position made of what one player knows, with everything unknown dealt anew |

#![forbid(unsafe_code)]

pub use ludex_bots as bots;
pub use ludex_check as check;
pub use ludex_compile as compile;
#[cfg(feature = "dap")]
pub use ludex_dap as dap;
pub use ludex_encoding as encoding;
pub use ludex_engine as engine;
pub use ludex_ide as ide;
#[cfg(feature = "jit")]
pub use ludex_jit as jit;
#[cfg(feature = "lab")]
pub use ludex_lab as lab;
#[cfg(feature = "lsp")]
pub use ludex_lsp as lsp;
pub use ludex_markup as markup;
pub use ludex_pipeline as pipeline;
pub use ludex_play as play;
pub use ludex_program as program;
pub use ludex_protocol as protocol;
pub use ludex_report as report;
pub use ludex_rules as rules;
#[cfg(feature = "serve")]
pub use ludex_serve as serve;
#[cfg(feature = "sheets")]
pub use ludex_sheets as sheets;
pub use ludex_source as source;
pub use ludex_syntax as syntax;
#[cfg(feature = "threads")]
pub use ludex_system as system;
pub use ludex_table as table;
pub use ludex_tables as tables;
pub use ludex_tools as tools;
pub use ludex_worlds as worlds;

#[cfg(feature = "terminal")]
pub mod cli;

//! The lint of offers is held against the taint of programs: whatever it says gives a secret away, or looks all alike, reads what
//! the program takes for unseen too.

use crate::support::{files, games_in};
use ludex::pipeline::GameText;
use ludex::program::Program;
use ludex::program::ids::{NodeId, SourceId};
use ludex::program::parts::{Visited, visit};
use ludex::program::signature::Signature;
use ludex::program::taint::{SecretSource, TextTaint};
use ludex::report::{Code, Report};
use ludex::rules::expr::Expr;
use ludex::rules::game::Game;
use ludex::rules::ids::RoutineId;
use ludex::source::{Sources, Span};
use std::collections::BTreeMap;
use std::path::Path;

/// Folders of games: those that ship, the examples, and the fixtures that compile.
const FOLDERS: [&str; 6] = [
    "games",
    "examples",
    "tests/data/accepted",
    "tests/data/leaks",
    "tests/data/worlds",
    "tests/data/rejected/lints",
];

/// Beginnings of the lint's messages; another lint has one of its codes too.
const SAYS: [&str; 3] = ["what is offered", "the heuristic", "the options out of"];

/// A game whose comments allow nothing, with the places that the lint reports.
struct Linted {
    found: Vec<(Code, Span)>,
    game: Game,
    program: Program,
}

fn linted(folder: &Path) -> Option<Linted> {
    let (mut sources, mut report) = (Sources::new(), Report::of_all());
    let files = files(folder).into_iter();
    let files =
        files.map(|(name, text)| (name, text.replace("ludex: allow", "is it sound to allow")));
    let text = GameText {
        name: "case".into(),
        files: files.collect(),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report)?;
    let program = checked.compile(&mut report)?;
    let says = |message: &str| SAYS.iter().any(|begin| message.starts_with(begin));
    let found = report.iter().filter(|found| says(&found.message));
    let found = found.map(|found| (found.code, found.span().unwrap()));
    Some(Linted {
        found: found.collect(),
        game: checked.game().clone(),
        program,
    })
}

/// What decides an offer, in a program: nodes and collections, and the text whose slots they read.
struct Offer<'a> {
    nodes: Vec<NodeId>,
    sources: Vec<SourceId>,
    text: Option<&'a TextTaint>,
}

impl Offer<'_> {
    /// Returns true if something that it reads may be unseen.
    fn reads_unseen(&self, program: &Program) -> bool {
        let mut unseen = false;
        let (nodes, sources) = (self.nodes.iter().copied(), self.sources.iter().copied());
        visit(program, nodes, sources, &mut |visited| match visited {
            Visited::Node(node) => {
                let taint = node.taint(&program.layout);
                let slot = node.slot().zip(self.text);
                let slot = slot.and_then(|(slot, text)| text.slots.get(usize::from(slot)));
                unseen |= taint.may_be_unseen() || taint.has(SecretSource::Whereabouts);
                unseen |= slot.is_some_and(|slot| slot.may_be_unseen());
            }
            Visited::Source(source) => unseen |= source.has_hidden_members(&program.layout),
        });
        unseen
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The offer that a place in the rules belongs to: an action's, the heuristic, or that of the question around it.
fn offer_at<'a>(game: &Game, program: &'a Program, span: Span) -> Option<Offer<'a>> {
    let is_in = |e: &Expr| holds(e.span, span);
    let actions = game.actions.iter().zip(program.actions.iter());
    for (rules, action) in actions {
        let binders = rules.binders.iter();
        let of_binders = binders.flat_map(|binder| [Some(&binder.source), binder.cond.as_ref()]);
        let conds = rules.requires.iter().map(|require| Some(&require.cond));
        if of_binders.chain(conds).flatten().any(is_in) {
            return Some(Offer {
                nodes: action.requires.iter().map(|require| require.cond).collect(),
                sources: action.binders.iter().map(|binder| binder.source).collect(),
                text: None,
            });
        }
    }
    if game.heuristic.as_ref().is_some_and(|one| is_in(&one.value)) {
        return Some(Offer {
            nodes: program.heuristic.iter().map(|(value, _)| *value).collect(),
            sources: Vec::new(),
            text: None,
        });
    }
    question_around(program, span)
}

/// The innermost question whose statement holds a place.
fn question_around(program: &Program, span: Span) -> Option<Offer<'_>> {
    let texts = program
        .routines
        .ids()
        .map(|id: RoutineId| (id, program.text_of(id)));
    let asked = texts.flat_map(|(routine, text)| {
        let instrs = program.code.range(text).iter();
        let signatures = instrs.map(|instr| Signature::of(program, *instr));
        signatures.filter_map(move |signature| Some((signature.site?, routine, signature)))
    });
    let mut around: Vec<_> = asked
        .filter(|(site, _, _)| holds(program.sites[*site].span, span))
        .collect();
    around.sort_by_key(|(site, _, _)| program.sites[*site].span.len());
    let innermost = around.first()?.0;
    around.retain(|(site, _, _)| *site == innermost);
    let nodes = around.iter().flat_map(|(_, _, one)| &one.nodes);
    let sources = around.iter().flat_map(|(_, _, one)| &one.sources);
    Some(Offer {
        nodes: nodes.copied().collect(),
        sources: sources.copied().collect(),
        text: Some(&program.taints[around[0].1]),
    })
}

/// The lint follows pieces right out of a place and knows whose place it is; the taint knows neither, and so finds more.
#[test]
fn what_gives_a_secret_away_is_tainted() {
    let mut met: BTreeMap<Code, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for folder in FOLDERS.iter().flat_map(|folder| games_in(folder)) {
        let linted = linted(&folder);
        let linted = linted.unwrap_or_else(|| panic!("{} has errors", folder.display()));
        for (code, span) in linted.found {
            *met.entry(code).or_default() += 1;
            let program = &linted.program;
            let offer = offer_at(&linted.game, program, span);
            let is_tainted = offer.map(|offer| offer.reads_unseen(program));
            if is_tainted != Some(true) {
                wrong.push(format!("{} {span:?}: {is_tainted:?}", folder.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (code, least) in [(Code::GIVES_AWAY, 20), (Code::ALL_ALIKE, 3)] {
        assert!(met.get(&code) >= Some(&least), "{met:?}");
    }
}

/// Where nothing is hidden no offer is tainted: what the other test finds, it finds for a reason.
#[test]
fn an_open_offer_is_not_tainted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chess");
    let Linted { found, program, .. } = linted(&folder).unwrap();
    assert_eq!(found, []);
    assert!(!program.actions.is_empty());
    for action in &program.actions {
        let offered = Offer {
            nodes: action.requires.iter().map(|require| require.cond).collect(),
            sources: action.binders.iter().map(|binder| binder.source).collect(),
            text: None,
        };
        assert!(!offered.reads_unseen(&program), "{}", action.name);
    }
}

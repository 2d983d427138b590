//! The recipients of each answer: who learns what is chosen at each question of a game, and why others do not.
//!
//! A list of what `compile/telling.rs` found, in words, for an author to read against the rules of the game.

use ludex_program::Program;
use ludex_program::code::Action;
use ludex_program::decision::{Ask, Site};
use ludex_program::ids::SiteId;
use ludex_program::node::{Base, NodeId, SourceId};
use ludex_program::origin::NodeOrigin;
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::game::Seen;
use ludex_rules::ids::{PlaceId, VarId};
use ludex_rules::types::Type;
use ludex_source::Span;

/// A question, with who learns each part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionRecipients {
    /// The statement that asks.
    pub place: Span,
    /// The question in words, as the rules write it.
    pub question: String,
    /// The parts of an answer: the action or word, and each value.
    pub parts: Vec<PartRecipients>,
}

/// A part of an answer, with who learns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartRecipients {
    /// The name of the part: `play`, `play card`, `yes or no`.
    pub part: String,
    /// The recipients besides the player who answers.
    pub to: Recipients,
}

/// The recipients of a part of an answer, besides the player who answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipients {
    /// All players, at once.
    Everybody,
    /// Players for whom something holds: `who sees the piece in hand`.
    Some(String),
    /// No other player, for a reason: `bid is seen by owner`.
    Nobody(String),
}

impl QuestionRecipients {
    /// Returns true if everybody learns the whole answer.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.parts
            .iter()
            .all(|part| part.to == Recipients::Everybody)
    }
}

impl std::fmt::Display for Recipients {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Recipients::Everybody => write!(f, "everybody"),
            Recipients::Some(who) => write!(f, "{who}"),
            Recipients::Nobody(reason) => write!(f, "nobody else: {reason}"),
        }
    }
}

/// Lists all questions of a game with who learns their answers, in the order of the rules.
#[must_use]
pub fn recipients(program: &Program) -> Vec<QuestionRecipients> {
    let sites = program.sites.ids().zip(&program.sites);
    let mut questions: Vec<QuestionRecipients> = sites
        .map(|(id, site)| QuestionRecipients {
            place: site.span,
            question: site.prompt.text.clone(),
            parts: AnswerParts { program, site, id }.parts(),
        })
        .collect();
    questions.sort_by_key(|question| (question.place.file.number(), question.place.start));
    questions.dedup();
    questions
}

/// A question, of whose answers the parts are listed.
struct AnswerParts<'a> {
    program: &'a Program,
    site: &'a Site,
    id: SiteId,
}

impl AnswerParts<'_> {
    fn parts(&self) -> Vec<PartRecipients> {
        let tells = &self.program.tells[self.id];
        let word = |part: &str| self.part(part.to_owned(), &tells.answer, &[], None);
        match &self.site.ask {
            Ask::May => vec![word("yes or no")],
            Ask::Pool(_) => vec![word("which comes first")],
            Ask::Choose {
                binders,
                names,
                types,
                more,
                ..
            } => {
                let values = names.iter().zip(types).zip(binders).zip(&tells.values);
                let values = values.map(|(((name, ty), binder), flow)| {
                    let source = self.may_hide(ty).then_some(binder.source);
                    self.part(name.clone(), flow, names, source)
                });
                let done = more.map(|_| word("done"));
                values.chain(done).collect()
            }
            Ask::Offer { actions, pass } => {
                let told = actions.iter().zip(&tells.actions);
                let told = told.flat_map(|(action, (name, args))| {
                    self.of_action(&self.program.actions[*action], name, args)
                });
                told.chain(pass.then(|| word("pass"))).collect()
            }
        }
    }

    fn of_action(&self, action: &Action, name: &Flow, args: &[Flow]) -> Vec<PartRecipients> {
        let names: Vec<String> = action.params.iter().map(|(name, _)| name.clone()).collect();
        let values = action.params.iter().zip(&action.binders).zip(args);
        let values = values.map(|(((param, ty), binder), flow)| {
            let source = self.may_hide(ty).then_some(binder.source);
            self.part(format!("{} {param}", action.name), flow, &names, source)
        });
        let word = self.part(action.name.clone(), name, &names, None);
        [word].into_iter().chain(values).collect()
    }

    /// A part of an answer; `source` is where it comes from, if it is a piece.
    fn part(
        &self,
        part: String,
        flow: &Flow,
        names: &[String],
        source: Option<SourceId>,
    ) -> PartRecipients {
        let to = match self.reason(flow) {
            Some(reason) => Recipients::Nobody(reason),
            None => {
                let conditions = self.conditions(flow, names, source);
                if conditions.is_empty() {
                    Recipients::Everybody
                } else {
                    Recipients::Some(format!("who {}", conditions.join(" and ")))
                }
            }
        };
        PartRecipients { part, to }
    }

    /// The reason for telling nobody else.
    fn reason(&self, flow: &Flow) -> Option<String> {
        let vars = &self.program.layout.vars;
        let hidden = |(field, bearer): &(VarId, Bearer)| {
            (*bearer == Bearer::Other).then(|| &vars[*field].name)
        };
        if self.site.at_once.is_some() {
            return Some("it is asked at once".into());
        }
        if let Some(var) = flow.secret.first() {
            let var = &vars[*var];
            return Some(format!("`{}` is seen by {}", var.name, seen_by(var.seen)));
        }
        if flow.position {
            return Some("it says where in an unseen place a piece goes".into());
        }
        let field = flow.fields.iter().find_map(hidden)?;
        Some(format!("`{field}` may be of a piece that they do not see"))
    }

    /// The conditions for being told.
    fn conditions(&self, flow: &Flow, names: &[String], source: Option<SourceId>) -> Vec<String> {
        let mut conditions = Vec::new();
        if let Some(hidden) = source.and_then(|source| self.hidden_place(source)) {
            conditions.push(match hidden {
                Some(place) => format!(
                    "sees the piece in `{}`, or sees it move",
                    self.program.layout.places[place].name
                ),
                None => "sees the piece".to_owned(),
            });
        }
        if flow.moves {
            conditions.push("sees the pieces that it moves".into());
        }
        let mut bearers: Vec<Bearer> = flow.fields.iter().map(|(_, bearer)| *bearer).collect();
        bearers.sort_unstable();
        bearers.dedup();
        conditions.extend(bearers.into_iter().filter_map(|bearer| match bearer {
            Bearer::Named(n) => {
                let name = names.get(usize::from(n))?;
                Some(format!("knows the piece `{name}`"))
            }
            Bearer::Held(_) => Some("knows the piece that it is about".into()),
            Bearer::Other => None,
        }));
        conditions
    }

    /// Returns true if a value is a piece that may lie where not everybody sees it.
    fn may_hide(&self, ty: &Type) -> bool {
        matches!(ty.required(), Type::Piece(kind) if self.program.layout.may_hide(*kind))
    }

    /// The place where a piece lies that not everybody sees, if it may; within, none when that may be any.
    fn hidden_place(&self, source: SourceId) -> Option<Option<PlaceId>> {
        let layout = &self.program.layout;
        let hides = |place: &PlaceId| layout.places[*place].seen != Seen::All;
        match self.program.sources[source].base {
            Base::Place(place) => match self.places(place) {
                places if places.is_empty() => Some(None),
                places => places.into_iter().find(hides).map(Some),
            },
            Base::Union(a, b) | Base::If(_, a, b) => {
                self.hidden_place(a).or_else(|| self.hidden_place(b))
            }
            Base::Numbers(..)
            | Base::Range(..)
            | Base::Set(_)
            | Base::Players
            | Base::PlayersFrom(_)
            | Base::Opponents(_)
            | Base::Board(..)
            | Base::Neighbours(..)
            | Base::Ray(..)
            | Base::Placements(..)
            | Base::PlacementsAt(..)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_)
            | Base::List(_)
            | Base::Kept(..) => layout.hides_pieces().then_some(None),
        }
    }

    /// The declared places that a node may mean; none when it may be any.
    fn places(&self, node: NodeId) -> Vec<PlaceId> {
        match self.program.nodes[node].origin() {
            NodeOrigin::Place(place) => vec![place],
            NodeOrigin::Counted(of) => self.places(of),
            NodeOrigin::Slot(_)
            | NodeOrigin::Variable(_)
            | NodeOrigin::Behind(_)
            | NodeOrigin::OneOf(..)
            | NodeOrigin::Own => Vec::new(),
        }
    }
}

fn seen_by(seen: Seen) -> &'static str {
    match seen {
        Seen::All => "all",
        Seen::Owner => "owner",
        Seen::Others => "others",
        Seen::Nobody => "nobody",
        Seen::Face(_) => "face",
    }
}

//! The environment of the checker: the half-made game and the names that lead into it.

use crate::decl::{Decl, MemberDecl};
use crate::fuel::ConstantFuel;
use crate::locale::Locale;
use crate::semantics::{Semantics, Symbol, THIS, YOU};
use ludex_report::Report;
use ludex_rules::game::Game;
use ludex_rules::ids::{EnumId, KindId, OptionId, QueryId, RoutineId, Slot, SortId, VarId};
use ludex_rules::types::Type;
use ludex_source::{FileId, Span};
use ludex_syntax::ast;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The meaning of a row's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowName {
    /// The kind whose row it is.
    pub kind: KindId,
    /// The number of the row in its kind, or of the first copy.
    pub number: u32,
    /// The number of copies; none of an id that names one row.
    pub copies: Option<u32>,
}

/// A sort of a kind's pieces: `kind beast of card`. Its rows stand together among those of its kind.
#[derive(Debug, Clone)]
pub struct SortNames {
    /// The name as it is declared.
    pub name: String,
    /// The kind whose pieces they are.
    pub kind: KindId,
    /// The number of its first row in the kind.
    pub first: u32,
    /// The number of its rows, once they are read.
    pub count: u32,
}

/// The sorts that a signature names as types: those of its parameters, and of what it gives.
#[derive(Debug, Clone, Default)]
pub(crate) struct SignatureSorts {
    /// The sort of each parameter, where it names one.
    pub(crate) params: Vec<Option<SortId>>,
    /// The sort of the result.
    pub(crate) gives: Option<SortId>,
}

/// The kind of a place until it is known, and of one whose kind is no kind: that was told, so all agrees with it.
pub(crate) const UNKNOWN_KIND: KindId = KindId::numbered(u32::MAX);

/// The names of one game. All maps are ordered, so that messages come in a fixed order.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// The game as far as it is made.
    pub game: Game,
    /// The top-level names, each with its declaration's span.
    pub names: BTreeMap<String, (Decl, Span)>,
    /// The options of a game, each with its declaration's span.
    pub options: BTreeMap<String, (OptionId, Span)>,
    /// Members of each kind, by `KindId`.
    pub kind_members: Vec<BTreeMap<String, (MemberDecl, Span)>>,
    /// The sorts of kinds, by `SortId`.
    pub sorts: Vec<SortNames>,
    /// The members that only pieces of a sort have, by their kind and name.
    pub sort_members: BTreeMap<(KindId, String), SortId>,
    /// The sorts in the signatures of effects.
    pub(crate) effect_sorts: BTreeMap<RoutineId, SignatureSorts>,
    /// The bounds of numbers in the signatures of effects, by parameter.
    pub(crate) effect_bounds: BTreeMap<RoutineId, Vec<(i32, i32)>>,
    /// The bounds of numbers in the signatures of queries, by parameter.
    pub(crate) query_bounds: BTreeMap<QueryId, Vec<(i32, i32)>>,
    /// The sorts in the signatures of queries.
    pub(crate) query_sorts: BTreeMap<QueryId, SignatureSorts>,
    /// The sorts in the types of a kind's attributes and slots, by their kind and name.
    pub(crate) attribute_sorts: BTreeMap<(KindId, String), SignatureSorts>,
    /// The sorts that variables and fields have as their type.
    pub(crate) var_sorts: BTreeMap<VarId, SortId>,
    /// Members of each board's spaces, by `BoardId`.
    pub space_members: Vec<BTreeMap<String, (MemberDecl, Span)>>,
    /// Enums that hold a value of this name, with its number.
    pub enum_values: BTreeMap<String, Vec<(EnumId, i32)>>,
    /// Rows with this id.
    pub rows: BTreeMap<String, Vec<RowName>>,
    /// The word before each parameter of an effect in a call, by `RoutineId`; empty for none.
    pub labels: BTreeMap<RoutineId, Vec<String>>,
    /// The meaning of each name where it is written, and the type of each expression.
    pub semantics: Arc<Semantics>,
    /// While a signature is read: the kinds that it leaves to its caller, by name.
    pub(crate) any_kinds: Option<BTreeMap<String, KindId>>,
    /// The beginning of the game's own rules, or of its manifest when it has none: the span of what is said of the game as a
    /// whole.
    pub(crate) begins: Option<Span>,
    /// The locale whose words the trees have; none of the words in the rules themselves.
    pub locale: Option<Arc<Locale>>,
    /// Questions, reasons and labels of the rules and the view; those with values as they were parsed.
    pub(crate) texts: BTreeMap<String, Option<ast::Phrase>>,
    /// The file of the prelude.
    pub(crate) prelude: Option<FileId>,
    /// Set while a question from outside is checked, which is no rule.
    pub(crate) asked: bool,
}

impl Env {
    /// Returns the semantic model to be filled; nobody else holds it while the game is checked.
    pub(crate) fn semantics_mut(&mut self) -> &mut Semantics {
        Arc::make_mut(&mut self.semantics)
    }
}

/// A local name of a routine, query or condition.
#[derive(Debug, Clone)]
pub(crate) struct LocalName {
    /// The name as it is written.
    pub(crate) name: String,
    /// The type of its value.
    pub(crate) ty: Type,
    /// The slot of the frame that holds its value.
    pub(crate) slot: Slot,
    /// The meaning of its uses; none of a slot that nobody can name.
    pub(crate) symbol: Option<Symbol>,
}

/// A fact that a condition proved of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The path as it is written: `card.mate`.
    pub(crate) path: String,
    /// The sort of the piece; none where it is known to be there.
    pub(crate) sort: Option<SortId>,
}

/// The names of one frame. Slot 0 is `you`; slot 1 is `this` where there is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    /// Visible locals, the innermost last.
    pub(crate) locals: Vec<LocalName>,
    /// Names and types of all slots given out, for `Routine::locals`.
    pub(crate) slots: Vec<(String, Type)>,
    /// Set where `you` is somebody (not in a query asked for the table, a setup size …).
    pub(crate) has_you: bool,
    /// The sort of the text, which decides whether `require`, chance and statements that wait may stand here.
    pub(crate) place: Where,
    /// Slots made by `let`, which may be written again.
    pub(crate) lets: Vec<Slot>,
    /// The number of loops of this frame around the statement.
    pub(crate) loops: usize,
    /// The next expression is the value of a `let`, an assignment or a statement's argument, so that it may use chance.
    pub(crate) chance: bool,
    /// Facts about paths such as `card.mate`, until something may change them; forgotten ones keep their place, so
    /// that `cut` counts right.
    pub(crate) known: Vec<Option<Known>>,
    /// The names that conditions bind, by the place of the condition.
    pub(crate) named: Vec<(Span, LocalName)>,
    /// The conditions that ask whether a piece is of a sort, by their place.
    pub(crate) asked_sorts: Vec<(Span, SortId)>,
    /// The text in which names that are bound now may be used: a block, a fold, a declaration.
    pub(crate) extent: Option<Span>,
}

/// The sorts of texts that are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Where {
    /// An expression that may be asked at any time: no chance.
    #[default]
    Question,
    /// Statements of an effect.
    Effect,
    /// Statements of an action: `require` is handled by the declaration, not here.
    Action,
}

impl Scope {
    /// A frame with `you` in slot 0 and, when given, `this` in slot 1.
    #[must_use]
    pub(crate) fn new(place: Where, has_you: bool, this: Option<Type>) -> Scope {
        let mut scope = Scope {
            place,
            has_you,
            ..Scope::default()
        };
        scope.slots.push(("you".into(), Type::Player));
        if has_you {
            scope.locals.push(LocalName {
                name: "you".into(),
                ty: Type::Player,
                slot: 0,
                symbol: Some(YOU),
            });
        }
        if let Some(ty) = this {
            scope.bind("this", ty, Some(THIS));
        }
        scope
    }

    /// A new local in a slot of its own.
    pub(crate) fn bind(&mut self, name: &str, ty: Type, symbol: Option<Symbol>) -> Slot {
        // Past the last slot all share it; `compile/capacity.rs` refuses such a text, which has far more than `limits::SLOTS`.
        let slot = Slot::try_from(self.slots.len()).unwrap_or(Slot::MAX);
        self.slots.push((name.into(), ty.clone()));
        self.show(LocalName {
            name: name.into(),
            ty,
            slot,
            symbol,
        });
        slot
    }

    /// A name for the members that a collection has now: three slots, a cursor of the part of the state's lists they stand in.
    pub(crate) fn bind_members(&mut self, name: &str, ty: &Type, symbol: Option<Symbol>) -> Slot {
        let slot = self.bind(name, ty.clone(), symbol);
        for part in ["next", "end"] {
            self.slots.push((format!("{name}.{part}"), Type::Int));
        }
        slot
    }

    /// Makes a local visible, before others of its name; what is known of those is not known of it.
    pub(crate) fn show(&mut self, local: LocalName) {
        let begins = |known: &Known| known.path.split('.').next() == Some(local.name.as_str());
        for known in self
            .known
            .iter_mut()
            .filter(|known| known.as_ref().is_some_and(begins))
        {
            *known = None;
        }
        self.locals.push(local);
    }

    /// The innermost local of that name.
    #[must_use]
    pub(crate) fn find(&self, name: &str) -> Option<&LocalName> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// Tells how many names and paths are known, for `cut`.
    #[must_use]
    pub(crate) fn depth(&self) -> (usize, usize) {
        (self.locals.len(), self.known.len())
    }

    /// Forgets all names and paths that came after `depth`.
    pub(crate) fn cut(&mut self, depth: (usize, usize)) {
        self.locals.truncate(depth.0);
        self.known.truncate(depth.1);
    }

    /// Number of slots the frame needs so far.
    #[must_use]
    pub(crate) fn size(&self) -> Slot {
        Slot::try_from(self.slots.len()).unwrap_or(Slot::MAX)
    }
}

/// The context of all passes of the checker.
#[derive(Debug)]
pub(crate) struct Checker<'a> {
    /// Names and the half-made game.
    pub(crate) env: Env,
    /// The mistakes found so far.
    pub(crate) report: &'a mut Report,
    /// The budget of all values that are worked out.
    pub(crate) fuel: ConstantFuel,
    /// True while something is checked only to see what was probably meant, which is done once for what stands in each other.
    pub(crate) is_guessing: bool,
}

impl<'a> Checker<'a> {
    /// Begins with names that are known already, and a full budget of values that are worked out.
    pub(crate) fn new(env: Env, report: &'a mut Report) -> Checker<'a> {
        Checker {
            env,
            report,
            fuel: ConstantFuel::default(),
            is_guessing: false,
        }
    }
}

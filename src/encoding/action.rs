//! The space of actions: ids that mean the same everywhere in a game, of which answers are made.

use crate::cell::ValueRun;
use crate::paths::OptionPaths;
use crate::position::SeatPosition;
use crate::slot::tell_apart;
use ludex_engine::knowledge::view;
use ludex_engine::option::OptionRun;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{PieceId, SiteId, SpotId};
use ludex_rules::decision::{Answer, PLAIN};
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, HookId};
use ludex_rules::table::Table;
use ludex_rules::types::Type;

/// Numbers below it have an id of their own; it is the base of the others' digits.
const BASE: u32 = 64;
/// Values of a type have an id each if there are no more; else they are numbers.
const MOST: u32 = 4096;

/// The actions of a program's games: the same for all options and numbers of players.
#[derive(Debug, Clone)]
pub struct ActionSpace {
    names: Vec<String>,
    /// The first id of the answers that are words: `done`, `yes`, `no`, `pass`.
    words_at: u32,
    /// The ids of texts that wait in a pool, by hook.
    hooks_at: u32,
    none: u32,
    hidden: u32,
    negative: u32,
    digits_at: u32,
    numbers_at: u32,
    /// The types of values that options have.
    types: Vec<ValueCoder>,
    /// For each action the types of its parameters, and for each site those of its choice, as numbers in `types`.
    params: Table<ActionId, Vec<usize>>,
    chosen: Table<SiteId, Vec<usize>>,
}

/// The rule by which the values of a type become ids.
#[derive(Debug, Clone)]
struct ValueCoder {
    ty: Type,
    /// The ids of the values, where each has one.
    run: Option<IdRun>,
    /// A player may be unable to identify the piece that a value names.
    may_be_hidden: bool,
}

/// A run of ids for the values of a type.
#[derive(Debug, Clone, Copy)]
struct IdRun {
    /// The id of the first value.
    at: u32,
    first: i32,
    count: u32,
}

impl ActionSpace {
    /// Gives ids to all that a game's options are made of.
    #[must_use]
    pub fn new(program: &Program) -> ActionSpace {
        let mut names: Vec<String> = program.actions.iter().map(|one| one.name.clone()).collect();
        let mut add = |more: &mut dyn Iterator<Item = String>| {
            let at = names.len() as u32;
            names.extend(more);
            at
        };
        let words = PLAIN.map(|(_, word)| word.to_owned());
        let words_at = add(&mut words.into_iter());
        let hooks = program.hooks.iter();
        let hooks = hooks.map(|hook| format!("text[{}]", program.routines[hook.body].name));
        let has_pools = program
            .sites
            .iter()
            .any(|site| matches!(site.ask, Ask::Pool(_)));
        let hooks_at = add(&mut hooks.filter(|_| has_pools));
        let none = add(&mut std::iter::once("none".to_owned()));
        let hidden = add(&mut std::iter::once("hidden".to_owned()));
        let negative = add(&mut std::iter::once("negative".to_owned()));
        let numbers_at = add(&mut (0..BASE).map(|n| format!("number[{n}]")));
        let digits_at = add(&mut (0..BASE).map(|n| format!("digit[{n}]")));
        let mut types = Vec::new();
        for ty in types_of_values(program) {
            let values = ValueRun::for_type(program, &ty).filter(|values| values.count <= MOST);
            let run = values.map(|values| IdRun {
                at: add(&mut (0..values.count).map(|n| named(program, &ty, &values, n))),
                first: values.first,
                count: values.count,
            });
            let may_be_hidden = matches!(ty, Type::Piece(_) | Type::Place(_));
            types.push(ValueCoder {
                ty,
                run,
                may_be_hidden,
            });
        }
        // INVARIANT: `types_of_values` lists all types of parameters and choices.
        let number = |ty: &Type| types.iter().position(|one| one.ty == *ty.required());
        let params = program.actions.iter();
        let params = params.map(|action| {
            let types = action.params.iter();
            types.filter_map(|(_, ty)| number(ty)).collect()
        });
        let params = params.collect();
        let chosen = program.sites.iter();
        let chosen = chosen.map(|site| site.ask.types().iter().filter_map(number).collect());
        let chosen = chosen.collect();
        tell_apart(names.iter_mut());
        ActionSpace {
            names,
            words_at,
            hooks_at,
            none,
            hidden,
            negative,
            digits_at,
            numbers_at,
            types,
            params,
            chosen,
        }
    }

    /// Returns the number of all actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Tells whether there is no action, which never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the names of all actions, by id.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Adds the paths of options of one sort, for who is asked at a site; returns true if two of them may be the same.
    pub(super) fn paths(
        &self,
        position: SeatPosition<'_>,
        site: SiteId,
        run: OptionRun<'_>,
        paths: &mut OptionPaths,
    ) -> bool {
        let (head, types) = match run.answer {
            Answer::Action(action) => (Some(action.number()), &self.params[action][..]),
            // Nothing but `done` stands beside them, so the values alone tell what is meant.
            Answer::Values => (None, &self.chosen[site][..]),
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass => (
                run.answer.plain().map(|n| self.words_at + n as u32),
                &[][..],
            ),
            Answer::Entry(_) => {
                self.entry(position, run.values, &mut paths.ids);
                paths.end();
                return true;
            }
        };
        let mut is_ambiguous = false;
        let width = run.values.len() / run.count.max(1);
        for n in 0..run.count {
            paths.ids.extend(head);
            for (ty, value) in types.iter().zip(&run.values[n * width..][..width]) {
                is_ambiguous |= self.value(position, &self.types[*ty], *value, &mut paths.ids);
            }
            paths.end();
        }
        is_ambiguous
    }

    /// Adds the path of a text that waits: which text, whose, and what for, as its words tell it.
    fn entry(&self, position: SeatPosition<'_>, values: &[i32], ids: &mut Vec<u32>) {
        let [hook, _, this, _, args @ ..] = values else {
            return;
        };
        let hook = HookId::from_value(*hook);
        let program = position.program;
        let locals = &program.routines[program.hooks[hook].body].locals;
        let ty = |n: usize| locals.get(n).map_or(&Type::None, |(_, ty)| ty);
        if !position.knows(ty(1), *this) {
            ids.push(self.hidden);
            return;
        }
        ids.push(self.hooks_at + hook.number());
        let mut value = |ty: &Type, value: i32| {
            // INVARIANT: where texts wait, the types of all their names are listed.
            let coder = self.types.iter().find(|one| one.ty == *ty.required());
            match coder {
                Some(coder) => _ = self.value(position, coder, value, ids),
                None => self.number(value, ids),
            }
        };
        value(ty(1), *this);
        for (n, one) in args.iter().enumerate() {
            value(ty(n + 2), *one);
        }
    }

    /// Adds the path of a value; returns true if another value may have the same one.
    fn value(
        &self,
        position: SeatPosition<'_>,
        coder: &ValueCoder,
        value: i32,
        ids: &mut Vec<u32>,
    ) -> bool {
        if value == NONE {
            ids.push(self.none);
            return false;
        }
        let ty = &coder.ty;
        if coder.may_be_hidden && !position.knows(ty, value) {
            ids.push(self.hidden);
            if let Type::Piece(_) = ty {
                let (place, nth) = where_hidden(position, PieceId::from_value(value));
                self.number(place, ids);
                self.number(nth, ids);
            }
            return true;
        }
        let in_run = coder.run.and_then(|run| {
            let n = u32::try_from(value.checked_sub(run.first)?).ok()?;
            (n < run.count).then_some(run.at + n)
        });
        match in_run {
            Some(id) => ids.push(id),
            None => self.number(value, ids),
        }
        false
    }

    /// Adds the path of a number: its sign if it is below 0, then its digits of base 64, the last of them as a number.
    pub(super) fn number(&self, value: i32, ids: &mut Vec<u32>) {
        if value < 0 {
            ids.push(self.negative);
        }
        let mut digits = [0; 6];
        let (mut left, mut count) = (value.unsigned_abs(), 0);
        loop {
            digits[count] = left % BASE;
            left /= BASE;
            count += 1;
            if left == 0 {
                break;
            }
        }
        let higher = digits[1..count].iter().rev();
        ids.extend(higher.map(|digit| self.digits_at + digit));
        ids.push(self.numbers_at + digits[0]);
    }
}

/// The types of values that options may have, each once.
fn types_of_values(program: &Program) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    let mut add = |ty: &Type| {
        if !types.contains(ty.required()) {
            types.push(ty.required().clone());
        }
    };
    let actions = program.actions.iter();
    actions
        .flat_map(|action| &action.params)
        .for_each(|(_, ty)| add(ty));
    for site in program.sites.iter() {
        match &site.ask {
            Ask::Choose { types, .. } => types.iter().for_each(&mut add),
            Ask::Pool(_) => {
                for hook in program.hooks.iter() {
                    let locals = program.routines[hook.body].locals.iter().skip(1);
                    locals.for_each(|(_, ty)| add(ty));
                }
            }
            Ask::May | Ask::Offer { .. } => {}
        }
    }
    types
}

/// The name of an id for a value: the sort of it and the value.
fn named(program: &Program, ty: &Type, values: &ValueRun, n: u32) -> String {
    let layout = &program.layout;
    let sort = match ty {
        Type::Player => "player",
        Type::Enum(of) => &program.names.enums[*of].0,
        Type::Piece(kind) | Type::Row(kind) => &layout.kinds[*kind].name,
        Type::Space(board) => &layout.boards[*board].name,
        Type::Direction(_) => "direction",
        Type::Shape => "shape",
        Type::Placement(_) => "placement",
        Type::Place(_) => "place",
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Set(_)
        | Type::Bag(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => "value",
    };
    format!("{sort}[{}]", values.word(program, n))
}

/// Finds where a piece lies that a player can't identify: the number of the place from 1, and its position there, or, where
/// positions are known to nobody, its number among those that the player can't identify.
fn where_hidden(of: SeatPosition<'_>, piece: PieceId) -> (i32, i32) {
    let SeatPosition {
        program,
        state,
        seat,
    } = of;
    let place = state.pieces[piece].place;
    if place == SpotId::NONE {
        return (0, 0);
    }
    let position = if State::is_mixed(program, place) {
        let unknown = |one: &PieceId| !view::knows(program, state, seat, *one);
        let before = state.pieces_in(place).take_while(|one| *one != piece);
        before.filter(unknown).count() as u32 + 1
    } else {
        state.position_of(piece)
    };
    (place.value() + 1, position as i32)
}

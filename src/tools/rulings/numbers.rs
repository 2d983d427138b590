//! `changes: { P0.money: -7, others: none }`: by how much numbers differ from those before.

use crate::rulings::play::{RulingPlay, listed};
use crate::rulings::ruling::{Changes, LabelWords as Name};
use ludex_engine::state::State;
use ludex_play::format::ValueFormat;
use ludex_program::Program;
use ludex_program::ids::Address;
use ludex_program::layout::Var;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::game::Holder;
use ludex_rules::ids::EnumId;
use ludex_rules::table::{ids, widened};
use ludex_rules::types::Type;
use ludex_source::Span;

/// A number that play changes, by the name that a ruling has for it.
struct RulingNumber {
    name: String,
    address: Address,
}

impl RulingPlay<'_> {
    /// Holds the numbers now against those before; from here on, these are the ones before.
    pub(super) fn changes(&mut self, changes: &Changes) {
        let now = self.playing.state().clone();
        let before = std::mem::replace(&mut self.since, now);
        let numbers = numbers(self.playing.program(), &self.since);
        let (mut failed, mut others) = (Vec::new(), numbers.iter().collect::<Vec<_>>());
        for (name, by) in &changes.numbers {
            let Some(number) = numbers.iter().find(|number| number.name == name.text) else {
                self.broken = true;
                failed.push(no_number(name, &numbers));
                continue;
            };
            others.retain(|one| one.address != number.address);
            let (old, new) = self.both(&before, number);
            if new - old != *by {
                let message = match new - old {
                    0 => format!("`{}` does not change", number.name),
                    other => format!("`{}` changes by {other:+}, not by {by:+}", number.name),
                };
                let error = Diagnostic::error(Code::NOT_SO, message);
                failed.push(error.at(name.span, format!("{old} → {new}")));
            }
        }
        let untold = changes.no_others;
        failed.extend(untold.and_then(|span| self.others_change(&before, &others, span)));
        failed.into_iter().for_each(|one| self.fail(one));
    }

    /// Numbers that change though nobody names them.
    fn others_change(
        &self,
        before: &State,
        others: &[&RulingNumber],
        span: Span,
    ) -> Option<Diagnostic> {
        let changed = others.iter().filter_map(|number| {
            let (old, new) = self.both(before, number);
            (old != new).then(|| format!("{}: {old} → {new}", number.name))
        });
        let changed: Vec<String> = changed.collect();
        let error = Diagnostic::error(Code::NOT_SO, "other numbers change, too");
        let told = listed("they are", changed.iter().map(String::as_str));
        (!changed.is_empty()).then(|| error.at(span, "not `none`").help(told))
    }

    /// A number before and now.
    fn both(&self, before: &State, number: &RulingNumber) -> (i64, i64) {
        let of = |state: &State| i64::from(state.memory[number.address]);
        (of(before), of(&self.since))
    }
}

const EXAMPLES: &str = "a number of the table is named alone, one of a player behind the seat, `P0.NAME`, one of a piece or space behind that, `PIECE.NAME`";

/// A name that no number has.
fn no_number(name: &Name, numbers: &[RulingNumber]) -> Diagnostic {
    let known = numbers.iter().map(|number| number.name.as_str());
    let message = format!("`{}` is no number of this game", name.text);
    let error = Diagnostic::error(Code::RULING_WORD, message).at(name.span, "");
    match nearest(&name.text, known) {
        Some(near) => error.did_you_mean(Some(near)),
        None => error.help(EXAMPLES),
    }
}

/// All numbers of a position. One that may be none has no difference.
fn numbers(program: &Program, state: &State) -> Vec<RulingNumber> {
    let words = ValueFormat::of(program, state);
    let vars = program.layout.vars.iter();
    // What the compiler keeps for itself has a dot in its name.
    let vars = vars.filter(|var| matches!(var.ty, Type::Int) && !var.name.contains('.'));
    let all = vars.flat_map(|var| {
        let addresses = ids(var.addresses());
        addresses.map(move |address| (var, address))
    });
    let seats = u32::from(state.players);
    let plays = |(var, address): &(&Var, Address)| match var.holder {
        Holder::Player => var.holder_at(*address).0 < seats,
        Holder::Table | Holder::Space(_) | Holder::Piece(_) => true,
    };
    let number = |(var, address)| RulingNumber {
        name: name(&words, var, address),
        address,
    };
    all.filter(plays).map(number).collect()
}

/// A number as the language names it: `round`, `P0.stock[wood]`, `P0.c3_4.level`, `piece.level`.
fn name(words: &ValueFormat<'_>, var: &Var, address: Address) -> String {
    let (holder, index) = var.holder_at(address);
    let values = |number: EnumId| &words.program.names.enums[number].1;
    let index = var.index.and_then(|of| values(of).get(widened(index)));
    let index = index.map_or(String::new(), |value| format!("[{value}]"));
    let own = format!("{}{index}", var.name);
    match var.holder {
        Holder::Table => own,
        Holder::Player => format!("P{holder}.{own}"),
        Holder::Piece(kind) => {
            format!("{}.{own}", words.word(&Type::Piece(kind), holder as i32))
        }
        Holder::Space(board) => {
            let (board, space) = (
                &words.program.layout.boards[board],
                words.space(holder as i32),
            );
            if board.per_player {
                format!("{space}.{own}")
            } else {
                format!("{}.{space}.{own}", board.name)
            }
        }
    }
}

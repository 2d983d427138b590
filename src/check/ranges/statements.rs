//! The ranges of what statements bind, write and hand on.

use super::RangedText;
use super::values::RangeWalk;
use ludex_rules::expr::{Block, Choose, Expr, SetsOff, Stmt, Target, Write};
use ludex_rules::ids::Slot;
use ludex_rules::types::Type;

impl<'g> RangeWalk<'_, 'g> {
    /// Goes through a block; what its conditions prove ends with it.
    pub(super) fn block(&mut self, block: &'g [Stmt]) {
        self.within(|walk| block.iter().for_each(|stmt| walk.stmt(stmt)));
    }

    fn stmt(&mut self, stmt: &'g Stmt) {
        if let Some((slot, value)) = stmt.assigns() {
            let range = self.value(value);
            self.grow(slot, range);
            self.forget_slot(slot);
            self.note_assigned(slot, value);
        } else if let Some((how, target, value)) = stmt.writes() {
            self.write(how, target, value);
        } else if let Some((arms, otherwise)) = stmt.arms() {
            self.branches(arms, otherwise);
        } else if let Some(choose) = stmt.choice() {
            self.choose(choose);
        } else if stmt.repeats() {
            self.repeated(stmt);
        } else {
            self.plain(stmt);
        }
    }

    /// A statement that is done once, with its blocks and the texts that it calls.
    fn plain(&mut self, stmt: &'g Stmt) {
        for value in stmt.values() {
            self.value(value);
        }
        let args = stmt.called_with();
        match stmt.sets_off() {
            Some(SetsOff::Effect(routine, _) | SetsOff::PutOff(_, routine, _)) => {
                self.hand(RangedText::Routine(routine), 1, args);
            }
            Some(SetsOff::Slot(kind, slot)) => {
                let rows = &self.ranges.game.kind(kind).rows;
                self.ranges.looked_at += rows.len() as u64;
                for text in rows.iter().filter_map(|row| *row.effects.get(slot)?) {
                    self.hand(RangedText::Routine(text), 2, args);
                }
            }
            // These hand nothing to what they set off but a track its overflow, whose range begins with the track.
            Some(
                SetsOff::Actions(_)
                | SetsOff::Track(_)
                | SetsOff::Filling(_)
                | SetsOff::Drawing(_)
                | SetsOff::Waiting(_),
            )
            | None => {}
        }
        if stmt.acts_as().is_some() {
            // Another player is `you`.
            self.forget_slot(0);
        }
        stmt.blocks()
            .into_iter()
            .for_each(|block| self.block(block));
        self.forget_position();
    }

    fn write(&mut self, how: Write, target: &'g Target, value: &'g Expr) {
        let range = self.value(value);
        for part in target.of.iter().chain(&target.at) {
            self.value(part);
        }
        let var = &self.ranges.game.vars[target.var.index()];
        if var.ty == Type::Int {
            let written = match how {
                Write::Set => range,
                Write::Add | Write::Gain => self.var(target.var).add(range),
            };
            self.ranges.grow_var(target.var, written);
        }
        match var.track {
            Some(_) => self.forget_position(),
            None => self.forget_var(target.var),
        }
    }

    /// The arms of an `if`. Behind one that leaves the block its condition has failed.
    fn branches(&mut self, arms: &'g [(Expr, Block)], otherwise: &'g [Stmt]) {
        self.within(|walk| {
            for (cond, body) in arms {
                walk.value(cond);
                walk.supposing(cond, true, |walk| walk.block(body));
                walk.suppose(cond, false);
            }
            walk.block(otherwise);
        });
        if let [(cond, body)] = arms
            && body.last().is_some_and(Stmt::leaves)
        {
            self.suppose(cond, false);
        }
    }

    /// A loop, which binds a name or asks a condition each time.
    fn repeated(&mut self, stmt: &'g Stmt) {
        let blocks = stmt.blocks();
        self.forget_changed(&blocks);
        self.within(|walk| {
            match stmt.for_each() {
                Some((binder, _)) => walk.bind(binder),
                None => {
                    for value in stmt.values() {
                        walk.value(value);
                        walk.suppose(value, true);
                    }
                }
            }
            blocks.into_iter().for_each(|block| walk.block(block));
        });
    }

    fn choose(&mut self, choose: &'g Choose) {
        if let Some(count) = choose.quantity.count() {
            self.value(count);
        }
        self.value(&choose.by);
        let body = choose.body.as_deref().unwrap_or_default();
        self.forget_changed(&[body]);
        self.within(|walk| {
            choose.binders.iter().for_each(|binder| walk.bind(binder));
            walk.conditions(choose.whole.iter().map(|whole| &whole.cond));
            walk.block(body);
        });
        choose.otherwise.iter().for_each(|block| self.block(block));
    }

    /// Forgets what does not hold when blocks are done again: what they change.
    fn forget_changed(&mut self, blocks: &[&[Stmt]]) {
        self.forget_position();
        let mut slots = Vec::new();
        for block in blocks {
            assigned_in(block, &mut slots);
        }
        slots.iter().for_each(|slot| self.forget_slot(*slot));
    }
}

/// Lists the slots that a block gives a value.
fn assigned_in(block: &[Stmt], slots: &mut Vec<Slot>) {
    for stmt in block {
        slots.extend(stmt.assigns().map(|(slot, _)| slot));
        for inner in stmt.blocks() {
            assigned_in(inner, slots);
        }
    }
}

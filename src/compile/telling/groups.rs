//! Groups of texts that one instruction does: those of a column, the hooks of an effect, what waits for a moment. What flows out
//! of one of them flows out of the group, so that it is found once and not for each instruction.

use crate::compile::telling::{Facts, Flows};
use crate::program::Program;
use crate::program::code::{Instr, Pc};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Texts, of which an instruction does some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// The texts of a column of rows.
    Column(u16),
    /// The hooks of a list.
    Hooks(u32),
    /// The texts on the spaces of a track, and beyond them.
    Track(u32),
    /// The texts put off to a moment.
    Moment(u16),
    /// The texts that fill places which have run dry.
    Filling,
}

/// Texts and groups of them, by number: routines first.
pub(super) struct Groups {
    /// The number of the first group.
    first: u32,
    numbers: BTreeMap<Group, u32>,
    /// The groups, in the order of their numbers.
    all: Vec<Group>,
    /// For each text and group: those whose flow depends on it.
    pub(super) readers: Vec<Vec<u32>>,
    /// For each text and group: those on which its flow depends.
    reads: Vec<Vec<u32>>,
    /// For each hook's text: the hook.
    hooks: BTreeMap<u32, u32>,
}

impl Groups {
    pub(super) fn of(program: &Program, texts: &[Range<Pc>]) -> Groups {
        let hooks = (0u32..).zip(&program.hooks);
        let mut groups = Groups {
            first: texts.len() as u32,
            numbers: BTreeMap::new(),
            all: Vec::new(),
            readers: Vec::new(),
            reads: vec![Vec::new(); texts.len()],
            hooks: hooks.map(|(n, hook)| (hook.body, n)).collect(),
        };
        for (routine, text) in texts.iter().enumerate() {
            for instr in &program.code[text.start as usize..text.end as usize] {
                if let Some(read) = groups.number(program, *instr) {
                    groups.reads[routine].push(read);
                }
            }
        }
        groups.reads.extend(members(program, &groups.all));
        groups.readers = vec![Vec::new(); groups.reads.len()];
        for (reader, reads) in groups.reads.iter_mut().enumerate() {
            reads.sort_unstable();
            reads.dedup();
            for read in reads {
                groups.readers[*read as usize].push(reader as u32);
            }
        }
        groups
    }

    /// The number of the text or group that an instruction does, given one if it has none yet.
    fn number(&mut self, program: &Program, instr: Instr) -> Option<u32> {
        if let Instr::Call(callee, _) | Instr::Later(_, callee, _) = instr {
            return Some(callee);
        }
        let (group, next) = (group(program, instr)?, self.first + self.all.len() as u32);
        let number = *self.numbers.entry(group).or_insert(next);
        if number == next {
            self.all.push(group);
        }
        Some(number)
    }

    /// The number of the text or group that an instruction does.
    pub(super) fn done_by(&self, program: &Program, instr: Instr) -> Option<usize> {
        if let Instr::Call(callee, _) | Instr::Later(_, callee, _) = instr {
            return Some(callee as usize);
        }
        let number = self.numbers.get(&group(program, instr)?)?;
        Some(*number as usize)
    }

    /// The hook whose text is one of a group of hooks.
    fn hook(&self, group: u32, text: u32) -> Option<u32> {
        let of = self.all.get(group.checked_sub(self.first)? as usize)?;
        matches!(of, Group::Hooks(_)).then(|| self.hooks.get(&text).copied())?
    }

    /// How many slots of a group's texts can be given something, in the order of their numbers.
    pub(super) fn slots(&self, program: &Program) -> Vec<usize> {
        let texts = |number: usize| self.reads[number].iter();
        let asks = |text: &u32| {
            self.hooks
                .get(text)
                .map(|hook| program.hooks[*hook as usize].slots)
        };
        let slots = |text: &u32| {
            let slots = program.routines[*text as usize].slots;
            usize::from(slots.max(asks(text).unwrap_or(0)))
        };
        let groups = self.first as usize..self.reads.len();
        groups
            .map(|number| texts(number).map(slots).max().unwrap_or(0))
            .collect()
    }

    /// For each text: its place in an order in which most come after all that they do.
    pub(super) fn order(&self, texts: usize) -> Vec<u32> {
        let mut order = vec![u32::MAX; self.reads.len()];
        let mut begun = vec![false; self.reads.len()];
        let mut next = 0;
        for root in 0..texts as u32 {
            if std::mem::replace(&mut begun[root as usize], true) {
                continue;
            }
            // What is being looked at, and how many of those it reads were.
            let mut open = Vec::from([(root, 0)]);
            while let Some((number, seen)) = open.last_mut() {
                let Some(read) = self.reads[*number as usize].get(*seen).copied() else {
                    order[*number as usize] = next;
                    next += 1;
                    open.pop();
                    continue;
                };
                *seen += 1;
                if !std::mem::replace(&mut begun[read as usize], true) {
                    open.push((read, 0));
                }
            }
        }
        order
    }
}

/// The group of texts that an instruction does some of.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest does no texts")]
fn group(program: &Program, instr: Instr) -> Option<Group> {
    match instr {
        Instr::CallSlot(column, _) => Some(Group::Column(column)),
        Instr::Hooks(list, _) | Instr::HooksToPool(list) => Some(Group::Hooks(list)),
        Instr::Write(_, target, _) => {
            let var = program.targets[target as usize].var;
            program.layout.vars[var as usize].track.map(Group::Track)
        }
        Instr::ReachNext(moment, _) => Some(Group::Moment(moment)),
        Instr::Refill(_) => Some(Group::Filling),
        _ => None,
    }
}

/// The texts of each of some groups.
fn members(program: &Program, groups: &[Group]) -> Vec<Vec<u32>> {
    let mut put_off: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for instr in &program.code {
        if let Instr::Later(moment, text, _) = instr {
            put_off.entry(*moment).or_default().push(*text);
        }
    }
    let texts = |group: &Group| match *group {
        Group::Column(column) => {
            let rows = &program.layout.effect_columns[usize::from(column)].rows;
            rows.iter()
                .filter_map(|row| u32::try_from(*row).ok())
                .collect()
        }
        Group::Hooks(list) => {
            let hooks = program.hook_lists[list as usize].iter();
            hooks
                .map(|hook| program.hooks[*hook as usize].body)
                .collect()
        }
        Group::Track(track) => {
            let rules = &program.tracks[track as usize];
            let spaces = rules.spaces.iter().map(|(_, _, _, text)| *text);
            spaces.chain(rules.beyond).collect()
        }
        Group::Moment(moment) => put_off.get(&moment).cloned().unwrap_or_default(),
        Group::Filling => {
            let places = program.layout.places.iter();
            places.filter_map(|place| place.when_empty).collect()
        }
    };
    groups.iter().map(texts).collect()
}

impl Flows<'_> {
    /// Adds what is known of a text to a group that it belongs to; true when something was new.
    pub(super) fn add_member(&mut self, group: u32, text: u32) -> bool {
        let given = self.given(group, text);
        let facts = &mut self.facts[group as usize];
        let slots = facts.slots.iter_mut().zip(&given.slots);
        let mut new = slots.fold(false, |new, (into, flow)| into.add(flow) | new);
        new |= facts.done.add(&given.done);
        facts.move_to(&given.ends) | new
    }

    /// What a text gives to a group. What a watched effect is given goes on to its hooks, behind `this`, and decides which of
    /// them run.
    fn given(&self, group: u32, text: u32) -> Facts {
        let mut facts = self.facts[text as usize].clone();
        let Some(hook) = self.groups.hook(group, text) else {
            return facts;
        };
        let hook = &self.program.hooks[hook as usize];
        let asked = hook
            .cond
            .map_or(BTreeSet::new(), |cond| self.read(&[cond], &[]));
        let decides = facts.done.without_moves();
        facts.slots = (1..=facts.slots.len().max(usize::from(hook.slots)))
            .map(|slot| {
                let mut flow = facts.slot(slot);
                if asked.contains(&(slot as u16)) {
                    flow.add(&decides);
                }
                flow
            })
            .collect();
        facts
    }
}

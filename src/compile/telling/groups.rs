//! Groups of texts that one instruction does: those of a column, the hooks of an effect, what waits for a moment. What flows
//! out of one of them flows out of the group, so that it is found once and not for each instruction.

use crate::telling::{Code, Facts, Flows, TextId, add_all};
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{HookListId, Pc, TrackId};
use ludex_program::signature::{Runs, Signature};
use ludex_rules::ids::{HookId, MomentId, RoutineId};
use ludex_rules::table::{Id, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Texts, of which an instruction does some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TextGroup {
    /// The texts of a column of rows.
    Column(u16),
    /// The hooks of a list.
    Hooks(HookListId),
    /// The texts on the spaces of a track, and beyond them.
    Track(TrackId),
    /// The texts put off to a moment.
    Moment(MomentId),
    /// The texts that fill places which have run dry.
    Filling,
}

/// Texts and groups of them.
pub(super) struct Groups {
    /// The number of texts.
    texts: usize,
    ids: BTreeMap<TextGroup, TextId>,
    /// The groups, in the order of their ids.
    all: Vec<TextGroup>,
    /// For each text and group: those whose flow depends on it.
    pub(super) readers: Table<TextId, Vec<TextId>>,
    /// For each text and group: those on which its flow depends.
    reads: Table<TextId, Vec<TextId>>,
    /// For each hook's text: the hook.
    hooks: BTreeMap<RoutineId, HookId>,
}

impl Groups {
    pub(super) fn of(
        program: &Program,
        code: &Code,
        texts: &Table<RoutineId, Range<Pc>>,
    ) -> Groups {
        let hooks = program.hooks.entries();
        let mut groups = Groups {
            texts: texts.len(),
            ids: BTreeMap::new(),
            all: Vec::new(),
            readers: Table::new(),
            reads: Table::filled(texts.len(), Vec::new()),
            hooks: hooks.map(|(n, hook)| (hook.body, n)).collect(),
        };
        for (routine, text) in texts.entries() {
            let run = code.range(text.clone()).iter();
            for runs in run.filter_map(|instr| instr.runs) {
                let read = groups.add(runs);
                groups.reads[routine.into()].push(read);
            }
        }
        groups.reads.extend(members(program, code, &groups.all));
        groups.readers = Table::filled(groups.reads.len(), Vec::new());
        for (reader, reads) in groups.reads.ids().zip(&mut groups.reads) {
            reads.sort_unstable();
            reads.dedup();
            for read in reads {
                groups.readers[*read].push(reader);
            }
        }
        groups
    }

    /// The text or group that some texts are; a group is given an id if it has none yet.
    fn add(&mut self, runs: Runs) -> TextId {
        let next = TextId::new(self.texts + self.all.len());
        let group = match TextGroup::of(runs) {
            Ok(group) => group,
            Err(routine) => return routine.into(),
        };
        let id = *self.ids.entry(group).or_insert(next);
        if id == next {
            self.all.push(group);
        }
        id
    }

    /// The text or group that an instruction runs.
    pub(super) fn run_by(&self, instr: &Signature) -> Option<TextId> {
        match TextGroup::of(instr.runs?) {
            Ok(group) => self.ids.get(&group).copied(),
            Err(routine) => Some(routine.into()),
        }
    }

    /// The routine that a text is; none of a group.
    pub(super) fn text(&self, text: TextId) -> Option<RoutineId> {
        (text.index() < self.texts).then(|| RoutineId::new(text.index()))
    }

    /// The hook whose text is one of a group of hooks.
    fn hook(&self, group: TextId, text: RoutineId) -> Option<HookId> {
        let of = self.all.get(group.index().checked_sub(self.texts)?)?;
        matches!(of, TextGroup::Hooks(_)).then(|| self.hooks.get(&text).copied())?
    }

    /// Counts the slots of each group's texts that can be given something, in the order of their ids.
    pub(super) fn slots(&self, program: &Program) -> Vec<usize> {
        let texts = |group: TextId| {
            let texts = self.reads[group].iter();
            texts.map(|text| RoutineId::new(text.index()))
        };
        let asks = |text: RoutineId| self.hooks.get(&text).map(|hook| program.hooks[*hook].slots);
        let slots = |text: RoutineId| {
            let slots = program.routines[text].slots;
            usize::from(slots.max(asks(text).unwrap_or(0)))
        };
        let groups = self.reads.ids().skip(self.texts);
        groups
            .map(|group| texts(group).map(slots).max().unwrap_or(0))
            .collect()
    }

    /// Returns for each text its place in an order in which most come after all that they do (postorder of a depth-first
    /// search).
    pub(super) fn order(&self, texts: usize) -> Table<TextId, u32> {
        let mut order = Table::filled(self.reads.len(), u32::MAX);
        let mut begun: Table<TextId, bool> = Table::filled(self.reads.len(), false);
        let mut next = 0;
        for root in (0..texts).map(TextId::new) {
            if std::mem::replace(&mut begun[root], true) {
                continue;
            }
            // The stack of the search: a text, and the number of those it reads that were looked at.
            let mut open = Vec::from([(root, 0)]);
            while let Some((text, seen)) = open.last_mut() {
                let Some(read) = self.reads[*text].get(*seen).copied() else {
                    order[*text] = next;
                    next += 1;
                    open.pop();
                    continue;
                };
                *seen += 1;
                if !std::mem::replace(&mut begun[read], true) {
                    open.push((read, 0));
                }
            }
        }
        order
    }
}

impl TextGroup {
    /// The group of texts of which an instruction runs some, or the one that it runs.
    fn of(runs: Runs) -> Result<TextGroup, RoutineId> {
        Ok(match runs {
            Runs::Routine(routine, _) | Runs::Later(_, routine, _) => return Err(routine),
            Runs::Column(column, _) => TextGroup::Column(column),
            Runs::Hooks(hooks) | Runs::Pooled(hooks) => TextGroup::Hooks(hooks),
            Runs::Track(track) => TextGroup::Track(track),
            Runs::Moment(moment) => TextGroup::Moment(moment),
            Runs::Filling => TextGroup::Filling,
        })
    }
}

/// The texts of each of some groups.
fn members(program: &Program, code: &Code, groups: &[TextGroup]) -> Vec<Vec<TextId>> {
    let mut put_off: BTreeMap<MomentId, Vec<TextId>> = BTreeMap::new();
    for runs in code.iter().filter_map(|instr| instr.runs) {
        if let Runs::Later(moment, text, _) = runs {
            put_off.entry(moment).or_default().push(text.into());
        }
    }
    for site in &program.sites {
        if let (Some(at_once), Ask::Offer { actions, .. }) = (site.at_once, &site.ask) {
            let texts = actions.iter().map(|action| program.actions[*action].body);
            let waiting = put_off.entry(at_once.moment).or_default();
            waiting.extend(texts.map(TextId::from));
        }
    }
    let texts = |group: &TextGroup| match *group {
        TextGroup::Column(column) => {
            let rows = &program.layout.effect_columns[usize::from(column)].rows;
            rows.iter()
                .filter_map(|row| RoutineId::of(*row))
                .map(TextId::from)
                .collect()
        }
        TextGroup::Hooks(list) => {
            let hooks = program.hook_lists[list].iter();
            hooks.map(|hook| program.hooks[*hook].body.into()).collect()
        }
        TextGroup::Track(track) => {
            let rules = &program.tracks[track];
            let spaces = rules.spaces.iter().map(|(_, _, _, text)| *text);
            spaces.chain(rules.beyond).map(TextId::from).collect()
        }
        TextGroup::Moment(moment) => put_off.get(&moment).cloned().unwrap_or_default(),
        TextGroup::Filling => {
            let places = program.layout.places.iter();
            let filling = places.filter_map(|place| place.when_empty);
            filling.map(TextId::from).collect()
        }
    };
    groups.iter().map(texts).collect()
}

impl Flows<'_> {
    /// Adds what is known of a text to a group that it belongs to; true when something was new.
    pub(super) fn add_member(&mut self, group: TextId, text: RoutineId) -> bool {
        let given = self.given(group, text);
        let facts = &mut self.facts[group];
        let new = add_all(&mut facts.slots, &given.slots)
            | add_all(&mut facts.explicit, &given.explicit)
            | facts.done.add(&given.done)
            | (given.opens && !facts.opens);
        facts.opens |= given.opens;
        facts.move_to(&given.ends) | new
    }

    /// Returns the facts that a text gives to a group. What a watched effect is given goes on to its hooks, behind `this`, and
    /// decides which of them run.
    fn given(&self, group: TextId, text: RoutineId) -> Facts {
        let mut facts = self.facts[text.into()].clone();
        let Some(hook) = self.groups.hook(group, text) else {
            return facts;
        };
        let hook = &self.program.hooks[hook];
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
        facts.explicit = facts.explicit.into_iter().skip(1).collect();
        facts
    }
}

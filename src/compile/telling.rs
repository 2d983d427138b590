//! What depends on each answer of a player without everybody seeing it: a flow of information through the statements.
//!
//! Enters: a program with all its texts. Leaves: `Program::tells`. An answer flows into what is made of it, and into what
//! is done or left out because of it. The flow is followed backwards, from what may be unseen to the answers, through all
//! texts until nothing is new. Where a text is not certain it counts as one that tells less.

use crate::compile::hoist::{base_parts, parts};
use crate::program::Program;
use crate::program::code::{Ask, Instr, Pc};
use crate::program::node::{Node, NodeId, NodeList, SourceId};
use crate::program::tells::{Flow, Tells};
use crate::rules::game::{Holder, Seen};
use crate::rules::types::Type;
use std::collections::BTreeSet;
use std::ops::Range;

/// Works out what depends on the answers of each site.
pub(super) fn tell(program: &mut Program) {
    let mut flows = Flows::new(program);
    while flows.pass() {}
    let tells = (0..program.sites.len() as u32)
        .map(|site| flows.site(site))
        .collect();
    // A text that writes something secret may be done for a reason that is secret too.
    let doubted = flows.done.iter().map(|done| done.secret).collect();
    let secret_rows = secret_rows(program);
    (program.tells, program.doubted, program.secret_rows) = (tells, doubted, secret_rows);
}

/// For each record: whether a row of it may stand where not everybody sees which.
fn secret_rows(program: &Program) -> Vec<bool> {
    let layout = &program.layout;
    let named_by = |ty: &Type| {
        let Type::Row(k) = ty.required() else {
            return None;
        };
        Some(k.index())
    };
    let mut secret = vec![false; layout.kinds.len()];
    for var in &layout.vars {
        if let (Some(k), true) = (
            named_by(&var.ty),
            var.seen != Seen::All || matches!(var.holder, Holder::Piece(_)),
        ) {
            secret[k] = true;
        }
    }
    secret
}

/// What is known so far of every text.
struct Flows<'a> {
    program: &'a Program,
    /// For each routine: its instructions.
    texts: Vec<Range<Pc>>,
    /// For each routine and slot: what depends on the slot.
    slots: Vec<Vec<Flow>>,
    /// For each routine: what depends on its being done.
    done: Vec<Flow>,
    /// For each routine: the places it may move pieces to; none when it may be any.
    ends: Vec<Option<BTreeSet<u32>>>,
    /// For each kind: whether its pieces may lie where not everybody sees them.
    unseen: Vec<bool>,
    /// What depends on running dry: the texts that fill empty places.
    filling: Vec<u32>,
}

impl Flows<'_> {
    fn new(program: &Program) -> Flows<'_> {
        let entry = |r: usize| program.routines.get(r).map(|r| r.entry);
        let texts = (0..program.routines.len())
            .map(|r| entry(r).unwrap_or(0)..entry(r + 1).unwrap_or(program.code.len() as Pc))
            .collect();
        let mut unseen = vec![false; program.layout.kinds.len()];
        for place in program.layout.places.iter().filter(|p| p.seen != Seen::All) {
            for (kind, unseen) in program.layout.kinds.iter().zip(&mut unseen) {
                *unseen |= kind.is_any;
            }
            unseen[place.holds as usize] = true;
        }
        let empty = |r: &crate::program::code::Routine| vec![Flow::default(); usize::from(r.slots)];
        Flows {
            program,
            texts,
            slots: program.routines.iter().map(empty).collect(),
            done: vec![Flow::default(); program.routines.len()],
            ends: vec![Some(BTreeSet::new()); program.routines.len()],
            unseen,
            filling: (program.layout.places.iter())
                .filter_map(|place| place.when_empty)
                .collect(),
        }
    }

    /// Goes through all texts once; true when something was new.
    fn pass(&mut self) -> bool {
        let mut new = false;
        for routine in 0..self.texts.len() {
            let text = self.texts[routine].clone();
            for pc in text.clone() {
                new |= self.instr(routine, pc);
            }
            let done = self.depends_on(routine, text.clone());
            new |= self.done[routine].add(&done);
            let ends = self.moved_to(routine, text);
            if ends != self.ends[routine] {
                (self.ends[routine], new) = (ends, true);
            }
        }
        new
    }

    // ---- what depends on slots ----

    /// What depends on the slots that an instruction reads.
    fn instr(&mut self, routine: usize, pc: Pc) -> bool {
        let program = self.program;
        match program.code[pc as usize] {
            Instr::Let(slot, value) => {
                let flow = self.slots[routine][usize::from(slot)].clone();
                self.flows(routine, &[value], &[], &flow)
            }
            Instr::Set(target, value) | Instr::Add(target, value) | Instr::Gain(target, value) => {
                let rules = program.targets[target as usize];
                let mut flow = self.variable(rules.var);
                flow.add(&self.track(rules.var));
                self.flows(routine, &[value, rules.of, rules.at], &[], &flow)
            }
            Instr::Move(piece, to) | Instr::Tuck(piece, to) => {
                let flow = self.arrival(routine, to);
                self.flows(routine, &[piece], &[], &flow)
            }
            Instr::Insert(piece, (at, _)) => {
                let (to, n) = (
                    program.node_lists[at as usize],
                    program.node_lists[at as usize + 1],
                );
                let flow = self.arrival(routine, to);
                // Where in an unseen place it lies is seen by nobody, and by no event.
                let secret = Flow {
                    secret: flow.moves,
                    ..Flow::default()
                };
                self.flows(routine, &[piece], &[], &flow) | self.flows(routine, &[n], &[], &secret)
            }
            Instr::MoveAll(source, to) => {
                let flow = self.arrival(routine, to);
                self.flows(routine, &[], &[source], &flow)
            }
            Instr::Show(source, _) => self.flows(routine, &[], &[source], &moves()),
            Instr::Collect(cursor, source) => {
                let flow = self.slots[routine][usize::from(cursor.slot)].clone();
                self.flows(routine, &[], &[source], &flow)
            }
            Instr::Next(cursor, slot, exit) => {
                let mut flow = self.slots[routine][usize::from(slot)].clone();
                flow.add(&self.seen_done(routine, pc + 1..exit));
                self.add_to_slot(routine, cursor.slot, &flow)
            }
            Instr::CountDown(slot, exit) => {
                let flow = self.seen_done(routine, pc + 1..exit);
                self.add_to_slot(routine, slot, &flow)
            }
            Instr::JumpUnless(cond, _) => {
                let flow = self.branches(routine, pc, cond);
                self.flows(routine, &[cond], &[], &flow)
            }
            Instr::Choose(site, _) | Instr::ChooseMore(site, _) => self.chosen(routine, site),
            Instr::Call(callee, args) | Instr::Later(_, callee, args) => {
                self.passes(routine, args, callee, 1)
            }
            Instr::CallSlot(column, args) => self.calls_text(routine, column, args),
            Instr::Hooks(list, _) | Instr::HooksToPool(list) => self.hooks(routine, list),
            Instr::Jump(_)
            | Instr::Drop(_)
            | Instr::May(..)
            | Instr::Offer(_)
            | Instr::Return
            | Instr::Shuffle(_)
            | Instr::TurnOver(_)
            | Instr::LayOut(..)
            | Instr::Reveal(_)
            | Instr::Refill(_)
            | Instr::DrawOne(..)
            | Instr::Finish
            | Instr::JumpIfPool(_)
            | Instr::NextHook(..)
            | Instr::PoolOpen(_)
            | Instr::PoolNext(..)
            | Instr::ReachNext(..)
            | Instr::Reset(_) => false,
        }
    }

    /// What may be chosen depends on what the collections read.
    fn chosen(&mut self, routine: usize, site: u32) -> bool {
        let Ask::Choose { binders, .. } = &self.program.sites[site as usize].ask else {
            return false;
        };
        let mut new = false;
        for binder in binders {
            let flow = self.slots[routine][usize::from(binder.slot)].clone();
            new |= self.flows(routine, &[], &[binder.source], &flow);
        }
        new
    }

    /// Arguments of a routine, the first of which goes into a slot.
    fn passes(&mut self, routine: usize, args: NodeList, callee: u32, first: usize) -> bool {
        let mut new = false;
        for (n, node) in self.listed(args).into_iter().enumerate() {
            let flow = self.slots[callee as usize].get(first + n).cloned();
            new |= self.flows(routine, &[node], &[], &flow.unwrap_or_default());
        }
        new
    }

    fn calls_text(&mut self, routine: usize, column: u16, args: NodeList) -> bool {
        let mut new = false;
        let this = self.listed(args)[0];
        for text in self.texts_of(column) {
            new |= self.passes(routine, args, text, 1);
            let done = self.done[text as usize].without_moves();
            new |= self.flows(routine, &[this], &[], &done);
        }
        new
    }

    /// Arguments of a watched effect go on to its hooks, behind `this`, and decide which of them run.
    fn hooks(&mut self, routine: usize, list: u32) -> bool {
        let program = self.program;
        let mut new = false;
        for hook in &program.hook_lists[list as usize] {
            let hook = &program.hooks[*hook as usize];
            let body = hook.body as usize;
            let asked = hook.cond.map(|cond| self.read(&[cond], &[]));
            for param in 1..=program.routines[routine].params {
                let at = usize::from(param) + 1;
                let mut flow = self.slots[body].get(at).cloned().unwrap_or_default();
                if asked
                    .as_ref()
                    .is_some_and(|asked| asked.contains(&(param + 1)))
                {
                    flow.add(&self.done[body].without_moves());
                }
                new |= self.add_to_slot(routine, param, &flow);
            }
        }
        new
    }

    fn flows(
        &mut self,
        routine: usize,
        nodes: &[NodeId],
        sources: &[SourceId],
        flow: &Flow,
    ) -> bool {
        if flow.is_open() {
            return false;
        }
        let read = self.read(nodes, sources);
        read.into_iter().fold(false, |new, slot| {
            self.add_to_slot(routine, slot, flow) | new
        })
    }

    fn add_to_slot(&mut self, routine: usize, slot: u16, flow: &Flow) -> bool {
        let slot = self.slots[routine].get_mut(usize::from(slot));
        slot.is_some_and(|into| into.add(flow))
    }

    /// The slots that nodes and collections read.
    fn read(&self, nodes: &[NodeId], sources: &[SourceId]) -> BTreeSet<u16> {
        let mut walk = Walk {
            program: self.program,
            slots: BTreeSet::new(),
            nodes: BTreeSet::new(),
            sources: BTreeSet::new(),
        };
        nodes.iter().for_each(|node| walk.node(*node));
        sources.iter().for_each(|source| walk.source(*source));
        walk.slots
    }

    // ---- what depends on instructions being done ----

    /// What depends on some instructions being done or left out.
    fn depends_on(&self, routine: usize, text: Range<Pc>) -> Flow {
        let mut flow = Flow::default();
        for pc in self.escaping(routine, text) {
            flow.add(&self.done_by(routine, pc));
        }
        flow
    }

    fn done_by(&self, routine: usize, pc: Pc) -> Flow {
        let program = self.program;
        let mut flow = Flow::default();
        match program.code[pc as usize] {
            Instr::Let(slot, _) if slot > 0 => {
                flow.add(&self.slots[routine][usize::from(slot)]);
            }
            Instr::Set(target, _) | Instr::Add(target, _) | Instr::Gain(target, _) => {
                let var = program.targets[target as usize].var;
                flow.add(&self.variable(var));
                flow.add(&self.track(var));
            }
            Instr::Move(_, to) | Instr::Tuck(_, to) | Instr::MoveAll(_, to) => {
                flow.add(&self.arrival(routine, to));
            }
            Instr::Insert(_, (at, _)) => {
                flow.add(&self.arrival(routine, program.node_lists[at as usize]));
            }
            Instr::Show(..) => flow.moves = true,
            Instr::Call(callee, _) | Instr::Later(_, callee, _) => {
                flow.add(&self.done[callee as usize]);
            }
            Instr::CallSlot(column, _) => {
                (self.texts_of(column).iter()).for_each(|text| {
                    flow.add(&self.done[*text as usize]);
                });
            }
            Instr::Hooks(list, _) | Instr::HooksToPool(list) => {
                for hook in &program.hook_lists[list as usize] {
                    flow.add(&self.done[program.hooks[*hook as usize].body as usize]);
                }
            }
            Instr::ReachNext(moment, _) => {
                flow.add(&self.put_off(moment));
            }
            Instr::Reset(moment) => {
                for var in &program.layout.resets[usize::from(moment)] {
                    flow.add(&self.variable(*var));
                }
            }
            Instr::Refill(_) => {
                for text in &self.filling {
                    flow.add(&self.done[*text as usize]);
                }
            }
            // These ask, jump, or are seen by all when they are done.
            Instr::Let(..)
            | Instr::Jump(_)
            | Instr::JumpUnless(..)
            | Instr::Collect(..)
            | Instr::Next(..)
            | Instr::Drop(_)
            | Instr::CountDown(..)
            | Instr::Choose(..)
            | Instr::ChooseMore(..)
            | Instr::May(..)
            | Instr::Offer(_)
            | Instr::Return
            | Instr::Shuffle(_)
            | Instr::TurnOver(_)
            | Instr::LayOut(..)
            | Instr::Reveal(_)
            | Instr::DrawOne(..)
            | Instr::Finish
            | Instr::JumpIfPool(_)
            | Instr::NextHook(..)
            | Instr::PoolOpen(_)
            | Instr::PoolNext(..) => {}
        }
        flow
    }

    /// What was put off to a moment, whoever did so.
    fn put_off(&self, moment: u16) -> Flow {
        let mut flow = Flow::default();
        for instr in &self.program.code {
            if let Instr::Later(at, routine, _) = instr
                && *at == moment
            {
                flow.add(&self.done[*routine as usize]);
            }
        }
        flow
    }

    /// What depends on some instructions being done, apart from pieces that everybody sees move.
    fn seen_done(&self, routine: usize, text: Range<Pc>) -> Flow {
        self.depends_on(routine, text).without_moves()
    }

    /// What depends on a condition: both branches. A condition about a piece picks which one is moved.
    fn branches(&self, routine: usize, pc: Pc, cond: NodeId) -> Flow {
        let (yes, no) = self.two_ways(pc);
        let mut flow = self.seen_done(routine, yes.clone());
        flow.add(&self.seen_done(routine, no.clone()));
        let asked = self.read(&[cond], &[]);
        flow.moves |= (yes.chain(no)).any(|pc| self.picks(routine, pc, &asked));
        flow
    }

    /// Tells whether an instruction moves a piece of some slots to where not everybody sees it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these move one piece")]
    fn picks(&self, routine: usize, pc: Pc, slots: &BTreeSet<u16>) -> bool {
        let (piece, to) = match self.program.code[pc as usize] {
            Instr::Move(piece, to) | Instr::Tuck(piece, to) => (piece, to),
            Instr::Insert(piece, (at, _)) => (piece, self.program.node_lists[at as usize]),
            _ => return false,
        };
        let about = self.read(&[piece], &[]);
        self.arrival(routine, to).moves
            && about.iter().any(|slot| *slot > 0 && slots.contains(slot))
    }

    /// The instructions done when an answer or condition holds, and those done otherwise.
    fn two_ways(&self, pc: Pc) -> (Range<Pc>, Range<Pc>) {
        let mut instr = self.program.code[pc as usize];
        let no = instr.exit().map_or(pc + 1, |exit| *exit);
        match no
            .checked_sub(1)
            .map(|last| self.program.code[last as usize])
        {
            Some(Instr::Jump(end)) if end > no => (pc + 1..no - 1, no..end),
            _ => (pc + 1..no.max(pc + 1), no..no),
        }
    }

    /// Instructions, and all behind them when a jump leaves them: it decides what of the rest is done.
    fn escaping(&self, routine: usize, text: Range<Pc>) -> Range<Pc> {
        let leaves = text
            .clone()
            .any(|pc| matches!(self.program.code[pc as usize], Instr::Jump(to) if to > text.end));
        let end = if leaves {
            self.texts[routine].end
        } else {
            text.end
        };
        text.start..end
    }

    fn texts_of(&self, column: u16) -> Vec<u32> {
        let rows = &self.program.layout.effect_columns[usize::from(column)].rows;
        let texts: BTreeSet<u32> = rows.iter().filter_map(|r| u32::try_from(*r).ok()).collect();
        texts.into_iter().collect()
    }

    fn listed(&self, (start, count): NodeList) -> Vec<NodeId> {
        self.program.node_lists[start as usize..][..usize::from(count)].to_vec()
    }

    // ---- what is seen ----

    /// Who does not see a variable written.
    fn variable(&self, var: u32) -> Flow {
        let var_rules = &self.program.layout.vars[var as usize];
        let hidden = |k: usize| {
            let kind = &self.program.layout.kinds[k];
            self.unseen[k] || kind.is_any
        };
        match (var_rules.seen, var_rules.holder) {
            (Seen::All | Seen::Face(_), Holder::Piece(k)) if hidden(k.index()) => Flow {
                fields: BTreeSet::from([var]),
                ..Flow::default()
            },
            (Seen::All | Seen::Face(_), _) => Flow::default(),
            (Seen::Owner | Seen::Nobody, _) => Flow {
                secret: true,
                ..Flow::default()
            },
        }
    }

    /// What the spaces of a track do.
    fn track(&self, var: u32) -> Flow {
        let mut flow = Flow::default();
        if let Some(track) = self.program.layout.vars[var as usize].track {
            let rules = &self.program.tracks[track as usize];
            let texts = rules.spaces.iter().map(|(_, _, _, text)| *text);
            for text in texts.chain(rules.beyond) {
                flow.add(&self.done[text as usize]);
            }
        }
        flow
    }

    /// Who does not see which piece arrives in a place.
    fn arrival(&self, routine: usize, to: NodeId) -> Flow {
        let places = self.places(routine, to, 0);
        let all = |places: &BTreeSet<u32>| {
            let seen = |place: &u32| self.program.layout.places[*place as usize].seen == Seen::All;
            places.iter().all(seen)
        };
        Flow {
            moves: !places.is_some_and(|places| all(&places)),
            ..Flow::default()
        }
    }

    /// The declared places that a node may mean; none when it may be any.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever else gives a place may give any"
    )]
    fn places(&self, routine: usize, node: NodeId, depth: usize) -> Option<BTreeSet<u32>> {
        let layout = &self.program.layout;
        let both = |a: NodeId, b: NodeId| {
            let mut places = self.places(routine, a, depth + 1)?;
            places.extend(self.places(routine, b, depth + 1)?);
            Some(places)
        };
        match self.program.nodes[node as usize] {
            _ if depth > 8 => None,
            Node::Const(single) => {
                let (declared, _) = layout.place_of.get(single as usize)?;
                Some(BTreeSet::from([*declared]))
            }
            Node::PlaceOf { base, .. } | Node::PlaceOfLocal { base, .. } => {
                let places = (0u32..).zip(&layout.places);
                let found = places
                    .filter(|(_, p)| i64::from(p.base) - i64::from(p.first) == i64::from(base));
                Some(found.map(|(n, _)| n).collect())
            }
            Node::If(_, a, b) => both(a, b),
            Node::Seen { of, .. } => self.places(routine, of, depth),
            Node::Local(slot) => self.kept_in(routine, slot, depth),
            _ => None,
        }
    }

    /// The places that a slot may hold: those that some statement puts there.
    fn kept_in(&self, routine: usize, slot: u16, depth: usize) -> Option<BTreeSet<u32>> {
        let mut places = BTreeSet::new();
        for pc in self.texts[routine].clone() {
            if let Instr::Let(into, value) = self.program.code[pc as usize]
                && into == slot
            {
                places.extend(self.places(routine, value, depth + 1)?);
            }
        }
        (!places.is_empty()).then_some(places)
    }

    // ---- where pieces go, which everybody sees ----

    /// The places that instructions may move pieces to; none when it may be any.
    fn moved_to(&self, routine: usize, text: Range<Pc>) -> Option<BTreeSet<u32>> {
        let mut ends = BTreeSet::new();
        for pc in text {
            ends.extend(self.moves_to(routine, pc)?);
        }
        Some(ends)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest moves nothing")]
    fn moves_to(&self, routine: usize, pc: Pc) -> Option<BTreeSet<u32>> {
        let program = self.program;
        let all = |texts: &[u32]| {
            let mut ends = BTreeSet::new();
            for text in texts {
                ends.extend(self.ends[*text as usize].as_ref()?);
            }
            Some(ends)
        };
        match program.code[pc as usize] {
            Instr::Move(_, to) | Instr::Tuck(_, to) | Instr::MoveAll(_, to) => {
                self.places(routine, to, 0)
            }
            Instr::Insert(_, (at, _)) => self.places(routine, program.node_lists[at as usize], 0),
            Instr::DrawOne(_, (at, _), _) => {
                self.places(routine, program.node_lists[at as usize + 1], 0)
            }
            Instr::Call(callee, _) => all(&[callee]),
            Instr::CallSlot(column, _) => all(&self.texts_of(column)),
            Instr::Hooks(list, _) | Instr::HooksToPool(list) => {
                let hooks = program.hook_lists[list as usize].iter();
                all(&hooks
                    .map(|hook| program.hooks[*hook as usize].body)
                    .collect::<Vec<_>>())
            }
            Instr::Gain(target, _) => {
                let var = program.targets[target as usize].var;
                let track = program.layout.vars[var as usize].track;
                let texts = track.map_or(Vec::new(), |track| {
                    let rules = &program.tracks[track as usize];
                    let spaces = rules.spaces.iter().map(|(_, _, _, text)| *text);
                    spaces.chain(rules.beyond).collect()
                });
                all(&texts)
            }
            Instr::ReachNext(..) => None,
            Instr::Refill(_) => all(&self.filling),
            _ => Some(BTreeSet::new()),
        }
    }

    /// The places that a piece surely goes to before anything is asked or decided.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest moves nothing, or not surely"
    )]
    fn surely_to(&self, routine: usize, text: Range<Pc>) -> BTreeSet<u32> {
        let mut ends = BTreeSet::new();
        for pc in text {
            let to = match self.program.code[pc as usize] {
                Instr::Move(_, to) | Instr::Tuck(_, to) => Some(to),
                Instr::Insert(_, (at, _)) => Some(self.program.node_lists[at as usize]),
                Instr::Let(..) | Instr::Set(..) | Instr::Add(..) | Instr::Gain(..) => None,
                Instr::Shuffle(_) | Instr::TurnOver(_) | Instr::Reveal(_) | Instr::Show(..) => None,
                Instr::LayOut(..) => None,
                Instr::MoveAll(..) => None,
                _ => break,
            };
            let places = to.and_then(|to| self.places(routine, to, 0));
            if let Some(one) = places.filter(|places| places.len() == 1) {
                ends.extend(one);
            }
        }
        ends
    }

    // ---- sites ----

    fn site(&self, site: u32) -> Tells {
        let program = self.program;
        let asking = program.code.iter().position(|instr| asks(*instr, site));
        let Some(pc) = asking.map(|pc| pc as Pc) else {
            return Tells::default();
        };
        let routine = self
            .texts
            .iter()
            .position(|text| text.contains(&pc))
            .unwrap_or(0);
        match &program.sites[site as usize].ask {
            Ask::Choose { binders, .. } => {
                let flow = |slot: u16| self.slots[routine][usize::from(slot)].clone();
                let (body, _) = self.two_ways(pc);
                Tells {
                    answer: self.apart(&self.way(routine, body), &[Way::nothing()]),
                    values: binders.iter().map(|binder| flow(binder.slot)).collect(),
                    actions: Vec::new(),
                }
            }
            Ask::May => {
                let (yes, no) = self.two_ways(pc);
                Tells {
                    answer: self.apart(&self.way(routine, yes), &[self.way(routine, no)]),
                    ..Tells::default()
                }
            }
            Ask::Offer(actions) => Tells {
                actions: self.offered(actions),
                ..Tells::default()
            },
            Ask::Pool => Tells {
                answer: self.any_hook(),
                ..Tells::default()
            },
        }
    }

    fn offered(&self, actions: &[u32]) -> Vec<(Flow, Vec<Flow>)> {
        let body = |action: &u32| self.program.actions[*action as usize].body as usize;
        let ways: Vec<Way> = (actions.iter().map(body))
            .map(|body| self.way(body, self.texts[body].clone()))
            .collect();
        let told = |(n, action): (usize, &u32)| {
            let others: Vec<Way> = (ways.iter().enumerate())
                .filter(|(m, _)| *m != n)
                .map(|(_, way)| way.clone())
                .collect();
            let params = self.program.actions[*action as usize].params.len();
            let slots = &self.slots[body(action)];
            let args = (1..=params).map(|slot| slots.get(slot).cloned().unwrap_or_default());
            (self.apart(&ways[n], &others), args.collect())
        };
        actions.iter().enumerate().map(told).collect()
    }

    /// What depends on the order in which waiting texts are done.
    fn any_hook(&self) -> Flow {
        let mut flow = Flow::default();
        for hook in &self.program.hooks {
            flow.add(&self.done[hook.body as usize].without_moves());
        }
        flow
    }

    fn way(&self, routine: usize, text: Range<Pc>) -> Way {
        Way {
            flow: self.depends_on(routine, text.clone()),
            sure: self.surely_to(routine, text.clone()),
            ends: self.moved_to(routine, self.escaping(routine, text)),
        }
    }

    /// What depends on going a way rather than one of the others, without its being seen which was gone.
    fn apart(&self, way: &Way, others: &[Way]) -> Flow {
        let mut flow = Flow::default();
        for other in others.iter().filter(|other| !way.differs(other)) {
            let alike = way.sure == other.sure && !way.sure.is_empty();
            for way in [way, other] {
                flow.add(&way.flow.without_moves());
                flow.moves |= alike && way.flow.moves;
            }
        }
        flow
    }
}

/// One of several ways on.
#[derive(Debug, Clone)]
struct Way {
    flow: Flow,
    /// Places that a piece surely goes to.
    sure: BTreeSet<u32>,
    /// Places that pieces may go to; none when it may be any.
    ends: Option<BTreeSet<u32>>,
}

impl Way {
    fn nothing() -> Way {
        Way {
            flow: Flow::default(),
            sure: BTreeSet::new(),
            ends: Some(BTreeSet::new()),
        }
    }

    /// Tells whether everybody sees which of two was gone: a piece goes where the other surely moves none.
    fn differs(&self, other: &Way) -> bool {
        let only = |a: &Way, b: &Way| {
            let never = |place: &u32| b.ends.as_ref().is_some_and(|ends| !ends.contains(place));
            a.sure.iter().any(never)
        };
        only(self, other) || only(other, self)
    }
}

fn moves() -> Flow {
    Flow {
        moves: true,
        ..Flow::default()
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these ask")]
fn asks(instr: Instr, site: u32) -> bool {
    match instr {
        Instr::Choose(at, _) | Instr::ChooseMore(at, _) | Instr::May(at, _) => at == site,
        Instr::Offer(at) | Instr::PoolNext(at, _) => at == site,
        _ => false,
    }
}

/// Finds the slots that nodes read.
struct Walk<'a> {
    program: &'a Program,
    slots: BTreeSet<u16>,
    nodes: BTreeSet<NodeId>,
    sources: BTreeSet<SourceId>,
}

impl Walk<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest reads no slot itself"
    )]
    fn node(&mut self, id: NodeId) {
        if !self.nodes.insert(id) {
            return;
        }
        let program = self.program;
        let node = program.nodes[id as usize];
        match node {
            Node::Local(slot)
            | Node::LoadOfLocal { slot, .. }
            | Node::AttributeOfLocal { slot, .. }
            | Node::AttributeOfRowOfLocal { slot, .. }
            | Node::PlaceOfLocal { slot, .. } => {
                self.slots.insert(slot);
            }
            Node::EqualLocals(a, b) => self.slots.extend([a, b]),
            Node::Fold { op, value, .. } if op.has_value() => self.node(value),
            _ => {}
        }
        let (nodes, sources) = parts(&program.node_lists, &node);
        nodes.into_iter().for_each(|node| self.node(node));
        sources.into_iter().for_each(|source| self.source(source));
    }

    fn source(&mut self, id: SourceId) {
        if !self.sources.insert(id) {
            return;
        }
        let program = self.program;
        let source = &program.sources[id as usize];
        for (_, node) in source.lets.iter().chain(&source.filters) {
            self.node(*node);
        }
        let (nodes, sources) = base_parts(&program.node_lists, &source.base);
        nodes.into_iter().for_each(|node| self.node(node));
        sources.into_iter().for_each(|source| self.source(source));
    }
}

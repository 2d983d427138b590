//! A listing of a program for people: its instructions and expressions as text, with the names of the rules.
//!
//! An expression is written in prefix form, `(add %1 (load money %0))`; `%1` is a slot of the frame, of which `%0` is `you`.

use crate::Program;
use crate::code::{Action, Hook, Instr, Modifier, Operand, OperandList, Routine};
use crate::decision::{Ask, Binder};
use crate::ids::{Pc, PieceId, SiteId, TargetId};
use crate::node::{Base, Node, NodeId, NodeList, Query, Source, SourceId};
use ludex_rules::expr::Write;
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{BoardId, KindId, MomentId, PlaceId, RoutineId, VarId};
use ludex_rules::ops::{FoldOp, Takes};
use ludex_rules::table::ids;
use ludex_rules::verbs::VerbOp;
use std::fmt::Write as _;

/// Tells whether a part of a game is meant: one with that name, or with one of its words, as in `thing.t5.price` or `after
/// bought`.
pub fn is_meant(name: &str, of: Option<&str>) -> bool {
    of.is_none_or(|of| name == of || name.split(['.', ' ']).any(|word| word == of))
}

/// Lists the parts of a program that are meant by a name; without one, all.
#[must_use]
pub fn listing(program: &Program, of: Option<&str>) -> String {
    let is_meant = |name: &str| is_meant(name, of);
    let mut out = Listing {
        program,
        text: String::new(),
    };
    for query in program.queries.iter().filter(|q| is_meant(&q.name)) {
        out.query(query);
    }
    for action in program.actions.iter().filter(|a| is_meant(&a.name)) {
        out.action(action);
    }
    for routine in program.routines.iter().filter(|r| is_meant(&r.name)) {
        out.routine(routine);
    }
    for hook in &program.hooks {
        if is_meant(&program.routines[hook.body].name) {
            out.hook(hook);
        }
    }
    out.text
}

struct Listing<'a> {
    program: &'a Program,
    text: String,
}

impl Listing<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn query(&mut self, query: &Query) {
        let (params, slots) = (query.params, query.slots);
        self.line(&format!(
            "query {}: {params} parameters, {slots} slots",
            query.name
        ));
        self.line(&format!("  {}", self.node(query.body)));
        for modifier in &query.modifiers {
            self.modifier(&self.program.modifiers[*modifier]);
        }
    }

    fn modifier(&mut self, modifier: &Modifier) {
        let piece = modifier
            .piece
            .map(|piece| format!(" of {}", self.piece(piece)));
        let cond = modifier
            .cond
            .map(|cond| format!(" where {}", self.node(cond)));
        let (piece, cond) = (piece.unwrap_or_default(), cond.unwrap_or_default());
        let (change, value) = (lower(modifier.change), self.node(modifier.value));
        self.line(&format!("  modified{piece}{cond}: {change} {value}"));
    }

    fn action(&mut self, action: &Action) {
        self.line(&format!("action {}: {} slots", action.name, action.slots));
        for bound in 0..=action.binders.len() {
            for require in
                &action.requires[action.requires_from[bound]..action.requires_from[bound + 1]]
            {
                self.line(&format!("  require {}", self.node(require.cond)));
            }
            if let Some(binder) = action.binders.get(bound) {
                self.line(&format!("  {}", self.binder(binder)));
            }
        }
        self.line(&format!("  do {}", self.routine_name(action.body)));
    }

    fn binder(&self, binder: &Binder) -> String {
        format!("%{} in {}", binder.slot, self.source(binder.source))
    }

    fn hook(&mut self, hook: &Hook) {
        let piece = hook.piece.map(|piece| format!(" of {}", self.piece(piece)));
        let cond = hook.cond.map(|cond| format!(" where {}", self.node(cond)));
        let (piece, cond) = (piece.unwrap_or_default(), cond.unwrap_or_default());
        let (timing, body) = (lower(hook.timing), self.routine_name(hook.body));
        self.line(&format!("hook {timing}{piece}{cond}: {body}"));
    }

    fn routine(&mut self, routine: &Routine) {
        let locals = routine.locals.iter().enumerate();
        let locals: Vec<String> = locals
            .map(|(n, (name, _))| format!("%{n} {name}"))
            .collect();
        let slots = routine.slots;
        self.line(&format!(
            "routine {}: {slots} slots, {}",
            routine.name,
            locals.join(", ")
        ));
        let number = self
            .program
            .routines
            .iter()
            .position(|r| r.entry == routine.entry);
        let code = self
            .program
            .text_of(RoutineId::new(number.unwrap_or_default()));
        for pc in ids(code) {
            let at = pc.since(routine.entry);
            let instr = self.instr(self.program.code[pc], routine.entry);
            self.line(&format!("  {at:>3} {instr}"));
        }
    }

    fn routine_name(&self, routine: RoutineId) -> String {
        self.program.routines[routine].name.clone()
    }

    fn piece(&self, piece: PieceId) -> String {
        let names = &self.program.names.pieces;
        names
            .get(piece)
            .cloned()
            .unwrap_or_else(|| piece.number().to_string())
    }

    /// An instruction; jumps are counted from the beginning of the routine.
    fn instr(&self, instr: Instr, entry: Pc) -> String {
        let mut jump = instr;
        let to = jump.exit().map(|to| format!(" else {}", to.since(entry)));
        let to = to.unwrap_or_default();
        let said = match instr {
            Instr::Let { slot, value } => format!("let %{slot} = {}", self.node(value)),
            Instr::Write { how, target, value } => {
                let sign = if how == Write::Set { "=" } else { "+=" };
                let (target, value) = (self.target(target), self.node(value));
                format!("{} {target} {sign} {value}", lower(how))
            }
            Instr::Jump { to } => return format!("jump {}", to.since(entry)),
            Instr::JumpUnless { cond, .. } => format!("if {}", self.node(cond)),
            Instr::Collect { cursor, source } => {
                format!("collect %{}.. = {}", cursor.slot, self.source(source))
            }
            Instr::Next { cursor, slot, .. } => format!("next %{slot} of %{}..", cursor.slot),
            Instr::Drop { cursor } => format!("drop %{}..", cursor.slot),
            Instr::CountDown { slot, .. } => format!("count_down %{slot}"),
            Instr::Choose { site, .. } => format!("choose {}", self.site(site)),
            Instr::ChooseMore { site, .. } => format!("choose_more {}", self.site(site)),
            Instr::May { site, .. } => format!("may {}", self.site(site)),
            Instr::Offer { site } => format!("offer {}", self.site(site)),
            Instr::OfferOrPass { site, .. } => format!("offer_or_pass {}", self.site(site)),
            Instr::Call { routine, args } => {
                format!("call {}{}", self.routine_name(routine), self.args(args))
            }
            Instr::CallSlot { column, args } => format!("call_slot {column}{}", self.args(args)),
            Instr::Return => "return".into(),
            Instr::Verb { verb, operands } => self.verb(verb, operands),
            Instr::Refill { place } => format!("refill {}", self.node(place)),
            Instr::DrawOne {
                left, from, into, ..
            } => format!("draw_one %{left} {} {}", self.node(from), self.node(into)),
            Instr::Hooks {
                hooks: list,
                cursor,
            } => format!("hooks %{}.. = {list}", cursor.slot),
            Instr::HooksToPool { hooks: list } => format!("hooks_to_pool {list}"),
            Instr::JumpIfPool { .. } => "unless_pool".into(),
            Instr::NextHook { cursor, .. } => format!("next_hook %{}..", cursor.slot),
            Instr::OrderHooks { site, .. } => format!("order_hooks {}", self.site(site)),
            Instr::Replace {
                site: Some(site), ..
            } => format!("replace {}", self.site(site)),
            Instr::Replace {
                site: None, cursor, ..
            } => format!("replace %{}..", cursor.slot),
            Instr::PoolOpen { by } => format!("pool_open {}", self.node(by)),
            Instr::PoolNext { site, .. } => format!("pool_next {}", self.site(site)),
            Instr::Later {
                moment,
                routine,
                args,
            } => {
                let (moment, routine) = (self.moment(moment), self.routine_name(routine));
                format!("later {moment}: {routine}{}", self.args(args))
            }
            Instr::ReachNext { moment, .. } => format!("reach_next {}", self.moment(moment)),
            Instr::Reset { moment } => format!("reset {}", self.moment(moment)),
        };
        said + &to
    }

    /// A verb as authors write it, with its operands.
    fn verb(&self, verb: VerbOp, operands: OperandList) -> String {
        let row = verb.row();
        let operands = self.program.operands_of(operands).iter();
        let said = operands
            .zip(row.takes)
            .map(|(operand, argument)| match *operand {
                Operand::Value(place) if argument.takes == Takes::Place => self.node(place),
                Operand::Value(value) => self.node(value),
                Operand::Pieces(source) => self.source(source),
                Operand::Board(board, of) => self.of_board(board, of),
            });
        std::iter::once(row.name.to_owned())
            .chain(said)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn moment(&self, moment: MomentId) -> String {
        self.program.names.moments[moment].clone()
    }

    fn target(&self, target: TargetId) -> String {
        let target = self.program.targets[target];
        let var = &self.program.layout.vars[target.var];
        if matches!(var.holder, Holder::Table) && var.width == 1 {
            return var.name.clone();
        }
        let of = self.node(target.of);
        if var.width == 1 {
            return format!("({} {of})", var.name);
        }
        format!("({} {of} {})", var.name, self.node(target.at))
    }

    fn site(&self, site: SiteId) -> String {
        let site = &self.program.sites[site];
        let asked = match &site.ask {
            Ask::Choose { binders, .. } => {
                let binders: Vec<String> = binders.iter().map(|b| self.binder(b)).collect();
                binders.join(", ")
            }
            Ask::May => "yes or no".into(),
            Ask::Offer { actions, .. } => {
                let actions = actions.iter();
                let names = actions.map(|a| self.program.actions[*a].name.clone());
                names.collect::<Vec<_>>().join(" or ")
            }
            Ask::Pool(order) => {
                let what = match order.listed {
                    Some(cursor) => format!("one of %{}..", cursor.slot),
                    None => "an entry".into(),
                };
                if let Some(owners) = order.owners {
                    return format!("{what} by each of {}", self.source(owners));
                }
                what
            }
        };
        let at_once = if site.at_once.is_some() {
            " at once"
        } else {
            ""
        };
        format!("{asked} by {}{at_once}", self.node(site.by))
    }

    fn args(&self, list: NodeList) -> String {
        let nodes = self.program.list(list);
        nodes.iter().fold(String::new(), |mut all, node| {
            let _ = write!(all, " {}", self.node(*node));
            all
        })
    }

    // ---- expressions ----

    fn node(&self, id: NodeId) -> String {
        let two = |args| self.args(NodeList::new(args, 2));
        match self.program.nodes[id] {
            Node::Seen { of, .. } => self.node(of),
            Node::Const(NONE) => "none".into(),
            Node::Const(n) => n.to_string(),
            Node::Local(slot) => format!("%{slot}"),
            Node::Option(option) => format!("(option {})", option.number()),
            Node::Load(var) => format!("(load {})", self.var(var)),
            Node::LoadOf { var, of } => format!("(load {} {})", self.var(var), self.node(of)),
            Node::LoadAt { var, args } => format!("(load {}{})", self.var(var), two(args)),
            Node::Attribute { kind, column, of } => {
                format!("(row {} {})", self.column(kind, column), self.node(of))
            }
            Node::BagCount { kind, column, args } => {
                format!("(bag {}{})", self.column(kind, column), two(args))
            }
            Node::FirstCopy(of) => format!("(first_copy {})", self.node(of)),
            Node::SpaceAttribute { board, column, of } => {
                let board = &self.program.layout.boards[board];
                let name = &board.attributes[usize::from(column)].0;
                format!("(space {}.{name} {})", board.name, self.node(of))
            }
            Node::Place(place) => self.place(place).into(),
            Node::PlaceOf { place, of } => {
                format!("(place {} {})", self.place(place), self.node(of))
            }
            Node::MadeFor(of) => format!("(made_for {})", self.node(of)),
            Node::Lookup { table, key } => format!("(lookup {table} {})", self.node(key)),
            Node::Let { slot, value, body } => {
                format!("(let %{slot} {} {})", self.node(value), self.node(body))
            }
            Node::Once { slot, body } => format!("(once %{slot} {})", self.node(body)),
            Node::Call { query, args } => {
                let name = &self.program.queries[query].name;
                format!("(call {name}{})", self.args(args))
            }
            Node::Slot { column, args } => format!("(text {column}{})", self.args(args)),
            Node::SetOf(args) => format!("(set{})", self.args(args)),
            Node::Not(a) => format!("(not {})", self.node(a)),
            Node::Negate(a) => format!("(negate {})", self.node(a)),
            Node::Amount(a) => format!("(amount {})", self.node(a)),
            Node::And(a, b) => self.pair("and", a, b),
            Node::Or(a, b) => self.pair("or", a, b),
            Node::Equal(a, b) => self.pair("eq", a, b),
            Node::Less(a, b) => self.pair("lt", a, b),
            Node::LessEqual(a, b) => self.pair("le", a, b),
            Node::Arithmetic(op, a, b) => self.pair(&lower(op), a, b),
            Node::If(cond, a, b) => {
                let (cond, a, b) = (self.node(cond), self.node(a), self.node(b));
                format!("(if {cond} {a} {b})")
            }
            Node::InSet(a, b) => self.pair("in_set", a, b),
            Node::InPlace(a, b) => self.pair("in_place", a, b),
            Node::InRange(a, bounds) => format!("(within {}{})", self.node(a), two(bounds)),
            Node::InSource(a, source) => format!("(in {} {})", self.node(a), self.source(source)),
            Node::Size(source) => format!("(size {})", self.source(source)),
            Node::PlaceSize(place) => format!("(size {})", self.node(place)),
            Node::Op1(op, a) => format!("({} {})", lower(op), self.node(a)),
            Node::Op2(op, a, b) => self.pair(&lower(op), a, b),
            Node::Beside { of, direction, .. } => self.pair("beside", of, direction),
            Node::Distance { from, to, .. } => self.pair("distance", from, to),
            Node::Random(source) => format!("(random {})", self.source(source)),
            Node::RandomPiece(place) => format!("(random {})", self.node(place)),
            Node::Roll(a, b) => self.pair("roll", a, b),
            Node::PlayerCount => "player_count".into(),
            Node::Fold {
                op,
                source,
                slot,
                value,
            } => self.fold(op, source, slot, value),
            Node::Possible(action) => {
                format!("(possible {})", self.program.actions[action].name)
            }
            Node::PossibleSet {
                source,
                cond,
                chosen,
                exact,
                again,
                of_pieces: _,
            } => {
                let how = if exact { "exactly" } else { "up_to" };
                let again = if again { " again" } else { "" };
                let (most, from) = (chosen + 1, self.source(source));
                format!(
                    "(set %{chosen} {how} %{most}{again} {from} {})",
                    self.node(cond)
                )
            }
        }
    }

    fn pair(&self, op: &str, a: NodeId, b: NodeId) -> String {
        format!("({op} {} {})", self.node(a), self.node(b))
    }

    fn fold(&self, op: FoldOp, source: SourceId, slot: u16, value: NodeId) -> String {
        let (op, has_value) = (lower(op), op.has_value());
        let source = self.source(source);
        if has_value {
            format!("({op} {source} %{slot}: {})", self.node(value))
        } else {
            format!("({op} {source})")
        }
    }

    fn source(&self, id: SourceId) -> String {
        let Source {
            lets,
            base,
            filters,
            until_false,
        } = &self.program.sources[id];
        let mut said = String::from("[");
        for (slot, value) in lets {
            let _ = write!(said, "let %{slot} = {}; ", self.node(*value));
        }
        said += &self.base(base);
        let word = if *until_false { "while" } else { "where" };
        for (slot, cond) in filters {
            let _ = write!(said, " {word} %{slot}: {}", self.node(*cond));
        }
        said + "]"
    }

    fn base(&self, base: &Base) -> String {
        match *base {
            Base::Place(place) => self.node(place),
            Base::Numbers(first, count) => format!("{first}..{}", first + count - 1),
            Base::Range(low, high) => format!("{}..{}", self.node(low), self.node(high)),
            Base::Set(set) => format!("members {}", self.node(set)),
            Base::Players => "players".into(),
            Base::PlayersFrom(player) => format!("players_from {}", self.node(player)),
            Base::Opponents(player) => format!("opponents {}", self.node(player)),
            Base::Board(board, of) => self.of_board(board, of),
            Base::Neighbours(_, space) => format!("neighbours {}", self.node(space)),
            Base::Ray(_, space, direction) => {
                format!("ray {} {}", self.node(space), self.node(direction))
            }
            Base::Placements(shape, board, of) => {
                format!(
                    "placements {} {}",
                    self.node(shape),
                    self.of_board(board, of)
                )
            }
            Base::PlacementsAt(shape, _, space) => {
                format!("placements_at {} {}", self.node(shape), self.node(space))
            }
            Base::Cells(placement) => format!("cells {}", self.node(placement)),
            Base::Group { of, start } => format!("group {} {}", self.source(of), self.node(start)),
            Base::Groups(of) => format!("groups {}", self.source(of)),
            Base::If(cond, a, b) => {
                format!(
                    "if {} {} {}",
                    self.node(cond),
                    self.source(a),
                    self.source(b)
                )
            }
            Base::Union(a, b) => format!("union {} {}", self.source(a), self.source(b)),
            Base::List(nodes) => format!("list{}", self.args(nodes)),
            Base::Kept(begin, end) => format!("kept {} {}", self.node(begin), self.node(end)),
        }
    }

    // ---- names ----

    fn of_board(&self, board: BoardId, of: Option<NodeId>) -> String {
        let name = &self.program.layout.boards[board].name;
        match of {
            Some(of) => format!("(board {name} {})", self.node(of)),
            None => format!("(board {name})"),
        }
    }

    fn var(&self, var: VarId) -> &str {
        &self.program.layout.vars[var].name
    }

    fn place(&self, place: PlaceId) -> &str {
        &self.program.layout.places[place].name
    }

    fn column(&self, kind: KindId, column: u16) -> String {
        let kind = &self.program.layout.kinds[kind];
        format!(
            "{}.{}",
            kind.name,
            kind.attributes[usize::from(column)].name
        )
    }
}

/// The name of a variant in small letters: `NextPlayer` is `next_player`.
fn lower(variant: impl std::fmt::Debug) -> String {
    let name = format!("{variant:?}");
    let mut said = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !said.is_empty() {
            said.push('_');
        }
        said.extend(letter.to_lowercase());
    }
    said
}

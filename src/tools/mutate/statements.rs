//! Changes of declarations and statements.

use crate::mutate::{Maker, MutationOperator, NOTHING};
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::Symbol;
use ludex_rules::verbs::verb;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::{ItemKind, MemberKind, StmtKind, StmtPart};

impl Maker<'_> {
    pub(super) fn file(&mut self, file: &ast::File) {
        file.items.iter().for_each(|item| self.item(&item.kind));
    }

    pub(super) fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Enum(_) | ItemKind::Table(_) | ItemKind::Moment(_) => {}
            ItemKind::Option(one) => self.expr(&one.default),
            ItemKind::Kind(one) => {
                one.copies
                    .iter()
                    .for_each(|copies| self.expr(&copies.count));
                self.members(&one.members);
            }
            ItemKind::Place(one) => self.place(one),
            ItemKind::Board(one) => {
                one.size
                    .iter()
                    .chain(&one.layout)
                    .for_each(|size| self.expr(size));
                self.members(&one.members);
            }
            ItemKind::Var(one) => self.var(one),
            ItemKind::Track(one) => self.track(one),
            ItemKind::Effect(one) => self.block(&one.body),
            ItemKind::Query(one) => self.expr(&one.body),
            ItemKind::Action(one) => {
                one.binders.iter().for_each(|binder| self.binder(binder));
                self.block(&one.body);
            }
            ItemKind::Hook(one) => {
                one.cond
                    .iter()
                    .for_each(|cond| self.condition(cond, &["true"]));
                one.limit.iter().for_each(|(most, _)| self.expr(most));
                self.block(&one.body);
            }
            ItemKind::Modifier(one) => self.modifier(one),
            ItemKind::Setup(body) | ItemKind::Play(body) => self.block(body),
            // No ruling can notice what only bots ask.
            ItemKind::Heuristic(_) => {}
            // A demand changes nothing that play does; what it would let pass is no position of these rulings.
            ItemKind::Demand(_) => {}
            ItemKind::Result(one) => {
                one.ranks.iter().for_each(|rank| self.rank(rank));
                one.wins
                    .iter()
                    .for_each(|wins| self.condition(wins, &["true", "false"]));
            }
        }
    }

    fn members(&mut self, members: &[ast::Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => one.default.iter().for_each(|value| self.expr(value)),
                MemberKind::Field(one) => self.var(one),
                MemberKind::Place(one) => self.place(one),
                // A demand is asked of rows before play; what it would let pass is no game of these rows.
                MemberKind::Home(_) | MemberKind::Demand(_) | MemberKind::Join { .. } => {}
                MemberKind::Active { form, .. } => form.iter().for_each(|form| self.form(form)),
            }
        }
    }

    /// A piece that has the powers of its own row whatever its field names.
    fn form(&mut self, form: &ast::Name) {
        let start = form.span.start.saturating_sub(3);
        let whole = Span::new(form.span.file, start, form.span.end);
        let written = format!("as {}", form.text);
        self.push_word(MutationOperator::Word, whole, &written, "");
    }

    fn place(&mut self, place: &ast::Place) {
        place
            .capacity
            .iter()
            .for_each(|capacity| self.expr(capacity));
        if let Some(seen) = place.seen.as_ref().filter(|seen| seen.field.is_none()) {
            self.seen(seen);
        }
    }

    fn seen(&mut self, seen: &ast::Seen) {
        let other = if seen.by.text == "all" {
            "nobody"
        } else {
            "all"
        };
        self.push(MutationOperator::Word, seen.by.span, other);
    }

    /// Its first value, and the number at which it stops when it is lost.
    fn var(&mut self, var: &ast::Var) {
        var.default.iter().for_each(|value| self.expr(value));
        let seen = var.seen.as_ref().filter(|seen| seen.field.is_none());
        if let Some(seen) = seen {
            if !var.while_in.is_empty() && seen.by.text == "all" {
                // A mark that is none is seen by whoever sees its piece.
                let start = seen.by.span.start.saturating_sub(8);
                let whole = Span::new(seen.by.span.file, start, seen.by.span.end);
                self.push_word(MutationOperator::Word, whole, "seen by all", "");
            }
            self.seen(seen);
        }
        if let ast::TypeKind::IntRange(low, _) = &var.ty.kind
            && let ast::ExprKind::Int(number) = &*low.kind
            && self.is_lost(var)
        {
            self.push(MutationOperator::Number, low.span, (number - 1).to_string());
        }
    }

    /// Returns true if players lose numbers of a variable or field.
    fn is_lost(&self, var: &ast::Var) -> bool {
        match self.names.semantics.symbol(var.name.span) {
            Some(
                Symbol::Declared(Decl::Var(id))
                | Symbol::KindMember(_, MemberDecl::Field(id))
                | Symbol::SpaceMember(_, MemberDecl::Field(id)),
            ) => self.lost.contains(&id),
            _ => false,
        }
    }

    fn track(&mut self, track: &ast::Track) {
        track.start.iter().for_each(|start| self.expr(start));
        self.expr(&track.high);
        for part in &track.parts {
            match part {
                ast::TrackPart::Gate { at, cond } => {
                    self.expr(at);
                    self.condition(cond, &["false"]);
                }
                ast::TrackPart::Beyond { body, .. } => self.block(body),
                ast::TrackPart::At { space, body, .. } => {
                    self.expr(space);
                    self.block(body);
                }
            }
        }
    }

    fn modifier(&mut self, one: &ast::Modifier) {
        one.cond
            .iter()
            .for_each(|cond| self.condition(cond, &["true"]));
        let from = one
            .cond
            .as_ref()
            .map_or(one.query.span.end, |cond| cond.span.end);
        let between = Span::new(one.value.span.file, from, one.value.span.start);
        match one.change {
            ast::Change::Set => {}
            ast::Change::Plus => {
                self.push_word(MutationOperator::Arithmetic, between, "plus", "minus")
            }
            ast::Change::Minus => {
                self.push_word(MutationOperator::Arithmetic, between, "minus", "plus")
            }
            ast::Change::AtLeast => {
                self.push_word(MutationOperator::Comparison, between, "least", "most")
            }
            ast::Change::AtMost => {
                self.push_word(MutationOperator::Comparison, between, "most", "least")
            }
        }
        self.expr(&one.value);
    }

    fn rank(&mut self, rank: &ast::RankBy) {
        let (word, other) = if rank.low_wins {
            ("low", "high")
        } else {
            ("high", "low")
        };
        let end = rank.value.span.end;
        let after = Span::new(rank.value.span.file, end, end + 16);
        self.push_word(MutationOperator::Word, after, word, other);
        self.expr(&rank.value);
    }

    pub(super) fn block(&mut self, block: &ast::Block) {
        for stmt in &block.stmts {
            if can_go(&stmt.kind) {
                self.push(MutationOperator::Clause, stmt.span, NOTHING);
            }
            self.stmt(&stmt.kind);
        }
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        if let StmtKind::Assign { target, op, value } = stmt {
            return self.assign(target, *op, value);
        }
        if let Some(call) = stmt.call() {
            return self.call(call);
        }
        if let Some(choose) = stmt.choice() {
            return self.choice(choose);
        }
        self.parts(stmt.parts());
    }

    /// Changes of a choice: another number of members, each but once, or another set in mind.
    pub(super) fn choice(&mut self, choose: &ast::Choose) {
        self.parts(choose.parts());
        let (Some(first), Some(last)) = (choose.binders.first(), choose.binders.last()) else {
            return;
        };
        let members = last.cond.as_ref().unwrap_or(&last.source).span;
        if choose.again {
            let end = members.end;
            let behind = Span::new(members.file, end, end + 16);
            self.push_word(MutationOperator::Word, behind, "again", "");
        }
        let Some(whole) = &choose.whole else {
            return;
        };
        let candidates = self.sources.slice(first.source.span).to_owned();
        self.push_word(MutationOperator::Word, whole.span, "chosen", &candidates);
        match &choose.quantity {
            ast::Quantity::Exactly(count) => {
                let number = self.sources.slice(count.span);
                let up_to = format!("up to {number}");
                self.push(MutationOperator::Word, count.span, up_to);
            }
            ast::Quantity::UpTo(count) => {
                let start = count.span.start.saturating_sub(16);
                let before = Span::new(count.span.file, start, count.span.start);
                self.push_word(MutationOperator::Word, before, "up to", "");
            }
            ast::Quantity::Any => {
                let start = first.name.span.start.saturating_sub(8);
                let before = Span::new(first.name.span.file, start, first.name.span.start);
                self.push_word(MutationOperator::Word, before, "any", "up to 1");
            }
            ast::Quantity::One | ast::Quantity::All => {}
        }
    }

    pub(super) fn parts(&mut self, parts: Vec<StmtPart<'_>>) {
        for part in parts {
            match part {
                StmtPart::Value(value) => self.expr(value),
                StmtPart::Binder(binder) => self.binder(binder),
                StmtPart::Words(_) => {}
                StmtPart::Demand(cond) | StmtPart::Whole(cond) => self.condition(cond, &["true"]),
                StmtPart::Arm(cond, body) => {
                    self.condition(cond, &["true", "false"]);
                    self.block(body);
                }
                StmtPart::While(cond, body) => {
                    self.condition(cond, &["false"]);
                    self.block(body);
                }
                StmtPart::Block(body) | StmtPart::Otherwise(body) | StmtPart::PutOff(body) => {
                    self.block(body)
                }
            }
        }
    }

    fn call(&mut self, call: &ast::Call) {
        if let ast::ExprKind::Name(name) = &*call.callee.kind
            && let Some(near) = verb(name).and_then(|row| row.near)
        {
            self.push(MutationOperator::Word, call.callee.span, near.row().name);
        }
        call.args.iter().for_each(|arg| self.expr(&arg.value));
    }

    fn assign(&mut self, target: &ast::Expr, op: ast::AssignOp, value: &ast::Expr) {
        let between = Span::new(target.span.file, target.span.end, value.span.start);
        match op {
            ast::AssignOp::Set => {}
            ast::AssignOp::Add => self.push_word(MutationOperator::Arithmetic, between, "+=", "-="),
            ast::AssignOp::Subtract => {
                self.push_word(MutationOperator::Arithmetic, between, "-=", "+=")
            }
        }
        self.expr(value);
    }
}

/// Tells whether a statement can be left out: names that others need stay, and a branch is changed at its condition.
fn can_go(stmt: &StmtKind) -> bool {
    let decides = |part: &StmtPart| matches!(part, StmtPart::Arm(..) | StmtPart::Demand(_));
    !stmt.names_rest() && !stmt.parts().iter().any(decides)
}

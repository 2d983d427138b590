//! The changes that statements may make to what a condition proved: `here.building` is there until something may write to it.
//!
//! Takes trees of statements, forgets paths of a scope. It asks names alone, so it may forget too much and never too little.

use crate::decl::{Decl, MemberDecl};
use crate::env::{Checker, Known, Scope};
use ludex_rules::game::Holder;
use ludex_rules::verbs::{Role, verb};
use ludex_syntax::ast;
use ludex_syntax::ast::{StmtDoes, StmtPart};

/// The changes of some statements, as far as their words tell.
#[derive(Default)]
struct MayChange<'a> {
    /// The last name of each target.
    written: Vec<&'a str>,
    /// Pieces are moved, so fields `while in` a place fall back.
    moves: bool,
    /// A text of the game is done, which may write to everything.
    texts: bool,
}

impl MayChange<'_> {
    fn is_any(&self) -> bool {
        self.moves || self.texts || !self.written.is_empty()
    }
}

impl Checker<'_> {
    /// Forgets what a block may change.
    pub(super) fn forget_block(&self, scope: &mut Scope, block: &ast::Block) {
        let mut changes = MayChange::default();
        self.in_block(block, &mut changes);
        self.forget(scope, &changes);
    }

    /// Forgets what a statement may change.
    pub(super) fn forget_stmt(&self, scope: &mut Scope, stmt: &ast::Stmt) {
        let mut changes = MayChange::default();
        self.in_stmt(stmt, &mut changes);
        self.forget(scope, &changes);
    }

    /// The paths of a scope that hold for another `you` too: those that begin with a local name, or with what the table has.
    pub(super) fn of_anybody(&self, scope: &Scope) -> Vec<Option<Known>> {
        let holds = |known: &&Known| {
            let first = known.path.split('.').next().unwrap_or_default();
            let decl = self.env.names.get(first).map(|&(decl, _)| decl);
            let of_table = matches!(decl, Some(Decl::Var(var)) if self.env.game.vars[var.index()].holder == Holder::Table);
            first != "you" && (scope.find(first).is_some() || of_table)
        };
        let known = scope.known.iter().flatten();
        known.filter(holds).cloned().map(Some).collect()
    }

    fn forget(&self, scope: &mut Scope, changes: &MayChange<'_>) {
        if !changes.is_any() {
            return;
        }
        let mut known = std::mem::take(&mut scope.known);
        for one in &mut known {
            if one
                .as_ref()
                .is_some_and(|known| !self.lasts(scope, &known.path, changes))
            {
                *one = None;
            }
        }
        scope.known = known;
    }

    /// Tells whether what is known of a path holds after some changes.
    fn lasts(&self, scope: &Scope, path: &str, changes: &MayChange<'_>) -> bool {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let mut names = path.split('.');
        if names.any(|name| changes.written.contains(&name)) {
            return false;
        }
        let rest = rest.split('.').filter(|name| !name.is_empty());
        let is_local = scope.find(first).is_some();
        let decl = self.env.names.get(first).map(|&(decl, _)| decl);
        let stays = |at: &str| self.members_named(at).all(|one| self.stays(one, changes));
        let is_var = matches!(decl, Some(Decl::Var(_))) && !changes.texts;
        (is_local || is_var) && rest.into_iter().all(stays)
    }

    fn members_named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = MemberDecl> + 'n {
        let all = (self.env.kind_members.iter()).chain(&self.env.space_members);
        let vars = self.env.names.get(name).and_then(|&(decl, _)| {
            if let Decl::Var(var) = decl {
                Some(MemberDecl::Field(var))
            } else {
                None
            }
        });
        all.filter_map(|members| Some(members.get(name)?.0))
            .chain(vars)
    }

    fn stays(&self, member: MemberDecl, changes: &MayChange<'_>) -> bool {
        match member {
            MemberDecl::Attribute(_) | MemberDecl::Place(_) => true,
            MemberDecl::Field(var) => {
                let falls_back = !self.env.game.vars[var.index()].while_in.is_empty();
                !(changes.texts || changes.moves && falls_back)
            }
            MemberDecl::EffectSlot(_) | MemberDecl::ValueSlot(_) | MemberDecl::Hooks => false,
        }
    }

    fn in_block<'a>(&self, block: &'a ast::Block, changes: &mut MayChange<'a>) {
        for stmt in &block.stmts {
            self.in_stmt(stmt, changes);
        }
    }

    fn in_stmt<'a>(&self, stmt: &'a ast::Stmt, changes: &mut MayChange<'a>) {
        match stmt.kind.does() {
            StmtDoes::Nothing => {}
            StmtDoes::Writes(target) => changes.written.extend(last_name(target)),
            StmtDoes::Calls(call) => self.in_call(call, changes),
            StmtDoes::Anything => changes.texts = true,
        }
        for inner in stmt.kind.parts().into_iter().filter_map(StmtPart::block) {
            self.in_block(inner, changes);
        }
    }

    fn in_call<'a>(&self, call: &'a ast::Call, changes: &mut MayChange<'a>) {
        let row = if let ast::ExprKind::Name(name) = &*call.callee.kind {
            verb(name)
        } else {
            None
        };
        let target = call.args.last().and_then(|arg| last_name(&arg.value));
        match row {
            Some(row) if row.has(Role::Written) => match target {
                Some(name) if !self.is_track(name) => changes.written.push(name),
                _ => changes.texts = true,
            },
            // Taking from a place may run its `when empty` text, which may write to everything.
            Some(row) if !row.has(Role::From) => changes.moves = true,
            _ => changes.texts = true,
        }
    }

    fn is_track(&self, name: &str) -> bool {
        let decl = self.env.names.get(name).map(|&(decl, _)| decl);
        matches!(decl, Some(Decl::Var(var)) if self.env.game.vars[var.index()].track.is_some())
    }
}

/// The last name of a path, without an index: that of the variable which is written to.
fn last_name(target: &ast::Expr) -> Option<&str> {
    if let ast::ExprKind::Name(name) = &*target.kind {
        Some(name)
    } else if let ast::ExprKind::Member(_, name) = &*target.kind {
        Some(&name.text)
    } else if let ast::ExprKind::Index(of, _) = &*target.kind {
        last_name(of)
    } else {
        None
    }
}

/// The writes of an assignment in a block and the blocks in it, by the names they begin with.
pub(super) fn assigned_in<'a>(block: &'a ast::Block, names: &mut Vec<&'a str>) {
    for stmt in &block.stmts {
        if let StmtDoes::Writes(target) = stmt.kind.does()
            && let ast::ExprKind::Name(name) = &*target.kind
        {
            names.push(name);
        }
        for inner in stmt.kind.parts().into_iter().filter_map(StmtPart::block) {
            assigned_in(inner, names);
        }
    }
}

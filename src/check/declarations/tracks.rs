//! Tracks: variables with gates, an overflow and spaces that do something.

use crate::declarations::declare::Decls;
use crate::declarations::placeholders::known;
use crate::env::{Checker, Scope, Where};
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::{Holder, RoutineKind, Track, TrackOften, TrackSpace};
use ludex_rules::ids::{RoutineId, VarId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Bounds and first spaces of all tracks.
    pub(crate) fn track_types(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.tracks {
            let bounds = self.range(&tree.low, &tree.high);
            let start = match &tree.start {
                Some(written) => self.constant_in(written, bounds, "first space"),
                None => Some(bounds.0),
            };
            let var = &mut self.env.game.vars[id.index()];
            var.ty = Type::Int;
            var.bounds = bounds;
            var.default = known(start.unwrap_or(bounds.0), Type::Int, tree.name.span);
        }
    }

    /// Gates, overflow and spaces: needs every name.
    pub(crate) fn track_parts(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.tracks {
            let track = self.track(id, tree);
            self.env.game.vars[id.index()].track = Some(track);
        }
    }

    fn track(&mut self, id: VarId, tree: &ast::Track) -> Track {
        let mut track = Track::default();
        for part in &tree.parts {
            match part {
                ast::TrackPart::Gate { at, cond } => self.gate(id, at, cond, &mut track),
                ast::TrackPart::Beyond { extra, body } => {
                    if track.beyond.is_some() {
                        self.misplaced(extra.span, "a track has one `beyond`", "a second one");
                        continue;
                    }
                    let mut scope = self.track_scope(id, Where::Effect);
                    let symbol = self.define_parameter(scope.extent, extra, &Type::Int);
                    scope.bind(&extra.text, Type::Int, Some(symbol));
                    let params = vec![(extra.text.clone(), Type::Int)];
                    let name = format!("{}.beyond", tree.name.text);
                    track.beyond = Some(self.part(&name, params, scope, body));
                }
                ast::TrackPart::At { space, how, body } => {
                    let often = self.often(how.as_ref());
                    track
                        .spaces
                        .extend(self.track_space(id, space, often, body));
                }
            }
        }
        track
    }

    fn gate(&mut self, id: VarId, at: &ast::Expr, cond: &ast::Expr, track: &mut Track) {
        let bounds = self.env.game.vars[id.index()].bounds;
        let at = self.constant_in(at, bounds, "gate");
        let mut scope = self.track_scope(id, Where::Question);
        let cond = self.expr(&mut scope, cond, Some(&Type::Bool));
        track.gates.extend(at.map(|at| (at, cond)));
    }

    fn track_space(
        &mut self,
        id: VarId,
        space: &ast::Expr,
        how: TrackOften,
        body: &ast::Block,
    ) -> Option<TrackSpace> {
        let var = &self.env.game.vars[id.index()];
        let (bounds, name) = (var.bounds, var.name.clone());
        let at = self.constant_in(space, bounds, "space");
        let scope = self.track_scope(id, Where::Effect);
        let label = at.map_or_else(|| "at".to_owned(), |at| format!("at_{at}"));
        let effect = self.part(&format!("{name}.{label}"), Vec::new(), scope, body);
        let done = self.done_flag(id, how, &format!("{name}.{label}.done"), space.span);
        Some(TrackSpace {
            at: at?,
            how,
            done,
            effect,
        })
    }

    /// A hidden flag that remembers that a space took effect.
    fn done_flag(&mut self, id: VarId, how: TrackOften, name: &str, span: Span) -> Option<VarId> {
        let holder = match how {
            TrackOften::Always => return None,
            TrackOften::Once => self.env.game.vars[id.index()].holder,
            TrackOften::First => Holder::Table,
        };
        let flag = self.hidden_var(name, holder, Type::Bool, span);
        self.env.game.vars[flag.index()].bounds = (0, 1);
        Some(flag)
    }

    /// A variable that the checker makes for itself; nobody can name it.
    pub(super) fn hidden_var(&mut self, name: &str, holder: Holder, ty: Type, span: Span) -> VarId {
        let id = self.new_var(
            &ast::Name {
                text: name.into(),
                span,
            },
            holder,
        );
        let var = &mut self.env.game.vars[id.index()];
        var.ty = ty.clone();
        var.default = known(0, ty, span);
        id
    }

    fn often(&mut self, how: Option<&ast::Name>) -> TrackOften {
        let Some(how) = how else {
            return TrackOften::Always;
        };
        match how.text.as_str() {
            "once" => TrackOften::Once,
            "first" => TrackOften::First,
            word => {
                self.report.push(
                    Diagnostic::error(
                        Code::UNKNOWN_NAME,
                        format!("unknown word `{word}` after a space"),
                    )
                    .at(how.span, "expected `once` or `first`"),
                );
                TrackOften::Always
            }
        }
    }

    fn part(
        &mut self,
        name: &str,
        params: Vec<(String, Type)>,
        scope: Scope,
        body: &ast::Block,
    ) -> RoutineId {
        let id = self.new_routine(name, RoutineKind::Part, body.span);
        self.env.game.routines[id.index()].params = params;
        self.fill(id, scope, body);
        id
    }

    fn track_scope(&self, id: VarId, place: Where) -> Scope {
        let has_you = self.env.game.vars[id.index()].holder == Holder::Player;
        Scope::new(place, has_you || place == Where::Effect, None)
    }
}

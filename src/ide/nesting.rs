//! The parts of a file that stand inside each other, for folding and for selections that grow.

use crate::GameSnapshot;
use ludex_source::{FileId, Span};
use ludex_syntax::ast;
use ludex_syntax::ast::{ItemKind, StmtPart};
use ludex_tables::{Node, Value};

impl GameSnapshot {
    /// Returns the parts of a file that have a beginning and an end of their own: declarations, members, blocks, statements,
    /// lists, rows, keys. Their order is that of the text, those around others first.
    #[must_use]
    pub fn parts(&self, file: FileId) -> Vec<Span> {
        let mut parts = Vec::new();
        for item in self.rules_tree(file).map_or(&[][..], |tree| &tree.items) {
            parts.push(item.span);
            add_item(&item.kind, &mut parts);
        }
        if let Some(tree) = self.yaml_tree(file) {
            add_node(tree, &mut parts);
        }
        parts.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        parts.dedup();
        parts
    }

    /// Returns true if a byte of YAML lies inside a value of several lines, where comments are those of the rules in it.
    #[must_use]
    pub fn is_inside_scalar(&self, file: FileId, at: u32) -> bool {
        let tree = self.yaml_tree(file);
        tree.is_some_and(|tree| is_inside_scalar(tree, at))
    }

    /// Returns the spans around a byte, the smallest first, each inside the next one.
    #[must_use]
    pub fn selections(&self, file: FileId, at: u32) -> Vec<Span> {
        let whole = Span::new(file, 0, self.sources.text(file).len() as u32);
        let expressions = self.semantics().expressions_touching(file, at);
        let name = self.name_at(file, at).map(|name| self.unquoted(name.span));
        let parts = self.parts(file).into_iter().filter(|span| span.touches(at));
        let mut all: Vec<Span> = parts
            .chain(expressions)
            .chain(name)
            .chain([whole])
            .collect();
        all.sort_by_key(|span| (span.len(), span.start));
        let mut nested: Vec<Span> = Vec::new();
        for span in all {
            let holds = |inner: &Span| span.start <= inner.start && inner.end <= span.end;
            if nested
                .last()
                .is_none_or(|inner| holds(inner) && *inner != span)
            {
                nested.push(span);
            }
        }
        nested
    }
}

fn add_item(item: &ItemKind, parts: &mut Vec<Span>) {
    match item {
        ItemKind::Kind(one) => parts.extend(one.members.iter().map(|member| member.span)),
        ItemKind::Board(one) => parts.extend(one.members.iter().map(|member| member.span)),
        ItemKind::Effect(one) => add_block(&one.body, parts),
        ItemKind::Action(one) => add_block(&one.body, parts),
        ItemKind::Hook(one) => add_block(&one.body, parts),
        ItemKind::Setup(block) | ItemKind::Play(block) => add_block(block, parts),
        ItemKind::Track(one) => {
            for part in &one.parts {
                match part {
                    ast::TrackPart::Beyond { body, .. } | ast::TrackPart::At { body, .. } => {
                        add_block(body, parts);
                    }
                    ast::TrackPart::Gate { .. } => {}
                }
            }
        }
        ItemKind::Enum(_)
        | ItemKind::Option(_)
        | ItemKind::Place(_)
        | ItemKind::Var(_)
        | ItemKind::Table(_)
        | ItemKind::Moment(_)
        | ItemKind::Query(_)
        | ItemKind::Modifier(_)
        | ItemKind::Result(_)
        | ItemKind::Heuristic(_)
        | ItemKind::Demand(_) => {}
    }
}

fn add_block(block: &ast::Block, parts: &mut Vec<Span>) {
    parts.push(block.span);
    for stmt in &block.stmts {
        parts.push(stmt.span);
        for part in stmt.kind.parts() {
            let put_off = match part {
                StmtPart::PutOff(block) => Some(block),
                StmtPart::Value(_)
                | StmtPart::Whole(_)
                | StmtPart::Binder(_)
                | StmtPart::Words(_)
                | StmtPart::Demand(_)
                | StmtPart::Arm(..)
                | StmtPart::While(..)
                | StmtPart::Block(_)
                | StmtPart::Otherwise(_) => part.block(),
            };
            if let Some(block) = put_off {
                add_block(block, parts);
            }
        }
    }
}

fn is_inside_scalar(node: &Node, at: u32) -> bool {
    match &node.value {
        Value::Scalar(_) => node.span.start < at && at < node.span.end,
        Value::List(items) => items.iter().any(|item| is_inside_scalar(item, at)),
        Value::Map(entries) => entries
            .iter()
            .any(|entry| is_inside_scalar(&entry.value, at)),
        Value::Null => false,
    }
}

fn add_node(node: &Node, parts: &mut Vec<Span>) {
    parts.push(node.span);
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| add_node(item, parts)),
        Value::Map(entries) => {
            for entry in entries.iter() {
                parts.push(entry.span());
                parts.push(entry.key_span);
                add_node(&entry.value, parts);
            }
        }
        Value::Null | Value::Scalar(_) => {}
    }
}

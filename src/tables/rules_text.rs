//! The rules that stand in a scalar, read once: whoever asks again gets the same tree.

use ludex_report::Report;
use ludex_source::Fragment;
use ludex_syntax::ast::Shift;
use ludex_syntax::{ast, parse};
use std::sync::{Arc, OnceLock};

/// A sort of rules text, with how it is read and kept.
pub trait RulesText: Shift + Clone + Sized {
    /// Reads a text of this sort.
    fn parse(text: &Fragment, report: &mut Report) -> Option<Self>;
    /// Wraps a tree of this sort.
    fn wrap(tree: Arc<Self>) -> RulesTree;
    /// Returns the tree, if it is one of this sort.
    fn unwrap(tree: &RulesTree) -> Option<&Arc<Self>>;
}

/// The tree of a rules text.
#[derive(Clone, Debug)]
pub enum RulesTree {
    /// The statements of an effect.
    Effect(Arc<ast::Block>),
    /// The expression that a cell gives.
    Value(Arc<ast::Expr>),
    /// A name that goes through something.
    Binder(Arc<ast::Binder>),
    /// The hooks and modifiers of a row.
    Hooks(Arc<Vec<ast::Item>>),
}

macro_rules! rules_text {
    ($tree:ty, $sort:ident, $parse:path) => {
        impl RulesText for $tree {
            fn parse(text: &Fragment, report: &mut Report) -> Option<Self> {
                $parse(text, report)
            }

            fn wrap(tree: Arc<Self>) -> RulesTree {
                RulesTree::$sort(tree)
            }

            fn unwrap(tree: &RulesTree) -> Option<&Arc<Self>> {
                let RulesTree::$sort(tree) = tree else {
                    return None;
                };
                Some(tree)
            }
        }
    };
}

rules_text!(ast::Block, Effect, parse::effect_text);
rules_text!(ast::Expr, Value, parse::value_text);
rules_text!(ast::Binder, Binder, parse::binder_text);
rules_text!(Vec<ast::Item>, Hooks, parse::hooks_text);

/// The tree of a scalar's text, once somebody has asked for it. It follows from the text, so that it makes no difference
/// between two scalars.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptTree(OnceLock<RulesTree>);

impl PartialEq for KeptTree {
    fn eq(&self, _: &KeptTree) -> bool {
        true
    }
}

impl Eq for KeptTree {}

impl KeptTree {
    /// Returns true if a tree of this sort has been read without mistakes.
    pub(super) fn has<T: RulesText>(&self) -> bool {
        self.0.get().and_then(T::unwrap).is_some()
    }

    /// Returns the tree of a text, which is read when it is asked for first. A text with mistakes is read, and reported, each
    /// time.
    pub(super) fn get<T: RulesText>(&self, text: &Fragment, report: &mut Report) -> Option<Arc<T>> {
        if let Some(tree) = self.0.get().and_then(T::unwrap) {
            return Some(Arc::clone(tree));
        }
        let mut found = Report::of_all();
        let tree = T::parse(text, &mut found).map(Arc::new);
        if let Some(tree) = tree.iter().find(|_| found.is_empty()) {
            // Whoever was first may have asked for another sort: that tree stays.
            let _ = self.0.set(T::wrap(Arc::clone(tree)));
        }
        report.extend(found);
        tree
    }
}

impl Shift for KeptTree {
    fn shift(&mut self, by: i32) {
        match self.0.get_mut() {
            None => {}
            Some(RulesTree::Effect(tree)) => Arc::make_mut(tree).shift(by),
            Some(RulesTree::Value(tree)) => Arc::make_mut(tree).shift(by),
            Some(RulesTree::Binder(tree)) => Arc::make_mut(tree).shift(by),
            Some(RulesTree::Hooks(tree)) => Arc::make_mut(tree).shift(by),
        }
    }
}

//! `view.yaml`: the page that shows a position at the table. It is about the rules and no part of them.

use crate::decl::{Decl, MemberDecl};
use crate::env::{Checker, Scope, Where};
use crate::semantics::Symbol;
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::expr::{Binder, ExprKind};
use ludex_rules::ids::BoardId;
use ludex_rules::shown::{Body, Each, Form, Members, Named, OnBoard, Panel, Shown, Text};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_tables::{Entry, Node};

/// The keys of the file.
pub const KEYS: &[&str] = &["table", "players", "score", "quiet", "words", "short"];
/// The keys of a panel: what any may have, then those of each sort after the key that makes it one.
pub const PANEL: &[&str] = &[
    "title", "own", "if", "line", "each", "by", "mark", "with", "form", "leads", "board", "cell",
    "joined",
];
const SORTS: &[(&str, &[&str])] = &[
    ("line", &[]),
    ("each", &["by", "mark", "with", "form", "leads"]),
    ("board", &["cell", "joined"]),
];
/// The forms in which members are set, by their words in `view.yaml`.
pub const FORMS: &[(&str, Form)] = &[
    ("row", Form::Row),
    ("lines", Form::Lines),
    ("table", Form::Table),
];

impl Checker<'_> {
    /// Reads what is shown, if a file says so. What it names is not used by the game.
    pub(crate) fn shown(&mut self, file: Option<&Node>) {
        let Some(file) = file.filter(|file| !file.is_null()) else {
            return;
        };
        if self
            .known_entries(file, "view.yaml", KEYS, Code::WRONG_SHOWN)
            .is_none()
        {
            return;
        }
        self.env.asked = true;
        self.env.game.shown = Shown {
            table: self.panels(file.get("table"), false),
            players: self.panels(file.get("players"), true),
            score: self.panels(file.get("score"), true),
            quiet: self.quiet(file.get("quiet")),
            words: self.shown_words(file.get("words")),
            short: self.shown_words(file.get("short")),
        };
        self.env.asked = false;
    }

    /// The names of variables and tracks.
    fn quiet(&mut self, list: Option<&Node>) -> Vec<String> {
        let items = list.and_then(|list| self.told(list.as_list()));
        let items = items.unwrap_or_default().iter();
        items.filter_map(|node| self.variable_named(node)).collect()
    }

    fn variable_named(&mut self, node: &Node) -> Option<String> {
        let name = self.words_of_key(node)?;
        let vars = &self.env.game.vars;
        if vars.iter().any(|var| var.name == name) {
            // A name that several have stays when one of them is called otherwise.
            if let [one] = self.variables_called(&name)[..] {
                self.fills(node.span, one);
            }
            return Some(name);
        }
        let vars = &self.env.game.vars;
        let names = vars.iter().map(|var| var.name.as_str());
        let message = format!("no variable and no track is called `{name}`");
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, message)
                .at(node.span, "unknown")
                .did_you_mean(nearest(&name, names)),
        );
        None
    }

    fn variables_called(&self, name: &str) -> Vec<Symbol> {
        let all = self.env.semantics.definitions();
        let called = all.filter(|(symbol, one)| {
            let is_variable = matches!(
                symbol,
                Symbol::Declared(Decl::Var(_))
                    | Symbol::KindMember(_, MemberDecl::Field(_))
                    | Symbol::SpaceMember(_, MemberDecl::Field(_))
            );
            is_variable && one.name == name
        });
        called.map(|(symbol, _)| symbol).collect()
    }

    fn panels(&mut self, list: Option<&Node>, of_players: bool) -> Vec<Panel<Text>> {
        let items = list.and_then(|list| self.told(list.as_list()));
        let items = items.unwrap_or_default().iter();
        items
            .filter_map(|node| self.panel(node, of_players))
            .collect()
    }

    fn panel(&mut self, node: &Node, of_players: bool) -> Option<Panel<Text>> {
        self.known_entries(node, "a panel", PANEL, Code::WRONG_SHOWN)?;
        let sort = self.sort_of_panel(node)?;
        let title = node.get("title").and_then(|title| self.words_of_key(title));
        self.env
            .texts
            .extend(title.iter().map(|title| (title.clone(), None)));
        let own = node.entry("own");
        if let Some(own) = own.filter(|_| !of_players) {
            let help = "write the panel under `players`, where each player has one";
            self.not_here(own, "nobody has what lies on the table", help);
        }
        let own = own.and_then(|own| self.told(own.value.as_bool()));
        let mut scope = asking();
        let when = node.get("if");
        let when = when.and_then(|when| self.shown_text(&mut scope, when, Some(&Type::Bool)));
        let body = match sort.key.as_str() {
            "line" => Body::Line(self.labelled(&mut scope, &sort.value, None)),
            "each" => Body::Each(Box::new(self.each(node, &sort.value)?)),
            _ => Body::Board(self.on_board(node, &sort.value, of_players)?),
        };
        Some(Panel {
            title,
            own: own.unwrap_or_default(),
            when,
            body,
        })
    }

    /// The one key that says what a panel holds; keys of other sorts are refused.
    fn sort_of_panel<'n>(&mut self, node: &'n Node) -> Option<&'n Entry> {
        let sorts = || SORTS.iter().filter_map(|(key, _)| node.entry(key));
        let Some(sort) = sorts().next() else {
            self.report.push(
                Diagnostic::error(Code::WRONG_SHOWN, "this panel holds nothing")
                    .at(node.span, "no `line`, `each` or `board`")
                    .help("write `line: { … }`, `each: x in …` or `board: …`"),
            );
            return None;
        };
        for other in sorts().skip(1) {
            let help = "make a panel for each of them";
            self.not_here(
                other,
                &format!("the panel has `{}` as well", sort.key),
                help,
            );
        }
        for (key, parts) in SORTS.iter().filter(|(key, _)| *key != sort.key) {
            for part in parts.iter().filter_map(|part| node.entry(part)) {
                let help = format!("leave it out, or write a panel with `{key}`");
                self.not_here(part, &format!("it belongs to `{key}`"), &help);
            }
        }
        Some(sort)
    }

    fn not_here(&mut self, entry: &Entry, why: &str, help: &str) {
        let message = format!("`{}` cannot stand in this panel", entry.key);
        self.report.push(
            Diagnostic::error(Code::WRONG_SHOWN, message)
                .at(entry.key_span, why)
                .help(help),
        );
    }

    /// Members and what stands beside them.
    fn each(&mut self, node: &Node, source: &Node) -> Option<Each<Text>> {
        let tree = self
            .told(source.as_text())?
            .parse::<ast::Binder>(self.report)?;
        let mut scope = asking();
        let binder = self.binder(&mut scope, &tree);
        let source = self.members_shown(&binder, &scope, tree.source.span)?;
        let slots = scope.size();
        let by = node.get("by");
        let by = by.and_then(|by| self.shown_text(&mut scope, by, Some(&Type::Int)));
        let mark = node
            .get("mark")
            .and_then(|mark| self.mark(&mut scope, mark));
        let with = node.get("with");
        let with = with.map(|with| self.labelled(&mut scope, with, None));
        let leads = node
            .get("leads")
            .and_then(|leads| self.told(leads.as_bool()));
        Some(Each {
            member: binder.ty,
            source,
            cond: binder.cond.map(|expr| Text { expr, slots }),
            by,
            mark,
            with: with.unwrap_or_default(),
            form: node
                .get("form")
                .map(|form| self.form(form))
                .unwrap_or_default(),
            leads: leads.unwrap_or_default(),
        })
    }

    /// The words of a mark and who has it.
    fn mark(&mut self, scope: &mut Scope, mark: &Node) -> Option<(String, Text)> {
        let marks = self.labelled(scope, mark, Some(&Type::Bool));
        if let Some(second) = mark.entries().get(1) {
            self.not_here(second, "members have one mark", "tell it as part of `with`");
        }
        marks.into_iter().next()
    }

    /// Returns the source of members. A source that is no place stands for all values of the type that are in it, so there
    /// must be a list of them.
    fn members_shown(
        &mut self,
        binder: &Binder,
        scope: &Scope,
        span: Span,
    ) -> Option<Members<Text>> {
        let source = binder.source.clone();
        let slots = scope.size();
        if matches!(source.ty, Type::Place(_)) {
            return Some(Members::Place(Text {
                expr: source,
                slots,
            }));
        }
        let listed = matches!(
            binder.ty,
            Type::Enum(_) | Type::Player | Type::Piece(_) | Type::Row(_) | Type::Space(_)
        );
        if !listed {
            if binder.ty != Type::Wrong {
                let what = self.describe(&source.ty);
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_SHOWN,
                        format!("{what} cannot be shown one by one"),
                    )
                    .at(span, what)
                    .help("go through a place, `players`, a board, a kind, a record or an enum"),
                );
            }
            return None;
        }
        let member = typed(ExprKind::Local(binder.slot), binder.ty.clone(), span);
        let expr = typed(ExprKind::Member(member, source), Type::Bool, span);
        Some(Members::Among(Text { expr, slots }))
    }

    fn form(&mut self, node: &Node) -> Form {
        let Some(word) = self.told(node.as_text()) else {
            return Form::default();
        };
        let found = FORMS.iter().find(|(name, _)| *name == word.text());
        if found.is_none() {
            let names = FORMS.iter().map(|(name, _)| *name);
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_SHOWN,
                    format!("members cannot be set as `{}`", word.text()),
                )
                .at(node.span, "expected `row`, `lines` or `table`")
                .did_you_mean(nearest(word.text(), names)),
            );
        }
        found.map(|(_, form)| *form).unwrap_or_default()
    }

    fn on_board(&mut self, node: &Node, name: &Node, of_players: bool) -> Option<OnBoard<Text>> {
        let board = self.board_shown(name, of_players)?;
        let mut scope = asking();
        scope.bind("here", Type::Space(board), Some(Symbol::BuiltIn("here")));
        let cell = node.get("cell");
        let cell = cell.map(|cell| self.labelled(&mut scope, cell, None));
        let joined = node.get("joined");
        Some(OnBoard {
            board,
            cell: cell.unwrap_or_default(),
            joined: joined.and_then(|joined| self.shown_text(&mut scope, joined, None)),
        })
    }

    fn board_shown(&mut self, name: &Node, of_players: bool) -> Option<BoardId> {
        let written = self.told(name.as_text())?.text();
        let decl = self.env.names.get(written).map(|(decl, _)| *decl);
        let Some(Decl::Board(board)) = decl else {
            let boards = self.env.game.boards.iter().map(|board| board.name.as_str());
            self.report.push(
                Diagnostic::error(
                    Code::UNKNOWN_NAME,
                    format!("no board is called `{written}`"),
                )
                .at(name.span, "not a board")
                .did_you_mean(nearest(written, boards)),
            );
            return None;
        };
        self.fills(name.span, Symbol::Declared(Decl::Board(board)));
        if self.env.game.boards[board.index()].per_player != of_players {
            let (whose, key) = if of_players {
                ("all share this board", "table")
            } else {
                ("each player has such a board", "players")
            };
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_SHOWN,
                    format!("`{written}` cannot be shown here"),
                )
                .at(name.span, whose)
                .help(format!("write the panel under `{key}`")),
            );
            return None;
        }
        Some(board)
    }

    /// Values with their labels.
    fn labelled(
        &mut self,
        scope: &mut Scope,
        map: &Node,
        wanted: Option<&Type>,
    ) -> Vec<(String, Text)> {
        let entries = self.told(map.as_map()).unwrap_or_default().iter();
        entries
            .filter_map(|entry| {
                let text = self.shown_text(scope, &entry.value, wanted)?;
                if !entry.key.is_empty() {
                    self.env.texts.insert(entry.key.clone(), None);
                }
                Some((entry.key.clone(), text))
            })
            .collect()
    }

    /// One value that can be shown, or a place, which is shown by its pieces.
    fn shown_text(
        &mut self,
        scope: &mut Scope,
        node: &Node,
        wanted: Option<&Type>,
    ) -> Option<Text> {
        let tree = self.told(node.as_text())?.parse::<ast::Expr>(self.report)?;
        let before = self.report.errors();
        let expr = self.expr(scope, &tree, wanted);
        let many = matches!(
            expr.ty.required(),
            Type::All(_) | Type::Bag(_) | Type::Text | Type::Shape
        );
        if many {
            let what = self.describe(&expr.ty);
            self.report.push(
                Diagnostic::error(Code::WRONG_SHOWN, format!("{what} is not one value"))
                    .at(tree.span, what)
                    .help("count it with `size(…)`, or show its members in a panel with `each`"),
            );
        }
        (self.report.errors() == before).then(|| Text {
            expr,
            slots: scope.size(),
        })
    }

    fn words_of_key(&mut self, node: &Node) -> Option<String> {
        Some(self.told(node.as_text())?.text().trim().to_owned())
    }

    /// Words that stand for values, rows and pieces.
    fn shown_words(&mut self, map: Option<&Node>) -> Vec<Named> {
        let entries = map.and_then(|map| self.told(map.as_map()));
        let entries = entries.unwrap_or_default().iter();
        entries
            .filter_map(|entry| {
                let (ty, value) = self.named_value(entry)?;
                let word = self.words_of_key(&entry.value)?;
                Some(Named { ty, value, word })
            })
            .collect()
    }

    /// Puts the words of the locale for values of enums and rows before those of the view.
    pub(crate) fn words_of_locale(&mut self) {
        let Some(locale) = self.env.locale.clone() else {
            return;
        };
        let mut words = Vec::new();
        for (symbol, definition) in self.env.semantics.definitions() {
            let game = &self.env.game;
            match symbol {
                Symbol::EnumValue(id, value) => {
                    words.extend(definition.words.iter().map(|words| Named {
                        ty: Type::Enum(id),
                        value,
                        word: words.text.clone(),
                    }))
                }
                Symbol::Row(kind, row) => {
                    let kind_of = game.kind(kind);
                    let ty = if kind_of.is_record {
                        Type::Row(kind)
                    } else {
                        Type::Piece(kind)
                    };
                    let word = locale.row(&kind_of.name, &definition.name);
                    words.extend(word.map(|word| Named {
                        ty,
                        value: row as i32,
                        word: word.to_owned(),
                    }));
                }
                Symbol::Declared(_)
                | Symbol::KindMember(..)
                | Symbol::SpaceMember(..)
                | Symbol::Space(..)
                | Symbol::Direction(..)
                | Symbol::Local(_)
                | Symbol::BuiltIn(_) => {}
            }
        }
        let after = std::mem::take(&mut self.env.game.shown.words);
        words.extend(after);
        self.env.game.shown.words = words;
    }

    /// The value that a key names: `sex.male`, `male`, the id of a row.
    fn named_value(&mut self, entry: &Entry) -> Option<(Type, i32)> {
        let (owner, (name, _)) = entry.key_parts();
        let mut found = self.values_called(name);
        found.retain(|(of, ..)| owner.is_none_or(|(owner, _)| owner == of));
        match found.as_slice() {
            [(_, ty, value)] => {
                let meant = (ty.clone(), *value);
                if let Some(symbol) = Symbol::of_value(ty, *value) {
                    self.fills_key(entry, symbol);
                }
                return Some(meant);
            }
            [] => {
                let names = self.env.enum_values.keys().chain(self.env.rows.keys());
                let message = format!("no value and no row is called `{}`", entry.key);
                self.report.push(
                    Diagnostic::error(Code::UNKNOWN_NAME, message)
                        .at(entry.key_span, "unknown")
                        .did_you_mean(nearest(name, names.map(String::as_str))),
                );
            }
            several => {
                let ways = several.iter().map(|(of, ..)| format!("`{of}.{name}`"));
                let ways: Vec<String> = ways.collect();
                let message = format!("`{}` could mean several things", entry.key);
                self.report.push(
                    Diagnostic::error(Code::AMBIGUOUS, message)
                        .at(entry.key_span, "which?")
                        .help(format!("write {}", ways.join(" or "))),
                );
            }
        }
        None
    }

    /// The values of enums and the rows of this name, each with the name of its enum or kind.
    pub(crate) fn values_called(&self, name: &str) -> Vec<(String, Type, i32)> {
        let game = &self.env.game;
        let enums = self.env.enum_values.get(name).into_iter().flatten();
        let enums = enums.map(|(id, value)| {
            let of = game.enums[id.index()].name.clone();
            (of, Type::Enum(*id), *value)
        });
        let rows = self.env.rows.get(name).into_iter().flatten();
        let rows = rows.filter(|row| row.copies.is_none()).map(|row| {
            let kind = game.kind(row.kind);
            let ty = if kind.is_record {
                Type::Row(row.kind)
            } else {
                Type::Piece(row.kind)
            };
            (kind.name.clone(), ty, row.number as i32)
        });
        enums.chain(rows).collect()
    }
}

/// The frame of a text, before anything is bound.
fn asking() -> Scope {
    Scope::new(Where::Question, true, None)
}

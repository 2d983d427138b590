//! The tree back to text, in the one way that we write it.
//!
//! Takes nodes, gives text that parses to the same tree. Ordinary comments and blank lines are not in the tree and are lost, so
//! this quotes and compares; an author's file is formatted by `format`.

use crate::ast;
use crate::ast::{ItemKind, MemberKind, StmtKind, TypeKind};

mod values;

pub use values::expr;

/// A whole file: a blank line between items.
pub fn file(file: &ast::File) -> String {
    items(&file.items)
}

/// Items, such as the hooks of a row, a blank line between them.
pub fn items(items: &[ast::Item]) -> String {
    let texts: Vec<String> = items.iter().map(item).collect();
    texts.join("\n")
}

/// The statements of a block, without the braces.
pub fn block(block: &ast::Block) -> String {
    let mut page = Printer::default();
    page.stmts(block);
    page.text
}

fn item(item: &ast::Item) -> String {
    let mut page = Printer::default();
    page.doc(&item.doc);
    page.item(&item.kind);
    page.text
}

/// Text with a current indent.
#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        self.text.push_str(&indent);
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn doc(&mut self, doc: &str) {
        if doc.is_empty() {
            return;
        }
        for line in doc.split('\n') {
            self.line(format!("/// {line}").trim_end());
        }
    }

    /// `head {`, the lines inside, `}`. What follows the last brace is for the caller.
    fn braces(&mut self, head: &str, inside: impl FnOnce(&mut Printer)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
    }

    fn block(&mut self, head: &str, block: &ast::Block) {
        if block.stmts.is_empty() {
            return self.line(&format!("{head} {{ }}"));
        }
        self.braces(head, |page| page.stmts(block));
    }

    fn stmts(&mut self, block: &ast::Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    /// A block that goes on in the line of the brace that ended the one before.
    fn chained(&mut self, head: &str, block: &ast::Block) {
        let closed = self.text.trim_end().len();
        self.text.truncate(closed);
        let start = self.text.len();
        self.block(head, block);
        let indent = "  ".repeat(self.depth);
        self.text.replace_range(start..start + indent.len(), " ");
    }

    fn otherwise(&mut self, otherwise: Option<&ast::Block>) {
        if let Some(otherwise) = otherwise {
            self.chained("else", otherwise);
        }
    }

    fn item(&mut self, kind: &ItemKind) {
        match kind {
            ItemKind::Enum(one) => self.line(&enumeration(one)),
            ItemKind::Option(one) => self.line(&option(one)),
            ItemKind::Kind(one) => self.members(&kind_head(one), &one.members),
            ItemKind::Place(one) => self.line(&place(one)),
            ItemKind::Board(one) => self.members(&board_head(one), &one.members),
            ItemKind::Var(one) => self.line(&var(one)),
            ItemKind::Track(one) => self.track(one),
            ItemKind::Table(one) => self.line(&format!(
                "table {}: {} -> {}",
                one.name.text,
                ty(&one.key),
                ty(&one.value)
            )),
            ItemKind::Moment(name) => self.line(&format!("moment {}", name.text)),
            ItemKind::Effect(one) => self.block(&effect_head(one), &one.body),
            ItemKind::Query(one) => {
                let head = format!("query {}{}", one.name.text, some_params(&one.params));
                let recursive = if one.recursive { " recursive" } else { "" };
                let (ty, body) = (ty(&one.ty), expr(&one.body));
                let phrase = phrase(one.phrase.as_ref());
                self.line(&format!("{head} -> {ty}{recursive}{phrase} = {body}"));
            }
            ItemKind::Action(one) => self.block(&action_head(one), &one.body),
            ItemKind::Hook(one) => self.block(&hook_head(one), &one.body),
            ItemKind::Modifier(one) => self.line(&modifier(one)),
            ItemKind::Setup(body) => self.block("setup", body),
            ItemKind::Play(body) => self.block("play", body),
            ItemKind::Result(one) => self.line(&result(one)),
            ItemKind::Heuristic(value) => self.line(&format!("heuristic {}", expr(value))),
            ItemKind::Demand(one) => self.line(&demand(one)),
        }
    }

    fn members(&mut self, head: &str, members: &[ast::Member]) {
        if members.is_empty() {
            return self.line(head);
        }
        self.braces(head, |page| {
            for member in members {
                page.doc(&member.doc);
                page.line(&member_text(&member.kind));
            }
        });
    }

    fn track(&mut self, track: &ast::Track) {
        let bounds = format!(
            "{}..{}",
            values::bound(&track.low),
            values::bound(&track.high)
        );
        let start = track
            .start
            .as_ref()
            .map_or(String::new(), |start| format!(" = {}", expr(start)));
        let head = format!(
            "track {}{}: {bounds}{start}{}",
            track.name.text,
            per(track.per.as_ref()),
            phrase(track.phrase.as_ref())
        );
        if track.parts.is_empty() {
            return self.line(&head);
        }
        self.braces(&head, |page| {
            track.parts.iter().for_each(|part| page.track_part(part))
        });
    }

    fn track_part(&mut self, part: &ast::TrackPart) {
        match part {
            ast::TrackPart::Gate { at, cond } => {
                self.line(&format!("gate {} while {}", expr(at), expr(cond)))
            }
            ast::TrackPart::Beyond { extra, body } => {
                self.block(&format!("beyond {}", extra.text), body)
            }
            ast::TrackPart::At { space, how, body } => {
                self.block(
                    &format!("at {}{}", expr(space), name_after(" ", how.as_ref())),
                    body,
                );
            }
        }
    }

    fn stmt(&mut self, stmt: &ast::Stmt) {
        match &stmt.kind {
            StmtKind::Let { name, value } => {
                self.line(&format!("let {} = {}", name.text, expr(value)))
            }
            StmtKind::Assign { target, op, value } => {
                self.line(&format!(
                    "{} {} {}",
                    expr(target),
                    assign_sign(*op),
                    expr(value)
                ));
            }
            StmtKind::If { arms, otherwise } => self.if_stmt(arms, otherwise.as_ref()),
            StmtKind::ForEach { binder, body } => {
                self.block(&format!("for each {}", values::binder(binder, "in")), body)
            }
            StmtKind::AtOnce { binder, body } => {
                self.block(&format!("at once {}", values::binder(binder, "in")), body)
            }
            StmtKind::Repeat { times, body } => {
                self.block(&format!("repeat{}", after(" ", times.as_ref())), body)
            }
            StmtKind::While { cond, body } => self.block(&format!("while {}", expr(cond)), body),
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let head = format!(
                    "may{}{}",
                    after(" by ", by.as_ref()),
                    phrase(prompt.as_ref())
                );
                self.block(&head, body);
                self.otherwise(otherwise.as_ref());
            }
            StmtKind::Offer {
                any,
                who,
                actions,
                prompt,
            } => {
                let actions = names(actions, " or ");
                let any = if *any { "any of " } else { "" };
                self.line(&format!(
                    "offer {any}{}: {actions}{}",
                    expr(who),
                    phrase(prompt.as_ref())
                ));
            }
            StmtKind::Require { cond, reason } => self.line(&format!(
                "require {} {}",
                expr(cond),
                values::quoted(&reason.text)
            )),
            StmtKind::As { who, body } => self.block(&format!("as {}", expr(who)), body),
            StmtKind::Pool { by, body } => self.block(&format!("pool by {}", expr(by)), body),
            StmtKind::Later { moment, body } => self.block(&format!("later {}", moment.text), body),
            StmtKind::Reach { moment } => self.line(&format!("reach {}", moment.text)),
            StmtKind::Return => self.line("return"),
            StmtKind::Stop => self.line("stop"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Call(call) => self.line(&values::statement_call(call)),
        }
    }

    fn if_stmt(&mut self, arms: &[(ast::Expr, ast::Block)], otherwise: Option<&ast::Block>) {
        for (index, (cond, body)) in arms.iter().enumerate() {
            match index {
                0 => self.block(&format!("if {}", expr(cond)), body),
                _ => self.chained(&format!("else if {}", expr(cond)), body),
            }
        }
        self.otherwise(otherwise);
    }

    fn choose(&mut self, choose: &ast::Choose) {
        let by = after(" by ", choose.by.as_ref());
        let head = format!(
            "choose {}{by}{}",
            values::choice(choose),
            phrase(choose.prompt.as_ref())
        );
        let Some(body) = &choose.body else {
            return self.line(&head);
        };
        self.block(&head, body);
        self.otherwise(choose.otherwise.as_ref());
    }
}

fn member_text(kind: &MemberKind) -> String {
    match kind {
        MemberKind::Attribute(one) => {
            format!(
                "{}: {}{}{}",
                one.name.text,
                ty(&one.ty),
                after(" = ", one.default.as_ref()),
                phrase(one.phrase.as_ref())
            )
        }
        MemberKind::Field(one) => var(one),
        MemberKind::Place(one) => place(one),
        MemberKind::Home(place) => format!("home {}", expr(place)),
        MemberKind::Active { places, form } => {
            let form = form
                .as_ref()
                .map_or(String::new(), |form| format!(" as {}", form.text));
            format!("active in {}{form}", names(places, ", "))
        }
        MemberKind::Join { what, by } => format!("join {} by {}", what.text, by.text),
        MemberKind::Demand(one) => demand(one),
    }
}

fn demand(one: &ast::Demand) -> String {
    let reason = values::quoted(&one.reason);
    format!("require {} {reason}", expr(&one.cond))
}

fn enumeration(one: &ast::Enum) -> String {
    let values = one.values.iter().zip(&one.phrases);
    let values: Vec<String> = values
        .map(|(value, said)| format!("{}{}", value.text, phrase(said.as_ref())))
        .collect();
    format!("enum {} {{ {} }}", one.name.text, values.join(" "))
}

fn phrase(phrase: Option<&ast::Phrase>) -> String {
    phrase.map_or(String::new(), |phrase| {
        format!(" {}", values::quoted(&phrase.text))
    })
}

fn option(one: &ast::OptionDecl) -> String {
    let values = match &one.values {
        ast::OptionValues::Bool(_) => "bool".to_owned(),
        ast::OptionValues::Words(words) => format!("{{ {} }}", names(words, ", ")),
        ast::OptionValues::Enum(name) => name.text.clone(),
        ast::OptionValues::Range(low, high) => {
            format!("{}..{}", values::bound(low), values::bound(high))
        }
    };
    let text = quoted_after(one.text.as_ref());
    format!(
        "option {}: {values} = {}{text}",
        one.name.text,
        expr(&one.default)
    )
}

fn kind_head(one: &ast::Kind) -> String {
    let word = if one.is_record { "record" } else { "kind" };
    let copies = one.copies.as_ref().map_or(String::new(), |copies| {
        let per = if copies.per_player { " per player" } else { "" };
        format!(": {}{per}", values::bound(&copies.count))
    });
    let of = name_after(" of ", one.of.as_ref());
    format!(
        "{word} {}{of}{copies}{}",
        one.name.text,
        phrase(one.phrase.as_ref())
    )
}

fn board_head(one: &ast::Board) -> String {
    let sizes: Vec<String> = one.size.iter().map(values::bound).collect();
    let size = if sizes.is_empty() {
        String::new()
    } else {
        format!(" of {}", sizes.join(" by "))
    };
    let up_to = one.up_to.as_ref().map_or(String::new(), |most| {
        format!(" up to {}", values::bound(most))
    });
    let from = name_after(" from ", one.from.as_ref());
    let layout = after(" layout ", one.layout.as_ref());
    format!(
        "board {}{}: {}{size}{up_to}{from}{layout}{}",
        one.name.text,
        per(one.per.as_ref()),
        one.shape.text,
        phrase(one.phrase.as_ref())
    )
}

fn place(one: &ast::Place) -> String {
    let head = format!(
        "place {}{}: {} of {}",
        one.name.text,
        per(one.per.as_ref()),
        one.order.text,
        names(&one.holds, " or ")
    );
    let capacity = after(" capacity ", one.capacity.as_ref());
    let empty = name_after(" when empty ", one.when_empty.as_ref());
    let (seen, phrase) = (seen(one.seen.as_ref()), phrase(one.phrase.as_ref()));
    format!("{head}{capacity}{seen}{empty}{phrase}")
}

fn var(one: &ast::Var) -> String {
    let index = one
        .index
        .as_ref()
        .map_or(String::new(), |index| format!("[{}]", index.text));
    let head = format!(
        "var {}{index}{}: {}",
        one.name.text,
        per(one.per.as_ref()),
        ty(&one.ty)
    );
    let default = after(" = ", one.default.as_ref());
    let places = names(&one.while_in, ", ");
    let while_in = if places.is_empty() {
        places
    } else {
        format!(" while in {places}")
    };
    format!(
        "{head}{default}{while_in}{}{}{}{}",
        seen(one.seen.as_ref()),
        name_after(" until ", one.until.as_ref()),
        if one.uncompared { " uncompared" } else { "" },
        phrase(one.phrase.as_ref())
    )
}

fn seen(seen: Option<&ast::Seen>) -> String {
    let text = |seen: &ast::Seen| {
        format!(
            " seen by {}{}",
            seen.by.text,
            name_after(" ", seen.field.as_ref())
        )
    };
    seen.map_or(String::new(), text)
}

fn effect_head(one: &ast::Effect) -> String {
    let order = after(" ordered by ", one.ordered_by.as_ref());
    let recursive = if one.recursive { " recursive" } else { "" };
    format!(
        "effect {}{}{order}{recursive}{}",
        one.name.text,
        some_params(&one.params),
        phrase(one.phrase.as_ref())
    )
}

fn action_head(one: &ast::Action) -> String {
    let binders = values::binders(&one.binders);
    let binders = if binders.is_empty() {
        binders
    } else {
        format!("({binders})")
    };
    format!(
        "action {}{binders}{}",
        one.name.text,
        quoted_after(one.prompt.as_ref())
    )
}

fn hook_head(one: &ast::Hook) -> String {
    let timing = match one.timing {
        ast::Timing::Before => "before",
        ast::Timing::Instead => "instead of",
        ast::Timing::After => "when",
    };
    let limit = one.limit.as_ref().map_or(String::new(), |(count, moment)| {
        format!(" at most {} until {}", expr(count), moment.text)
    });
    let guard = after(" where ", one.cond.as_ref());
    format!(
        "{timing} {}{}{guard}{limit}",
        one.effect.text,
        some_names(&one.params)
    )
}

fn modifier(one: &ast::Modifier) -> String {
    let change = one.change.words();
    let guard = after(" where ", one.cond.as_ref());
    format!(
        "modify {}{}{guard} : {change} {}",
        one.query.text,
        some_names(&one.params),
        expr(&one.value)
    )
}

fn result(one: &ast::ResultDecl) -> String {
    let way = |rank: &ast::RankBy| if rank.low_wins { "low" } else { "high" };
    let ranks: Vec<String> = one
        .ranks
        .iter()
        .map(|rank| format!("{} {}", expr(&rank.value), way(rank)))
        .collect();
    let wins = after("; wins when ", one.wins.as_ref());
    format!("result {{ score {}{wins} }}", ranks.join("; then "))
}

/// Prints a type as an author writes it.
pub fn ty(ty: &ast::Type) -> String {
    match &ty.kind {
        TypeKind::Name(name) => name.clone(),
        TypeKind::IntRange(low, high) => {
            format!("int {}..{}", values::bound(low), values::bound(high))
        }
        TypeKind::Optional(inner) => format!("{}?", self::ty(inner)),
        TypeKind::Set(inner) => format!("set {}", self::ty(inner)),
        TypeKind::Bag(inner) => format!("bag {}", self::ty(inner)),
        TypeKind::All(inner) => format!("all {}", self::ty(inner)),
        TypeKind::PlaceOf(inner) => format!("place of {}", self::ty(inner)),
        TypeKind::Any(kind) => format!("any {}", kind.text),
        TypeKind::DirectionOf(board) => format!("direction of {}", board.text),
        TypeKind::PlacementOf(board) => format!("placement of {}", board.text),
        TypeKind::Effect(params) => format!("effect({})", params_text(params)),
        TypeKind::Value(params, result) => {
            format!("value({}) -> {}", params_text(params), self::ty(result))
        }
    }
}

fn some_params(params: &[ast::Param]) -> String {
    if params.is_empty() {
        String::new()
    } else {
        format!("({})", params_text(params))
    }
}

fn params_text(params: &[ast::Param]) -> String {
    let param = |param: &ast::Param| {
        let label = param
            .label
            .as_ref()
            .map_or(String::new(), |label| format!("{} ", label.text));
        let ty = param
            .ty
            .as_ref()
            .map_or(String::new(), |one| format!(": {}", ty(one)));
        format!("{label}{}{ty}", param.name.text)
    };
    let texts: Vec<String> = params.iter().map(param).collect();
    texts.join(", ")
}

fn some_names(params: &[ast::Name]) -> String {
    if params.is_empty() {
        String::new()
    } else {
        format!("({})", names(params, ", "))
    }
}

fn names(names: &[ast::Name], between: &str) -> String {
    let texts: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    texts.join(between)
}

fn per(per: Option<&ast::Name>) -> String {
    name_after(" per ", per)
}

fn name_after(word: &str, name: Option<&ast::Name>) -> String {
    name.map_or(String::new(), |name| format!("{word}{}", name.text))
}

fn after(word: &str, value: Option<&ast::Expr>) -> String {
    value.map_or(String::new(), |value| format!("{word}{}", expr(value)))
}

fn quoted_after(text: Option<&String>) -> String {
    text.map_or(String::new(), |text| format!(" {}", values::quoted(text)))
}

fn assign_sign(op: ast::AssignOp) -> &'static str {
    match op {
        ast::AssignOp::Set => "=",
        ast::AssignOp::Add => "+=",
        ast::AssignOp::Subtract => "-=",
    }
}

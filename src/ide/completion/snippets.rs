//! Snippets: calls with their arguments to fill in, statements and declarations with their parts.

use crate::GameSnapshot;
use crate::completion::Snippet;
use ludex_check::decl::Decl;
use ludex_rules::ops::{FoldRow, FoldValue, QueryRow};
use ludex_rules::types::Type;
use ludex_rules::verbs::VerbRow;

/// Statements and declarations with their parts, by their first word.
const FORMS: &[(&str, &str)] = &[
    ("action", "action ${1:name} \"${2:words}\" {\n  $0\n}"),
    ("as", "as ${1:player} {\n  $0\n}"),
    ("at", "at once ${1:p} in ${2:players} {\n  $0\n}"),
    ("before", "before ${1:effect}(${2}) {\n  $0\n}"),
    ("board", "board ${1:name}: ${2:ring} of ${3:5}"),
    ("choose", "choose ${1:x} from ${2:place} {\n  $0\n}"),
    ("effect", "effect ${1:name}(${2}) {\n  $0\n}"),
    ("enum", "enum ${1:name} { $0 }"),
    ("for", "for each ${1:x} in ${2:place} {\n  $0\n}"),
    ("heuristic", "heuristic $0"),
    ("if", "if ${1:condition} {\n  $0\n}"),
    ("instead", "instead of ${1:effect}(${2}) {\n  $0\n}"),
    ("kind", "kind ${1:name} {\n  $0\n}"),
    ("later", "later ${1:moment}: $0"),
    ("let", "let ${1:name} = $0"),
    ("may", "may \"${1:words}\" {\n  $0\n}"),
    ("modify", "modify ${1:query}(${2}): plus $0"),
    ("moment", "moment $0"),
    ("offer", "offer ${1:you}: $0"),
    (
        "option",
        "option ${1:name}: ${2:bool} = ${3:false} \"${4:words}\"",
    ),
    ("place", "place ${1:name}: ${2:pile} of ${3:kind}"),
    ("play", "play {\n  $0\n}"),
    ("pool", "pool by ${1:you} {\n  $0\n}"),
    ("query", "query ${1:name}(${2}) -> ${3:int} = $0"),
    ("reach", "reach $0"),
    ("record", "record ${1:name} {\n  $0\n}"),
    ("repeat", "repeat {\n  $0\n}"),
    ("require", "require ${1:condition} \"${2:words}\""),
    ("result", "result {\n  score ${1:points} high\n}"),
    ("setup", "setup {\n  $0\n}"),
    ("table", "table ${1:name}: ${2:int} -> ${3:int}"),
    ("track", "track ${1:name} per player: ${2:0..9}"),
    ("var", "var ${1:name}: ${2:int}"),
    ("when", "when ${1:effect}(${2}) {\n  $0\n}"),
    ("while", "while ${1:condition} {\n  $0\n}"),
];

/// Returns the form that a word begins.
pub(super) fn form(word: &str) -> Option<Snippet> {
    let found = FORMS.iter().find(|(first, _)| *first == word);
    found.map(|(_, form)| Snippet((*form).to_owned()))
}

/// Returns a verb with its arguments.
pub(super) fn verb(row: &VerbRow) -> Snippet {
    let takes = row.takes.iter().enumerate().map(|(nth, one)| {
        let hole = format!("${{{}:{}}}", nth + 1, one.takes.noun());
        match one.label {
            "" => format!(" {hole}"),
            label => format!(" {label} {hole}"),
        }
    });
    Snippet(format!("{}{}", row.name, takes.collect::<String>()))
}

/// Returns a built-in query with its arguments.
pub(super) fn query(row: &QueryRow) -> Snippet {
    let takes = row.takes.iter().map(|takes| ("", takes.noun()));
    called(row.name, takes)
}

/// Returns a fold with what stands in its brackets.
pub(super) fn fold(row: &FoldRow) -> Snippet {
    let value = match row.value {
        FoldValue::Absent => "",
        FoldValue::Int | FoldValue::Bool | FoldValue::Scalar | FoldValue::Member => " : ${3:value}",
    };
    Snippet(format!("{}(${{1:x}} in ${{2:place}}{value})", row.name))
}

fn called<'a>(name: &str, params: impl Iterator<Item = (&'a str, &'a str)>) -> Snippet {
    let params = params.enumerate().map(|(nth, (label, param))| {
        let hole = format!("${{{}:{param}}}", nth + 1);
        match label {
            "" => hole,
            label => format!("{label} {hole}"),
        }
    });
    let params: Vec<String> = params.collect();
    Snippet(format!("{name}({})", params.join(", ")))
}

/// The parameters of a declaration: the word before each, its name and its type.
type Params<'a> = Vec<(&'a str, &'a str, &'a Type)>;

impl GameSnapshot {
    /// Returns the parameters of an effect or query.
    pub(crate) fn params_of(&self, decl: Decl) -> Option<(&str, Params<'_>, Option<&Type>)> {
        let game = self.game();
        let (name, params, labels, gives) = match decl {
            Decl::Effect(id) => {
                let routine = game.routines.get(id.index())?;
                let labels = self.analysis.names.labels.get(&id);
                (&routine.name, &routine.params, labels, None)
            }
            Decl::Query(id) => {
                let query = game.queries.get(id.index())?;
                (&query.name, &query.params, None, Some(&query.ty))
            }
            Decl::Enum(_)
            | Decl::Kind(_)
            | Decl::Sort(_)
            | Decl::Place(_)
            | Decl::Board(_)
            | Decl::Var(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Action(_)
            | Decl::Option(_) => return None,
        };
        let label = |nth: usize| {
            labels
                .and_then(|all| all.get(nth))
                .map_or("", String::as_str)
        };
        let params = params.iter().enumerate();
        let params = params.map(|(nth, (param, ty))| (label(nth), param.as_str(), ty));
        Some((name, params.collect(), gives))
    }

    /// Returns the call of an effect or query with its arguments.
    pub(super) fn call_snippet(&self, decl: Decl) -> Option<Snippet> {
        if let Decl::Table(id) = decl {
            let name = &self.game().tables.get(id.index())?.name;
            return Some(Snippet(format!("{name}[${{1:number}}]")));
        }
        let (name, params, _) = self.params_of(decl)?;
        let params = params.into_iter().map(|(label, param, _)| (label, param));
        (params.len() > 0).then(|| called(name, params))
    }

    /// Returns the signature of an effect or query: `(n: int, to who: player)`.
    pub(crate) fn signature_of(&self, decl: Decl) -> Option<String> {
        let (_, params, gives) = self.params_of(decl)?;
        let param = |(label, param, ty): (&str, &str, &Type)| {
            let ty = ty.notation(self.game());
            match label {
                "" => format!("{param}: {ty}"),
                label => format!("{label} {param}: {ty}"),
            }
        };
        let params: Vec<String> = params.into_iter().map(param).collect();
        let gives = gives.map(|ty| format!(" -> {}", ty.notation(self.game())));
        Some(format!(
            "({}){}",
            params.join(", "),
            gives.unwrap_or_default()
        ))
    }
}

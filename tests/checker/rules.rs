//! Mistakes put into rules texts.

use super::Maker;
use super::words::{Sort, Token, tokens};

/// Words of the language that begin or part something, as a person may misspell them.
const KEYWORDS: &[&str] = &[
    "action",
    "active",
    "before",
    "board",
    "capacity",
    "choose",
    "effect",
    "enum",
    "face",
    "home",
    "instead",
    "kind",
    "later",
    "layout",
    "modify",
    "moment",
    "offer",
    "option",
    "ordered",
    "place",
    "play",
    "pool",
    "query",
    "reach",
    "record",
    "recursive",
    "repeat",
    "require",
    "result",
    "return",
    "score",
    "seen",
    "setup",
    "table",
    "then",
    "track",
    "until",
    "when",
    "where",
    "while",
    "wins",
    "else",
    "others",
    "owner",
    "nobody",
    "player",
    "bool",
    "text",
];

/// Words before a name that is declared there.
const DECLARING: &[&str] = &[
    "enum", "option", "kind", "record", "place", "board", "var", "track", "table", "moment",
    "effect", "query", "action", "let", "beyond",
];

impl Maker<'_> {
    /// All mistakes in a text of rules that stands at `base` in a file.
    pub(super) fn rules(&mut self, file: usize, text: &str, base: usize) {
        let tokens = tokens(text);
        self.locals = (0..tokens.len())
            .filter(|at| tokens[*at].is_word() && declares(&tokens, *at))
            .map(|at| tokens[at].text.clone())
            .collect();
        for at in 0..tokens.len() {
            self.names(file, &tokens, at, base);
            self.values(file, &tokens, at, base);
            self.marks(file, &tokens, at, base);
            self.unasked_sort(file, &tokens, at, base);
            self.sets(file, &tokens, at, base);
            self.forms(file, &tokens, at, base);
            self.beliefs(file, text, &tokens[at], base);
            self.arguments(file, &tokens, at, base);
        }
    }

    /// Leaves out `x in SORT and` before a member that only the sort has.
    fn unasked_sort(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let [piece, within, sort, and, next, ..] = &tokens[at..] else {
            return;
        };
        let is_asked = |three: &[Token]| {
            three[0].text == piece.text
                && three[1].text == "."
                && self.declared.of_sorts.get(&three[2].text) == Some(&sort.text)
        };
        let near = &tokens[at + 4..tokens.len().min(at + 12)];
        let asked = near.windows(3).find(|three| is_asked(three));
        let (("in", "and"), Some(asked)) = ((&*within.text, &*and.text), asked) else {
            return;
        };
        let left_out = base + piece.at.start..base + next.at.start;
        let member = base + asked[2].at.start - left_out.len();
        let place = member..member + asked[2].text.len();
        self.slip("a sort that is not asked", file, left_out, "", None, place);
    }

    /// Asks each candidate what only the whole set can be asked, and lets a mark stay for good.
    fn sets(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let range = |token: &Token| base + token.at.start..base + token.at.end;
        let near = &tokens[at..tokens.len().min(at + 16)];
        let chosen = near.iter().find(|token| token.text == "chosen");
        let before = &tokens[at.saturating_sub(8)..at];
        let is_where = before.iter().any(|token| token.text == "where");
        if let ("with", Some(chosen), false) = (&*tokens[at].text, chosen, is_where) {
            let place = range(chosen).start + 1..range(chosen).end + 1;
            let sort = "a condition on a set asked of each";
            self.slip(sort, file, range(&tokens[at]), "where", None, place);
        }
        if let [seen, by, all, mark, within, place, ..] = near
            && [seen, by, all, mark, within].map(|token| &*token.text)
                == ["seen", "by", "all", "while", "in"]
        {
            let left_out = range(mark).start..range(place).end;
            let told = range(seen).start..range(all).end;
            self.slip("a mark that stays", file, left_out, "", None, told);
        }
    }

    /// Lets the place of `active in PLACE as FIELD` stand for the field.
    fn forms(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        if let [active, within, place, form, field, ..] = &tokens[at..]
            && [active, within, form].map(|token| &*token.text) == ["active", "in", "as"]
        {
            let range = base + field.at.start..base + field.at.end;
            let sort = "a form that is no field";
            self.slip_of(sort, file, range, &place.text, None);
        }
    }

    /// Lets a belief that fills the rest of its line be about nothing hidden.
    fn beliefs(&mut self, file: usize, text: &str, believe: &Token, base: usize) {
        let rest = text[believe.at.end..].lines().next().unwrap_or_default();
        let cond = rest.trim_end_matches([' ', '}']).trim_start();
        if believe.text == "believe" && !cond.is_empty() {
            let start = base + believe.at.end + 1;
            let sort = "a belief about nothing hidden";
            self.slip_of(sort, file, start..start + cond.len(), "true", None);
        }
    }

    /// Only whole files have declarations.
    pub(super) fn declarations(&mut self, file: usize, text: &str) {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let head = line.split([' ', '(', ':']).next().unwrap_or_default();
            let declares = ["enum", "place", "var", "moment", "table", "option"].contains(&head);
            let whole = line.matches('{').count() == line.matches('}').count();
            let open = line.trim_end().ends_with([',', '=']);
            if declares && whole && !open {
                let after = at + line.len();
                let name = line[head.len()..].trim_start();
                let start = after + line.len() - name.len();
                let end = start + name.find([' ', ':', '[', '\n']).unwrap_or(0);
                self.slip(
                    "a declaration twice",
                    file,
                    after..after,
                    line,
                    None,
                    start..end,
                );
            }
            at += line.len();
        }
    }

    fn names(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let token = &tokens[at];
        if !token.is_word() || token.text.len() < 4 || declares(tokens, at) {
            return;
        }
        let word = token.text.as_str();
        let after_dot = at > 0 && tokens[at - 1].text == ".";
        let sort = match self.declared.names.get(word) {
            Some(_) => "a name misspelt",
            None if !after_dot && self.locals.contains(word) => "a local name misspelt",
            None if !after_dot && self.is_built_in(word) => "a verb or query misspelt",
            None if !after_dot && KEYWORDS.contains(&word) => "a word of the language misspelt",
            None => return,
        };
        let range = base + token.at.start..base + token.at.end;
        let wrong = self.misspelt(word);
        self.slip_of(sort, file, range.clone(), &wrong, Some(word));
        let capital = word[..1].to_uppercase() + &word[1..];
        // A name that begins with a capital anyway would be no slip.
        if capital != word {
            self.slip_of(
                "a capital letter",
                file,
                range.clone(),
                &capital,
                Some(word),
            );
        }
        self.other_sort(file, tokens, at, range);
    }

    /// A name of another sort of thing where the old one cannot be meant.
    fn other_sort(
        &mut self,
        file: usize,
        tokens: &[Token],
        at: usize,
        range: std::ops::Range<usize>,
    ) {
        let token = &tokens[at];
        if at > 0 && [".", "of", "enum", "kind"].contains(&tokens[at - 1].text.as_str()) {
            return;
        }
        let Some(sort) = self.declared.names.get(&token.text) else {
            return;
        };
        let wanted = match sort {
            Sort::Place | Sort::Var | Sort::Query => [Sort::Moment, Sort::Action],
            Sort::Effect | Sort::Moment => [Sort::Place, Sort::Var],
            Sort::Action => [Sort::Effect, Sort::Place],
            Sort::Enum | Sort::Kind | Sort::Board | Sort::Value | Sort::Member => return,
        };
        let mut names = self.declared.names.iter();
        let other = names
            .find(|(_, sort)| wanted.contains(sort))
            .map(|(name, _)| name.clone());
        if let Some(other) = other {
            self.slip_of("another sort of thing", file, range, &other, None);
        }
    }

    fn values(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let token = &tokens[at];
        let range = base + token.at.start..base + token.at.end;
        let before = at
            .checked_sub(1)
            .map_or("", |before| tokens[before].text.as_str());
        if token.is_number() {
            self.slip_of("a wrong type", file, range, "true", None);
        } else if ["true", "false"].contains(&token.text.as_str()) {
            self.slip_of("a wrong type", file, range, "3", None);
        }
        let name = self.declared.names.get(&token.text).copied();
        let next = tokens.get(at + 1).map_or("", |next| next.text.as_str());
        let alone = ["{", "then"].contains(&next);
        if ["if", "where"].contains(&before) && alone && name == Some(Sort::Var) {
            let start = base + token.at.start;
            self.slip(
                "a wrong type",
                file,
                start..start,
                "3 + ",
                None,
                start..start + 1,
            );
        }
        // `int 0..99 = 25`: a default beyond.
        let bounded = at >= 6
            && before == "="
            && token.is_number()
            && tokens[at - 6].text == "int"
            && tokens[at - 2].is_number();
        if bounded {
            let high: i64 = tokens[at - 2].text.parse().unwrap_or(0);
            let range = base + token.at.start..base + token.at.end;
            self.slip_of(
                "a number out of its range",
                file,
                range,
                &(high + 1).to_string(),
                None,
            );
        }
    }

    fn marks(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let token = &tokens[at];
        let range = base + token.at.start..base + token.at.end;
        match token.text.as_str() {
            "(" | ")" | "[" | "]" | "{" | "}" => {
                self.slip_of("a bracket dropped", file, range, "", None);
            }
            "," if !among_words(tokens, at) => {
                self.slip_of("a comma dropped", file, range, "", None);
            }
            "==" => self.slip_of("`=` for `==`", file, range, "=", None),
            "to" | "from" | "under" if at > 1 && at + 1 < tokens.len() => {
                let other = if token.text == "to" { "with" } else { "to" };
                self.slip_of(
                    "a wrong word before an argument",
                    file,
                    range.clone(),
                    other,
                    None,
                );
                if tokens[at - 1].text != "up" {
                    self.slip_of("no word before an argument", file, range, "", None);
                }
            }
            text if text.starts_with('"') && text.len() > 2 => {
                let last = range.end - 1..range.end;
                self.slip_of("a quote dropped", file, last, "", None);
            }
            _ => (),
        }
    }

    fn arguments(&mut self, file: usize, tokens: &[Token], at: usize, base: usize) {
        let word = |ahead: usize| {
            tokens
                .get(at + ahead)
                .map_or("", |token| token.text.as_str())
        };
        let range = |from: usize, to: usize| {
            base + tokens[at + from].at.start..base + tokens[at + to].at.end
        };
        let simple = |ahead: usize| tokens.get(at + ahead).is_some_and(|token| token.is_word());
        // `f(a, b)` with two parameters of different types
        let params = self
            .declared
            .params
            .get(word(0))
            .cloned()
            .unwrap_or_default();
        let call = word(1) == "(" && simple(2) && word(3) == "," && simple(4) && word(5) == ")";
        let watched =
            at > 0 && ["when", "before", "modify", "of"].contains(&tokens[at - 1].text.as_str());
        let two = params.len() == 2 && params[0] != params[1];
        if call && two && !watched && !declares(tokens, at) {
            let swapped = format!("{}, {}", word(4), word(2));
            self.slip_of("arguments swapped", file, range(2, 4), &swapped, None);
            let one = word(2).to_owned();
            self.slip(
                "an argument left out",
                file,
                range(2, 4),
                &one,
                None,
                range(0, 5),
            );
        }
        // `move a to b`, `tuck a under b`
        let moves = ["move", "tuck"].contains(&word(0)) && simple(1) && simple(3);
        if moves && ["to", "under"].contains(&word(2)) && word(4) != "." {
            let swapped = format!("{} {} {}", word(3), word(2), word(1));
            self.slip_of("arguments swapped", file, range(1, 3), &swapped, None);
        }
        // `gain 2 money`
        let gains = ["gain", "lose"].contains(&word(0)) && !simple(1) && simple(2);
        if gains && tokens[at + 1].is_number() && word(3) != "." {
            let swapped = format!("{} {}", word(2), word(1));
            self.slip_of("arguments swapped", file, range(1, 2), &swapped, None);
        }
    }
}

/// Whether a word gives a thing its name where it stands.
fn declares(tokens: &[Token], at: usize) -> bool {
    let near = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .map_or("", |token| token.text.as_str())
    };
    let (before, after) = (near(at.checked_sub(1)), near(Some(at + 1)));
    // Of `enum x { a b }` and `when x(a, b)` all words are names.
    let line = tokens[..at]
        .iter()
        .rev()
        .take_while(|token| token.text != "}");
    let in_enum = line.clone().any(|token| token.text == "{")
        && line
            .map(|token| token.text.as_str())
            .take(40)
            .any(|word| word == "enum");
    DECLARING.contains(&before)
        || after == ":"
        || ["in", "from"].contains(&after) && before != "move"
        || in_enum
        || names_of_hook(tokens, at)
}

/// Whether a comma stands among the words of an enum or an option, where it may be left out.
fn among_words(tokens: &[Token], at: usize) -> bool {
    let open = (0..at)
        .rev()
        .find(|&before| ["{", "}", "(", ")"].contains(&tokens[before].text.as_str()));
    open.is_some_and(|open| {
        let head = &tokens[open.saturating_sub(3)..open];
        head.iter()
            .any(|token| ["enum", "option"].contains(&token.text.as_str()))
    })
}

/// Whether a word stands in the brackets behind what a hook or modifier watches, where names are given.
fn names_of_hook(tokens: &[Token], at: usize) -> bool {
    let open = (0..at).rev().find(|&before| {
        let text = tokens[before].text.as_str();
        !tokens[before].is_word() && text != ","
    });
    open.is_some_and(|open| {
        let heads = ["when", "before", "modify", "of"];
        tokens[open].text == "(" && open >= 2 && heads.contains(&tokens[open - 2].text.as_str())
    })
}

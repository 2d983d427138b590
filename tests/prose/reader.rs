//! A reader of words about rules, who does what they say. It knows nouns, titles and what is in backticks; of the rules' text,
//! and of what a name means there, it knows nothing.

use super::generator::{ARGUMENTS, GeneratedGame, NUMBERS, START, TITLES, VALUES, VARIABLES};
use ludex::markup::Line;

/// The cards that lie in the place.
const LYING: usize = 2;

/// A name that the words have given.
enum Given {
    /// `` `amber` is 4. ``
    Number(String, i64),
    /// `For each amber in the thicket:` with the number on the card.
    Card(String, i64),
}

pub(super) struct Reader {
    pub(super) variables: Vec<i64>,
    given: Vec<Given>,
    mood: String,
    attribute: String,
    added: usize,
}

/// The bound of the variables, on both sides.
const MOST: i64 = 999_999;

impl Reader {
    pub(super) fn new(game: &GeneratedGame) -> Reader {
        let arguments = game.parameters.iter().cloned().zip(ARGUMENTS);
        Reader {
            variables: START.to_vec(),
            given: arguments
                .map(|(name, value)| Given::Number(name, value))
                .collect(),
            mood: game.mood.clone(),
            attribute: game.attribute.clone(),
            added: game.added,
        }
    }

    /// Does what some lines of one depth say, with those that stand under them.
    pub(super) fn read(&mut self, lines: &[Line]) -> Result<(), String> {
        let before = self.given.len();
        let depth = lines.first().map_or(0, |line| line.depth);
        let mut at = 0;
        while at < lines.len() {
            let under = lines[at + 1..].iter().take_while(|line| line.depth > depth);
            let end = at + 1 + under.count();
            let line = &lines[at].text;
            // A head with nothing to do says so, and can be passed over: conditions and numbers change nothing.
            if line.ends_with(", nothing.") {
                at = end;
                continue;
            }
            let done = self.line(line, &lines[at + 1..end]);
            done.ok_or_else(|| format!("cannot be read: {line}"))??;
            at = end;
        }
        self.given.truncate(before);
        Ok(())
    }

    fn line(&mut self, line: &str, under: &[Line]) -> Option<Result<(), String>> {
        if let Some(cond) = line.strip_prefix("If ") {
            let holds = self.holds(cond.strip_suffix(':')?)?;
            return Some(if holds { self.read(under) } else { Ok(()) });
        }
        if let Some(each) = line.strip_prefix("For each number `") {
            let (name, bounds) = each.strip_suffix(':')?.split_once("` from ")?;
            let (low, high) = bounds.split_once(" to ")?;
            let range = self.value(low)?..=self.value(high)?;
            let bind = |number| Given::Number(name.to_owned(), number);
            return Some(self.each(range.map(bind).collect(), under));
        }
        if let Some(each) = line.strip_prefix("For each ") {
            let name = each.strip_suffix(" in the thicket:")?;
            let bind = |number: &i64| Given::Card(name.to_owned(), *number);
            return Some(self.each(NUMBERS[..LYING].iter().map(bind).collect(), under));
        }
        let line = line.strip_suffix('.')?;
        if let Some(gained) = line.strip_prefix("Gain ") {
            let (by, variable) = self.gained(gained)?;
            // What is gained beyond the bounds of a variable is lost.
            let sum = self.variables[variable] + by;
            self.variables[variable] = sum.clamp(-MOST, MOST);
        } else if let Some(written) = line.strip_prefix("Your ") {
            let (noun, value) = written.split_once(" becomes ")?;
            let variable = variable(noun)?;
            self.variables[variable] = self.value(value)?;
        } else {
            let (name, value) = line.strip_prefix('`')?.split_once("` is ")?;
            let value = self.value(value)?;
            self.given.push(Given::Number(name.to_owned(), value));
        }
        Some(Ok(()))
    }

    fn each(&mut self, members: Vec<Given>, under: &[Line]) -> Result<(), String> {
        for member in members {
            self.given.push(member);
            self.read(under)?;
            self.given.pop();
        }
        Ok(())
    }

    /// `2 apples`, `` `amber` apples ``, `1 apple for each pear`, `X apples, where X is the sum of …`
    fn gained(&self, said: &str) -> Option<(i64, usize)> {
        if let Some((noun, value)) = said
            .strip_prefix("X ")
            .and_then(|said| said.split_once(", where X is "))
        {
            return Some((self.value(value)?, variable(noun)?));
        }
        let (amount, each) = match said.split_once(" for each ") {
            Some((amount, each)) => (amount, self.count(each)?),
            None => (said, 1),
        };
        let (number, noun) = amount.split_once(' ')?;
        Some((self.value(number)? * each, variable(noun)?))
    }

    /// `pear`, `card in the thicket`, `amber in the thicket such that its birch is more than 3`, `` vow of `cedar` ``
    fn count(&self, each: &str) -> Option<i64> {
        if let Some(argument) = each.strip_prefix("vow of ") {
            return Some(self.value(argument)? + self.variables[self.added]);
        }
        if let Some((_, least)) = each.split_once(" in the thicket such that its ") {
            let least = least.strip_prefix(&self.attribute)?;
            let least: i64 = least.strip_prefix(" is more than ")?.parse().ok()?;
            let lying = NUMBERS[..LYING].iter();
            return i64::try_from(lying.filter(|number| **number > least).count()).ok();
        }
        if each.ends_with(" in the thicket") {
            return i64::try_from(LYING).ok();
        }
        Some(self.variables[variable(each)?])
    }

    fn value(&self, said: &str) -> Option<i64> {
        if let Ok(number) = said.parse() {
            return Some(number);
        }
        if let Some(name) = said
            .strip_prefix('`')
            .and_then(|said| said.strip_suffix('`'))
        {
            let mut given = self.given.iter().rev();
            return given.find_map(|one| match one {
                Given::Number(given, number) if given == name => Some(*number),
                Given::Number(..) | Given::Card(..) => None,
            });
        }
        if let Some(noun) = said.strip_prefix("your ") {
            return Some(self.variables[variable(noun)?]);
        }
        if said == "the number of cards in the thicket" {
            return i64::try_from(LYING).ok();
        }
        let sum = format!("the sum of its {} for each ", self.attribute);
        if said.starts_with(&sum) && said.ends_with(" in the thicket") {
            return Some(NUMBERS[..LYING].iter().sum());
        }
        let card = said.strip_prefix(&format!("the {} of the ", self.attribute))?;
        let card = card.split_once(' ').map_or(card, |(card, _)| card);
        let mut given = self.given.iter().rev();
        given.find_map(|one| match one {
            Given::Card(name, number) if name == card => Some(*number),
            Given::Number(..) | Given::Card(..) => None,
        })
    }

    fn holds(&self, cond: &str) -> Option<bool> {
        if let Some(more) = cond.strip_prefix("there are more than ") {
            let (number, noun) = more.split_once(' ')?;
            return Some(self.variables[variable(noun)?] > self.value(number)?);
        }
        if let Some(title) = cond.strip_suffix(" is in the thicket") {
            // A card that is gone through lies there.
            if let Some(name) = title.strip_prefix("the ") {
                let is_card = |one: &Given| matches!(one, Given::Card(card, _) if card == name);
                return self.given.iter().any(is_card).then_some(true);
            }
            return Some(TITLES.iter().position(|one| *one == title)? < LYING);
        }
        if let Some(value) = cond.strip_prefix(&format!("your {} is ", self.mood)) {
            return Some(VALUES.iter().position(|one| *one == value)? == 0);
        }
        if let Some((a, b)) = cond.split_once(" is more than ") {
            return Some(self.value(a)? > self.value(b)?);
        }
        let (a, b) = cond.split_once(" is ")?;
        Some(self.value(a)? == self.value(b)?)
    }
}

/// Returns the variable that a noun counts.
fn variable(noun: &str) -> Option<usize> {
    let is = |(one, several): &(&str, &str)| noun == *one || noun == *several;
    VARIABLES.iter().position(is)
}

//! Words in Japanese say what the rules do, as those in English: a reader who does what they say ends with the variables of the
//! game that was played.

use super::generator::{
    self, ARGUMENTS, GeneratedGame, JAPANESE_TITLES, JAPANESE_VALUES, JAPANESE_VARIABLES, NUMBERS,
    START,
};
use super::words_and_play;
use ludex::engine::chance::{Stream, purpose};
use ludex::markup::Line;

/// The cards that lie in the place.
const LYING: usize = 2;
/// The bound of the variables, on both sides.
const MOST: i64 = 999_999;

/// A name that the words have given.
enum Named {
    /// `` `amber`は4とする。 ``
    Number(String, i64),
    /// `藪のカードそれぞれについて：`, with the words for the card and its number.
    Card(String, i64),
}

struct Reader {
    variables: Vec<i64>,
    named: Vec<Named>,
    added: usize,
}

impl Reader {
    fn new(game: &GeneratedGame) -> Reader {
        let arguments = game.parameters.iter().cloned().zip(ARGUMENTS);
        Reader {
            variables: START.to_vec(),
            named: arguments
                .map(|(name, value)| Named::Number(name, value))
                .collect(),
            added: game.added,
        }
    }

    /// Does what some lines of one depth say, with those that stand under them.
    fn read(&mut self, lines: &[Line]) -> Result<(), String> {
        let before = self.named.len();
        let depth = lines.first().map_or(0, |line| line.depth);
        let mut at = 0;
        while at < lines.len() {
            let under = lines[at + 1..].iter().take_while(|line| line.depth > depth);
            let end = at + 1 + under.count();
            let line = &lines[at].text;
            // A head with nothing to do says so.
            if line.ends_with("、何もしない。") {
                at = end;
                continue;
            }
            let done = self.line(line, &lines[at + 1..end]);
            done.ok_or_else(|| format!("cannot be read: {line}"))??;
            at = end;
        }
        self.named.truncate(before);
        Ok(())
    }

    fn line(&mut self, line: &str, under: &[Line]) -> Option<Result<(), String>> {
        if let Some(each) = line.strip_suffix("それぞれについて：") {
            return self.each(each).map(|members| self.within(members, under));
        }
        if let Some(cond) = line.strip_suffix("なら：") {
            let holds = self.holds(cond)?;
            return Some(if holds { self.read(under) } else { Ok(()) });
        }
        let line = line.strip_suffix('。')?;
        if let Some(value) = line.strip_suffix("とする") {
            let (name, value) = value.strip_prefix('`')?.split_once("`は")?;
            let value = self.value(value)?;
            self.named.push(Named::Number(name.to_owned(), value));
        } else if let Some(written) = line.strip_suffix("になる") {
            let (noun, value) = written.strip_prefix("自分の")?.split_once('は')?;
            let variable = variable(noun)?;
            self.variables[variable] = self.value(value)?;
        } else {
            let (by, variable) = self.gained(line)?;
            // What is gained beyond the bounds of a variable is lost.
            let sum = self.variables[variable] + by;
            self.variables[variable] = sum.clamp(-MOST, MOST);
        }
        Some(Ok(()))
    }

    /// `` 1～3の数`n` ``, `藪のカード`, `` 藪のカード`other` ``
    fn each(&self, members: &str) -> Option<Vec<Named>> {
        if let Some((bounds, name)) = members.split_once("の数`") {
            let (low, high) = bounds.split_once('～')?;
            let range = self.value(low)?..=self.value(high)?;
            let name = name.strip_suffix('`')?;
            return Some(
                range
                    .map(|one| Named::Number(name.to_owned(), one))
                    .collect(),
            );
        }
        let noun = members.strip_prefix("藪の")?;
        let card = |number: &i64| Named::Card(format!("その{noun}"), *number);
        Some(NUMBERS[..LYING].iter().map(card).collect())
    }

    fn within(&mut self, members: Vec<Named>, under: &[Line]) -> Result<(), String> {
        for member in members {
            self.named.push(member);
            self.read(under)?;
            self.named.pop();
        }
        Ok(())
    }

    /// `りんごを2得る`, `みかん1につき、りんごを1得る`, `りんごをX得る（X＝…）`
    fn gained(&self, said: &str) -> Option<(i64, usize)> {
        if let Some((gained, value)) = said.split_once("得る（X＝") {
            let noun = gained.strip_suffix("をX")?;
            return Some((self.value(value.strip_suffix('）')?)?, variable(noun)?));
        }
        let (each, gained) = match said.split_once("につき、") {
            Some((each, gained)) => (self.count(each)?, gained),
            None => (1, said),
        };
        let (noun, number) = gained.strip_suffix("得る")?.split_once('を')?;
        Some((self.value(number)? * each, variable(noun)?))
    }

    /// `みかん1`, `藪のカード1枚`, `藪のカード（印が3より大きいもの）1枚`, `` `cedar`の誓い1 ``
    fn count(&self, each: &str) -> Option<i64> {
        if let Some(argument) = each.strip_suffix("の誓い1") {
            return Some(self.value(argument)? + self.variables[self.added]);
        }
        if each == "藪のカード1枚" {
            return i64::try_from(LYING).ok();
        }
        let each = &unnamed(each);
        if let Some(least) = each.strip_suffix("より大きいもの）1枚") {
            let least: i64 = least.strip_prefix("藪のカード（印が")?.parse().ok()?;
            let lying = NUMBERS[..LYING].iter();
            return i64::try_from(lying.filter(|number| **number > least).count()).ok();
        }
        Some(self.variables[variable(each.strip_suffix('1')?)?])
    }

    fn value(&self, said: &str) -> Option<i64> {
        if let Ok(number) = said.parse() {
            return Some(number);
        }
        let mut named = self.named.iter().rev();
        if let Some(name) = said.strip_prefix('`') {
            let name = name.strip_suffix('`')?;
            return named.find_map(|one| match one {
                Named::Number(one, number) if one == name => Some(*number),
                Named::Number(..) | Named::Card(..) => None,
            });
        }
        if said == "藪のカードの数" {
            return i64::try_from(LYING).ok();
        }
        if unnamed(said) == "藪のカードごとの印の合計" {
            return Some(NUMBERS[..LYING].iter().sum());
        }
        if let Some(noun) = said.strip_prefix("自分の") {
            return Some(self.variables[variable(noun)?]);
        }
        let card = said.strip_suffix("の印")?;
        named.find_map(|one| match one {
            Named::Card(words, number) if words == card => Some(*number),
            Named::Number(..) | Named::Card(..) => None,
        })
    }

    fn holds(&self, cond: &str) -> Option<bool> {
        if let Some((noun, number)) = cond
            .strip_suffix("より多い")
            .and_then(|cond| cond.split_once('が'))
        {
            return Some(self.variables[variable(noun)?] > self.value(number)?);
        }
        if let Some(title) = cond.strip_suffix("が藪にある") {
            // A card that is gone through lies there.
            let is_card = |one: &Named| matches!(one, Named::Card(words, _) if words == title);
            if self.named.iter().any(is_card) {
                return Some(true);
            }
            return Some(JAPANESE_TITLES.iter().position(|one| *one == title)? < LYING);
        }
        if let Some(value) = cond.strip_prefix("自分の気分が") {
            return Some(JAPANESE_VALUES.iter().position(|one| *one == value)? == 0);
        }
        let (a, b) = cond.split_once('が')?;
        Some(match b.strip_suffix("より大きい") {
            Some(b) => self.value(a)? > self.value(b)?,
            None => self.value(a)? == self.value(b)?,
        })
    }
}

/// Returns the words without the name that tells a card from another.
fn unnamed(said: &str) -> String {
    match said
        .strip_prefix("藪のカード`")
        .and_then(|rest| rest.split_once('`'))
    {
        Some((_, rest)) => format!("藪のカード{rest}"),
        None => said.to_owned(),
    }
}

/// Returns the variable that a noun counts.
fn variable(noun: &str) -> Option<usize> {
    JAPANESE_VARIABLES.iter().position(|one| *one == noun)
}

#[test]
fn words_in_japanese_say_what_is_done() {
    let (games, mut played, mut moved) = (40, 0, 0);
    for seed in 0..games {
        let game = generator::game(&mut Stream::new(seed, purpose("shadows"), 0));
        let Some((lines, done)) = words_and_play(&game, "ja") else {
            continue;
        };
        let mut reader = Reader::new(&game);
        let read = reader.read(&lines);
        let page: Vec<String> = lines
            .iter()
            .map(|line| format!("{}{}", "  ".repeat(line.depth), line.text))
            .collect();
        let about = format!("seed {seed}\n{}\n{}", game.files[2].1, page.join("\n"));
        assert_eq!(read, Ok(()), "{about}");
        assert_eq!(reader.variables, done, "{about}");
        played += 1;
        moved += usize::from(done != START);
    }
    assert!(played * 2 > games, "only {played} of {games} are games");
    assert!(moved as u64 * 10 > played * 9, "{moved} of {played}");
}

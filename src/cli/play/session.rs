//! A game with people and bots in its seats: what each is told and asked, and what an answer does.
//!
//! A seat is told only what its player may know.

use crate::bots::bot::Bot;
use crate::bots::seat::Seat;
use crate::bots::spec::Algorithm;
use crate::cli::play::page::{Paper, WantedPart};
use crate::cli::play::paper::wrapped;
use crate::cli::play::{hint, options};
use crate::cli::start::TableView;
use crate::cli::{args, replay, screen};
use crate::engine::chance::{Stream, purpose};
use crate::play::answering::Several;
use crate::play::decision::Decision;
use crate::play::format::ValueFormat;
use crate::play::game::{Match, PlayError};
use crate::play::vocabulary::Vocabulary;
use crate::rules::decision::{Answer, Choice};
use crate::rules::ids::PlayerId;
use crate::tools::manual::Manual;

/// A game with its seats.
pub(crate) struct Session {
    pub(super) game: Match,
    /// The bot of each seat; none where a person sits.
    bots: Vec<Option<Bot>>,
    /// For each seat: how many events were told.
    told: Vec<usize>,
    /// For each seat: the page that it was shown last.
    pages: Vec<String>,
    /// The seat that was asked last.
    asked: Option<PlayerId>,
    /// A bot has decided for another seat since.
    others_moved: bool,
    /// Positions to come back to, by name.
    marks: Vec<(String, Match)>,
    pub(super) shown: DisplaySettings,
}

/// Display settings of a session.
pub(crate) struct DisplaySettings {
    /// Compiled `view.yaml`, if the game has one.
    pub(crate) table: Option<TableView>,
    /// The game in words.
    pub(crate) manual: Manual,
    /// Words for the values and variables of the game.
    pub(crate) vocabulary: Vocabulary,
    /// Width and colours of the terminal.
    pub(crate) on: Paper,
}

/// The place where the game stops.
pub(crate) enum StopPlace {
    /// This person is asked.
    Asked(PlayerId),
    /// The game is over.
    Over(String),
}

/// The reason why an answer changed nothing.
pub(crate) enum Refused {
    /// It is no option; what to tell.
    Told(String),
    /// It is this option, and the rules can't carry it out.
    Broken(usize, PlayError),
}

/// The answers in a line: between commas, or each word where all are numbers or `done`.
fn answers_in<'a>(words: &[&'a str]) -> Vec<Vec<&'a str>> {
    let is_number = |word: &str| word.parse::<i64>().is_ok() || word == "done";
    if words
        .iter()
        .all(|word| is_number(word.trim_end_matches(',')))
    {
        let words = words.iter();
        return words.map(|word| vec![word.trim_end_matches(',')]).collect();
    }
    let mut answers = vec![Vec::new()];
    for word in words {
        let (word, ends) = word
            .strip_suffix(',')
            .map_or((*word, false), |word| (word, true));
        if let Some(last) = answers.last_mut() {
            last.push(word);
        }
        if ends {
            answers.push(Vec::new());
        }
    }
    answers.retain(|answer| !answer.is_empty());
    answers
}

fn refused(error: PlayError) -> Refused {
    Refused::Told(format!("{error}; `help` tells what can be said\n"))
}

impl Session {
    /// A game at its first decision. What set-up did is seen on the board.
    pub(crate) fn new(game: Match, seats: Vec<args::Seat>, shown: DisplaySettings) -> Session {
        let told = vec![game.event_count(); seats.len()];
        let bots = seats.into_iter().map(|seat| match seat {
            args::Seat::Me => None,
            args::Seat::Bot(spec) => Some(Bot::new(spec)),
        });
        let pages = vec![String::new(); told.len()];
        Session {
            game,
            bots: bots.collect(),
            told,
            pages,
            marks: Vec::new(),
            asked: None,
            others_moved: false,
            shown,
        }
    }

    /// The game as it stands.
    pub(crate) fn position(&self) -> &Match {
        &self.game
    }

    /// Returns the first line: game, players, seed, options.
    pub(crate) fn headline(&self) -> String {
        let start = self.game.start();
        let title = &self.game.program().names.title;
        let players = match start.players {
            1 => "1 player".to_owned(),
            several => format!("{several} players"),
        };
        // One of the system's chance is told when the game is over.
        let seed = match start.salt {
            0 => format!(", seed {}", start.seed),
            _ => String::new(),
        };
        let headline = format!("{title}, {players}{seed}. `help` tells what can be said.");
        wrapped(&headline, 0, 0, self.width())
    }

    /// Lets bots decide where they sit, until a person is asked or the game is over. A failure names the option.
    pub(crate) fn go_on(&mut self) -> Result<StopPlace, (usize, PlayError)> {
        let mut left = self.game.program().budget.decisions;
        loop {
            let Some(option) = self.by_bot() else {
                return Ok(match self.game.decision() {
                    Some(decision) => StopPlace::Asked(decision.player),
                    None => StopPlace::Over(self.over()),
                });
            };
            if left == 0 {
                return Err((option, self.game.unending().into()));
            }
            left -= 1;
            self.others_moved = true;
            self.game.apply(option).map_err(|error| (option, error))?;
        }
    }

    /// The option that the bot in the seat asked takes; none for a person and when the game is over. Its seed is that of the
    /// decision, so that it decides again as it did after `undo`.
    fn by_bot(&mut self) -> Option<usize> {
        let seat = Seat::of(&self.game)?;
        let player = seat.player();
        let bot = self.bots[player.index()].as_mut()?;
        let count = u32::try_from(self.game.choice_count()).unwrap_or(u32::MAX);
        let mut stream = Stream::new(self.game.start().seed, purpose("seat"), count);
        if bot.spec().algorithm == Algorithm::Random {
            return Some(stream.pick(seat.options()));
        }
        screen::whisper(&format!("{player} ({}) thinks …", bot.spec()));
        let advice = bot.advise(&seat, stream.word());
        screen::whisper("");
        if let Some(why) = &advice.failure {
            screen::tell(&format!(
                "{player} ({}) gave no option, so chance does: {why}",
                bot.spec()
            ));
        }
        Some(advice.option)
    }

    /// Asks a bot for its answer to the open question, from what the seat asked may see.
    pub(crate) fn hint(&self, bot: Option<&str>) -> String {
        let (Some(seat), Some(decision)) = (Seat::of(&self.game), self.game.decision()) else {
            return String::new();
        };
        match args::parse_bot(bot.unwrap_or(hint::BOT)) {
            Ok(spec) if spec.algorithm == Algorithm::Net => {
                "a net gives no hints: it plays, as in --seats me,net:model.onnx\n".to_owned()
            }
            Ok(spec) => {
                screen::whisper("Thinking …");
                let count = u32::try_from(self.game.choice_count()).unwrap_or(u32::MAX);
                let seed = Stream::new(self.game.start().seed, purpose("hint"), count).word();
                let advice = Bot::new(spec).advise(&seat, seed);
                screen::whisper("");
                hint::text(&self.answers(&decision), &advice, self.width())
            }
            Err(error) => format!("{error}\n"),
        }
    }

    /// Tells whether another person than before is asked, and may know what those before may not.
    pub(crate) fn hands_over(&self, player: PlayerId) -> bool {
        let people = self.bots.iter().filter(|bot| bot.is_none()).count();
        people > 1 && self.asked != Some(player)
    }

    /// Returns the events since this seat was asked, the board if others were asked meanwhile, and the options.
    pub(crate) fn question(&mut self) -> String {
        let Some(decision) = self.game.decision() else {
            return String::new();
        };
        let player = decision.player;
        let mut text = self.news(player);
        let others = std::mem::take(&mut self.others_moved);
        if self.asked.replace(player) != Some(player) || others {
            let page = self.page(player, WantedPart::Page);
            let before = std::mem::replace(&mut self.pages[player.index()], page.clone());
            text.push_str(&self.shown.on.paint.changed(&page, &before));
        }
        let prompt = self.game.question_in_words(&self.shown.vocabulary);
        let prompt = prompt.unwrap_or_default();
        let prompt = format!("{player}: {prompt}{}", self.how_many());
        let prompt = self.shown.on.paint.head(&prompt);
        text + "\n" + &wrapped(&prompt, 0, 2, self.width()) + &self.options(&decision)
    }

    /// Returns how many answers the question takes, where it takes several.
    fn how_many(&self) -> String {
        let Some(several) = self.game.several() else {
            return String::new();
        };
        let more = if several.given > 0 { " more" } else { "" };
        match (several.most, several.exact) {
            (Some(1), _) if several.given == 0 => String::new(),
            (Some(most), true) => format!(" (choose {most}{more})"),
            (Some(most), false) => format!(" (up to {most}{more})"),
            (None, true) => format!(" (choose all{more})"),
            (None, false) => format!(" (any number{more})"),
        }
    }

    fn options(&self, decision: &Decision) -> String {
        let numbers = self.game.numbers();
        self.told_with(decision, |teller| match &numbers {
            Some(numbers) => options::among_numbers(teller, decision, numbers),
            None => options::text(teller, decision),
        })
    }

    /// Returns the words of each option.
    pub(super) fn labels(&self, decision: &Decision) -> Vec<String> {
        self.told_with(decision, |teller| {
            let options = decision.options.iter();
            let labels = options.map(|option| options::in_words(teller, decision, option));
            labels.collect()
        })
    }

    /// Returns the words by which parts of the page are asked for.
    pub(super) fn panel_names(&self) -> Vec<String> {
        let table = self.shown.table.as_ref();
        let table = table.filter(|table| table.shown.has_page());
        table.map_or_else(Vec::new, |table| {
            table.panel_names(self.game.state(), self.seat())
        })
    }

    /// Returns each option of the open question as it is answered: with its number, or by the number that it reads.
    fn answers(&self, decision: &Decision) -> Vec<String> {
        let labels = self.labels(decision).into_iter();
        if self.game.numbers().is_some() {
            return labels.collect();
        }
        let numbered = (1..).zip(labels);
        numbered
            .map(|(number, label)| format!("{number}. {label}"))
            .collect()
    }

    /// Lets somebody tell of the options of a decision.
    fn told_with<R>(
        &self,
        decision: &Decision,
        tell: impl FnOnce(options::OptionPrinter<'_>) -> R,
    ) -> R {
        let leads = self.leads(decision.player);
        let (program, state) = (self.game.program(), self.game.state());
        tell(options::OptionPrinter {
            program,
            values: ValueFormat::to(program, state, decision.player),
            vocabulary: &self.shown.vocabulary,
            manual: &self.shown.manual,
            leads: &leads,
            width: self.width(),
            paint: self.shown.on.paint,
        })
    }

    /// The options of the open question once more.
    pub(crate) fn options_again(&self) -> String {
        let decision = self.game.decision();
        decision.map_or(String::new(), |decision| self.options(&decision))
    }

    fn over(&mut self) -> String {
        for (seat, bot) in self.bots.iter_mut().enumerate() {
            if let Some(bot) = bot {
                bot.leave(&self.game, PlayerId::new(seat));
            }
        }
        let person = self.bots.iter().position(Option::is_none);
        let seat = self
            .asked
            .unwrap_or(PlayerId::new(person.unwrap_or_default()));
        let parts = self.parts_of_scores(seat);
        let parts = if parts.is_empty() {
            String::new()
        } else {
            format!("\n{parts}")
        };
        let news = self.news(seat);
        let start = self.game.start();
        let seed = match start.salt {
            0 => String::new(),
            _ => format!("\nThe seed was {}.\n", start.long_seed()),
        };
        format!(
            "{news}\nThe game is over.\n{}{parts}{seed}",
            replay::ending(&self.game)
        )
    }

    /// Returns the events that a seat has not been told yet.
    fn news(&mut self, seat: PlayerId) -> String {
        let told = self.told[seat.index()];
        let news = self.digest(seat, told);
        self.told[seat.index()] = self.game.event_count();
        self.set(&news)
    }

    /// Returns the seat that is asked, or was asked last.
    pub(super) fn seat(&self) -> PlayerId {
        self.asked.unwrap_or_default()
    }

    pub(super) fn width(&self) -> usize {
        self.shown.on.width
    }

    /// Back to the last question a person answered.
    pub(crate) fn undo(&mut self) -> Result<(), PlayError> {
        let mut back = 0;
        loop {
            if let Err(error) = self.game.undo_whole() {
                // Only bots have decided so far: what was undone is played again, the same way.
                return if back == 0 { Err(error) } else { Ok(()) };
            }
            back += 1;
            let player = self.game.decision().map(|decision| decision.player);
            if player.is_some_and(|player| self.bots[player.index()].is_none()) {
                self.went_back();
                return Ok(());
            }
        }
    }

    /// Forgets what was told of a future that is none now.
    fn went_back(&mut self) {
        self.asked = None;
        let count = self.game.event_count();
        self.told
            .iter_mut()
            .for_each(|told| *told = (*told).min(count));
    }

    /// Keeps the position under a name.
    pub(crate) fn mark(&mut self, name: &str) -> String {
        self.marks.retain(|(other, _)| other != name);
        self.marks.push((name.to_owned(), self.game.clone()));
        format!("`back {name}` comes back here\n")
    }

    /// The names of the positions kept.
    pub(crate) fn marks(&self) -> Vec<String> {
        self.marks.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Goes back, or on, to a position that was kept.
    pub(crate) fn back_to(&mut self, name: &str) -> Result<(), String> {
        match self.marks.iter().find(|(other, _)| other == name) {
            Some((_, game)) => {
                self.game = game.clone();
                self.went_back();
                Ok(())
            }
            None => {
                let marks = self.marks();
                let kept = if marks.is_empty() {
                    "none is kept: write `mark NAME` first".to_owned()
                } else {
                    format!("kept are: {}", marks.join(", "))
                };
                Err(format!("no position is called `{name}`; {kept}\n"))
            }
        }
    }

    /// Gives the open question an answer, or several in one line where it takes several.
    pub(crate) fn choose(&mut self, words: &[&str]) -> Result<(), Refused> {
        let Some(several) = self.game.several() else {
            return self.apply(self.meant(words)?);
        };
        match answers_in(words) {
            answers if answers.len() > 1 => self.choose_several(&answers, several),
            _ => self.apply(self.meant(words)?),
        }
    }

    fn apply(&mut self, option: usize) -> Result<(), Refused> {
        match self.game.apply(option) {
            Ok(_) => Ok(()),
            Err(error @ PlayError::Fault(_)) => Err(Refused::Broken(option, error)),
            Err(error) => Err(refused(error)),
        }
    }

    /// Gives several answers to one question; all of them, or none where one can't be given.
    fn choose_several(&mut self, answers: &[Vec<&str>], several: Several) -> Result<(), Refused> {
        let mut choices: Vec<Choice> = Vec::new();
        for words in answers {
            let choice = self.game.option(self.meant(words)?);
            if !several.again && choices.contains(&choice) {
                let said = words.join(" ");
                return Err(Refused::Told(format!("`{said}` stands there twice\n")));
            }
            choices.push(choice);
        }
        let wanted = choices
            .iter()
            .filter(|choice| choice.answer == Answer::Values);
        let wanted = wanted.count();
        if let Some(most) = several.most.filter(|most| wanted > *most) {
            return Err(Refused::Told(format!(
                "these are {wanted}, but {most} at most can be chosen\n"
            )));
        }
        let before = self.game.clone();
        for (at, choice) in choices.iter().enumerate() {
            let open = self.game.several();
            match self.game.find_choice(choice).filter(|_| open.is_some()) {
                Some(option) => match self.apply(option) {
                    Err(Refused::Told(text)) => {
                        self.game = before;
                        return Err(Refused::Told(text));
                    }
                    done => done?,
                },
                // What alone is left is chosen without a question.
                None if at + 1 == choices.len()
                    && (several.exact || choice.answer == Answer::Done) => {}
                None => {
                    self.game = before;
                    let said = answers
                        .get(at)
                        .map_or(String::new(), |words| words.join(" "));
                    return Err(Refused::Told(format!(
                        "`{said}` can't be chosen after the others: answer one by one\n"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Returns true if words are those of an option, all of them.
    pub(crate) fn is_option(&self, words: &[&str]) -> bool {
        let Some(decision) = self.game.decision() else {
            return false;
        };
        let said = words.join(" ");
        let meant = self.told_with(&decision, |teller| options::meant(teller, &decision, &said));
        !meant.whole.is_empty()
    }

    /// The option that a number or words mean.
    fn meant(&self, words: &[&str]) -> Result<usize, Refused> {
        match words {
            [number] if number.parse::<i64>().is_ok() => self.numbered(number),
            words => self.worded(&words.join(" ")),
        }
    }

    /// An option by its words: those that rulings use, or those that are shown.
    fn worded(&self, words: &str) -> Result<usize, Refused> {
        let found = self.game.find_words(words);
        found.or_else(|error| {
            let decision = self
                .game
                .decision()
                .ok_or_else(|| refused(PlayError::Over))?;
            let meant =
                self.told_with(&decision, |teller| options::meant(teller, &decision, words));
            match (meant.whole.as_slice(), meant.begun.as_slice()) {
                ([option], _) | ([], [option]) => Ok(*option),
                ([], []) => Err(refused(error)),
                _ => Err(refused(PlayError::Ambiguous(words.to_owned()))),
            }
        })
    }

    /// An option by the number that it reads, or where options are counted, by its number from 1.
    fn numbered(&self, number: &str) -> Result<usize, Refused> {
        let wanted = number.parse::<i64>().ok();
        if let Some(numbers) = self.game.numbers() {
            let is = |read: &Option<i32>| read.map(i64::from) == wanted;
            return numbers.iter().position(is).ok_or_else(|| {
                let mut numbers: Vec<i32> = numbers.into_iter().flatten().collect();
                numbers.sort_unstable();
                let numbers = options::ranges(&numbers);
                Refused::Told(format!("{number} can't be chosen: it may be {numbers}\n"))
            });
        }
        let of = self.game.options();
        let option = wanted.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let there = option.filter(|option| *option < of);
        there.ok_or_else(|| {
            Refused::Told(format!(
                "there is no option {number}: they go from 1 to {of}\n"
            ))
        })
    }

    /// The choice of an option.
    pub(crate) fn option(&self, option: usize) -> Option<Choice> {
        let decision = self.game.decision()?;
        Some(decision.options.get(option)?.choice.clone())
    }
}

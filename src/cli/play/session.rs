//! A game with people and bots in its seats: what each is told and asked, and what an answer does.
//!
//! A seat is told only what its player may know.

use crate::bots::bot::Bot;
use crate::bots::seat::Seat;
use crate::bots::spec::Algorithm;
use crate::cli::args;
use crate::cli::explain::why_not;
use crate::cli::play::board;
use crate::cli::play::board::Depth;
use crate::cli::play::cards;
use crate::cli::play::hint;
use crate::cli::play::options;
use crate::cli::play::page::Table;
use crate::cli::play::page::Wanted;
use crate::cli::play::paper::wrapped;
use crate::cli::replay;
use crate::cli::screen;
use crate::cli::start::Ready;
use crate::engine::chance::Stream;
use crate::engine::chance::purpose;
use crate::engine::option::Choice;
use crate::play::game::Decision;
use crate::play::game::Match;
use crate::play::game::PlayError;
use crate::play::log;
use crate::play::log::Reader;
use crate::tools::book::Book;

/// A game with its seats.
pub(crate) struct Session {
    game: Match,
    /// The bot of each seat; none where a person sits.
    bots: Vec<Option<Bot>>,
    /// For each seat: how many events were told.
    told: Vec<usize>,
    /// Who was asked last.
    asked: Option<u8>,
    /// A bot has decided for another seat since.
    others_moved: bool,
    shown: Shown,
}

/// Display settings of a session.
pub(crate) struct Shown {
    /// Compiled `view.yaml`, if the game has one.
    pub(crate) table: Option<Table>,
    /// The game in words.
    pub(crate) book: Book,
    /// Characters of a line.
    pub(crate) width: usize,
}

/// Where the game stops.
pub(crate) enum Step {
    /// A person is asked.
    Asked(String),
    /// The game is over.
    Over(String),
}

/// Why an answer changed nothing.
pub(crate) enum Refused {
    /// It is no option; what to tell.
    Told(String),
    /// It is this option, and the rules can't carry it out.
    Broken(usize, PlayError),
}

fn refused(error: PlayError) -> Refused {
    Refused::Told(format!("{error}; `help` tells what can be said\n"))
}

impl Session {
    /// A game at its first decision. What set-up did is seen on the board.
    pub(crate) fn new(game: Match, seats: Vec<args::Seat>, shown: Shown) -> Session {
        let told = vec![game.event_count(); seats.len()];
        let bots = seats.into_iter().map(|seat| match seat {
            args::Seat::Me => None,
            args::Seat::Bot(spec) => Some(Bot::new(spec)),
        });
        Session {
            game,
            bots: bots.collect(),
            told,
            asked: None,
            others_moved: false,
            shown,
        }
    }

    /// The game as it stands.
    pub(crate) fn position(&self) -> &Match {
        &self.game
    }

    /// What is played.
    pub(crate) fn headline(&self) -> String {
        let start = self.game.start();
        let title = &self.game.program().names.title;
        let players = match start.players {
            1 => "1 player".to_owned(),
            several => format!("{several} players"),
        };
        let headline = format!(
            "{title}, {players}, seed {}. `help` tells what can be said.",
            start.seed
        );
        wrapped(&headline, 0, 0, self.shown.width)
    }

    /// Lets bots decide where they sit, until a person is asked or the game is over. A failure names the option.
    pub(crate) fn go_on(&mut self) -> Result<Step, (usize, PlayError)> {
        let mut left = self.game.program().budget.decisions;
        loop {
            let Some(option) = self.by_bot() else {
                return Ok(match self.game.decision() {
                    Some(decision) => Step::Asked(self.question(&decision)),
                    None => Step::Over(self.over()),
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
        let bot = self.bots[usize::from(player)].as_mut()?;
        let count = u32::try_from(self.game.choice_count()).unwrap_or(u32::MAX);
        let mut stream = Stream::new(self.game.start().seed, purpose("seat"), count);
        if bot.spec().algorithm == Algorithm::Random {
            return Some(stream.below(seat.options() as u32) as usize);
        }
        screen::whisper(&format!("P{player} ({}) thinks …", bot.spec()));
        let advice = bot.advise(&seat, stream.word());
        screen::whisper("");
        if let Some(why) = &advice.failure {
            screen::tell(&format!(
                "P{player} ({}) gave no option, so chance does: {why}",
                bot.spec()
            ));
        }
        Some(advice.option)
    }

    /// What a bot would answer to the open question, from what the seat asked may see.
    pub(crate) fn hint(&self, bot: Option<&str>) -> String {
        let (Some(seat), Some(decision)) = (Seat::of(&self.game), self.game.decision()) else {
            return String::new();
        };
        match bot.unwrap_or(hint::BOT).parse() {
            Ok(spec) => {
                screen::whisper("Thinking …");
                let count = u32::try_from(self.game.choice_count()).unwrap_or(u32::MAX);
                let seed = Stream::new(self.game.start().seed, purpose("hint"), count).word();
                let advice = Bot::new(spec).advise(&seat, seed);
                screen::whisper("");
                hint::text(&decision, &advice, self.shown.width)
            }
            Err(error) => format!("{error}\n"),
        }
    }

    /// What happened since this seat was asked, the board if others were asked meanwhile, and the options.
    fn question(&mut self, decision: &Decision) -> String {
        let mut text = self.news(decision.player);
        let others = std::mem::take(&mut self.others_moved);
        if self.asked.replace(decision.player) != Some(decision.player) || others {
            text.push_str(&self.page(decision.player, Wanted::Page));
        }
        let prompt = format!("P{}: {}", decision.player, decision.prompt);
        let width = self.shown.width;
        text + "\n"
            + &wrapped(&prompt, 0, 2, width)
            + &options::text(self.game.program(), &self.shown.book, decision, width)
    }

    fn over(&mut self) -> String {
        for (player, bot) in (0..).zip(&mut self.bots) {
            if let Some(bot) = bot {
                bot.leave(&self.game, player);
            }
        }
        let person = self.bots.iter().position(Option::is_none);
        let seat = self.asked.unwrap_or(person.unwrap_or_default() as u8);
        format!(
            "{}\nThe game is over.\n{}",
            self.news(seat),
            replay::ending(&self.game)
        )
    }

    /// What a seat has not been told yet.
    fn news(&mut self, seat: u8) -> String {
        let told = self.told[usize::from(seat)];
        let text = self.lines(seat, told);
        self.told[usize::from(seat)] = self.game.event_count();
        text
    }

    fn lines(&self, seat: u8, first: usize) -> String {
        let reader = Reader {
            viewer: Some(seat),
            causes: false,
        };
        let lines = log::lines(
            self.game.program(),
            self.game.state(),
            self.game.events_from(first),
            reader,
        );
        lines
            .iter()
            .map(|line| wrapped(line, 2, 4, self.shown.width))
            .collect()
    }

    /// What a piece says.
    pub(crate) fn what(&self, piece: &str) -> String {
        let (program, book, width) = (self.game.program(), &self.shown.book, self.shown.width);
        match cards::described(program, book, piece) {
            Some(text) => {
                let does = cards::does(program, book, piece);
                let does = does.iter().map(|text| wrapped(text, 2, 4, width));
                wrapped(&text, 2, 4, width) + &does.collect::<String>()
            }
            None => format!("there is nothing to tell of `{piece}`\n"),
        }
    }

    /// Everything that the seat asked knows of what happened.
    pub(crate) fn log(&self) -> String {
        self.lines(self.asked.unwrap_or_default(), 0)
    }

    /// Draws the page of the position, as the seat asked sees it.
    pub(crate) fn table(&self) -> String {
        self.page(self.asked.unwrap_or_default(), Wanted::Page)
    }

    /// Draws one player's part of the page, as the seat asked sees it.
    pub(crate) fn table_of(&self, player: &str) -> String {
        let players = self.game.start().players;
        let seat = player
            .strip_prefix(['P', 'p'])
            .and_then(|seat| seat.parse().ok());
        match seat.filter(|seat: &u8| *seat < players) {
            Some(seat) => self.page(self.asked.unwrap_or_default(), Wanted::Of(seat)),
            None => format!("`{player}` is no player: write `table`, or `table P0`\n"),
        }
    }

    /// Everything that the seat asked may know of the position.
    pub(crate) fn all(&self) -> String {
        self.drawn(self.asked.unwrap_or_default(), Depth::All)
    }

    fn page(&self, seat: u8, wanted: Wanted) -> String {
        match (&self.shown.table, wanted) {
            (Some(table), _) => table.draw(self.game.state(), seat, wanted, self.shown.width),
            (None, _) => self.drawn(seat, Depth::Short),
        }
    }

    fn drawn(&self, seat: u8, depth: Depth) -> String {
        board::draw(
            self.game.program(),
            self.game.state(),
            seat,
            depth,
            self.shown.width,
        )
    }

    /// Back to the last question a person answered.
    pub(crate) fn undo(&mut self) -> Result<(), PlayError> {
        let mut back = 0;
        loop {
            if let Err(error) = self.game.undo() {
                // Only bots have decided so far: what was undone is played again, the same way.
                return if back == 0 { Err(error) } else { Ok(()) };
            }
            back += 1;
            let player = self.game.decision().map(|decision| decision.player);
            if player.is_some_and(|player| self.bots[usize::from(player)].is_none()) {
                self.asked = None;
                self.told
                    .iter_mut()
                    .for_each(|told| *told = (*told).min(self.game.event_count()));
                return Ok(());
            }
        }
    }

    /// Why the seat asked can't do an action.
    pub(crate) fn why_not(&mut self, game: &Ready, action: &str, args: &[&str]) -> String {
        let args: Vec<String> = args.iter().map(|word| (*word).to_owned()).collect();
        match self.game.explain(action, &args) {
            Ok(explained) => why_not::text(&explained, game, &self.shown.book),
            Err(error) => format!("{error}\n"),
        }
    }

    /// Chooses an option by its number, from 1, or its words.
    pub(crate) fn choose(&mut self, words: &[&str]) -> Result<(), Refused> {
        let option = match words {
            [number] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.numbered(number)?
            }
            words => self.game.find_words(&words.join(" ")).map_err(refused)?,
        };
        match self.game.apply(option) {
            Ok(_) => Ok(()),
            Err(error @ PlayError::Fault(_)) => Err(Refused::Broken(option, error)),
            Err(error) => Err(refused(error)),
        }
    }

    fn numbered(&self, number: &str) -> Result<usize, Refused> {
        let of = self.game.options();
        let option = number
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
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

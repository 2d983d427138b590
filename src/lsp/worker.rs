//! The thread that checks: of several states of a game that wait, only the last one.

use crate::Host;
use crate::checked::{CheckedGame, ReadRuling};
use crate::reach::{PinnedNames, RulingReach};
use crate::ruled::{RuledRuling, RulingsRun, RunRank, pinned};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use ludex_ide::GameSnapshot;
use ludex_pipeline::{GameText, PRELUDE_PATH};
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings;
use ludex_tools::rulings::RuledGame;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A game without a mistake is compiled when nothing was typed for so long: most mistakes that compiling finds are sizes.
const IDLE: Duration = Duration::from_millis(120);
/// The stack of a thread that reads and checks, as deep as that of the command's own thread.
pub(super) const STACK: usize = 8 << 20;

/// The texts of a game at one moment, to be checked.
#[derive(Debug)]
pub(super) struct CheckJob {
    /// The folder of the game.
    pub(super) folder: String,
    /// The number of this state of its texts.
    pub(super) revision: u64,
    /// The texts, by path.
    pub(super) texts: BTreeMap<String, Arc<str>>,
    /// The rulings, by path.
    pub(super) rulings: BTreeMap<String, Arc<str>>,
    /// Set when the rulings are to be played, now or when the game has no mistake any more: the paths of those that come first.
    pub(super) runs_rulings: Option<BTreeSet<String>>,
}

/// A game that was compiled, with the texts that it was compiled of.
#[derive(Debug, Clone)]
pub(super) struct PlayableGame {
    /// The texts, read and checked.
    pub(super) checked: Arc<CheckedGame>,
    /// The game, to be played.
    pub(super) game: Arc<RuledGame>,
}

/// A message to the worker.
#[derive(Debug)]
enum CheckMessage {
    /// A game is to be checked.
    Check(CheckJob),
    /// The rulings of the game in a folder are not to be played on.
    StopRulings(String),
}

/// An answer of the worker.
#[derive(Debug)]
pub(super) enum CheckAnswer {
    /// The texts of a game were checked.
    Checked(Arc<CheckedGame>),
    /// A game without a mistake was compiled.
    Compiled {
        /// The folder of the game.
        folder: String,
        /// The number of the state of its texts.
        revision: u64,
        /// All that is wrong with its addresses.
        report: Report,
        /// The game, if nothing is.
        playable: Option<PlayableGame>,
    },
    /// Some rulings of a game were played.
    Ruled {
        /// The folder of the game.
        folder: String,
        /// The number of the state of its texts.
        revision: u64,
        /// Those that were played.
        ruled: Vec<RuledRuling>,
        /// The rulings that name its rows and declarations, at the beginning of a run.
        pinned: Option<PinnedNames>,
        /// The number of rulings that are still to be played, and of all in the run.
        left: (usize, usize),
    },
    /// The rulings of a game are not played on, as was asked.
    Stopped {
        /// The folder of the game.
        folder: String,
        /// The number of the state of its texts.
        revision: u64,
    },
    /// The checker failed, which is a mistake of ours.
    Failed {
        /// The folder of the game.
        folder: String,
        /// The number of the state of its texts.
        revision: u64,
    },
}

impl CheckAnswer {
    /// Returns the folder of the game and the number of the state of its texts.
    pub(super) fn subject(&self) -> (&str, u64) {
        match self {
            CheckAnswer::Checked(checked) => (&checked.folder, checked.revision),
            CheckAnswer::Compiled {
                folder, revision, ..
            }
            | CheckAnswer::Ruled {
                folder, revision, ..
            }
            | CheckAnswer::Stopped { folder, revision }
            | CheckAnswer::Failed { folder, revision } => (folder, *revision),
        }
    }
}

/// The worker, as the server sees it. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct CheckThread {
    messages: Sender<CheckMessage>,
    /// The answers of the worker.
    pub(super) answers: Receiver<CheckAnswer>,
}

impl CheckThread {
    /// Starts the worker.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(host: Arc<dyn Host>) -> std::io::Result<CheckThread> {
        let (messages, incoming) = unbounded();
        let (outgoing, answers) = unbounded();
        let worker = CheckWorker {
            incoming,
            outgoing,
            waiting: BTreeMap::new(),
            rulings: BTreeMap::new(),
            last: BTreeMap::new(),
            idle: BTreeMap::new(),
            asked_to_run: BTreeMap::new(),
            reach: BTreeMap::new(),
            wrong: BTreeSet::new(),
            host,
        };
        let thread = thread::Builder::new().name("check".to_owned());
        thread.stack_size(STACK).spawn(move || worker.run())?;
        Ok(CheckThread { messages, answers })
    }

    /// Asks for a game to be checked, instead of any state of it that still waits.
    pub(super) fn check(&self, job: CheckJob) {
        // The worker lives as long as this does.
        let _ = self.messages.send(CheckMessage::Check(job));
    }

    /// Asks for the rulings of a game to be played no further.
    pub(super) fn stop_rulings(&self, folder: &str) {
        let _ = self
            .messages
            .send(CheckMessage::StopRulings(folder.to_owned()));
    }
}

struct CheckWorker {
    incoming: Receiver<CheckMessage>,
    outgoing: Sender<CheckAnswer>,
    /// The last state of each game that waits, by folder.
    waiting: BTreeMap<String, CheckJob>,
    /// The rulings of each game as they were last read, by folder and path.
    rulings: BTreeMap<String, BTreeMap<String, Arc<ReadRuling>>>,
    /// The last state of each game, of which what has not changed is not read again.
    last: BTreeMap<String, Arc<CheckedGame>>,
    /// The work for when nobody types, by the folders of games.
    idle: BTreeMap<String, IdleWork>,
    /// The games whose rulings are to be played, by folder: the paths of those that come first.
    asked_to_run: BTreeMap<String, BTreeSet<String>>,
    /// The parts of each game that its rulings reach, by folder.
    reach: BTreeMap<String, RulingReach>,
    /// The paths of the rulings that did not pass when they were last played.
    wrong: BTreeSet<String>,
    host: Arc<dyn Host>,
}

/// Work on a game without a mistake.
enum IdleWork {
    /// It is to be compiled.
    Compile(Arc<CheckedGame>),
    /// Some of its rulings are still to be played.
    Run(Box<RulingsRun>),
}

impl CheckWorker {
    fn run(mut self) {
        while self.wait() {
            while let Some((folder, job)) = self.waiting.pop_first() {
                let revision = job.revision;
                let checked = catch_unwind(AssertUnwindSafe(|| self.check(job)));
                self.tell(match checked {
                    Ok(checked) => CheckAnswer::Checked(checked),
                    Err(_) => CheckAnswer::Failed { folder, revision },
                });
                while let Ok(message) = self.incoming.try_recv() {
                    self.enter(message);
                }
            }
        }
    }

    /// Waits for work; false when there will be none. What waits to be compiled is, when nothing else comes for a while.
    fn wait(&mut self) -> bool {
        let compiles = |work: &IdleWork| matches!(work, IdleWork::Compile(_));
        let pause = match self.idle.is_empty() {
            true => None,
            false if self.idle.values().any(compiles) => Some(IDLE),
            false => Some(Duration::ZERO),
        };
        let message = match pause {
            None => self.incoming.recv().ok(),
            Some(pause) => match self.incoming.recv_timeout(pause) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Disconnected) => None,
                Err(RecvTimeoutError::Timeout) => {
                    self.work_idly();
                    return true;
                }
            },
        };
        message.map(|message| self.enter(message)).is_some()
    }

    fn enter(&mut self, message: CheckMessage) {
        match message {
            CheckMessage::Check(mut job) => {
                if let Some(first) = job.runs_rulings.take() {
                    let wanted = self.asked_to_run.entry(job.folder.clone()).or_default();
                    wanted.extend(first);
                }
                self.waiting.insert(job.folder.clone(), job);
            }
            CheckMessage::StopRulings(folder) => {
                self.asked_to_run.remove(&folder);
                let running = |work: &IdleWork| matches!(work, IdleWork::Run(_));
                if self.idle.get(&folder).is_some_and(running) {
                    self.idle.remove(&folder);
                }
                let revision = self.last.get(&folder).map_or(0, |last| last.revision);
                self.tell(CheckAnswer::Stopped { folder, revision });
            }
        }
    }

    fn tell(&self, answer: CheckAnswer) {
        // Nobody listens any more when this fails.
        let _ = self.outgoing.send(answer);
    }

    fn check(&mut self, job: CheckJob) -> Arc<CheckedGame> {
        let before = self.rulings.remove(&job.folder).unwrap_or_default();
        let rulings = job.rulings.into_iter().map(|(path, text)| {
            let known = before.get(&path).filter(|known| known.text == text);
            let read = known.cloned();
            let read = read.unwrap_or_else(|| Arc::new(ReadRuling::new(&path, &text)));
            (path, read)
        });
        let rulings: BTreeMap<String, Arc<ReadRuling>> = rulings.collect();
        let name = job.folder.rsplit('/').next().unwrap_or_default();
        let texts = job.texts.into_iter();
        let text = GameText {
            name: name.to_owned(),
            files: texts.map(|(path, text)| (path, text.to_string())).collect(),
        };
        let last = self.last.get(&job.folder).map(|last| &last.snapshot);
        let snapshot = snapshot(text, last);
        let checked = Arc::new(CheckedGame {
            folder: job.folder.clone(),
            revision: job.revision,
            snapshot,
            rulings: rulings.values().cloned().collect(),
        });
        self.last.insert(job.folder.clone(), Arc::clone(&checked));
        self.rulings.insert(job.folder, rulings);
        if checked.snapshot.analysis.is_sound {
            let work = IdleWork::Compile(Arc::clone(&checked));
            self.idle.insert(checked.folder.clone(), work);
        } else {
            drop(self.idle.remove(&checked.folder));
        }
        checked
    }

    /// Does the next part of the work that waits for nobody to type: what is to be compiled comes before what is played.
    fn work_idly(&mut self) {
        let compiles = |(_, work): &(&String, &IdleWork)| matches!(work, IdleWork::Compile(_));
        let next = self.idle.iter().find(compiles).or(self.idle.iter().next());
        let Some((folder, work)) = next
            .map(|(folder, _)| folder.clone())
            .and_then(|folder| self.idle.remove_entry(&folder))
        else {
            return;
        };
        let revision = match &work {
            IdleWork::Compile(game) => game.revision,
            IdleWork::Run(run) => run.checked.revision,
        };
        let done = catch_unwind(AssertUnwindSafe(|| match work {
            IdleWork::Compile(game) => self.compile(game),
            IdleWork::Run(run) => self.run_rulings(run),
        }));
        if done.is_err() {
            self.asked_to_run.remove(&folder);
            self.tell(CheckAnswer::Failed { folder, revision });
        }
    }

    fn compile(&mut self, game: Arc<CheckedGame>) {
        let mut report = Report::new();
        let checked = game.snapshot.parsed.checked(&game.snapshot.analysis);
        // Observed, as the order of the next run comes from what rulings reach in this one.
        let ruled = checked.and_then(|checked| RuledGame::observed(checked, &mut report));
        let ruled = ruled.map(Arc::new);
        let (folder, revision) = (game.folder.clone(), game.revision);
        self.tell(CheckAnswer::Compiled {
            folder: folder.clone(),
            revision,
            report,
            playable: ruled.clone().map(|ruled| PlayableGame {
                checked: Arc::clone(&game),
                game: ruled,
            }),
        });
        let Some(ruled) = ruled else {
            return;
        };
        let Some(first) = self.asked_to_run.get(&folder) else {
            return;
        };
        let pinned = pinned(&game);
        let reach = self.reach.entry(folder.clone()).or_default();
        reach.begin(&game.snapshot);
        let rank = |path: &str| match first.contains(path) {
            true => RunRank::Wanted,
            false if self.wrong.contains(path) || reach.is_affected(path, &pinned) => {
                RunRank::Affected
            }
            false => RunRank::Rest,
        };
        let run = RulingsRun::new(game, ruled, rank);
        let left = (run.left(), run.all);
        match run.left() {
            0 => {
                reach.end();
                self.asked_to_run.remove(&folder);
            }
            _ => {
                let work = IdleWork::Run(Box::new(run));
                self.idle.insert(folder.clone(), work);
            }
        }
        self.tell(CheckAnswer::Ruled {
            folder,
            revision,
            ruled: Vec::new(),
            pinned: Some(pinned),
            left,
        });
    }

    fn run_rulings(&mut self, mut run: Box<RulingsRun>) {
        let (folder, revision) = (run.checked.folder.clone(), run.checked.revision);
        let reach = self.reach.entry(folder.clone()).or_default();
        let ruled = run.next_part(&*self.host, reach);
        let left = (run.left(), run.all);
        match run.left() {
            0 => {
                reach.end();
                self.asked_to_run.remove(&folder);
            }
            _ => drop(self.idle.insert(folder.clone(), IdleWork::Run(run))),
        }
        for one in &ruled {
            if one.report.passed() {
                self.wrong.remove(&one.read.path);
            } else {
                self.wrong.insert(one.read.path.clone());
            };
        }
        self.tell(CheckAnswer::Ruled {
            folder,
            revision,
            ruled,
            pinned: None,
            left,
        });
    }
}

/// Reads and checks a game: the one place where that is done. A file that is gone would stay among the texts of an edited game,
/// so then all is read anew.
fn snapshot(text: GameText, last: Option<&GameSnapshot>) -> GameSnapshot {
    let still_there = |last: &&GameSnapshot| {
        let sources = &last.sources;
        let mut known = sources.ids().map(|file| sources.path(file));
        known.all(|known| known == PRELUDE_PATH || text.files.iter().any(|(path, _)| path == known))
    };
    match last.filter(still_there) {
        Some(last) => last.edited(text),
        None => GameSnapshot::new(text),
    }
}

impl ReadRuling {
    fn new(path: &str, text: &Arc<str>) -> ReadRuling {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let ruling = rulings::read(path, text, &mut sources, &mut report);
        ReadRuling {
            path: path.to_owned(),
            text: Arc::clone(text),
            sources,
            ruling,
            report,
        }
    }
}

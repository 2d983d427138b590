//! The table of verbs: what each takes and gives, and the function that answers it. Help, schema and the check of fields read
//! it.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use crate::{
    apply, best, cancel, clone, decision, determinize, drop, explain, games, help, load, log, new,
    playout, save, setup, state, undo, view,
};

/// The version of the protocol: it counts up when a field changes its meaning or goes.
pub(super) const VERSION: u32 = 1;

/// A verb of the protocol: its fields, and the function that answers it.
pub(super) struct Verb {
    /// Its name, the value of `do`.
    pub(super) name: &'static str,
    /// The documentation of the verb, in a line.
    pub(super) does: &'static str,
    /// The fields of a request besides `do` and `id`.
    pub(super) takes: &'static [FieldRow],
    /// The fields of an answer besides `id` and `ok`.
    pub(super) gives: &'static [FieldRow],
    /// The function that answers a request for it.
    pub(super) run: fn(&mut Server, &RequestFields) -> Result<Reply, Failure>,
}

/// A field of a request or of an answer.
pub(super) struct FieldRow {
    /// The key in the JSON object.
    pub(super) name: &'static str,
    /// The sort of its value.
    pub(super) sort: FieldSort,
    /// A required field, not one that may be left out.
    pub(super) always: bool,
    /// The documentation of the field, in a line.
    pub(super) means: &'static str,
}

/// The sorts of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldSort {
    /// `7`
    Count,
    /// `"high"`
    Text,
    /// `true`
    Flag,
    /// `{…}`
    Object,
    /// `"refused"` or an object with one key
    Verdict,
    /// `["cat_m1", 2]`
    Words,
    /// `[{"name": "…", …}]`
    Games,
    /// `[{"name": "apply", …}]`
    Verbs,
    /// `[{"code": "bad_json", …}]`
    Errors,
    /// `{"player": 0, …}` or null
    Decision,
    /// `{"scores": [1, 2], …}` or null
    Result,
    /// `[{"what": "moved", …}]`
    Events,
    /// The same without who may know it.
    Lines,
    /// `[{"reason": "…", …}]`
    Requirements,
    /// `[{"option": 0, …}]`
    Thoughts,
    /// `"a"`, `7`, null
    Anything,
}

impl Verb {
    /// Finds a verb by its name.
    pub(super) fn find(name: &str) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| verb.name == name)
    }
}

const fn must(name: &'static str, sort: FieldSort, means: &'static str) -> FieldRow {
    FieldRow {
        name,
        sort,
        always: true,
        means,
    }
}

const fn may(name: &'static str, sort: FieldSort, means: &'static str) -> FieldRow {
    FieldRow {
        name,
        sort,
        always: false,
        means,
    }
}

const POSITION: FieldRow = must("position", FieldSort::Count, "the position's number");
const ANY_PLAYER: FieldRow = must("player", FieldSort::Count, "the player's seat, from 0");
const DECIDING: FieldRow = may(
    "player",
    FieldSort::Count,
    "the seat that decides, one of `undecided`; the one asked when left out",
);
const NEW_POSITION: FieldRow = must(
    "position",
    FieldSort::Count,
    "the number of the new position, for further requests",
);
const DECISION: FieldRow = must(
    "decision",
    FieldSort::Decision,
    "the question that is open; null once the game is over",
);
const OVER: FieldRow = must("over", FieldSort::Flag, "whether the game is over");
const RESULT: FieldRow = may(
    "result",
    FieldSort::Result,
    "scores, ranks and winners, once the game is over",
);
const GAME: FieldRow = must("game", FieldSort::Text, "the game's name");
const PLAYERS: FieldRow = must("players", FieldSort::Count, "how many play");
const OPTIONS: FieldRow = may(
    "options",
    FieldSort::Object,
    "options by name, others at their defaults",
);

/// All verbs, in the order in which the page tells them.
pub(super) const VERBS: &[Verb] = &[
    Verb {
        name: "help",
        does: "tells what there is to ask, or about one verb",
        takes: &[may("verb", FieldSort::Text, "the verb to be told about")],
        gives: &[
            must("protocol", FieldSort::Count, "the version of this protocol"),
            must("ludex", FieldSort::Text, "the version of the program"),
            must("verbs", FieldSort::Verbs, "verbs with their fields"),
            must("errors", FieldSort::Errors, "codes with their meaning"),
        ],
        run: help::help,
    },
    Verb {
        name: "games",
        does: "lists the games that can be played",
        takes: &[],
        gives: &[must(
            "games",
            FieldSort::Games,
            "of each its name, title, players, options and the hash of its rules",
        )],
        run: games::games,
    },
    Verb {
        name: "new",
        does: "begins a game",
        takes: &[
            GAME,
            PLAYERS,
            must("seed", FieldSort::Count, "the seed of all chance"),
            OPTIONS,
        ],
        gives: &[NEW_POSITION, DECISION, OVER, RESULT],
        run: new::new,
    },
    Verb {
        name: "setup",
        does: "begins a game in a position of your own, which must meet what the rules demand of positions",
        takes: &[
            GAME,
            PLAYERS,
            must(
                "state",
                FieldSort::Object,
                "a part of what `state` gives; the rest is as set-up leaves it",
            ),
            may(
                "bare",
                FieldSort::Flag,
                "true: the rest is empty and at its defaults instead",
            ),
            may(
                "seed",
                FieldSort::Count,
                "the seed of all chance, 0 when left out",
            ),
            OPTIONS,
        ],
        gives: &[NEW_POSITION, DECISION, OVER, RESULT],
        run: setup::setup,
    },
    Verb {
        name: "state",
        does: "gives everything in a position, hidden things included",
        takes: &[POSITION],
        gives: &[must("state", FieldSort::Object, "the position")],
        run: state::state,
    },
    Verb {
        name: "view",
        does: "gives a position as a player may know it",
        takes: &[POSITION, ANY_PLAYER],
        gives: &[must(
            "state",
            FieldSort::Object,
            "the position; unknown pieces are `{\"hidden\": true}`, with the marks on them",
        )],
        run: view::view,
    },
    Verb {
        name: "decision",
        does: "gives the question that is open",
        takes: &[POSITION, DECIDING],
        gives: &[DECISION, OVER, RESULT],
        run: decision::decision,
    },
    Verb {
        name: "apply",
        does: "chooses an option, by `option` or by `value`, and plays on to the next question",
        takes: &[
            POSITION,
            DECIDING,
            may("option", FieldSort::Count, "the option's index"),
            may(
                "value",
                FieldSort::Object,
                "the option's value, or a part that no other option has",
            ),
        ],
        gives: &[
            must("events", FieldSort::Events, "what happened, in order"),
            DECISION,
            OVER,
            RESULT,
        ],
        run: apply::apply,
    },
    Verb {
        name: "explain",
        does: "tells why an action is legal, or is not, for the player who decides",
        takes: &[
            POSITION,
            DECIDING,
            must("action", FieldSort::Text, "the action's name"),
            may(
                "args",
                FieldSort::Words,
                "its arguments, as options name them; those at the end may be left out",
            ),
        ],
        gives: &[
            must("player", FieldSort::Count, "the player who is asked"),
            must("legal", FieldSort::Flag, "whether it can be chosen"),
            must(
                "verdict",
                FieldSort::Verdict,
                "`legal`, `not_offered`, `refused`, `no_way`, or which argument is none (`not_among`, `not_known`)",
            ),
            must("failing", FieldSort::Requirements, "requirements that fail"),
            may(
                "unknown",
                FieldSort::Requirements,
                "requirements that may fail, as far as the player can know",
            ),
        ],
        run: explain::explain,
    },
    Verb {
        name: "undo",
        does: "goes back before the last choice; one that is asked in steps is undone as one, and so is a `playout`",
        takes: &[POSITION],
        gives: &[DECISION, OVER, RESULT],
        run: undo::undo,
    },
    Verb {
        name: "clone",
        does: "copies a position, to be played on by itself",
        takes: &[POSITION],
        gives: &[NEW_POSITION],
        run: clone::clone,
    },
    Verb {
        name: "drop",
        does: "forgets a position",
        takes: &[POSITION],
        gives: &[],
        run: drop::drop,
    },
    Verb {
        name: "save",
        does: "gives a position as a value that needs nothing but the rules",
        takes: &[POSITION],
        gives: &[must("save", FieldSort::Object, "the value, for `load`")],
        run: save::save,
    },
    Verb {
        name: "load",
        does: "makes a position of a value that `save` gave",
        takes: &[must("save", FieldSort::Object, "the value")],
        gives: &[NEW_POSITION, DECISION, OVER, RESULT],
        run: load::load,
    },
    Verb {
        name: "playout",
        does: "plays on at random, to the end or so far",
        takes: &[
            POSITION,
            must("seed", FieldSort::Count, "the seed of the choices"),
            may("policy", FieldSort::Text, "`random`"),
            may(
                "max_decisions",
                FieldSort::Count,
                "how many choices at most",
            ),
        ],
        gives: &[
            must("decisions", FieldSort::Count, "how many choices were made"),
            OVER,
            must(
                "result",
                FieldSort::Result,
                "scores, ranks and winners, or null",
            ),
        ],
        run: playout::playout,
    },
    Verb {
        name: "log",
        does: "tells what happened, as one player is told it",
        takes: &[
            POSITION,
            ANY_PLAYER,
            may(
                "since",
                FieldSort::Count,
                "lines that were read before, 0 when left out",
            ),
        ],
        gives: &[
            must("events", FieldSort::Lines, "the lines after those"),
            must(
                "next",
                FieldSort::Count,
                "what to give as `since` next time",
            ),
        ],
        run: log::log,
    },
    Verb {
        name: "determinize",
        does: "deals all anew that a player can't know",
        takes: &[
            POSITION,
            ANY_PLAYER,
            must("seed", FieldSort::Count, "the seed of the deal"),
        ],
        gives: &[
            must("found", FieldSort::Flag, "whether a world was found"),
            may(
                "position",
                FieldSort::Count,
                "the number of the new position",
            ),
            may(
                "dealt",
                FieldSort::Object,
                "what was dealt: `pieces` and `vars`",
            ),
            may(
                "kept",
                FieldSort::Object,
                "what was kept: `pieces`, `vars` and `locals`",
            ),
            may(
                "tries",
                FieldSort::Count,
                "how many worlds were tried, when none was found",
            ),
        ],
        run: determinize::determinize,
    },
    Verb {
        name: "best",
        does: "gives what a bot would choose",
        takes: &[
            POSITION,
            DECIDING,
            must("bot", FieldSort::Text, "the bot, as docs/bots.md names it"),
            must("seed", FieldSort::Count, "the seed of its thoughts"),
        ],
        gives: &[
            must("player", FieldSort::Count, "the player who is asked"),
            must("option", FieldSort::Count, "the index of its choice"),
            must(
                "thoughts",
                FieldSort::Thoughts,
                "what it thought of each option",
            ),
            must("playouts", FieldSort::Count, "how many games it played on"),
            must("worlds", FieldSort::Count, "how many worlds it looked at"),
        ],
        run: best::best,
    },
    Verb {
        name: "cancel",
        does: "ends a request that is still worked on, or waits",
        takes: &[must("request", FieldSort::Anything, "the request's `id`")],
        gives: &[],
        run: cancel::cancel,
    },
];

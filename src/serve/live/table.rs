//! A table in memory: the state that its jobs work on, one after the other.
//!
//! A request that changes something is done at the table, stored, and answered, in this order. Until it is stored nobody is
//! told, and if that fails the table is thrown away: it is opened again from what is stored.

mod hints;
mod sending;
mod thinking;

use crate::clock::{ClockSettings, Clocks};
use crate::live::acts::Act;
use crate::live::hub::{self, Hub, grant, json, no_chance, now};
use crate::live::recent::Recent;
use crate::live::table::hints::OpenHint;
use crate::live::visit::{Outbox, VisitId, Who};
use crate::pool::Lane;
use crate::storage::{ActRow, GrantRow, NewAct, RequestKey, TableRow};
use crate::token::{TableId, Token};
use crate::wire::{
    ClientMessage, Code, Joined, NewSeat, Refusal, Reply, Request, Role, ServerMessage,
    ServerReply, ServerRequest,
};
use ludex_bots::spec::Spec;
use ludex_play::interrupt::Interrupt;
use ludex_rules::ids::PlayerId;
use ludex_table::{Access, Table, TableGame};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::task::AbortHandle;

/// The terms on which a table was created, as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) seats: Vec<NewSeat>,
    pub(crate) clock: Option<ClockSettings>,
}

/// Whose turn it is, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) deciding: Vec<u32>,
    pub(crate) is_over: bool,
}

/// A table in memory.
pub(crate) struct LiveTable {
    hub: Arc<Hub>,
    /// The queue of its own jobs.
    lane: Weak<Lane<LiveTable>>,
    id: TableId,
    created: u64,
    table: Table,
    seats: Vec<LiveSeat>,
    clocks: Option<Clocks>,
    /// The timer of the next clock that comes to zero.
    alarm: Option<AbortHandle>,
    /// The number of acts so far.
    acts: u64,
    recent: Recent,
    visitors: BTreeMap<VisitId, Visitor>,
    /// Requests that bots work at: one of a visitor at a time.
    hints: BTreeMap<VisitId, OpenHint>,
}

struct LiveSeat {
    name: Option<String>,
    bot: Option<Spec>,
    /// The search of its bot; raised when nobody wants to know the answer any more.
    thinking: Option<Interrupt>,
}

/// A connection at the table.
struct Visitor {
    outbox: Outbox,
    roles: Vec<Role>,
    /// From where it looks.
    access: Access,
    /// The client's name for itself, with its roles.
    client: String,
    /// The version that it has; 0 if none.
    version: u64,
    /// The locale of the words that it is sent.
    locale: Option<String>,
}

/// The client's request that an act answers; none of the server's own acts.
type Origin = Option<RequestKey>;

impl LiveTable {
    /// Puts a table into memory.
    pub(crate) fn new(
        hub: &Arc<Hub>,
        id: TableId,
        table: Table,
        settings: Settings,
        created: u64,
    ) -> LiveTable {
        let clocks = settings
            .clock
            .map(|clock| Clocks::new(clock, settings.seats.len(), created));
        let game = &table.game().program().names.game;
        let seats = settings.seats.into_iter().map(|NewSeat { name, bot }| {
            let bot = bot.and_then(|bot| hub.seated_bot(game, &bot));
            LiveSeat {
                name,
                bot,
                thinking: None,
            }
        });
        let seats = seats.collect();
        LiveTable {
            hub: Arc::clone(hub),
            lane: Weak::new(),
            id,
            created,
            table,
            seats,
            clocks,
            alarm: None,
            acts: 0,
            recent: Recent::default(),
            visitors: BTreeMap::new(),
            hints: BTreeMap::new(),
        }
    }

    /// Does again what was stored.
    pub(crate) fn load(
        hub: &Arc<Hub>,
        game: &Arc<TableGame>,
        row: &TableRow,
        acts: &[ActRow],
    ) -> Result<LiveTable, Refusal> {
        let broken = |why: String| {
            tracing::error!("table {}: {why}", row.id);
            Refusal::new(Code::Failed, "the table can't be read any more")
        };
        if game.program().hash != row.rules {
            let message = "the rules of this game were changed since the table was created";
            return Err(Refusal::new(Code::OtherRules, message));
        }
        let start = serde_json::from_str(&row.start).map_err(|error| broken(error.to_string()))?;
        let settings =
            serde_json::from_str(&row.settings).map_err(|error| broken(error.to_string()))?;
        let table =
            Table::new(Arc::clone(game), start).map_err(|error| broken(error.to_string()))?;
        let mut table = LiveTable::new(hub, row.id, table, settings, row.created);
        for stored in acts {
            let act = serde_json::from_str(&stored.act).map_err(|error| error.to_string());
            let done = act.and_then(|act| table.redo(&act, stored));
            done.map_err(|why| broken(format!("act {}: {why}", stored.number)))?;
        }
        Ok(table)
    }

    fn redo(&mut self, act: &Act, stored: &ActRow) -> Result<(), String> {
        act.redo(&mut self.table)?;
        if let Act::Named { seat, name } = act {
            self.name_seat(*seat, name.clone());
        }
        if let Act::Seated { seat, bot } = act {
            self.seat_bot(*seat, bot.as_deref());
        }
        self.press_clocks(act, stored.at);
        self.acts = stored.number + 1;
        if let Some(key) = &stored.request {
            self.recent.keep(key, self.table.version());
        }
        Ok(())
    }

    /// Tells the table its queue.
    pub(crate) fn in_lane(mut self, lane: &Weak<Lane<LiveTable>>) -> LiveTable {
        self.lane = Weak::clone(lane);
        // Clocks may run already, at a table that was stored.
        self.set_alarm();
        self
    }

    /// Returns when it was created.
    pub(crate) fn created(&self) -> u64 {
        self.created
    }

    /// Returns whose turn it is.
    pub(crate) fn standing_now(&self) -> Standing {
        Standing {
            deciding: self.deciding(),
            is_over: self.table.position().is_over(),
        }
    }

    fn deciding(&self) -> Vec<u32> {
        let deciding = self.table.position().deciding();
        deciding.into_iter().map(PlayerId::number).collect()
    }

    /// Lets a connection in.
    pub(crate) fn enter(&mut self, id: VisitId, outbox: Outbox, n: u64, who: Who) {
        let Who {
            roles,
            client,
            version,
            locale,
        } = who;
        let (access, program) = (first_access(&roles), self.table.game().program());
        let joined = Joined {
            table: self.id,
            game: program.names.game.clone(),
            rules: program.hash.clone(),
            roles: roles.clone(),
            access,
            version: self.table.version(),
        };
        let has = version.filter(|version| *version <= self.table.version());
        let visitor = Visitor {
            outbox,
            roles,
            access,
            client,
            version: has.unwrap_or(0),
            locale: locale.filter(|tag| self.table.game().has_locale(tag)),
        };
        self.visitors.insert(id, visitor);
        self.send(
            id,
            ServerMessage::Reply {
                n,
                reply: Reply::Server(ServerReply::Joined(joined)),
            },
        );
        self.send_snapshots();
        self.send_seats();
    }

    /// Lets a connection go.
    pub(crate) fn leave(&mut self, id: VisitId) {
        self.hints.remove(&id);
        if self.visitors.remove(&id).is_some() {
            self.send_seats();
        }
    }

    /// Answers a request of a visitor.
    pub(crate) fn request(&mut self, id: VisitId, message: &ClientMessage) {
        let ClientMessage { n, request } = message;
        let acts = self.acts;
        let answer = match request {
            Request::Table(request) => self.table_request(id, *n, request),
            Request::Server(request) => self.server_request(id, *n, request),
        };
        let message = match answer {
            Ok(None) => return,
            Ok(Some(reply)) => ServerMessage::Reply { n: *n, reply },
            Err(refusal) => ServerMessage::Refusal {
                n: Some(*n),
                refusal,
            },
        };
        self.send(id, message);
        self.send_snapshots();
        if self.acts != acts {
            self.send_seats();
        }
    }

    /// Answers a request to the table; nothing if the answer comes later.
    fn table_request(
        &mut self,
        id: VisitId,
        n: u64,
        request: &ludex_table::Request,
    ) -> Result<Option<Reply>, Refusal> {
        let Some(visitor) = self.visitors.get(&id) else {
            return Ok(None);
        };
        let (access, version) = (visitor.access, visitor.version);
        let locale = visitor.locale.clone();
        if let Some(bot) = request.bot() {
            return self.hint(id, n, bot, request).map(|()| None);
        }
        let key = RequestKey {
            client: visitor.client.clone(),
            n,
        };
        // Before all else: once it is done, the table would say that it is stale.
        if Act::is_made_by(request) && self.was_done(&key)? {
            let seen = self.table.snapshot_in(locale.as_deref(), access, version);
            let seen = ludex_table::Reply::Snapshot(Box::new(seen));
            return Ok(Some(Reply::Table(seen)));
        }
        let act = match access {
            Access::Seat(seat) => Act::of_request(&self.table, seat, request),
            Access::Spectator | Access::Full => None,
        };
        let reply = self.table.handle_in(locale.as_deref(), access, request);
        let reply = reply.map_err(Refusal::Table)?;
        if let Some(act) = act {
            self.store(&act, Some(key), None)?;
            self.think_after(&act);
        }
        if let (ludex_table::Reply::Snapshot(seen), Some(visitor)) =
            (&reply, self.visitors.get_mut(&id))
            && seen.at == seen.moves
        {
            visitor.version = seen.version;
        }
        Ok(Some(Reply::Table(reply)))
    }

    /// Answers a request to the server.
    fn server_request(
        &mut self,
        id: VisitId,
        n: u64,
        request: &ServerRequest,
    ) -> Result<Option<Reply>, Refusal> {
        let Some(visitor) = self.visitors.get_mut(&id) else {
            return Ok(None);
        };
        let key = RequestKey {
            client: visitor.client.clone(),
            n,
        };
        match request {
            ServerRequest::Join(_) => Err(Refusal::new(
                Code::Join,
                "you are at a table: open another connection for another one",
            )),
            ServerRequest::LookFrom { seat } => {
                visitor.access = access_from(&visitor.roles, *seat)?;
                visitor.version = 0;
                Ok(Some(Reply::Server(ServerReply::Done)))
            }
            ServerRequest::NewLink { role } => {
                refuse_unless_creator(visitor)?;
                self.new_link(id, *role, key)
                    .map(|token| Some(Reply::Server(ServerReply::Link { token })))
            }
            ServerRequest::SetBot { seat, bot } => {
                refuse_unless_creator(visitor)?;
                self.set_bot(*seat, bot.as_deref(), key)?;
                Ok(Some(Reply::Server(ServerReply::Done)))
            }
            ServerRequest::TakeName { seat, name } => {
                if !visitor.roles.contains(&Role::Seat(*seat)) {
                    let message = "a name is taken by who has the link of its seat";
                    return Err(Refusal::new(Code::NotAllowed, message));
                }
                self.take_name(*seat, name, key)?;
                Ok(Some(Reply::Server(ServerReply::Done)))
            }
            ServerRequest::Cancel { request } => {
                self.cancel(id, *request);
                Ok(Some(Reply::Server(ServerReply::Done)))
            }
            ServerRequest::Speak { locale } => {
                visitor.locale =
                    Some(locale.clone()).filter(|tag| self.table.game().has_locale(tag));
                // All is sent anew, the log too.
                visitor.version = 0;
                Ok(Some(Reply::Server(ServerReply::Done)))
            }
        }
    }

    /// Returns true if a request was done already.
    fn was_done(&self, key: &RequestKey) -> Result<bool, Refusal> {
        if self.recent.is_old(key) {
            Err(Refusal::new(
                Code::BadMessage,
                "`n` goes up from request to request",
            ))
        } else {
            Ok(self.recent.version(key).is_some())
        }
    }

    /// Makes a link anew; whoever came by the old one is let go, but for who asks.
    fn new_link(&mut self, id: VisitId, role: Role, key: RequestKey) -> Result<String, Refusal> {
        if let Role::Seat(seat) = role {
            self.known_seat(seat)?;
        }
        if self.was_done(&key)? {
            return Err(Refusal::new(
                Code::NotAllowed,
                "this link was made already, and is told once: make another one",
            ));
        }
        let token = Token::new().map_err(no_chance)?;
        self.store(
            &Act::Linked { role },
            Some(key),
            Some(grant(self.id, role, &token)),
        )?;
        let stays =
            |other: VisitId, visitor: &Visitor| other == id || !visitor.roles.contains(&role);
        self.visitors
            .retain(|other, visitor| stays(*other, visitor));
        Ok(token.to_string())
    }

    fn set_bot(&mut self, seat: u32, bot: Option<&str>, key: RequestKey) -> Result<(), Refusal> {
        self.known_seat(seat)?;
        bot.map(|bot| self.hub.check_bot(self.game_name(), bot))
            .transpose()?;
        if self.was_done(&key)? {
            return Ok(());
        }
        let act = Act::Seated {
            seat,
            bot: bot.map(str::to_owned),
        };
        self.store(&act, Some(key), None)?;
        self.seat_bot(seat, bot);
        self.think_after(&act);
        Ok(())
    }

    /// Gives a seat the name that who sits there takes; blanks alone are none.
    fn take_name(&mut self, seat: u32, name: &str, key: RequestKey) -> Result<(), Refusal> {
        hub::check_name(name)?;
        if self.was_done(&key)? {
            return Ok(());
        }
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        let act = Act::Named {
            seat,
            name: name.clone(),
        };
        self.store(&act, Some(key), None)?;
        self.name_seat(seat, name);
        Ok(())
    }

    fn name_seat(&mut self, seat: u32, name: Option<String>) {
        if let Some(seat) = self.seats.get_mut(seat as usize) {
            seat.name = name;
        }
    }

    fn known_seat(&self, seat: u32) -> Result<(), Refusal> {
        if (seat as usize) < self.seats.len() {
            Ok(())
        } else {
            Err(Refusal::new(
                Code::Unknown,
                format!("there is no seat {seat}"),
            ))
        }
    }

    fn seat_bot(&mut self, seat: u32, bot: Option<&str>) {
        let bot = bot.and_then(|bot| self.hub.seated_bot(self.game_name(), bot));
        if let Some(seat) = self.seats.get_mut(seat as usize) {
            seat.thinking.take().inspect(Interrupt::raise);
            seat.bot = bot;
        }
    }

    pub(super) fn game_name(&self) -> &str {
        &self.table.game().program().names.game
    }

    /// Stores an act. If that fails the table is given up, as it may be ahead of what is stored.
    fn store(&mut self, act: &Act, origin: Origin, grant: Option<GrantRow>) -> Result<(), Refusal> {
        let at = now();
        let row = ActRow {
            number: self.acts,
            at,
            act: json(act),
            request: origin,
        };
        let stored = NewAct {
            act: row,
            standing: json(&self.standing_now()),
            grant,
        };
        if let Err(error) = self.hub.storage.append(self.id, &stored) {
            self.give_up();
            return Err(hub::failed(&error));
        }
        self.acts += 1;
        if let Some(key) = &stored.act.request {
            self.recent.keep(key, self.table.version());
        }
        self.press_clocks(act, at);
        Ok(())
    }

    /// Ends this copy of the table: visitors are let go, and come back to one that is opened anew.
    fn give_up(&mut self) {
        if let Some(lane) = self.lane.upgrade() {
            lane.break_off();
        }
        self.visitors.clear();
        self.stop_thinking();
    }

    /// Lets bots think of what an act that was stored has made.
    fn think_after(&mut self, act: &Act) {
        if !act.is_choice() {
            self.stop_thinking();
        }
        self.think();
    }

    fn press_clocks(&mut self, act: &Act, at: u64) {
        let deciding = self.deciding();
        let answered = act.seat().filter(|_| act.is_choice());
        if let Some(clocks) = &mut self.clocks {
            clocks.press(answered, &deciding, at);
            if self.lane.strong_count() > 0 {
                self.set_alarm();
            }
        }
    }

    /// Wakes the table when the next clock comes to zero.
    fn set_alarm(&mut self) {
        self.alarm.take().inspect(AbortHandle::abort);
        let next = self
            .clocks
            .as_ref()
            .and_then(|clocks| clocks.next_zero(now()));
        let (Some(milliseconds), lane) = (next, Weak::clone(&self.lane)) else {
            return;
        };
        let alarm = self.hub.reactor.spawn(async move {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            if let Some(lane) = lane.upgrade() {
                // A table that is too busy tells the clocks with its next change.
                let _ = lane.submit(|table| {
                    table.send_seats();
                    table.set_alarm();
                });
            }
        });
        self.alarm = Some(alarm.abort_handle());
    }
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        self.stop_thinking();
        self.alarm.take().inspect(AbortHandle::abort);
    }
}

/// Returns from where a connection looks at first: its lowest seat, or as a spectator.
fn first_access(roles: &[Role]) -> Access {
    let seats = roles.iter().filter_map(|role| match role {
        Role::Seat(seat) => Some(*seat),
        Role::Spectator | Role::Creator => None,
    });
    seats.min().map_or(Access::Spectator, Access::Seat)
}

/// Returns the access of a seat that one has a link to; everybody may watch.
fn access_from(roles: &[Role], seat: Option<u32>) -> Result<Access, Refusal> {
    match seat {
        None => Ok(Access::Spectator),
        Some(seat) if roles.contains(&Role::Seat(seat)) => Ok(Access::Seat(seat)),
        Some(seat) => Err(Refusal::new(
            Code::NotAllowed,
            format!("you have no link to seat {seat}"),
        )),
    }
}

fn refuse_unless_creator(visitor: &Visitor) -> Result<(), Refusal> {
    if visitor.roles.contains(&Role::Creator) {
        Ok(())
    } else {
        Err(Refusal::new(
            Code::NotAllowed,
            "this takes the creator's link",
        ))
    }
}

//! `cancel`: long work that is not wanted any more. Whoever reads lines while a server answers notes each here as it comes in,
//! so that one can end another that came before it.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::{Nothing, Request};
use ludex_play::interrupt::Interrupt;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The requests that came in and are not answered yet, the oldest first.
#[derive(Debug, Default)]
pub struct OpenRequests {
    open: VecDeque<OpenRequest>,
}

#[derive(Debug)]
struct OpenRequest {
    /// Its id as it is written.
    id: Option<String>,
    interrupt: Interrupt,
}

/// The fields of a line that matter before it is its turn.
#[derive(Deserialize)]
struct LineHead<'a> {
    #[serde(borrow, rename = "do")]
    verb: Option<Cow<'a, str>>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    request: Option<&'a RawValue>,
}

impl OpenRequests {
    /// Notes a line that came in, and ends the requests that it cancels. Returns what may end its own.
    pub fn enter(&mut self, line: &[u8]) -> Interrupt {
        // What is wrong with the line, its answer tells.
        let head: Option<LineHead<'_>> = serde_json::from_slice(line).ok();
        let word = |raw: Option<&RawValue>| raw.map(|raw| raw.get().to_owned());
        if let Some(head) = &head
            && head.verb.as_deref() == Some("cancel")
        {
            let meant = word(head.request);
            let meant = (self.open.iter()).filter(|one| meant.is_some() && one.id == meant);
            meant.for_each(|one| one.interrupt.raise());
        }
        let interrupt = Interrupt::default();
        self.open.push_back(OpenRequest {
            id: head.and_then(|head| word(head.id)),
            interrupt: interrupt.clone(),
        });
        interrupt
    }

    /// Forgets the oldest request, which is answered.
    pub fn leave(&mut self) {
        self.open.pop_front();
    }

    /// Ends all requests that are open.
    pub fn cancel_all(&mut self) {
        self.open.iter().for_each(|one| one.interrupt.raise());
    }
}

/// Ends a request that is still worked on, or waits.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Cancel {
    /// The request's `id`.
    #[expect(dead_code, reason = "what it ends was ended when the line came in")]
    request: Value,
}

impl Request for Cancel {
    const VERB: &'static str = "cancel";
    type Answer = Nothing;

    /// Answers the line itself: what it ends was ended when it came in.
    fn answer(self, _: &mut ProtocolSession) -> Result<Nothing, Failure> {
        Ok(Nothing {})
    }
}

//! Limits by address: connections at once, tables created, wrong tokens.

use crate::config::Limits;
use governor::clock::DefaultClock;
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// The limiter of a connection's messages.
pub(crate) type Messages = RateLimiter<NotKeyed, InMemoryState, DefaultClock>;

/// Counters of what costs the server something, by address.
#[derive(Debug)]
pub(crate) struct Addresses {
    tables: DefaultKeyedRateLimiter<IpAddr>,
    wrong_tokens: DefaultKeyedRateLimiter<IpAddr>,
    connections: Arc<Mutex<Connections>>,
    most: usize,
    most_of_address: usize,
}

#[derive(Debug, Default)]
struct Connections {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection that counts as long as it is held.
#[derive(Debug)]
pub(crate) struct Admitted {
    connections: Arc<Mutex<Connections>>,
    address: IpAddr,
}

impl Addresses {
    pub(crate) fn new(limits: &Limits) -> Addresses {
        Addresses {
            tables: RateLimiter::keyed(Quota::per_minute(limits.tables_per_minute)),
            wrong_tokens: RateLimiter::keyed(Quota::per_minute(limits.wrong_tokens_per_minute)),
            connections: Arc::default(),
            most: limits.connections,
            most_of_address: limits.connections_per_address,
        }
    }

    /// Returns true if the address may create another table now.
    pub(crate) fn may_create(&self, address: IpAddr) -> bool {
        self.tables.check_key(&address).is_ok()
    }

    /// Counts a wrong token; false once there were too many, so that the address must wait.
    pub(crate) fn count_wrong_token(&self, address: IpAddr) -> bool {
        self.wrong_tokens.check_key(&address).is_ok()
    }

    /// Lets a connection in; none if there are too many.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Admitted> {
        let mut now = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let own = now.by_address.get(&address).copied().unwrap_or(0);
        if now.all >= self.most || own >= self.most_of_address {
            return None;
        }
        now.all += 1;
        now.by_address.insert(address, own + 1);
        Some(Admitted {
            connections: Arc::clone(&self.connections),
            address,
        })
    }

    /// Forgets addresses that did nothing for long.
    pub(crate) fn tidy(&self) {
        self.tables.retain_recent();
        self.wrong_tokens.retain_recent();
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut now = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        now.all -= 1;
        if let Some(own) = now.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                now.by_address.remove(&self.address);
            }
        }
    }
}

/// Returns the limiter of a connection's messages.
pub(crate) fn messages(per_second: NonZeroU32) -> Messages {
    RateLimiter::direct(Quota::per_second(per_second).allow_burst(per_second.saturating_mul(BURST)))
}

/// Seconds of messages that may come at once. INVARIANT: not 0.
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

#[cfg(test)]
mod tests {
    use super::Addresses;
    use crate::config::Limits;
    use std::net::{IpAddr, Ipv4Addr};

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, n).into()
    }

    #[test]
    fn connections_are_counted_by_address_and_in_all() {
        let limits = Limits {
            connections: 3,
            connections_per_address: 2,
            ..Limits::default()
        };
        let addresses = Addresses::new(&limits);
        let held = [1, 1, 2].map(|n| addresses.admit(address(n)));
        assert!(held.iter().all(Option::is_some), "as many as are allowed");
        assert!(addresses.admit(address(2)).is_none(), "three in all");
        let [first, ..] = held;
        drop(first);
        assert!(addresses.admit(address(1)).is_some());
    }

    #[test]
    fn an_address_that_creates_many_tables_must_wait_and_no_other() {
        let addresses = Addresses::new(&Limits::default());
        let made = (0..100)
            .filter(|_| addresses.may_create(address(1)))
            .count();
        assert!((30..40).contains(&made), "{made}");
        assert!(addresses.may_create(address(2)));
    }
}

//! Requests that were done lately, by client and number: sent again, they are answered, and nothing is done.

use crate::storage::RequestKey;
use std::collections::{BTreeMap, VecDeque};

/// Requests kept of a client; one that waits for each answer needs but the last.
const OF_CLIENT: usize = 32;
/// Clients of a table whose requests are kept.
const CLIENTS: usize = 256;

/// Requests that changed something.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    clients: BTreeMap<String, Client>,
    /// Counts requests, so that the client that was silent longest is forgotten.
    count: u64,
}

#[derive(Debug, Default)]
struct Client {
    versions: VecDeque<(u64, u64)>,
    last: u64,
}

impl Recent {
    /// Returns the version of the table after a request that was done.
    pub(crate) fn version(&self, key: &RequestKey) -> Option<u64> {
        let versions = &self.clients.get(&key.client)?.versions;
        let found = versions.iter().find(|(n, _)| *n == key.n);
        found.map(|(_, version)| *version)
    }

    /// Returns true if the client has sent a later number already, and this one is not kept: numbers go up.
    pub(crate) fn is_old(&self, key: &RequestKey) -> bool {
        let latest = self
            .clients
            .get(&key.client)
            .and_then(|client| client.versions.iter().map(|(n, _)| *n).max());
        latest.is_some_and(|latest| key.n <= latest) && self.version(key).is_none()
    }

    /// Keeps what was done.
    pub(crate) fn keep(&mut self, key: &RequestKey, version: u64) {
        self.count += 1;
        let client = self.clients.entry(key.client.clone()).or_default();
        client.last = self.count;
        client.versions.push_back((key.n, version));
        if client.versions.len() > OF_CLIENT {
            client.versions.pop_front();
        }
        if self.clients.len() > CLIENTS {
            let silent = self.clients.iter().min_by_key(|(_, client)| client.last);
            let silent = silent.map(|(name, _)| name.clone());
            silent.and_then(|name| self.clients.remove(&name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLIENTS, OF_CLIENT, Recent};
    use crate::storage::RequestKey;

    fn key(client: usize, n: usize) -> RequestKey {
        RequestKey {
            client: client.to_string(),
            n: n as u64,
        }
    }

    #[test]
    fn requests_are_kept_by_client_and_number_and_not_for_ever() {
        let mut recent = Recent::default();
        for n in 0..=OF_CLIENT {
            recent.keep(&key(0, n), n as u64);
        }
        assert_eq!(recent.version(&key(0, 0)), None);
        assert!(recent.is_old(&key(0, 0)), "it may have been done");
        assert!(!recent.is_old(&key(0, OF_CLIENT)) && !recent.is_old(&key(0, OF_CLIENT + 1)));
        assert!(!recent.is_old(&key(1, 0)));
        assert_eq!(recent.version(&key(0, OF_CLIENT)), Some(OF_CLIENT as u64));
        assert_eq!(recent.version(&key(1, OF_CLIENT)), None);
        for client in 1..=CLIENTS {
            recent.keep(&key(client, 0), 0);
        }
        assert_eq!(recent.version(&key(0, OF_CLIENT)), None);
        assert!(recent.version(&key(CLIENTS, 0)).is_some());
    }
}

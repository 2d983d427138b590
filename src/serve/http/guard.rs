//! The guard at the door: requests to a foreign name and from a foreign page are refused.
//!
//! A page of another site can make a browser send requests here, and can make its own name lead here (DNS rebinding). Browsers
//! say both: the name in `Host`, the page in `Origin`. Programs that send no `Origin` are no browser that could be misled.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};
use std::net::{IpAddr, SocketAddr};

/// The reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Foreign {
    /// `Host: evil.example`
    #[error("this server does not go by that name; start it with --host NAME to allow one")]
    Host,
    /// `Origin: https://evil.example`
    #[error("requests from pages of other sites are refused")]
    Origin,
}

/// Checks where a request is meant to go, and which page it comes from.
pub(crate) fn check(uri: &Uri, headers: &HeaderMap, hosts: &[String]) -> Result<(), Foreign> {
    let named = uri.authority().map(|authority| authority.as_str());
    let header = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = named.or(header).ok_or(Foreign::Host)?;
    if !is_known(without_port(host), hosts) {
        return Err(Foreign::Host);
    }
    let Some(origin) = headers.get(ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let page = ["http://", "https://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    if page.is_some_and(|page| page.eq_ignore_ascii_case(host)) {
        Ok(())
    } else {
        Err(Foreign::Origin)
    }
}

/// Returns the reason for which a request is refused, if there is one.
pub(crate) fn foreign(uri: &Uri, headers: &HeaderMap, hosts: &[String]) -> Option<String> {
    let refused = check(uri, headers, hosts).err();
    refused.map(|reason| reason.to_string())
}

/// Returns true for `localhost`, for addresses, which no foreign name can stand for, and for the names of the configuration.
fn is_known(name: &str, hosts: &[String]) -> bool {
    let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let is_same = |host: &String| host.eq_ignore_ascii_case(name);
    is_address || name.eq_ignore_ascii_case("localhost") || hosts.iter().any(is_same)
}

fn without_port(host: &str) -> &str {
    let port = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    port.map_or(host, |(name, _)| name)
}

/// Returns the address of a client: the peer's, or behind a proxy of one's own the one that the proxy added last.
pub(crate) fn client_address(
    peer: SocketAddr,
    headers: &HeaderMap,
    is_behind_proxy: bool,
) -> IpAddr {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?;
        last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    is_behind_proxy
        .then(forwarded)
        .flatten()
        .unwrap_or(peer.ip())
}

#[cfg(test)]
mod tests {
    use super::{Foreign, check, client_address};
    use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn only_own_names_and_own_pages_are_let_in() {
        let hosts = ["games.example".to_owned()];
        for (host, origin, expected) in [
            ("localhost:4100", "", Ok(())),
            ("127.0.0.1:4100", "http://127.0.0.1:4100", Ok(())),
            ("[::1]:4100", "http://[::1]:4100", Ok(())),
            ("192.168.1.7", "http://192.168.1.7", Ok(())),
            ("games.example", "https://games.example", Ok(())),
            ("GAMES.example", "https://games.EXAMPLE", Ok(())),
            ("evil.example", "", Err(Foreign::Host)),
            ("games.example.evil.example", "", Err(Foreign::Host)),
            ("", "", Err(Foreign::Host)),
            (
                "127.0.0.1:4100",
                "http://evil.example",
                Err(Foreign::Origin),
            ),
            (
                "127.0.0.1:4100",
                "http://127.0.0.1:80",
                Err(Foreign::Origin),
            ),
            ("127.0.0.1:4100", "null", Err(Foreign::Origin)),
            (
                "games.example",
                "https://games.example.evil.example",
                Err(Foreign::Origin),
            ),
        ] {
            let mut all = headers(&[("host", host)]);
            if !origin.is_empty() {
                all.extend(headers(&[("origin", origin)]));
            }
            let found = check(&Uri::from_static("/socket"), &all, &hosts);
            assert_eq!(found, expected, "{host}, {origin}");
        }
        assert_eq!(
            check(&Uri::from_static("/"), &HeaderMap::new(), &hosts),
            Err(Foreign::Host)
        );
    }

    #[test]
    fn the_address_of_a_proxy_counts_only_where_there_is_one() {
        let peer = ([127, 0, 0, 1], 1).into();
        let said = headers(&[("x-forwarded-for", "1.2.3.4, 10.0.0.9")]);
        assert_eq!(client_address(peer, &said, false), peer.ip());
        assert_eq!(client_address(peer, &said, true).to_string(), "10.0.0.9");
        assert_eq!(client_address(peer, &HeaderMap::new(), true), peer.ip());
    }
}

//! Tokens: 128 bits from the system that stand for a right at a table, and ids of tables.
//!
//! A token is shown once, in the link that carries it. The server keeps its hash, so whoever reads the storage can't sit down.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// The chance of the system failed, so nothing unguessable can be made.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoChance(String);

/// A secret of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(u128);

/// The form of a token that is stored, and looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash([u8; 32]);

/// The number of a table: random, so that nobody counts the tables of a server; no secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u128);

/// A text that is no token or id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 32 hexadecimal digits")]
pub struct NotHex;

/// Draws 128 bits from the system.
///
/// # Errors
/// The system gives none.
pub fn draw() -> Result<u128, NoChance> {
    let word = || getrandom::u64().map_err(|error| NoChance(error.to_string()));
    Ok(u128::from(word()?) << u64::BITS | u128::from(word()?))
}

fn parse_hex(text: &str) -> Result<u128, NotHex> {
    let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match u128::from_str_radix(text, 16) {
        Ok(number) if is_hex => Ok(number),
        Ok(_) | Err(_) => Err(NotHex),
    }
}

impl Token {
    /// Makes a new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new() -> Result<Token, NoChance> {
        Ok(Token(draw()?))
    }

    /// Returns its stored form. A plain hash does: there is nothing to guess in 128 random bits.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(*blake3::hash(&self.0.to_be_bytes()).as_bytes())
    }
}

impl TokenHash {
    /// Returns the bytes of the hash.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl TableId {
    /// Makes a new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new() -> Result<TableId, NoChance> {
        Ok(TableId(draw()?))
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// Keeps tokens out of logs.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl FromStr for Token {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Token, NotHex> {
        parse_hex(text).map(Token)
    }
}

impl Display for TableId {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for TableId {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<TableId, NotHex> {
        parse_hex(text).map(TableId)
    }
}

impl Serialize for TableId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<TableId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{NotHex, TableId, Token};
    use std::error::Error;

    #[test]
    fn a_token_reads_back_and_differs_from_the_next() -> Result<(), Box<dyn Error>> {
        let (one, other) = (Token::new()?, Token::new()?);
        assert_ne!(one, other);
        let again: Token = one.to_string().parse()?;
        assert_eq!(again.hash(), one.hash());
        assert_ne!(one.hash(), other.hash());
        assert!(!format!("{one:?}").contains(&one.to_string()));
        Ok(())
    }

    #[test]
    fn what_is_no_token_is_refused() {
        for text in [
            "",
            "abc",
            "+0000000000000000000000000000001",
            "g0000000000000000000000000000000",
        ] {
            assert_eq!(text.parse::<Token>().map(drop), Err(NotHex), "{text}");
        }
        assert_eq!("0".repeat(33).parse::<TableId>(), Err(NotHex));
    }
}

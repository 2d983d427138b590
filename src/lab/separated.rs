//! Games and rows as comma-separated values, for other programs.

use csv::WriterBuilder;

use crate::totals::Ended;
use ludex_rules::ids::PlayerId;

/// Lines of comma-separated values; a field with a comma or a quote is quoted (RFC 4180).
#[must_use]
pub fn lines<R: AsRef<[String]>>(rows: &[R]) -> String {
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        // INVARIANT: writing into memory does not fail.
        let _ = writer.write_record(row.as_ref());
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The head of a table of games.
#[must_use]
pub fn head(seats: u8) -> Vec<String> {
    let mut head = vec!["seed".to_owned(), "decisions".to_owned()];
    for seat in 0..seats {
        head.extend([format!("score_{seat}"), format!("won_{seat}")]);
    }
    head
}

/// The row of a game: its seed, length, scores, and who won.
#[must_use]
pub fn game(seed: u64, ended: &Ended<'_>) -> Vec<String> {
    let mut row = vec![seed.to_string(), ended.decisions.to_string()];
    for (seat, score) in ended.scores.iter().enumerate() {
        let won = u8::from(ended.winners.contains(&PlayerId::new(seat)));
        row.extend([score.to_string(), won.to_string()]);
    }
    row
}

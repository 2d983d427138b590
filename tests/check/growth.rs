//! How reading, checking and compiling grow with a text: no faster than the text, whatever there is much of.
//!
//! Counted are allocations, which are the same on every machine; `cargo bench --bench growth` has the times. What grows with the
//! square of a text without allocating makes this test the slowest of all.

#[path = "../../benches/shared/growth.rs"]
mod rows;

use rows::{ROWS, run};

/// The exponent that a row may have: 1 where twice the text takes twice the allocations.
const MOST: f64 = 1.15;

#[test]
fn texts_take_no_more_than_they_grow() {
    let mut wrong = String::new();
    for (name, sizes, text) in ROWS {
        // The bench takes twice as many, to tell times apart.
        let [few, many] = sizes.map(|size| size / 2);
        let allocated = |size| {
            let text = text(size);
            allocation_counter::measure(|| run(&text)).count_total as f64
        };
        let exponent = (allocated(many) / allocated(few)).ln() / (many as f64 / few as f64).ln();
        if exponent > MOST {
            wrong += &format!("{name}, {few} to {many}: {exponent:.2}\n");
        }
    }
    assert_eq!(wrong, "");
}

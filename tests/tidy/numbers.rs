//! Numbers as positions: the ids of tables convert in one place, and no set is a mask of 128 bits.

use super::sources;

/// The most lines of `src` that turn a number into a position by hand. Each says why it loses nothing.
const BY_HAND: usize = 20;

#[test]
fn conversions_to_positions_are_few() {
    let files = sources();
    let lines = files.iter().flat_map(|file| file.text.lines());
    let count = lines.filter(|line| line.contains(" as usize")).count();
    assert!(
        count <= BY_HAND,
        "`as usize` stands {count} times, at most {BY_HAND} may be: index a `rules::table::Table` by its id"
    );
}

#[test]
fn sets_are_no_masks_of_128_bits() {
    for file in sources() {
        let mask = |line: &&str| line.contains("u128") && line.contains("<<");
        let mask = file.text.lines().find(mask);
        assert!(
            mask.is_none(),
            "{}: {}",
            file.path,
            mask.unwrap_or_default()
        );
    }
}

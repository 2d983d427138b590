//! Known answers: a replay of today must be the same game in ten years, whatever becomes of the crate `rand`.
//!
//! The expected numbers were worked out by a second implementation of the named algorithms (FNV-1a, SplitMix64,
//! xoshiro256++, Lemire, Fisher–Yates), written in another language from their descriptions, not by this one.

use ludex::engine::chance::{Stream, purpose};

fn numbers(mut stream: Stream, bound: u32, count: usize) -> Vec<u32> {
    (0..count).map(|_| stream.below(bound)).collect()
}

#[test]
fn purposes_are_hashes_of_names() {
    assert_eq!(purpose("deck"), 0xa5b5_1767_424f_5c08);
    assert_eq!(purpose(""), 0xcbf2_9ce4_8422_2325);
}

#[test]
fn bounded_numbers() {
    let deck = purpose("deck");
    assert_eq!(
        numbers(Stream::new(7, deck, 0), 1000, 8),
        [553, 947, 307, 677, 994, 404, 39, 578]
    );
    assert_eq!(
        numbers(Stream::new(7, deck, 1), 6, 12),
        [0, 1, 1, 0, 2, 3, 3, 2, 5, 4, 3, 5]
    );
    let last = Stream::new(u64::MAX, purpose("random"), u32::MAX);
    assert_eq!(
        numbers(last, u32::MAX, 3),
        [1_006_403_388, 2_328_767_074, 915_534_586]
    );
}

#[test]
fn bounds_that_reject_words() {
    // Three words in ten are rejected here, so that the loop is part of what is pinned.
    let expected = [
        2_955_715_713,
        325_317_530,
        1_839_408_545,
        87_858_935,
        1_259_698_042,
        1_589_798_282,
    ];
    assert_eq!(
        numbers(Stream::new(1, purpose("x"), 0), 3_000_000_000, 6),
        expected
    );
}

#[test]
fn a_bound_without_a_choice_uses_no_word() {
    let mut stream = Stream::new(7, purpose("deck"), 0);
    assert_eq!((stream.below(0), stream.below(1)), (0, 0));
    assert_eq!(stream.below(1000), 553);
}

#[test]
fn shuffles() {
    let mut items: Vec<u32> = (0..10).collect();
    Stream::new(7, purpose("deck"), 0).shuffle(&mut items);
    assert_eq!(items, [6, 3, 1, 0, 7, 9, 4, 2, 8, 5]);
}

/// A salt makes every stream another, and each of its bits counts; without one all is as it was.
#[test]
fn a_seed_may_be_longer() {
    let deck = purpose("deck");
    let first = |seed, salt| numbers(Stream::salted(seed, salt, deck, 0), 1000, 8);
    assert_eq!(first(7, 0), numbers(Stream::new(7, deck, 0), 1000, 8));
    let mut met = std::collections::BTreeSet::from([first(7, 0), first(7, 1 << 63 | 1)]);
    for bit in 1..63 {
        met.insert(first(7, 1 << bit));
        met.insert(first(7 ^ (1 << bit), 1));
    }
    assert_eq!(met.len(), 2 + 2 * 62);
}

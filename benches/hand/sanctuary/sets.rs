//! Sets of small numbers: of spaces, icons, action cards, markers.

/// A bit for each number.
pub(super) type Set = u32;

pub(super) const fn holds(set: Set, n: usize) -> bool {
    set >> n & 1 != 0
}

pub(super) fn size(set: Set) -> usize {
    set.count_ones() as usize
}

/// The members of a set, in ascending order.
pub(super) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The n-th member of a set that has more, counted from 0.
pub(super) fn nth(mut set: Set, n: usize) -> usize {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// The members of a set that fit.
pub(super) fn keep(set: Set, fits: impl Fn(usize) -> bool) -> Set {
    members(set)
        .filter(|n| fits(*n))
        .fold(0, |all, n| all | 1 << n)
}

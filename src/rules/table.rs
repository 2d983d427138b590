//! Tables with an id type of their own, so that a number of one table can't be used in another.
//!
//! After `PrimaryMap` of cranelift-entity and `IndexVec` of Ruff: the one conversion from an id to a position stands in
//! `Index`.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut, Range};

/// A number of a table.
pub trait Id: Copy {
    /// Makes the id of a position.
    fn new(index: usize) -> Self;
    /// The position in its table.
    fn index(self) -> usize;
}

/// Returns a count that a layout of 32 bits holds, or an index that machine code made, as `usize`.
#[must_use]
#[inline]
pub const fn widened(count: u32) -> usize {
    // Lossless, as in `ids`.
    count as usize
}

/// Goes through the ids of a range.
pub fn ids<I: Id>(
    of: Range<I>,
) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I> {
    (of.start.index()..of.end.index()).map(I::new)
}

/// An owned sequence of `T` that is indexed by `I`.
#[derive(Serialize, Deserialize)]
#[serde(
    transparent,
    bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>")
)]
pub struct Table<I, T> {
    items: Vec<T>,
    #[serde(skip)]
    of: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Table<I, T> {
    /// Makes a table without items.
    #[must_use]
    pub const fn new() -> Table<I, T> {
        Table::of(Vec::new())
    }

    const fn of(items: Vec<T>) -> Table<I, T> {
        Table {
            items,
            of: PhantomData,
        }
    }

    /// Makes a table of equal items.
    #[must_use]
    pub fn filled(count: usize, item: T) -> Table<I, T>
    where
        T: Clone,
    {
        Table::of(vec![item; count])
    }

    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next();
        self.items.push(item);
        id
    }

    /// Returns the id that the next item will have.
    #[must_use]
    pub fn next(&self) -> I {
        I::new(self.items.len())
    }

    /// Counts the items of the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Tells whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns an item, if there is one with this id.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// As `get`, to write to it.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Returns all ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// Returns all items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// As `iter`, to write to them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Returns all items with their ids.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator + Clone {
        let entry = |(n, item)| (I::new(n), item);
        self.items.iter().enumerate().map(entry)
    }

    /// Returns the items of some ids that follow each other.
    #[must_use]
    pub fn range(&self, ids: Range<I>) -> &[T] {
        &self.items[ids.start.index()..ids.end.index()]
    }

    /// As `range`, to write to them.
    pub fn range_mut(&mut self, ids: Range<I>) -> &mut [T] {
        &mut self.items[ids.start.index()..ids.end.index()]
    }

    /// Returns the items as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// As `as_slice`, to write to them.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Returns the address of the first item, to write to them.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.items.as_mut_ptr()
    }

    /// Makes it so long, with copies of an item.
    pub fn resize(&mut self, count: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(count, item);
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

// Written out, because the derived ones would ask the same of `I`.

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Table<I, T> {
        Table::new()
    }
}

impl<I: Id, T: Clone> Clone for Table<I, T> {
    fn clone(&self) -> Table<I, T> {
        Table::of(self.items.clone())
    }

    fn clone_from(&mut self, from: &Table<I, T>) {
        self.items.clone_from(&from.items);
    }
}

impl<I, T: std::fmt::Debug> std::fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items.fmt(f)
    }
}

impl<I, T: PartialEq> PartialEq for Table<I, T> {
    fn eq(&self, other: &Table<I, T>) -> bool {
        self.items == other.items
    }
}

impl<I, T: Eq> Eq for Table<I, T> {}

impl<I, T: Hash> Hash for Table<I, T> {
    fn hash<H: Hasher>(&self, into: &mut H) {
        self.items.hash(into);
    }
}

impl<I: Id, T> From<Vec<T>> for Table<I, T> {
    fn from(items: Vec<T>) -> Table<I, T> {
        Table::of(items)
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Table<I, T> {
        Table::of(items.into_iter().collect())
    }
}

impl<I: Id, T> Extend<T> for Table<I, T> {
    fn extend<A: IntoIterator<Item = T>>(&mut self, items: A) {
        self.items.extend(items);
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Table<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut Table<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I: Id, T> IntoIterator for Table<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

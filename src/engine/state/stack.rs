//! A stack whose length stands at a known offset, so that machine code pushes and pops by itself.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A stack of plain values. What stands beyond its length was used before and means nothing.
#[derive(Default)]
pub struct Stack<T> {
    items: Vec<T>,
    /// The number of items in use, never more than there are.
    used: usize,
}

/// The least room that is made at once.
const ROOM: usize = 64;

impl<T: Copy + Default> Stack<T> {
    /// The offset of its length, for machine code, which keeps it within the room.
    pub(crate) const USED: usize = std::mem::offset_of!(Stack<T>, used);

    /// Returns the items with the room behind them, all of them initialized.
    pub(crate) fn room(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Makes room for so many items in all.
    #[inline]
    fn reserve(&mut self, items: usize) {
        if self.items.len() < items {
            self.grow(items);
        }
    }

    #[cold]
    fn grow(&mut self, items: usize) {
        let room = items.next_power_of_two().max(ROOM);
        self.items.resize(room, T::default());
    }

    /// Adds an item at its end.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.reserve(self.used + 1);
        self.items[self.used] = item;
        self.used += 1;
    }

    /// Removes the last item and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.used = self.used.checked_sub(1)?;
        Some(self.items[self.used])
    }

    /// Adds a copy of each item.
    #[inline]
    pub fn extend_from_slice(&mut self, items: &[T]) {
        let end = self.used + items.len();
        self.reserve(end);
        self.items[self.used..end].copy_from_slice(items);
        self.used = end;
    }

    /// Shortens it to a length, unless it is shorter.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        self.used = self.used.min(length);
    }

    /// Removes all items, and keeps their room.
    #[inline]
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Shortens it to a length, or fills it up with copies of an item.
    #[inline]
    pub fn resize(&mut self, length: usize, item: T) {
        self.reserve(length);
        if self.used < length {
            self.items[self.used..length].fill(item);
        }
        self.used = length;
    }

    /// Returns the items, like that of a `Vec`.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self
    }
}

impl<T> Deref for Stack<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.used]
    }
}

impl<T> DerefMut for Stack<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.used]
    }
}

impl<'a, T> IntoIterator for &'a Stack<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy + Default> Clone for Stack<T> {
    fn clone(&self) -> Stack<T> {
        Stack::from(self.to_vec())
    }

    fn clone_from(&mut self, from: &Stack<T>) {
        self.clear();
        self.extend_from_slice(from);
    }
}

impl<T> From<Vec<T>> for Stack<T> {
    fn from(items: Vec<T>) -> Stack<T> {
        Stack {
            used: items.len(),
            items,
        }
    }
}

impl<T: Debug> Debug for Stack<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Stack<T> {
    fn eq(&self, other: &Stack<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Stack<T> {}

impl<T: Hash> Hash for Stack<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

// A stack is written as a list of its items.
impl<T: Serialize> Serialize for Stack<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stack<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stack<T>, D::Error> {
        Vec::deserialize(deserializer).map(Stack::from)
    }
}

#[cfg(test)]
mod tests {
    use super::Stack;

    #[test]
    fn what_was_there_before_does_not_come_back() {
        let mut stack = Stack::from(vec![1, 2, 3]);
        stack.truncate(1);
        stack.resize(3, 0);
        assert_eq!(stack.as_slice(), [1, 0, 0]);
        assert_eq!((stack.pop(), stack.len()), (Some(0), 2));
        stack.clear();
        assert_eq!(stack.pop(), None);
    }

    #[test]
    fn only_what_is_in_use_is_compared_and_copied() {
        let (mut long, short) = (Stack::from(vec![1, 2, 3]), Stack::from(vec![1]));
        long.truncate(1);
        assert_eq!(long, short);
        let mut copy = Stack::from(vec![7; 9]);
        copy.clone_from(&long);
        assert_eq!((copy.as_slice(), &copy), (&[1][..], &long));
        assert_eq!(format!("{long:?}"), "[1]");
    }

    #[test]
    fn it_grows_by_what_is_added() {
        let mut stack = Stack::default();
        (0..100).for_each(|n| stack.push(n));
        stack.extend_from_slice(&[100; 300]);
        assert_eq!((stack.len(), stack[99], stack[399]), (400, 99, 100));
    }
}

//! Numbers as bytes, small ones in few: LEB128, with zigzag where a number may be negative.

/// Adds numbers to a buffer.
#[derive(Debug, Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// Appends a number without a sign.
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// Appends the length of a list.
    pub fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// Appends a number that may be negative, in zigzag.
    pub fn signed(&mut self, value: i32) {
        self.number(u64::from(((value << 1) ^ (value >> 31)) as u32));
    }
}

/// Reads the numbers of a writer again.
// INVARIANT: reads only what a `Writer` of this crate wrote; past the end there are only noughts.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Begins at the first of the bytes.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// Reads a number without a sign.
    pub fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        while let Some((byte, rest)) = self.0.split_first() {
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 || shift > 63 {
                break;
            }
        }
        value
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *byte
    }

    /// Reads a length; 0 if it exceeds the address space.
    pub fn count(&mut self) -> usize {
        usize::try_from(self.number()).unwrap_or(0)
    }

    /// Reads a number in zigzag.
    pub fn signed(&mut self) -> i32 {
        let value = self.number() as u32;
        (value >> 1) as i32 ^ -((value & 1) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, Writer};

    #[test]
    fn numbers_come_back() {
        let signed = [0, 1, -1, 63, -64, 64, i32::MAX, i32::MIN];
        let numbers = [0, 127, 128, u64::from(u32::MAX), u64::MAX];
        let mut out = Writer::default();
        signed.iter().for_each(|value| out.signed(*value));
        numbers.iter().for_each(|value| out.number(*value));
        let mut bytes = Reader::new(&out.0);
        assert_eq!(signed.map(|_| bytes.signed()), signed);
        assert_eq!(numbers.map(|_| bytes.number()), numbers);
        assert_eq!(bytes.number(), 0);
    }
}

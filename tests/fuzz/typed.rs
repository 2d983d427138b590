//! Edits of a text, as generated input.

use bolero::TypeGenerator;

/// A text with some edits.
#[derive(Debug, TypeGenerator)]
pub(crate) struct Typed {
    /// The number of the text, among as many as there are.
    pub(crate) text: u16,
    /// The edits, done one after the other.
    pub(crate) edits: Vec<Edit>,
}

/// An edit. Places and lengths are parts of the text: 0 is its beginning, the largest number its end.
#[derive(Debug, TypeGenerator)]
pub(crate) enum Edit {
    /// Puts a word in, by its number.
    Word(u16, u16),
    /// Puts any bytes in.
    Bytes(u16, [u8; 3]),
    /// Takes some bytes out.
    Cut(u16, u8),
    /// Puts a part in once more, elsewhere.
    Copy(u16, u8, u16),
    /// Leaves out all that follows.
    End(u16),
}

impl Typed {
    /// Returns the edited text; of several texts, the one that the input names.
    pub(crate) fn apply(&self, texts: &[&str], words: &[String]) -> (usize, String) {
        let nth = usize::from(self.text) % texts.len();
        let mut bytes = texts[nth].as_bytes().to_vec();
        for edit in &self.edits {
            edit.apply(&mut bytes, words);
        }
        (nth, String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>, words: &[String]) {
        let at = |place: u16| usize::from(place) * bytes.len() / usize::from(u16::MAX);
        let part =
            |place: u16, length: u8| at(place)..(at(place) + usize::from(length)).min(bytes.len());
        match *self {
            Edit::Word(place, word) => {
                let word = words[usize::from(word) % words.len()].bytes();
                let at = at(place);
                drop(bytes.splice(at..at, word));
            }
            Edit::Bytes(place, put) => {
                let at = at(place);
                drop(bytes.splice(at..at, put));
            }
            Edit::Cut(place, length) => drop(bytes.drain(part(place, length))),
            Edit::Copy(place, length, to) => {
                let copied = bytes[part(place, length)].to_vec();
                let to = at(to);
                drop(bytes.splice(to..to, copied));
            }
            Edit::End(place) => bytes.truncate(at(place)),
        }
    }
}

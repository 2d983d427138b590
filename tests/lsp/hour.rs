//! A part of an author's hour: each diagnostic comes and goes when it should, and samples are as `ludex check` says.

use super::author::Author;
use super::client::copy;

#[test]
fn what_an_author_does_is_told_and_taken_back() {
    let mut around = |edit: &mut dyn FnMut()| edit();
    let mut author = Author::new(copy("games/sanctuary", "hour"), 37, &mut around);
    author.write_row(45);
    author.change_numbers(3);
    author.misspell(6);
    author.write_effect();
    author.cut_in_half();
    assert!(
        author.edits > 200 && author.samples >= 5,
        "{} edits, {} samples",
        author.edits,
        author.samples
    );
    assert_eq!(author.client.leave(), 0);
}

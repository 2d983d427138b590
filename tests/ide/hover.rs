//! What is told of a name, a word, a row.

use super::each_case;
use ludex::ide::RulingCounts;
use ludex::markup::markdown_blocks;

#[test]
fn hovers() {
    let rulings: RulingCounts = [("gull".to_owned(), 3), ("price".to_owned(), 1)].into();
    each_case("hover", |snapshot, file, at| {
        let Some(hover) = snapshot.hover(file, at, &rulings) else {
            return "nothing".to_owned();
        };
        let told = snapshot.sources.slice(hover.span);
        format!("`{told}`\n{}", markdown_blocks(&hover.blocks))
    });
}

//! What may stand at a place: the likeliest, with their details.

use super::each_case;
use ludex::ide::Completion;

/// So many of a list are held.
const SHOWN: usize = 14;

#[test]
fn completions() {
    each_case("completion", |snapshot, file, at| {
        let Some(list) = snapshot.complete(file, at) else {
            return "nothing".to_owned();
        };
        let lines = list.items.iter().take(SHOWN).map(line);
        let more = list.items.len().saturating_sub(SHOWN);
        let replaces = snapshot.sources.slice(list.replaces);
        let lines: String = lines.collect();
        format!("over `{replaces}`:\n{lines}and {more} more")
    });
}

fn line(one: &Completion) -> String {
    let snippet = one
        .snippet
        .as_ref()
        .map_or("", |snippet| snippet.0.as_str());
    let snippet = snippet.replace('\n', "⏎");
    format!(
        "  {:?} {}  {}  {snippet}\n",
        one.kind, one.label, one.detail
    )
}

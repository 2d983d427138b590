//! Coverage as LCOV's tracefile, on the lines of the rules and the tables: what editors draw in their margins.

use std::collections::BTreeMap;

use crate::coverage::{CoverageItem, CoverageKind};
use ludex_source::Sources;

/// The whole tracefile: lines with how often they were reached, conditions as branches.
#[must_use]
pub fn text(items: &[CoverageItem], sources: &Sources) -> String {
    let mut files: BTreeMap<&str, BTreeMap<u32, Vec<&CoverageItem>>> = BTreeMap::new();
    for item in items
        .iter()
        .filter(|item| item.kind != CoverageKind::Citation)
    {
        if let Some(span) = item.span {
            let line = sources.line_col(span.file, span.start).line;
            let lines = files.entry(sources.path(span.file)).or_default();
            lines.entry(line).or_default().push(item);
        }
    }
    files
        .iter()
        .map(|(path, lines)| file(path, lines))
        .collect()
}

fn file(path: &str, lines: &BTreeMap<u32, Vec<&CoverageItem>>) -> String {
    let mut text = format!("TN:\nSF:{path}\n");
    let (mut branches, mut taken) = (0, 0);
    for (line, items) in lines {
        let conditions = items.iter().filter(|item| item.misses.is_some());
        for (block, item) in conditions.enumerate() {
            for (branch, hits) in [item.hits, item.misses.unwrap_or_default()]
                .into_iter()
                .enumerate()
            {
                text.push_str(&format!("BRDA:{line},{block},{branch},{hits}\n"));
                branches += 1;
                taken += u32::from(hits > 0);
            }
        }
    }
    text.push_str(&format!("BRF:{branches}\nBRH:{taken}\n"));
    let mut hit = 0;
    for (line, items) in lines {
        let asked =
            |item: &&&CoverageItem| item.hits.saturating_add(item.misses.unwrap_or_default());
        let hits = items
            .iter()
            .map(|item| asked(&item))
            .max()
            .unwrap_or_default();
        text.push_str(&format!("DA:{line},{hits}\n"));
        hit += u64::from(hits > 0);
    }
    text + &format!("LF:{}\nLH:{hit}\nend_of_record\n", lines.len())
}

//! Reading row by row: what is broken costs itself alone, at its own line.
//!
//! The outline cuts a file into the entries at the margin and these into rows, and each piece is read by itself. A piece that
//! cannot be read is cut further, down to the line with the slip. A row's node depends on its own lines alone, so whoever keeps
//! the pieces of an older text need only read those that have changed.

use crate::explain::{explain, pairs};
use crate::node::{Entry, Node, Value};
use crate::open_map::OpenMap;
use crate::outline::{BlockOutline, BlockPart, Opener, column_of_keys, outline};
use crate::yaml::YamlPass;
use crate::{controls, marks, slips};
use ludex_report::{Code, Diagnostic, Report};
use ludex_source::span::offset;
use ludex_source::unchanged::{TextPart, UnchangedParts};
use ludex_source::{FileId, Sources, Span};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// The tree of a file, and what of it could not be read.
#[derive(Clone, Debug)]
pub struct RecoveredTable {
    /// The values that could be read; of an empty file, a `Null`.
    pub tree: Arc<Node>,
    /// The parts that could not be read; each was reported.
    pub broken: Vec<BrokenPart>,
    /// The text that was read.
    text: Arc<str>,
    /// The rows without any mistake.
    sound: Vec<TextPart<SoundRow>>,
}

/// A row without any mistake, so that it need not be read again where its text is the same.
#[derive(Clone, Copy, Debug)]
struct SoundRow {
    /// The row with the dash before it.
    span: Span,
    /// The column of the dashes of its list.
    column: usize,
    /// The number of its list among the entries of the file.
    list: usize,
    /// The number of the row in its list.
    row: usize,
    /// True if the row stood in an older text, whose values were examined.
    is_kept: bool,
}

/// A part of a file that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenPart {
    /// The lines or the mark to blame: nothing that is found there is news.
    pub at: Span,
    /// The row, or the entry at the margin, around it: something may be missing there.
    pub row: Span,
    /// The key of the entry at the margin around it; empty where there is none.
    pub list: Span,
}

impl RecoveredTable {
    /// Reports the control characters that keys and values have once their escapes are read. Rows that stood in an older text
    /// have none: one that has is no sound row.
    pub fn report_controls(&mut self, report: &mut Report) {
        let kept = self.sound.iter().filter(|row| row.made.is_kept);
        let kept: HashSet<(usize, usize)> = kept.map(|row| (row.made.list, row.made.row)).collect();
        if kept.is_empty() {
            let before = report.len();
            controls::in_values(&self.tree, report);
            if report.len() > before {
                self.sound.clear();
            }
            return;
        }
        let mut wrong = HashSet::new();
        for (list, entry) in self.tree.entries().iter().enumerate() {
            controls::in_key(entry, report);
            if entry.value.items().is_empty() {
                controls::in_values(&entry.value, report);
            }
            for (row, item) in entry.value.items().iter().enumerate() {
                let before = report.len();
                if !kept.contains(&(list, row)) {
                    controls::in_values(item, report);
                }
                if report.len() > before {
                    wrong.insert((list, row));
                }
            }
        }
        let is_sound = |row: &TextPart<SoundRow>| !wrong.contains(&(row.made.list, row.made.row));
        self.sound.retain(is_sound);
    }
}

/// The tree of a file; an empty file is a `Null`. None when a part of it cannot be read, or says what it must not say: then
/// every reason is in the report.
pub fn read(file: FileId, sources: &Sources, report: &mut Report) -> Option<Node> {
    let read = recover(file, sources, report);
    let is_whole = read.broken.is_empty();
    is_whole.then(|| Arc::unwrap_or_clone(read.tree))
}

/// The tree of what can be read of a file, with the parts that cannot; every reason is in the report.
pub fn recover(file: FileId, sources: &Sources, report: &mut Report) -> RecoveredTable {
    recover_after(file, sources, None, report)
}

/// Reads a file as `recover` does, and takes rows that have not changed from an older text of it.
pub fn recover_after(
    file: FileId,
    sources: &Sources,
    older: Option<&RecoveredTable>,
    report: &mut Report,
) -> RecoveredTable {
    let text = sources.text(file);
    let unchanged = older.map(|older| OlderRows {
        tree: &older.tree,
        parts: UnchangedParts::new(&older.text, &older.sound),
    });
    let mut recovery = TableRecovery {
        file,
        text,
        report,
        broken: Vec::new(),
        row: None,
        list: None,
        entry: 0,
        sound: Vec::new(),
        unchanged,
    };
    let part = recovery.document();
    let tree = recovery.value(part, 0, TableDepth::Margin).unwrap_or(Node {
        span: Span::empty(file, 0),
        value: Value::Null,
    });
    RecoveredTable {
        tree: Arc::new(tree),
        broken: recovery.broken,
        text: sources.shared_text(file),
        sound: recovery.sound,
    }
}

/// The rows of an older text.
struct OlderRows<'a> {
    tree: &'a Node,
    parts: UnchangedParts<'a, SoundRow>,
}

impl OlderRows<'_> {
    /// Returns the row of an older text that says the same in a list of this column, moved to where it stands now.
    fn find(&mut self, text: &str, at: usize, column: usize) -> Option<(Span, Node)> {
        let (part, distance) = self.parts.find(text, at)?;
        let row = part.made;
        let list = &self.tree.entries().get(row.list)?.value;
        let mut node = list.items().get(row.row)?.clone();
        let mut span = row.span;
        node.shift(distance);
        span.shift(distance);
        (row.column == column).then_some((span, node))
    }
}

/// The depth at which a collection stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableDepth {
    /// The lists of the file.
    Margin,
    /// The rows of a list.
    Rows,
    /// The lists and maps within a row.
    Inside,
}

impl TableDepth {
    fn next(self) -> TableDepth {
        match self {
            TableDepth::Margin => TableDepth::Rows,
            TableDepth::Rows | TableDepth::Inside => TableDepth::Inside,
        }
    }
}

struct TableRecovery<'a> {
    file: FileId,
    text: &'a str,
    report: &'a mut Report,
    broken: Vec<BrokenPart>,
    /// The row that is being read.
    row: Option<Range<usize>>,
    /// The key at the margin that is being read.
    list: Option<Span>,
    /// The number of that key among the entries that could be read.
    entry: usize,
    sound: Vec<TextPart<SoundRow>>,
    unchanged: Option<OlderRows<'a>>,
}

impl TableRecovery<'_> {
    /// The part of the text that is the one document; more are refused.
    fn document(&mut self) -> Range<usize> {
        let mut part = 0..self.text.len();
        let mut at = 0;
        let mut begun = false;
        for line in self.text.split_inclusive('\n') {
            let written = line.trim_end();
            let is_mark = ["---", "..."].contains(&written) || line.starts_with("--- ");
            if line.starts_with('%') && !begun {
                let found = Diagnostic::error(
                    Code::UNREADABLE_YAML,
                    "`%` lines are not used in these tables",
                );
                let found = found.at(self.span(at..at + 1), "").help("leave it out");
                self.broken(found, at..at + written.len());
                at += line.len();
                part.start = at;
                continue;
            }
            if is_mark && begun {
                let message = "a file holds one document only";
                let help = "move the rest to a file of its own";
                let found = Diagnostic::error(Code::REFUSED_YAML, message);
                let span = self.span(at..at + 3);
                self.broken(found.at(span, "not read").help(help), at..self.text.len());
                part.end = at;
                break;
            }
            if is_mark {
                part.start = at + 3;
            }
            begun |= is_mark || !written.is_empty() && !written.starts_with('#');
            at += line.len();
        }
        part
    }

    /// A value from its first character, or from the line where it begins; none when nothing of it can be read.
    fn value(&mut self, part: Range<usize>, column: usize, depth: TableDepth) -> Option<Node> {
        let outline = outline(self.text, part.clone(), column);
        let first = outline.pieces.first()?;
        let opens = outline
            .pieces
            .iter()
            .any(|piece| piece.opener != Opener::Stray);
        if !opens || marks::is_single(&self.text[first.start..]) {
            return self.single(part, &outline, depth);
        }
        Some(if outline.is_list {
            self.list(&outline, depth)
        } else {
            self.map(&outline, depth)
        })
    }

    /// A value that is neither a list nor a map of lines.
    fn single(
        &mut self,
        part: Range<usize>,
        outline: &BlockOutline,
        depth: TableDepth,
    ) -> Option<Node> {
        match (self.pass(part), &outline.pieces[..]) {
            (Ok(node), _) => node,
            (Err(_), []) => None,
            // A file is a map: perhaps its only key has no colon.
            (Err(_), [first, ..])
                if depth == TableDepth::Margin && !marks::is_single(&self.text[first.start..]) =>
            {
                Some(self.map(outline, depth))
            }
            (Err(stop), [first, rest @ ..]) => {
                let made = self.leaf(first.start..first.range.end, *stop);
                for piece in rest {
                    self.stray(piece, outline);
                }
                Some(made)
            }
        }
    }

    fn list(&mut self, outline: &BlockOutline, depth: TableDepth) -> Node {
        let mut items = Vec::new();
        let mut span: Option<Span> = None;
        for piece in &outline.pieces {
            let around = self.begin_row(piece.range.clone(), depth);
            let item = match depth {
                TableDepth::Rows => self.whole_row(piece, outline, items.len()),
                TableDepth::Margin | TableDepth::Inside => self.item(piece, outline, depth),
            };
            if let Some((place, item)) = item {
                span = Some(span.map_or(place, |span| span.to(place)));
                items.push(item);
            }
            self.row = around;
        }
        let span = span.unwrap_or_else(|| self.head(outline));
        let value = Value::List(items);
        Node { span, value }
    }

    fn map(&mut self, outline: &BlockOutline, depth: TableDepth) -> Node {
        let mut entries = OpenMap::default();
        let mut span: Option<Span> = None;
        for piece in &outline.pieces {
            let around = match depth {
                TableDepth::Margin => self.begin_row(piece.range.clone(), TableDepth::Rows),
                TableDepth::Rows | TableDepth::Inside => self.row.clone(),
            };
            if depth == TableDepth::Margin {
                self.list = self.key_span(piece);
                self.entry = entries.all().len();
            }
            if let Some(entry) = self.entry(piece, outline, depth) {
                let place = entry.span();
                span = Some(span.map_or(place, |span| span.to(place)));
                if let Some(twice) = entries.enter(entry) {
                    if depth == TableDepth::Margin {
                        // The rows of the second list are nowhere in the tree.
                        self.sound.retain(|row| row.made.list != self.entry);
                    }
                    self.report.push(twice);
                }
            }
            self.row = around;
        }
        let span = span.unwrap_or_else(|| self.head(outline));
        let value = Value::Map(Arc::new(entries.closed()));
        Node { span, value }
    }

    /// An item of a list at the margin, with the span that it has in it: read anew, or taken from an older text.
    fn whole_row(
        &mut self,
        piece: &BlockPart,
        outline: &BlockOutline,
        row: usize,
    ) -> Option<(Span, Node)> {
        let (range, column) = (piece.range.clone(), outline.column);
        let text = &self.text[range.clone()];
        let same = self.unchanged.as_mut();
        let same = same.and_then(|older| older.find(text, range.start, column));
        let is_kept = same.is_some();
        let found = (self.broken.len(), self.report.len());
        let item = match same {
            Some(item) => item,
            None => self.item(piece, outline, TableDepth::Rows)?,
        };
        if found == (self.broken.len(), self.report.len()) {
            let (span, list) = (item.0, self.entry);
            let made = SoundRow {
                span,
                column,
                list,
                row,
                is_kept,
            };
            self.sound.push(TextPart { range, made });
        }
        Some(item)
    }

    /// Sets the row that is read now, and gives the one before.
    fn begin_row(&mut self, part: Range<usize>, depth: TableDepth) -> Option<Range<usize>> {
        match depth {
            TableDepth::Margin | TableDepth::Rows => self.row.replace(part),
            TableDepth::Inside => self.row.clone(),
        }
    }

    /// An item of a list, with the span that it has in it.
    fn item(
        &mut self,
        piece: &BlockPart,
        outline: &BlockOutline,
        depth: TableDepth,
    ) -> Option<(Span, Node)> {
        let told = self.broken.len();
        self.out_of_line(piece, outline);
        if piece.opener != Opener::Item {
            return self.without_dash(piece, outline, depth);
        }
        let stop = match self.pass(piece.range.clone()) {
            Err(stop) => Some(*stop),
            Ok(Some(Node {
                span,
                value: Value::List(mut items),
            })) if items.len() == 1 => {
                return Some((span, items.remove(0)));
            }
            Ok(_) => None,
        };
        let rest = &self.text[piece.start + 1..piece.range.end];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let content = piece.start + 1 + blanks;
        let keys = column_of_keys(self.text, piece.range.clone());
        let column = match keys.filter(|_| piece.column != outline.column) {
            Some(column) => column,
            None => piece.column + 1 + blanks,
        };
        let node = self.value(content..piece.range.end, column, depth.next());
        if let Some(stop) = stop.filter(|_| self.broken.len() == told) {
            // Each line could be read, and all together could not.
            self.broken(stop, piece.start..piece.range.end);
        }
        let node = node?;
        Some((self.span(piece.start..piece.start + 1).to(node.span), node))
    }

    /// A line of a list that begins no item.
    fn without_dash(
        &mut self,
        piece: &BlockPart,
        outline: &BlockOutline,
        depth: TableDepth,
    ) -> Option<(Span, Node)> {
        let line = marks::first_line(&self.text[piece.start..piece.range.end]);
        let keys = column_of_keys(self.text, piece.range.clone());
        let content = match (slips::begins_item(line), piece.opener) {
            (Some(content), _) => {
                let found = slips::missing_dash(self.first(piece), content);
                self.broken(found, piece.start..piece.start + line.len());
                piece.start + content
            }
            (None, Opener::Entry) if keys.is_some() => {
                self.stray(piece, outline);
                piece.start
            }
            (None, _) => {
                self.stray(piece, outline);
                return None;
            }
        };
        let column = keys.unwrap_or(piece.column + (content - piece.start));
        let node = self.value(content..piece.range.end, column, depth.next())?;
        Some((node.span, node))
    }

    /// An entry of a map.
    fn entry(
        &mut self,
        piece: &BlockPart,
        outline: &BlockOutline,
        depth: TableDepth,
    ) -> Option<Entry> {
        self.out_of_line(piece, outline);
        let text = &self.text[piece.start..piece.range.end];
        let Some(key) = marks::key(marks::first_line(text)) else {
            return match piece.opener {
                Opener::Entry => self.entry_in_line(piece),
                Opener::Item | Opener::Stray => self.without_key(piece, outline, depth),
            };
        };
        let value = marks::value_of(text);
        let begin = piece.range.end - value.len();
        let below = marks::is_blank(marks::first_line(value));
        if !below || marks::is_blank(value) {
            return self.entry_in_line(piece);
        }
        // Rows are read one by one.
        let key = self.key(piece.start + key.start..piece.start + key.end)?;
        let body = begin + value.find('\n').map_or(0, |at| at + 1);
        let value = self.value(body..piece.range.end, 0, depth.next());
        let value = value.unwrap_or(Node {
            span: key.1,
            value: Value::Null,
        });
        Some(Entry {
            key: key.0,
            key_span: key.1,
            value,
        })
    }

    /// An entry with its value behind its colon, or without one.
    fn entry_in_line(&mut self, piece: &BlockPart) -> Option<Entry> {
        let stop = match self.pass(piece.range.clone()) {
            Err(stop) => *stop,
            Ok(Some(Node {
                value: Value::Map(entries),
                ..
            })) => return Arc::unwrap_or_clone(entries).pop(),
            Ok(_) => return None,
        };
        let value = self.leaf(piece.start..piece.range.end, stop);
        let text = &self.text[piece.start..piece.range.end];
        let key = marks::key(marks::first_line(text))?;
        let (key, key_span) = self.key(piece.start + key.start..piece.start + key.end)?;
        Some(Entry {
            key,
            key_span,
            value,
        })
    }

    /// A line of a map that begins no entry: at the margin, perhaps a key without its colon.
    fn without_key(
        &mut self,
        piece: &BlockPart,
        outline: &BlockOutline,
        depth: TableDepth,
    ) -> Option<Entry> {
        let text = &self.text[piece.start..piece.range.end];
        let line = marks::first_line(text);
        let word = line.split(' ').next().unwrap_or_default().trim_end();
        let rest = &text[word.len()..];
        let names_list = depth == TableDepth::Margin && line.trim_end() == word;
        let is_key = marks::is_single(rest.trim_start()) || names_list && !marks::is_blank(rest);
        if !slips::is_word(word) || !is_key {
            self.stray(piece, outline);
            return None;
        }
        let at = piece.start..piece.start + word.len();
        let key_span = self.span(at.clone());
        self.broken(slips::missing_colon(key_span, word), at.clone());
        let column = piece.column + word.len();
        let value = self.value(at.end..piece.range.end, column, depth.next())?;
        Some(Entry {
            key: word.to_owned(),
            key_span,
            value,
        })
    }

    fn key(&mut self, part: Range<usize>) -> Option<(String, Span)> {
        let node = self.pass(part).ok()??;
        Some((node.scalar()?.text().to_owned(), node.span))
    }

    /// Reads a part by itself. What it may not say is reported; what stops the reader is the error.
    fn pass(&mut self, part: Range<usize>) -> Result<Option<Node>, Box<Diagnostic>> {
        let pass = YamlPass::over(self.file, self.text, part.clone());
        if let Some(stop) = pass.stopped {
            return Err(Box::new(stop));
        }
        for (found, refused) in pass.tree.found {
            match (refused, found.span()) {
                (true, Some(span)) => self.broken(found, span.range()),
                (true, None) => self.broken(found, part.clone()),
                (false, _) => self.report.push(found),
            }
        }
        Ok(pass.tree.root)
    }

    /// A value that stops the reader and has no lines of its own to read: reports why, and gives the entries that can be made
    /// out.
    fn leaf(&mut self, part: Range<usize>, stop: Diagnostic) -> Node {
        let part = part.start..part.start + self.text[part].trim_end().len();
        let found = explain(self.file, self.text, part.clone(), stop);
        self.broken(found, part.clone());
        let mut entries = OpenMap::default();
        for pair in pairs(self.text, part.clone()) {
            let value = YamlPass::over(self.file, self.text, pair.value);
            if let (Some((key, key_span)), None, Some(value)) =
                (self.key(pair.key), value.stopped, value.tree.root)
            {
                entries.enter(Entry {
                    key,
                    key_span,
                    value,
                });
            }
        }
        let span = self.span(part);
        let value = if entries.all().is_empty() {
            Value::Null
        } else {
            Value::Map(Arc::new(entries.closed()))
        };
        Node { span, value }
    }

    /// Reports a piece that begins neither an item nor an entry.
    fn stray(&mut self, piece: &BlockPart, outline: &BlockOutline) {
        let part = piece.start..piece.range.end;
        let found = slips::stray(self.file, self.text, part.clone(), outline);
        let above = outline.pieces.iter().position(|one| one == piece);
        let above = above
            .filter(|_| outline.is_list)
            .and_then(|at| at.checked_sub(1));
        if let Some(above) = above {
            // It may belong to the item above, where something is missing then.
            self.row = Some(outline.pieces[above].range.start..piece.range.end);
        }
        self.broken(found, part);
    }

    /// Reports a piece that is indented with a tab, or stands further left or right than the others; it is read all the same.
    fn out_of_line(&mut self, piece: &BlockPart, outline: &BlockOutline) {
        let blanks = piece.range.start..piece.start;
        let line = self.span(blanks.clone());
        let found = if self.text[blanks].contains('\t') {
            slips::tab(line)
        } else if piece.column != outline.column && piece.opener != Opener::Stray {
            let is_list = piece.opener == Opener::Item;
            slips::out_of_line(self.first(piece), line, is_list, outline.column)
        } else {
            return;
        };
        self.broken(found, piece.start..piece.start);
    }

    fn broken(&mut self, found: Diagnostic, part: Range<usize>) {
        let trimmed = self.text[part.clone()].trim_end().len();
        let at = self.span(part.start..part.start + trimmed);
        let row = match &self.row {
            Some(row) => {
                let trimmed = self.text[row.clone()].trim_end().len();
                self.span(row.start..row.start + trimmed)
            }
            None => at,
        };
        self.report.push(found);
        self.broken.push(BrokenPart {
            at,
            row,
            list: self.list.unwrap_or(Span::empty(self.file, 0)),
        });
    }

    fn key_span(&self, piece: &BlockPart) -> Option<Span> {
        let line = marks::first_line(&self.text[piece.start..piece.range.end]);
        let key = marks::key(line)?;
        Some(self.span(piece.start + key.start..piece.start + key.end))
    }

    /// The first character of a piece.
    fn first(&self, piece: &BlockPart) -> Span {
        let first = self.text[piece.start..].chars().next();
        self.span(piece.start..piece.start + first.map_or(0, char::len_utf8))
    }

    fn head(&self, outline: &BlockOutline) -> Span {
        let at = outline.pieces.first().map_or(0, |piece| piece.start);
        Span::empty(self.file, offset(at))
    }

    fn span(&self, part: Range<usize>) -> Span {
        Span::new(self.file, offset(part.start), offset(part.end))
    }
}

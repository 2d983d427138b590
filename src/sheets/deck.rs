//! All that a game is made of on paper: a group for each kind or sort, a component for each row.

use crate::card;
use crate::content::CardContent;
use crate::game::SheetGame;
use crate::words::row_id;
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::Kind;
use ludex_rules::ids::KindId;
use ludex_rules::look::{BackLook, CardLook, CardShape, Length};
use ludex_rules::table::widened;
use ludex_source::Span;
use std::collections::BTreeMap;
use std::ops::Range;

/// The components of one kind or sort, which share a size and a back.
#[derive(Debug, Clone)]
pub struct ComponentGroup {
    /// The name of the kind or sort.
    pub name: String,
    /// The kind of the components.
    pub kind: KindId,
    /// True if `look.yaml` lays them out.
    pub has_layout: bool,
    /// Width and height in millimetres.
    pub size: (f32, f32),
    /// The outline of each component.
    pub shape: CardShape,
    /// The back, as SVG in millimetres; it reaches `card::BLEED` beyond the outline.
    pub back: String,
    /// The components, in the order of their rows.
    pub components: Vec<Component>,
}

/// A component: a card, tile or token.
#[derive(Debug, Clone)]
pub struct Component {
    /// The id of its row.
    pub id: String,
    /// The name that people call it.
    pub title: String,
    /// The number of equal ones.
    pub count: u32,
    /// The front, as SVG in millimetres, which reaches as far as the back.
    pub front: String,
    /// The words on it, for who cannot see it.
    pub words: String,
    /// The texts that do not fit.
    pub found: Vec<Diagnostic>,
    /// All that both sides show, icons included: equal if and only if they look the same.
    key: String,
}

impl SheetGame<'_> {
    /// Draws the components of all kinds of pieces that are printed.
    #[must_use]
    pub fn groups(&self) -> Vec<ComponentGroup> {
        let kinds = self.game().kinds.iter().enumerate();
        let pieces = kinds.filter(|(_, kind)| !kind.is_record && !kind.is_any);
        let groups = pieces.flat_map(|(nth, kind)| self.groups_of(KindId::new(nth), kind));
        groups
            .filter(|group| !group.components.is_empty())
            .collect()
    }

    /// The groups of a kind: its sorts, then the rows that are of none.
    fn groups_of(&self, id: KindId, kind: &Kind) -> Vec<ComponentGroup> {
        if let Some((count, is_per_player)) = kind.copies {
            let players = if is_per_player {
                self.game().players.1
            } else {
                1
            };
            return self.tokens(id, kind, count * players).into_iter().collect();
        }
        let sorts = self.names.sorts.iter().filter(|sort| sort.kind == id);
        let sorts: Vec<(&str, Range<u32>)> = sorts
            .map(|sort| (sort.name.as_str(), sort.first..sort.first + sort.count))
            .collect();
        let all = 0..u32::try_from(kind.rows.len()).unwrap_or(u32::MAX);
        let rest = all.filter(|row| !sorts.iter().any(|(_, rows)| rows.contains(row)));
        let rest: Vec<u32> = rest.collect();
        let groups = sorts
            .into_iter()
            .map(|(name, rows)| (name, rows.collect::<Vec<u32>>()))
            .chain([(kind.name.as_str(), rest)]);
        groups
            .filter_map(|(name, rows)| self.group(id, kind, name, &rows))
            .collect()
    }

    fn group(&self, id: KindId, kind: &Kind, name: &str, rows: &[u32]) -> Option<ComponentGroup> {
        let look = self.look(id, name, rows.first().copied().unwrap_or(0));
        if !look.print {
            return None;
        }
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for row in rows {
            *counts.entry(first_copy(kind, *row)).or_default() += 1;
        }
        let first = rows.first().copied().unwrap_or(0);
        let mut group = self.empty_group(&look);
        group.has_layout = self.game().look.card(id, first).is_some();
        for (row, count) in counts {
            if let Some(found) = kind.rows.get(widened(row)) {
                let content = CardContent::new(self, &look, id, row);
                self.add(&mut group, &look, &content, row_id(found), count);
            }
        }
        Some(group)
    }

    /// Pieces without rows: all alike.
    fn tokens(&self, id: KindId, kind: &Kind, count: u32) -> Option<ComponentGroup> {
        let look = self.look(id, &kind.name, 0);
        if !look.print || count == 0 {
            return None;
        }
        let content = CardContent::token(self, &look, id);
        let mut group = self.empty_group(&look);
        group.has_layout = self.game().look.card(id, 0).is_some();
        self.add(&mut group, &look, &content, &kind.name, count);
        Some(group)
    }

    /// Draws a component and adds it to its group.
    fn add(
        &self,
        group: &mut ComponentGroup,
        look: &CardLook,
        content: &CardContent,
        id: &str,
        count: u32,
    ) {
        let (front, cut) = card::front(self, look, content);
        let found = cut.into_iter().map(|part| {
            let message = format!("the {part} of `{id}` does not fit its card");
            Diagnostic::warning(Code::UNFITTING, message)
                .at(look.span, "in this layout")
                .help("make the card larger, show less on it, or shorten the words of the row")
        });
        group.components.push(Component {
            id: id.to_owned(),
            title: content.title.clone(),
            count,
            found: found.collect(),
            key: self.key(&format!("{front}{}", group.back)),
            words: content.words(),
            front,
        });
    }

    fn empty_group(&self, look: &CardLook) -> ComponentGroup {
        ComponentGroup {
            name: look.name.clone(),
            kind: look.kind,
            has_layout: false,
            size: (look.size.0.millimetres(), look.size.1.millimetres()),
            shape: look.shape,
            back: card::back(self, look),
            components: Vec::new(),
        }
    }

    /// The layout of a kind or sort; one that says nothing where `look.yaml` has none.
    fn look(&self, kind: KindId, name: &str, row: u32) -> CardLook {
        let known = self.game().look.card(kind, row).cloned();
        known.map_or_else(
            || plain(kind, name),
            |look| CardLook {
                name: name.to_owned(),
                ..look
            },
        )
    }

    /// Returns what both sides show, with drawings in place of the numbers that they have in this edition.
    fn key(&self, sides: &str) -> String {
        let mut key = sides.to_owned();
        for (nth, drawing) in self.game().look.drawings.iter().enumerate() {
            let used = format!("\"#icon-{nth}\"");
            if key.contains(&used) {
                key = key.replace(&used, &format!("\"{}\"", drawing.path));
                key.push_str(&drawing.body);
            }
        }
        key
    }
}

/// The layout of cards of which nothing is said.
fn plain(kind: KindId, name: &str) -> CardLook {
    CardLook {
        name: name.to_owned(),
        kind,
        rows: None,
        print: true,
        shape: CardShape::Card,
        size: (Length(630), Length(880)),
        colour: None,
        title: None,
        corners: [None, None, None, None],
        icons: Vec::new(),
        art: None,
        text: None,
        foot: Vec::new(),
        back: BackLook::default(),
        span: Span::default(),
    }
}

/// Returns the number of the first of the rows that are equal to a row.
fn first_copy(kind: &Kind, row: u32) -> u32 {
    let found = kind.rows.get(widened(row));
    let copy = found.and_then(|row| row.copy.as_ref());
    copy.map_or(row, |copy| copy.first.number())
}

/// Returns the components that look different from those of an older edition, or are new.
#[must_use]
pub fn changed(new: Vec<ComponentGroup>, old: &[ComponentGroup]) -> Vec<ComponentGroup> {
    let looks = |group: &ComponentGroup, one: &Component| {
        let (wide, high) = group.size;
        format!("{wide} {high} {}", one.key)
    };
    let mut known: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for group in old {
        for one in &group.components {
            known.insert((&group.name, &one.id), looks(group, one));
        }
    }
    let mut groups = new;
    for group in &mut groups {
        let new = |one: &Component| {
            let old = known.get(&(group.name.as_str(), one.id.as_str()));
            old != Some(&looks(group, one))
        };
        let kept: Vec<bool> = group.components.iter().map(new).collect();
        let mut kept = kept.into_iter();
        group.components.retain(|_| kept.next().unwrap_or(true));
    }
    groups.retain(|group| !group.components.is_empty());
    groups
}

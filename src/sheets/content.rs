//! The content of a card: the values that its layout names, and the words of its rules.

use crate::game::SheetGame;
use crate::text::Paragraph;
use crate::words::{CardToken, WordBook, capital, heading, row_id};
use ludex_rules::game::{Row, Value};
use ludex_rules::ids::KindId;
use ludex_rules::look::{CardLook, Colour, FieldEnd, Length, LookField, LookSubject, Tint};
use ludex_rules::table::widened;
use ludex_rules::types::Type;
use ludex_tools::manual::{EntrySort, ManualCell, ManualRow};

/// The colour of frames of which nothing is said.
const SLATE: Colour = Colour {
    channels: [0x4a, 0x5d, 0x6e],
};
/// Records that name records are told so deep.
const DEPTH: usize = 3;

/// The content of a card.
#[derive(Debug, Clone, Default)]
pub(crate) struct CardContent {
    pub(crate) title: String,
    pub(crate) tint: Option<Colour>,
    pub(crate) corners: [Option<Corner>; 4],
    /// Rows of icons, each with what it is called.
    pub(crate) rows: Vec<Vec<CardToken>>,
    pub(crate) art: Option<ArtContent>,
    pub(crate) text: Vec<Paragraph>,
    pub(crate) foot: String,
}

/// The picture of a card.
#[derive(Debug, Clone)]
pub(crate) struct ArtContent {
    pub(crate) token: CardToken,
    pub(crate) height: Option<Length>,
    /// The area behind it has the colour of the value.
    pub(crate) filled: bool,
}

/// A value in a corner.
#[derive(Debug, Clone)]
pub(crate) struct Corner {
    pub(crate) token: CardToken,
    /// The name of its attribute.
    pub(crate) label: String,
    /// The icon of its attribute.
    pub(crate) icon: Option<usize>,
    /// The colour of its attribute.
    pub(crate) colour: Option<Colour>,
}

impl CardContent {
    /// Collects what stands on the card of a row.
    pub(crate) fn new(game: &SheetGame<'_>, look: &CardLook, kind: KindId, row: u32) -> Self {
        let reader = RowReader {
            game,
            words: game.words(),
            kind,
            row,
        };
        let corners = look.corners.each_ref();
        let colour = match &look.colour {
            Some(Tint::Fixed(colour)) => Some(*colour),
            Some(Tint::By(field)) => reader.colour(field),
            None => None,
        };
        CardContent {
            title: reader.title(look.title.as_ref()),
            tint: colour.or_else(|| reader.words.colour(&LookSubject::Row(kind, row))),
            corners: corners.map(|field| reader.corner(field.as_ref()?)),
            rows: look
                .icons
                .iter()
                .map(|field| reader.row_of_icons(field))
                .filter(|tokens| !tokens.is_empty())
                .collect(),
            art: look.art.as_ref().and_then(|art| {
                let token = reader.tokens(&art.field).into_iter().next()?;
                Some(ArtContent {
                    token,
                    height: art.height,
                    filled: art.filled,
                })
            }),
            text: match &look.text {
                Some(fields) => reader.texts(fields),
                None => reader.all_texts(look),
            },
            foot: reader.foot(&look.foot),
        }
    }

    /// Collects what stands on a piece that has no row.
    pub(crate) fn token(game: &SheetGame<'_>, _look: &CardLook, kind: KindId) -> Self {
        let words = game.words();
        let subject = LookSubject::Kind(kind);
        CardContent {
            title: heading(&game.game().kinds[kind.index()].name),
            tint: words.colour(&subject),
            art: Some(ArtContent {
                token: words.thing(&subject, 1),
                height: None,
                filled: false,
            }),
            ..CardContent::default()
        }
    }

    pub(crate) fn tint(&self) -> Colour {
        self.tint.unwrap_or(SLATE)
    }

    /// Returns all of it in words.
    pub(crate) fn words(&self) -> String {
        let corners = self.corners.iter().flatten();
        let corners = corners.map(|corner| match &corner.token {
            CardToken::Number(number) => format!("{} {number}", corner.label),
            token @ (CardToken::Thing { .. } | CardToken::Shape(_)) => in_words(token),
        });
        let icons = self.rows.iter().flatten().map(in_words);
        let text = self.text.iter();
        let text = text.map(|one| {
            if one.head.is_empty() {
                one.body.clone()
            } else {
                format!("{} {}", one.head, one.body)
            }
        });
        let mut all: Vec<String> = corners.chain(icons).collect();
        all.retain(|words| !words.is_empty());
        let mut sentences = vec![all.join(", ")];
        sentences.extend(text);
        sentences.push(self.foot.clone());
        sentences.retain(|words| !words.is_empty());
        sentences.join("\n")
    }
}

/// Returns a token in words.
pub(crate) fn in_words(token: &CardToken) -> String {
    match token {
        CardToken::Number(number) => number.to_string(),
        CardToken::Thing { word, times, .. } if *times > 1 => format!("{times} {word}"),
        CardToken::Thing { word, .. } => word.clone(),
        CardToken::Shape(_) => String::new(),
    }
}

/// Reads the fields of one row.
struct RowReader<'a, 'g> {
    game: &'a SheetGame<'g>,
    words: WordBook<'g>,
    kind: KindId,
    row: u32,
}

impl RowReader<'_, '_> {
    fn row_at(&self, kind: KindId, row: u32) -> Option<&Row> {
        self.game.game().kinds[kind.index()].rows.get(widened(row))
    }

    /// Returns the row that has the last attribute of a field; none where an attribute on the way is none.
    fn owner(&self, field: &LookField) -> Option<u32> {
        let (mut kind, mut row) = (self.kind, self.row);
        for nth in &field.through {
            let value = self.row_at(kind, row)?.attributes.get(*nth)?;
            let Value::Scalar(number) = value else {
                return None;
            };
            let ty = &self.game.game().kinds[kind.index()].attributes[*nth].ty;
            kind = row_kind(ty)?;
            row = u32::try_from(*number).ok()?;
        }
        Some(row)
    }

    /// Returns the value of a field as tokens. A zero that nobody wrote is not there.
    fn tokens(&self, field: &LookField) -> Vec<CardToken> {
        let Some(row) = self.owner(field) else {
            return Vec::new();
        };
        let FieldEnd::Attribute(nth) = field.last else {
            let name = self.words.row_name(field.kind, row);
            return match field.last {
                FieldEnd::Id => vec![CardToken::Thing {
                    icon: self.words.icon(&LookSubject::Row(field.kind, row)),
                    colour: self.words.colour(&LookSubject::Row(field.kind, row)),
                    word: name,
                    times: 1,
                }],
                FieldEnd::Attribute(_) | FieldEnd::Rules => Vec::new(),
            };
        };
        let attribute = &self.game.game().kinds[field.kind.index()].attributes[nth];
        let Some(found) = self.row_at(field.kind, row) else {
            return Vec::new();
        };
        let is_written = found
            .written
            .iter()
            .any(|(name, _)| *name == attribute.name);
        match &found.attributes[nth] {
            Value::Scalar(0) if *attribute.ty.required() == Type::Int && !is_written => Vec::new(),
            // What is so has the icon of its attribute.
            Value::Scalar(1) if *attribute.ty.required() == Type::Bool => {
                vec![
                    self.words
                        .thing(&LookSubject::Attribute(field.kind, nth), 1),
                ]
            }
            value @ (Value::Scalar(_)
            | Value::Set(_)
            | Value::Bag(_)
            | Value::Shape(_)
            | Value::Text(_)) => {
                let label = self.words.attribute(field.kind, &attribute.name);
                self.words.tokens(&attribute.ty, value, &label)
            }
        }
    }

    fn title(&self, field: Option<&LookField>) -> String {
        let words = field.map(|field| self.tokens(field));
        let words: Vec<String> = words.unwrap_or_default().iter().map(in_words).collect();
        if words.is_empty() {
            heading(&self.words.row_name(self.kind, self.row))
        } else {
            heading(&words.join(", "))
        }
    }

    fn colour(&self, field: &LookField) -> Option<Colour> {
        self.tokens(field)
            .into_iter()
            .find_map(|token| match token {
                CardToken::Thing { colour, .. } => colour,
                CardToken::Number(_) | CardToken::Shape(_) => None,
            })
    }

    fn corner(&self, field: &LookField) -> Option<Corner> {
        let token = self.tokens(field).into_iter().next()?;
        let subject = match field.last {
            FieldEnd::Attribute(nth) => Some(LookSubject::Attribute(field.kind, nth)),
            FieldEnd::Id | FieldEnd::Rules => None,
        };
        let subject = subject.as_ref();
        Some(Corner {
            token,
            label: field
                .path
                .last()
                .map_or_else(String::new, |name| self.words.attribute(field.kind, name)),
            icon: subject.and_then(|subject| self.words.icon(subject)),
            colour: subject.and_then(|subject| self.words.colour(subject)),
        })
    }

    /// The icons of a field: of a number, the icon of its attribute so often.
    fn row_of_icons(&self, field: &LookField) -> Vec<CardToken> {
        let tokens = self.tokens(field).into_iter();
        let tokens = tokens.map(|token| match (token, &field.last) {
            (CardToken::Number(number), FieldEnd::Attribute(nth)) => {
                let times = u32::try_from(number).unwrap_or(0);
                self.words
                    .thing(&LookSubject::Attribute(field.kind, *nth), times)
            }
            (token, _) => token,
        });
        tokens
            .filter(|token| !matches!(token, CardToken::Thing { times: 0, .. }))
            .collect()
    }

    fn foot(&self, fields: &[LookField]) -> String {
        let words = fields.iter().flat_map(|field| match field.last {
            FieldEnd::Rules => self.told(field).map(|one| one.body).into_iter().collect(),
            FieldEnd::Id => {
                let row = self
                    .owner(field)
                    .and_then(|row| self.row_at(field.kind, row));
                row.map(|row| row_id(row).to_owned()).into_iter().collect()
            }
            FieldEnd::Attribute(_) => self.tokens(field).iter().map(in_words).collect::<Vec<_>>(),
        });
        words.collect::<Vec<_>>().join(" · ")
    }

    fn texts(&self, fields: &[LookField]) -> Vec<Paragraph> {
        fields.iter().filter_map(|field| self.told(field)).collect()
    }

    /// Tells a field in the words of the manual; nothing of what the row leaves out.
    fn told(&self, field: &LookField) -> Option<Paragraph> {
        let row = self.owner(field)?;
        let name = field.path.last()?;
        let manual = self.manual_row(field.kind, row)?;
        let cell = manual.cells.iter().find(|cell| cell.name == *name)?;
        paragraph(cell)
    }

    fn manual_row(&self, kind: KindId, row: u32) -> Option<&ManualRow> {
        let id = row_id(self.row_at(kind, row)?);
        let names = self.game.names;
        let own = &names.game.kinds[kind.index()].name;
        let sorts = names.sorts.iter().filter(|sort| sort.kind == kind);
        let called: Vec<&String> = sorts.map(|sort| &sort.name).chain([own]).collect();
        let entries = self.game.manual.entries.iter().filter(|entry| {
            let is_kind = matches!(entry.sort, EntrySort::Kind | EntrySort::Record);
            is_kind && called.contains(&&entry.name)
        });
        entries
            .flat_map(|entry| &entry.rows)
            .find(|row| row.id == id)
    }

    /// Tells all that stands nowhere else on the card.
    fn all_texts(&self, look: &CardLook) -> Vec<Paragraph> {
        let corners = look.corners.iter().flatten();
        let placed = corners
            .chain(&look.title)
            .chain(&look.icons)
            .chain(look.art.iter().map(|art| &art.field))
            .chain(&look.foot);
        let placed: Vec<String> = placed.map(|field| field.path.join(".")).collect();
        let mut texts = Vec::new();
        self.rest(self.kind, self.row, "", &placed, 0, &mut texts);
        texts
    }

    fn rest(
        &self,
        kind: KindId,
        row: u32,
        begin: &str,
        placed: &[String],
        depth: usize,
        texts: &mut Vec<Paragraph>,
    ) {
        let Some(manual) = self.manual_row(kind, row) else {
            return;
        };
        let cells = manual.cells.iter();
        let cells = cells.filter(|cell| {
            let is_title = depth == 0 && cell.name == "name";
            !is_title && !placed.contains(&format!("{begin}{}", cell.name))
        });
        let attributes = &self.game.game().kinds[kind.index()].attributes;
        for cell in cells {
            let record = attributes.iter().position(|one| one.name == cell.name);
            let record = record.and_then(|nth| {
                let Type::Row(record) = attributes[nth].ty.required() else {
                    return None;
                };
                match self.row_at(kind, row)?.attributes[nth] {
                    Value::Scalar(number) => Some((*record, u32::try_from(number).ok()?)),
                    Value::Set(_) | Value::Bag(_) | Value::Shape(_) | Value::Text(_) => None,
                }
            });
            texts.extend(paragraph(cell));
            if let Some((record, number)) = record.filter(|_| depth < DEPTH) {
                let begin = format!("{begin}{}.", cell.name);
                self.rest(record, number, &begin, placed, depth + 1, texts);
            }
        }
    }
}

/// The kind whose rows values of a type are.
fn row_kind(ty: &Type) -> Option<KindId> {
    match LookSubject::of_value(ty, 0)? {
        LookSubject::Row(kind, _) => Some(kind),
        LookSubject::Value(..)
        | LookSubject::Kind(_)
        | LookSubject::Sort(..)
        | LookSubject::Attribute(..)
        | LookSubject::Var(_)
        | LookSubject::Board(_) => None,
    }
}

/// Returns a cell in words: what it is called in bold, then what it does.
fn paragraph(cell: &ManualCell) -> Option<Paragraph> {
    if cell.told.is_empty() {
        return None;
    }
    let after = cell.told.get(cell.label.len()..);
    let has_head = cell.is_rules && !cell.label.is_empty();
    let rest = after
        .filter(|_| has_head)
        .and_then(|after| after.strip_prefix(": "));
    Some(match rest {
        Some(rest) => Paragraph {
            head: cell.told[..=cell.label.len()].to_owned(),
            body: capital(rest),
        },
        None => Paragraph {
            head: String::new(),
            body: capital(&cell.told),
        },
    })
}

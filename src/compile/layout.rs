//! The layout of a game: gives each variable its address, and each piece, place and space its number (`program/layout.rs`).

use crate::boards;
use crate::compiler::Compiler;
use crate::values::{number, value};
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::layout::{AttributeColumn, Kind, Layout, Place, SlotColumn, Var};
use ludex_program::names::OptionWords;
use ludex_rules::game::{Holder, LookupTable, NONE, Order, Seen, Value};
use ludex_rules::ids::{KindId, PlaceId, PlayerId, RowId, VarId};
use ludex_rules::types::Type;
use ludex_rules::{game, table};
use std::collections::BTreeSet;

/// Kinds and pieces, then boards and spaces, then places, then variables.
pub(super) fn lay_out(c: &mut Compiler) {
    name(c);
    c.program.layout.players = c.game.players.1;
    kinds(c);
    boards::lay_out(c);
    places(c);
    rows(c);
    copies(c);
    vars(c);
    homes(c);
}

fn name(c: &mut Compiler) {
    let names = &mut c.program.names;
    names.game.clone_from(&c.game.name);
    names.title.clone_from(&c.game.title);
    names.players = c.game.players;
    names.enums = c
        .game
        .enums
        .iter()
        .map(|e| (e.name.clone(), e.values.clone()))
        .collect();
    names.moments = c.game.moments.clone().into();
    names.queries = c.game.queries.iter().map(|q| q.name.clone()).collect();
    names.rows = c
        .game
        .kinds
        .iter()
        .map(|k| k.rows.iter().map(|r| r.id.clone()).collect())
        .collect();
    let rows = c.game.kinds.iter().flat_map(|kind| &kind.rows);
    let copies = rows.filter_map(|row| Some((row.id.clone(), row.copy.as_ref()?.of.clone())));
    names.copies = copies.collect();
    names.written = c
        .game
        .kinds
        .iter()
        .map(|k| k.rows.iter().map(|r| r.written.clone()).collect())
        .collect();
    names.options = (c.game.options.iter())
        .map(|o| OptionWords {
            name: o.name.clone(),
            values: o.values.clone(),
            default: o.default,
            text: o.text.clone(),
            is_word: matches!(o.ty, Type::Enum(_)),
        })
        .collect();
}

fn kinds(c: &mut Compiler) {
    let mut first = PieceId::default();
    for (id, kind) in c.game.kinds.iter().enumerate() {
        let count = match kind.copies {
            _ if kind.is_record => kind.rows.len() as u32,
            Some((n, true)) => n * c.game.players.1,
            Some((n, false)) => n,
            None => kind.rows.len() as u32,
        };
        c.program.layout.kinds.push(Kind {
            name: kind.name.clone(),
            is_record: kind.is_record,
            is_any: kind.is_any,
            first: if kind.is_record {
                PieceId::default()
            } else {
                first
            },
            count,
            may_hide: false,
            active: Vec::new(),
            fading: Vec::new(),
            fields: Vec::new(),
            places: Vec::new(),
            attributes: Vec::new(),
        });
        if !kind.is_record {
            pieces(c, id, count);
            first = first.plus(count);
        }
    }
}

fn pieces(c: &mut Compiler, id: usize, count: u32) {
    let kind = &c.game.kinds[id];
    for (row, n) in (0..count).enumerate() {
        c.program.layout.piece_kind.push(KindId::new(id));
        let (name, made_for) = match kind.copies {
            Some((each, true)) => (
                format!("{}_p{}_{}", kind.name, n / each.max(1), n % each.max(1) + 1),
                Some(PlayerId::numbered(n / each.max(1))),
            ),
            Some((_, false)) => (format!("{}_{}", kind.name, n + 1), None),
            None => {
                let made_for = kind.made_for(RowId::new(row));
                (kind.rows[row].id.clone(), made_for)
            }
        };
        c.program.names.pieces.push(name);
        c.program.names.titles.push(title(kind, row));
        c.program.layout.piece_for.push(made_for);
    }
}

/// Notes which pieces are copies of each other: those of a row with a `count`, and those of a kind without rows that are made
/// for the same player.
fn copies(c: &mut Compiler) {
    let layout = &mut c.program.layout;
    layout.alike_at = layout.rows.len();
    for (piece, kind) in layout.piece_kind.entries() {
        let first = layout.kinds[*kind].first;
        let rules = &c.game.kinds[kind.index()];
        let number = piece.number() - first.number();
        if rules.copies.is_some() {
            let piece = &c.program.names.pieces[piece];
            let names = &mut c.program.names.copies;
            names.insert(piece.clone(), rules.name.clone());
            layout.has_copies = true;
        }
        let alike = match rules.copies {
            Some((each, true)) => first.plus(number / each.max(1) * each.max(1)),
            Some((_, false)) => first,
            None => {
                let copy = rules.rows[RowId::numbered(number).index()].copy.as_ref();
                layout.has_copies |= copy.is_some();
                copy.map_or(piece, |copy| first.plus(copy.first.number()))
            }
        };
        layout.rows.push(alike.value());
    }
    if c.program.layout.has_copies {
        c.program.layout.named_by_rows = named_by_rows(c);
    }
}

/// Lists the pieces that attributes of rows name.
fn named_by_rows(c: &Compiler) -> Vec<PieceId> {
    let mut named = Vec::new();
    for kind in &c.game.kinds {
        let columns = kind.attributes.iter().enumerate();
        for (column, of) in columns.filter(|(_, of)| matches!(of.ty.required(), Type::Piece(_))) {
            let cells = kind.rows.iter().map(|row| &row.attributes[column]);
            let numbers = cells.flat_map(|cell| value(c, cell, &of.ty));
            named.extend(numbers.filter_map(PieceId::of));
        }
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// Returns the `name: text` of a row.
fn title(kind: &game::Kind, row: usize) -> Option<String> {
    let column = kind.attributes.iter().position(|one| one.name == "name")?;
    match kind.rows.get(row)?.attributes.get(column)? {
        Value::Text(title) => Some(title.clone()),
        Value::Scalar(_) | Value::Set(_) | Value::Bag(_) | Value::Shape(_) => None,
    }
}

/// Counts the holders, and returns the first one's number.
fn holders(c: &Compiler, holder: Holder) -> (u32, u32) {
    let layout = &c.program.layout;
    match holder {
        Holder::Table => (1, 0),
        Holder::Player => (layout.players, 0),
        Holder::Space(b) => {
            let board = &layout.boards[b];
            (board.capacity * board.copies, board.first)
        }
        Holder::Piece(k) => {
            let kind = &layout.kinds[k];
            (kind.count, kind.first.number())
        }
    }
}

fn places(c: &mut Compiler) {
    for (id, place) in (0..).map(PlaceId::new).zip(&c.game.places) {
        let (count, first) = holders(c, place.holder);
        let layout = &mut c.program.layout;
        let base = layout.place_of.next();
        layout.place_of.extend((0..count).map(|n| (id, first + n)));
        layout.purposes.push(place.name.clone());
        layout.places.push(Place {
            name: place.name.clone(),
            holder: place.holder,
            holds: place.holds,
            base,
            holders: count,
            first,
            order: place.order,
            capacity: if place.order == Order::Slot {
                1
            } else {
                place.capacity.unwrap_or(u32::MAX)
            },
            seen: place.seen,
            when_empty: place.when_empty,
            occupied: None,
        });
        match place.holder {
            Holder::Piece(k) => layout.kinds[k].places.push(id),
            Holder::Space(b) => layout.boards[b].places.push(id),
            Holder::Table | Holder::Player => {}
        }
    }
    c.program.layout.purposes.push("random".into());
    for (id, kind) in c.game.kinds.iter().enumerate() {
        c.program.layout.kinds[KindId::new(id)].active = kind.active.clone();
    }
    mark_hidden(&mut c.program.layout);
}

/// Marks the kinds whose pieces may lie where not everybody sees them: all of them once any kind may.
fn mark_hidden(layout: &mut Layout) {
    let hidden = layout.places.iter().filter(|place| place.seen != Seen::All);
    let held: BTreeSet<KindId> = hidden.map(|place| place.holds).collect();
    let holds_any = held.iter().any(|kind| layout.kinds[*kind].is_any);
    for kind in &held {
        layout.kinds[*kind].may_hide = true;
    }
    for kind in layout.kinds.iter_mut() {
        kind.may_hide |= holds_any || kind.is_any && !held.is_empty();
    }
}

fn rows(c: &mut Compiler) {
    for (id, kind) in c.game.kinds.iter().enumerate() {
        for (column, attribute) in kind.attributes.iter().enumerate() {
            let begins = c.program.layout.rows.len() as u32;
            for row in &kind.rows {
                let value = value(c, &row.attributes[column], &attribute.ty);
                c.program.layout.rows.extend(value);
            }
            let width = if let Type::Bag(e) = attribute.ty.required() {
                c.game.enums[e.index()].values.len() as u32
            } else {
                1
            };
            c.program.layout.kinds[KindId::new(id)]
                .attributes
                .push(AttributeColumn {
                    name: attribute.name.clone(),
                    ty: attribute.ty.clone(),
                    begins,
                    width,
                });
        }
        let first = c.program.layout.kinds[KindId::new(id)].first;
        for slot in 0..kind.effect_slots.len() {
            let rows = kind
                .rows
                .iter()
                .map(|r| r.effects[slot].map_or(NONE, |e| e.value()))
                .collect();
            c.program
                .layout
                .effect_columns
                .push(SlotColumn { first, rows });
        }
        for slot in 0..kind.value_slots.len() {
            // Expression texts stand behind the declared queries in the program's table.
            let rows = (kind.rows.iter())
                .map(|r| r.values[slot].map_or(NONE, |v| (c.game.queries.len() + v) as i32))
                .collect();
            c.program
                .layout
                .value_columns
                .push(SlotColumn { first, rows });
        }
    }
    let table = |t: &LookupTable| {
        let rows = t.rows.iter();
        rows.map(|(key, n)| (*key, number(c, *n, &t.value)))
            .collect()
    };
    c.program.layout.tables = c.game.tables.iter().map(table).collect();
}

fn vars(c: &mut Compiler) {
    let mut at = Address::new(c.game.options.len());
    c.program.layout.draws_at = at;
    at = Address::new(at.index() + c.program.layout.purposes.len());
    for board in &mut c.program.layout.boards {
        board.layout_at = at;
        board.size_at = at.plus(board.copies);
        at = at.plus(2 * board.copies);
    }
    c.program.at_once = table::Table::filled(c.game.moments.len(), false);
    c.program.layout.resets = table::Table::filled(c.game.moments.len(), Vec::new());
    for (id, var) in (0..).map(VarId::new).zip(&c.game.vars) {
        let (count, first) = holders(c, var.holder);
        let width = var
            .index
            .map_or(1, |e| c.game.enums[e.index()].values.len() as u32);
        let layout = &mut c.program.layout;
        layout.vars.push(Var {
            name: var.name.clone(),
            holder: var.holder,
            ty: var.ty.clone(),
            base: at,
            width,
            index: var.index,
            holders: count,
            first,
            bounds: var.bounds,
            seen: var.seen,
            track: None,
            is_face: c.game.places.iter().any(|p| p.seen == Seen::Face(id)),
            is_mark: var.is_mark,
            uncompared: var.uncompared,
            bitboards: None,
        });
        at = at.plus(count * width);
        if let Some(moment) = var.until {
            layout.resets[moment].push(id);
        }
        match var.holder {
            Holder::Piece(k) => {
                let kind = &mut layout.kinds[k];
                kind.fields.push(id);
                if !var.while_in.is_empty() {
                    kind.fading.push((id, var.while_in.clone()));
                }
            }
            Holder::Space(b) => layout.boards[b].fields.push(id),
            Holder::Table | Holder::Player => {}
        }
    }
    c.program.layout.memory = table::Table::filled(at.index(), 0);
    let layout = &mut c.program.layout;
    let values = (layout.memory).range_mut(layout.options_at..layout.draws_at);
    for (value, option) in values.iter_mut().zip(&c.game.options) {
        *value = option.default;
    }
}

fn homes(c: &mut Compiler) {
    for piece in c.program.layout.piece_kind.ids() {
        let layout = &c.program.layout;
        let kind = layout.piece_kind[piece].index();
        let single = c.game.kinds[kind].home.map_or(SpotId::default(), |home| {
            let place = &layout.places[home];
            let holder = layout.piece_for[piece];
            match (place.holder, holder) {
                (Holder::Player, Some(player)) => place.base.plus(player.number()),
                (Holder::Table | Holder::Player | Holder::Space(_) | Holder::Piece(_), _) => {
                    place.base
                }
            }
        });
        c.program.layout.home.push(single);
    }
}

//! Each node as a function that knows its form and operands.

use crate::engine::fault::FaultKind;
use crate::engine::folds;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::memo::Shelf;
use crate::engine::state::{Chain, NOWHERE};
use crate::engine::watch::{self, WATCHED};
use crate::program::Program;
use crate::program::kept::Kept;
use crate::program::node::{MOST_REMEMBERED, Node, NodeId, NodeList, ScalarOp, UNKNOWN};
use crate::rules::expr::Arithmetic;
use crate::rules::game::NONE;
use crate::rules::numbers;

/// Calls a body with a node as an operand: what needs no call is read in place. Few forms, for the second of two
/// operands, so that they don't multiply to hundreds of functions.
macro_rules! second {
    ($program:expr, $node:expr, $a:ident => $body:expr) => {
        match $program.nodes[$node as usize] {
            Node::Local(slot) => {
                let slot = usize::from(slot);
                let $a = move |_: &mut Machine<'_>, f: &mut [i32]| f[slot];
                $body
            }
            Node::Const(n) => {
                let $a = move |_: &mut Machine<'_>, _: &mut [i32]| n;
                $body
            }
            _ => {
                let ask = ask($program, $node);
                let $a = move |m: &mut Machine<'_>, f: &mut [i32]| ask(m, f);
                $body
            }
        }
    };
}

/// As `second`, with more forms.
macro_rules! operand {
    ($program:expr, $node:expr, $a:ident => $body:expr) => {
        match $program.nodes[$node as usize] {
            Node::Load(at) => {
                let at = at as usize;
                let $a = move |m: &mut Machine<'_>, _: &mut [i32]| m.state.memory[at];
                $body
            }
            Node::LoadOfLocal {
                base,
                stride: 1,
                slot,
            } => {
                let (id, slot) = ($node, usize::from(slot));
                let $a = move |m: &mut Machine<'_>, f: &mut [i32]| m.load_one(base, f[slot], id);
                $body
            }
            Node::AttributeOfLocal { base, slot } => {
                let (id, slot) = ($node, usize::from(slot));
                let $a = move |m: &mut Machine<'_>, f: &mut [i32]| m.row(base, f[slot], id);
                $body
            }
            Node::AttributeOfRowOfLocal {
                first,
                second,
                slot,
            } => {
                let (id, slot) = ($node, usize::from(slot));
                let $a = move |m: &mut Machine<'_>, f: &mut [i32]| {
                    let row = m.row(first, f[slot], id);
                    m.row(second, row, id)
                };
                $body
            }
            _ => second!($program, $node, $a => $body),
        }
    };
}

pub(crate) use {operand, second};

/// A node where it is read by something larger: the shortest without a call.
pub(crate) enum Value {
    /// A slot of the frame.
    Slot(usize),
    /// A number known beforehand.
    Const(i32),
    /// A variable of the table.
    Load(usize),
    /// Anything else.
    Ask(Ask),
}

/// A node as a value.
#[expect(clippy::wildcard_enum_match_arm, reason = "anything else needs a call")]
pub(crate) fn value(program: &Program, id: NodeId) -> Value {
    match program.nodes[id as usize] {
        Node::Local(slot) => Value::Slot(usize::from(slot)),
        Node::Const(n) => Value::Const(n),
        Node::Load(at) => Value::Load(at as usize),
        _ => Value::Ask(ask(program, id)),
    }
}

impl Value {
    #[inline(always)]
    pub(crate) fn get(&self, m: &mut Machine<'_>, f: &mut [i32]) -> i32 {
        match self {
            Value::Slot(slot) => f[*slot],
            Value::Const(n) => *n,
            Value::Load(at) => m.state.memory[*at],
            Value::Ask(ask) => ask(m, f),
        }
    }
}

/// A node as a function.
pub(crate) fn ask(program: &Program, id: NodeId) -> Ask {
    let child = |id: NodeId| ask(program, id);
    match program.nodes[id as usize] {
        Node::Seen { mark: WATCHED, of } => watch::node(program, of),
        Node::Seen { mark, of } => seen(program, mark, child(of)),
        Node::Const(n) => Box::new(move |_, _| n),
        Node::Local(slot) => {
            let slot = usize::from(slot);
            Box::new(move |_, f| f[slot])
        }
        Node::Load(at) => Box::new(move |m, _| m.state.memory[at as usize]),
        Node::LoadOf {
            base,
            stride: 1,
            of,
        } => unary(program, of, move |m, of| m.load_one(base, of, id)),
        Node::LoadOf { base, stride, of } => unary(program, of, move |m, of| {
            m.load(base, i32::from(stride), of, 0, id)
        }),
        Node::LoadOfLocal {
            base,
            stride: 1,
            slot,
        } => {
            let slot = usize::from(slot);
            Box::new(move |m, f| m.load_one(base, f[slot], id))
        }
        Node::LoadOfLocal { base, stride, slot } => {
            let (slot, stride) = (usize::from(slot), i32::from(stride));
            Box::new(move |m, f| m.load(base, stride, f[slot], 0, id))
        }
        Node::LoadAt { base, stride, args } => {
            let (of, at) = two(program, args);
            binary(program, of, at, move |m, of, at| {
                m.load(base, i32::from(stride), of, at, id)
            })
        }
        Node::Attribute { base, of } => unary(program, of, move |m, of| m.row(base, of, id)),
        Node::AttributeOfLocal { base, slot } => {
            let slot = usize::from(slot);
            Box::new(move |m, f| m.row(base, f[slot], id))
        }
        Node::AttributeOfRow { first, second, of } => unary(program, of, move |m, of| {
            let row = m.row(first, of, id);
            m.row(second, row, id)
        }),
        Node::AttributeOfRowOfLocal {
            first,
            second,
            slot,
        } => {
            let slot = usize::from(slot);
            Box::new(move |m, f| {
                let row = m.row(first, f[slot], id);
                m.row(second, row, id)
            })
        }
        Node::BagCount { base, width, args } => {
            let (of, at) = two(program, args);
            binary(program, of, at, move |m, of, at| match of {
                NONE => m.fail_node(FaultKind::OfNone, id),
                of => m.row(base.wrapping_add(of.wrapping_mul(i32::from(width))), at, id),
            })
        }
        Node::SpaceAttribute { board, column, of } => unary(program, of, move |m, of| {
            m.space_attribute(board, column, of, id)
        }),
        Node::PlaceOf { base, of } => unary(program, of, move |m, of| m.place_of(base, of, id)),
        Node::PlaceOfLocal { base, slot } => {
            let slot = usize::from(slot);
            Box::new(move |m, f| m.place_of(base, f[slot], id))
        }
        Node::MadeFor(of) => unary(program, of, move |m, of| m.made_for(of, id)),
        Node::Lookup { table, key } => unary(program, key, move |m, key| m.lookup(table, key, id)),
        Node::Let { slot, value, body } => {
            let (slot, value, body) = (usize::from(slot), child(value), child(body));
            Box::new(move |m, f| {
                f[slot] = value(m, f);
                body(m, f)
            })
        }
        Node::Once { slot, body } => {
            let (slot, body) = (usize::from(slot), child(body));
            Box::new(move |m, f| match f[slot] {
                UNKNOWN => {
                    f[slot] = body(m, f);
                    f[slot]
                }
                known => known,
            })
        }
        Node::Call { query, args } => call(program, u32::from(query), all(program, args), id),
        Node::Slot { column, args } => {
            let mut args = all(program, args);
            let this = args.remove(0);
            Box::new(move |m, f| {
                let this = this.get(m, f);
                m.slot_text(f, column, this, &args, id)
            })
        }
        Node::SetOf(members) => {
            let members = all(program, members);
            Box::new(move |m, f| {
                members.iter().fold(0, |set, member| {
                    set | 1i32.checked_shl(member.get(m, f) as u32).unwrap_or(0)
                })
            })
        }
        Node::Not(a) => not(program, a),
        Node::Negate(a) => unary(program, a, move |m, a| m.result(numbers::negated(a), id)),
        Node::And(a, b) => {
            let (a, b) = (child(a), child(b));
            Box::new(move |m, f| i32::from(a(m, f) != 0 && b(m, f) != 0))
        }
        Node::Or(a, b) => {
            let (a, b) = (child(a), child(b));
            Box::new(move |m, f| i32::from(a(m, f) != 0 || b(m, f) != 0))
        }
        Node::Equal(a, b) => binary(program, a, b, |_, a, b| i32::from(a == b)),
        Node::EqualLocals(a, b) => {
            let (a, b) = (usize::from(a), usize::from(b));
            Box::new(move |_, f| i32::from(f[a] == f[b]))
        }
        Node::EqualConst(a, n) => unary(program, a, move |_, a| i32::from(a == n)),
        Node::Less(a, b) => binary(program, a, b, |_, a, b| i32::from(a < b)),
        Node::LessEqual(a, b) => binary(program, a, b, |_, a, b| i32::from(a <= b)),
        Node::Arithmetic(op, a, b) => arithmetic(program, op, a, b, id),
        Node::If(cond, a, b) => {
            let (cond, a, b) = (child(cond), child(a), child(b));
            Box::new(move |m, f| if cond(m, f) != 0 { a(m, f) } else { b(m, f) })
        }
        Node::InSet(item, set) => binary(program, item, set, |_, item, set| {
            i32::from((0..i32::BITS as i32).contains(&item) && set >> item & 1 != 0)
        }),
        Node::InPlace(piece, place) => binary(program, piece, place, |m, piece, place| {
            let lies = |at: &crate::engine::state::Piece| (at.place as i32) == place;
            i32::from(m.state.pieces.get(piece as usize).is_some_and(lies))
        }),
        Node::InRange(item, bounds) => {
            let (low, high) = two(program, bounds);
            let (item, low, high) = (child(item), child(low), child(high));
            Box::new(move |m, f| {
                // Both ends are asked, as by whoever goes through the numbers: either may be a fault.
                let (item, low, high) = (item(m, f), low(m, f), high(m, f));
                i32::from((low..=high).contains(&item))
            })
        }
        Node::InSource(item, source) => folds::member(program, item, source),
        Node::Size(source) => folds::size(program, source),
        Node::PlaceSize(place) => unary(program, place, move |m, place| match place {
            NONE => m.fail_node(FaultKind::OfNone, id),
            place => match m.state.places.get(place as usize) {
                Some(chain) => chain.count as i32,
                None => m.fail_node(FaultKind::BadReference(place), id),
            },
        }),
        Node::Op1(op, a) => op1(program, op, a, id),
        Node::Op2(op, a, b) => op2(program, op, a, b, id),
        Node::Beside {
            board,
            of,
            direction,
        } => binary(program, of, direction, move |m, of, direction| {
            m.beside(board, of, direction, id)
        }),
        Node::Distance { board, from, to } => binary(program, from, to, move |m, from, to| {
            m.distance(board, from, to, id)
        }),
        Node::Random(source) => Box::new(move |m, f| m.random_member(f, source, id)),
        Node::RandomPiece(place) => {
            unary(program, place, move |m, place| m.random_piece(place, id))
        }
        Node::Roll(a, b) => seldom(program, a, b, move |m, low, high| m.roll(low, high, id)),
        Node::PlayerCount => Box::new(|m, _| i32::from(m.state.players)),
        Node::Fold {
            op,
            source,
            slot,
            value,
        } => folds::fold(program, op, source, slot, value),
        Node::Possible(action) => {
            Box::new(move |m, f| i32::from(m.is_possible(u32::from(action), f[0])))
        }
    }
}

/// A call of a query: its answer may still be known.
fn call(program: &Program, query: u32, args: Vec<Value>, id: NodeId) -> Ask {
    fn known<const N: usize>(query: u32, kept: Kept, args: [Value; N], id: NodeId) -> Ask {
        let shelf = Shelf::of(kept);
        Box::new(move |m, f| {
            let mut key = [0; MOST_REMEMBERED + 1];
            key[0] = f[0];
            for (place, arg) in key[1..].iter_mut().zip(&args) {
                *place = arg.get(m, f);
            }
            match m.remembered::<N>(&shelf, &key) {
                Some(value) => value,
                None => m.ask_anew(query, kept, key, id),
            }
        })
    }
    let Some(kept) = program.queries[query as usize].kept else {
        return Box::new(move |m, f| m.ask_query(f, query, &args, id));
    };
    let args = match <[Value; 0]>::try_from(args) {
        Ok(none) => return known(query, kept, none, id),
        Err(args) => args,
    };
    let args = match <[Value; 1]>::try_from(args) {
        Ok(one) => return known(query, kept, one, id),
        Err(args) => args,
    };
    let args = match <[Value; 2]>::try_from(args) {
        Ok(two) => return known(query, kept, two, id),
        Err(args) => args,
    };
    match <[Value; MOST_REMEMBERED]>::try_from(args) {
        Ok(most) => known(query, kept, most, id),
        Err(args) => Box::new(move |m, f| m.ask_query(f, query, &args, id)),
    }
}

pub(crate) fn all(program: &Program, (start, count): NodeList) -> Vec<Value> {
    (start..start + u32::from(count))
        .map(|n| value(program, program.node_lists[n as usize]))
        .collect()
}

fn two(program: &Program, args: u32) -> (NodeId, NodeId) {
    (
        program.node_lists[args as usize],
        program.node_lists[args as usize + 1],
    )
}

/// A value that is noted; in a program that notes nothing, the value.
fn seen(program: &Program, mark: u32, of: Ask) -> Ask {
    match program.marks.clone() {
        None => of,
        Some(marks) => Box::new(move |m, f| {
            let value = of(m, f);
            marks.note(mark, value != 0);
            value
        }),
    }
}

/// A function of one value.
fn unary<F>(program: &Program, a: NodeId, op: F) -> Ask
where
    F: Fn(&mut Machine<'_>, i32) -> i32 + Send + Sync + 'static,
{
    operand!(program, a, a => Box::new(move |m, f| {
        let a = a(m, f);
        op(m, a)
    }))
}

/// A function of two values.
fn binary<F>(program: &Program, a: NodeId, b: NodeId, op: F) -> Ask
where
    F: Fn(&mut Machine<'_>, i32, i32) -> i32 + Send + Sync + 'static,
{
    operand!(program, a, a => second!(program, b, b => Box::new(move |m, f| {
        let a = a(m, f);
        let b = b(m, f);
        op(m, a, b)
    })))
}

/// As `binary`, for what is asked too seldom to have a function for each sort of operand.
fn seldom<F>(program: &Program, a: NodeId, b: NodeId, op: F) -> Ask
where
    F: Fn(&mut Machine<'_>, i32, i32) -> i32 + Send + Sync + 'static,
{
    let (a, b) = (ask(program, a), ask(program, b));
    Box::new(move |m, f| {
        let a = a(m, f);
        let b = b(m, f);
        op(m, a, b)
    })
}

/// A comparison that must not hold is a comparison; anything else is turned round.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these have an opposite of their own"
)]
fn not(program: &Program, a: NodeId) -> Ask {
    match program.nodes[a as usize] {
        Node::EqualConst(a, n) => unary(program, a, move |_, a| i32::from(a != n)),
        Node::Equal(a, b) => binary(program, a, b, |_, a, b| i32::from(a != b)),
        Node::EqualLocals(a, b) => {
            let (a, b) = (usize::from(a), usize::from(b));
            Box::new(move |_, f| i32::from(f[a] != f[b]))
        }
        Node::Less(a, b) => binary(program, a, b, |_, a, b| i32::from(a >= b)),
        Node::LessEqual(a, b) => binary(program, a, b, |_, a, b| i32::from(a > b)),
        _ => unary(program, a, |_, a| i32::from(a == 0)),
    }
}

fn arithmetic(program: &Program, op: Arithmetic, a: NodeId, b: NodeId, id: NodeId) -> Ask {
    // The operator is named in each, so that its function is made for it alone.
    match op {
        Arithmetic::Add => binary(program, a, b, move |m, a, b| {
            m.result(numbers::arithmetic(Arithmetic::Add, a, b), id)
        }),
        Arithmetic::Subtract => binary(program, a, b, move |m, a, b| {
            m.result(numbers::arithmetic(Arithmetic::Subtract, a, b), id)
        }),
        Arithmetic::Multiply => binary(program, a, b, move |m, a, b| {
            m.result(numbers::arithmetic(Arithmetic::Multiply, a, b), id)
        }),
        Arithmetic::Divide | Arithmetic::Modulo => seldom(program, a, b, move |m, a, b| {
            m.result(numbers::arithmetic(op, a, b), id)
        }),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the rest goes through the one table of operations"
)]
fn op1(program: &Program, op: ScalarOp, a: NodeId, id: NodeId) -> Ask {
    match op {
        ScalarOp::NextPlayer => unary(program, a, move |m, a| match a + 1 {
            _ if a == NONE => m.fail_node(FaultKind::OfNone, id),
            next if next < i32::from(m.state.players) => next,
            _ => 0,
        }),
        ScalarOp::Top => end_of(program, a, |chain| chain.last, id),
        ScalarOp::Bottom => end_of(program, a, |chain| chain.first, id),
        _ => unary(program, a, move |m, a| m.op(op, a, 0, id)),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the rest goes through the one table of operations"
)]
fn op2(program: &Program, op: ScalarOp, a: NodeId, b: NodeId, id: NodeId) -> Ask {
    match op {
        ScalarOp::Minimum => binary(program, a, b, |_, a, b| a.min(b)),
        ScalarOp::Maximum => binary(program, a, b, |_, a, b| a.max(b)),
        _ => seldom(program, a, b, move |m, a, b| m.op(op, a, b, id)),
    }
}

/// The piece at one end of a place, or none.
fn end_of(program: &Program, place: NodeId, end: fn(&Chain) -> u32, id: NodeId) -> Ask {
    unary(program, place, move |m, place| {
        match m.state.places.get(place as usize) {
            None => m.fail_node(FaultKind::OfNone, id),
            Some(chain) => match end(chain) {
                NOWHERE => NONE,
                piece => piece as i32,
            },
        }
    })
}

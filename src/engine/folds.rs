//! Questions about all members of a collection, as functions.

use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::members::{Chosen, Members, Ray, with_members};
use crate::engine::nodes::{ask, operand, second, value};
use crate::program::Program;
use crate::program::node::{Base, FoldOp, Node, NodeId, SourceId};
use crate::rules::game::NONE;
use crate::rules::numbers;

/// A fold as a function.
pub(crate) fn fold(
    program: &Program,
    op: FoldOp,
    source: SourceId,
    slot: u16,
    value: NodeId,
) -> Ask {
    if let Some(streak) = streak(program, op, source) {
        return streak;
    }
    let source = &program.sources[source as usize];
    let slot = usize::from(slot);
    with_members!(program, source, members => fold_over(program, op, Chosen::new(program, source, members), slot, value))
}

/// Tells how far a line goes on from a space: the commonest question on a grid has a function of its own for each sort of
/// comparison.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "any other condition is asked by a call"
)]
fn streak(program: &Program, op: FoldOp, source: SourceId) -> Option<Ask> {
    let source = &program.sources[source as usize];
    let (Base::Ray(board, space, direction), [(slot, cond)], [], true, FoldOp::Count) = (
        &source.base,
        &source.filters[..],
        &source.lets[..],
        source.until_false,
        op,
    ) else {
        return None;
    };
    let slot = usize::from(*slot);
    let ray = Ray {
        board: *board,
        space: value(program, *space),
        direction: value(program, *direction),
        node: *space,
    };
    Some(match program.nodes[*cond as usize] {
        Node::Equal(a, b) => operand!(program, a, a => second!(program, b, b => {
            along(ray, slot, move |m, f| a(m, f) == b(m, f))
        })),
        Node::EqualConst(a, n) => operand!(program, a, a => {
            along(ray, slot, move |m, f| a(m, f) == n)
        }),
        _ => {
            let cond = ask(program, *cond);
            along(ray, slot, move |m, f| cond(m, f) != 0)
        }
    })
}

/// Counts the spaces of a ray up to the first that fails.
fn along(
    ray: Ray,
    slot: usize,
    cond: impl Fn(&mut Machine<'_>, &mut [i32]) -> bool + Send + Sync + 'static,
) -> Ask {
    Box::new(move |m, f| {
        let mut count = 0;
        ray.visit(m, f, |m, f, space| {
            f[slot] = space;
            let fits = m.take_steps(1) && cond(m, f);
            count += i32::from(fits);
            fits
        });
        count
    })
}

/// Tells whether a value is a member.
pub(crate) fn member(program: &Program, item: NodeId, source: SourceId) -> Ask {
    let source = &program.sources[source as usize];
    let item = ask(program, item);
    with_members!(program, source, members => {
        let all = Chosen::new(program, source, members);
        Box::new(move |m, f| {
            let item = item(m, f);
            i32::from(!all.visit(m, f, |_, _, member| member != item))
        })
    })
}

/// Tells how many members there are.
pub(crate) fn size(program: &Program, source: SourceId) -> Ask {
    fold(program, FoldOp::Count, source, 0, 0)
}

fn fold_over<M: Members>(
    program: &Program,
    op: FoldOp,
    all: Chosen<M>,
    slot: usize,
    node: NodeId,
) -> Ask {
    match op {
        FoldOp::Count => Box::new(move |m, f| {
            let mut count = 0;
            all.visit(m, f, |_, _, _| {
                count += 1;
                true
            });
            count
        }),
        FoldOp::Any => Box::new(move |m, f| i32::from(!all.visit(m, f, |_, _, _| false))),
        FoldOp::First => Box::new(move |m, f| {
            let mut first = NONE;
            all.visit(m, f, |_, _, member| {
                first = member;
                false
            });
            first
        }),
        FoldOp::Last => Box::new(move |m, f| {
            let mut last = NONE;
            all.visit(m, f, |_, _, member| {
                last = member;
                true
            });
            last
        }),
        FoldOp::Every => {
            let value = ask(program, node);
            Box::new(move |m, f| {
                i32::from(all.visit(m, f, |m, f, member| {
                    f[slot] = member;
                    value(m, f) != 0
                }))
            })
        }
        FoldOp::Sum => {
            let value = ask(program, node);
            Box::new(move |m, f| {
                let mut sum = 0i64;
                all.visit(m, f, |m, f, member| {
                    f[slot] = member;
                    sum += i64::from(value(m, f));
                    true
                });
                m.result(numbers::number(sum), node)
            })
        }
        FoldOp::Least => extreme(ask(program, node), all, slot, |new, best| new < best, false),
        FoldOp::Most => extreme(ask(program, node), all, slot, |new, best| new > best, false),
        FoldOp::Fewest => extreme(ask(program, node), all, slot, |new, best| new < best, true),
        FoldOp::Greatest => extreme(ask(program, node), all, slot, |new, best| new > best, true),
        FoldOp::Distinct => distinct(ask(program, node), all, slot),
    }
}

fn extreme<M: Members>(
    value: Ask,
    all: Chosen<M>,
    slot: usize,
    better: impl Fn(i32, i32) -> bool + Send + Sync + 'static,
    gives_member: bool,
) -> Ask {
    Box::new(move |m, f| {
        let mut best: Option<(i32, i32)> = None;
        all.visit(m, f, |m, f, member| {
            f[slot] = member;
            let found = value(m, f);
            if best.is_none_or(|(best, _)| better(found, best)) {
                best = Some((found, member));
            }
            true
        });
        match best {
            Some((_, member)) if gives_member => member,
            Some((found, _)) => found,
            None if gives_member => NONE,
            None => 0,
        }
    })
}

fn distinct<M: Members>(value: Ask, all: Chosen<M>, slot: usize) -> Ask {
    Box::new(move |m: &mut Machine<'_>, f| {
        let start = m.work.scratch.len();
        all.visit(m, f, |m, f, member| {
            f[slot] = member;
            let found = value(m, f);
            m.push_new(start, found);
            true
        });
        let count = m.work.scratch.len() - start;
        m.work.scratch.truncate(start);
        count as i32
    })
}

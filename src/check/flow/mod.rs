//! Flow: the call graph, and what follows from it: orders of hooks, circles of queries, termination, bonuses that bring others,
//! places that fill themselves.

mod bonuses;
pub(super) mod call_graph;
mod components;
mod cycles;
mod hook_order;
mod refills;
mod termination;
mod way;

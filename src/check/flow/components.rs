//! Components of routines: the strongly connected components of the graph of steps that nothing bounds.
//!
//! Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with a stack of its own, since effects may run
//! each other as deep as the text is long.

use crate::flow::call_graph::Graph;
use ludex_rules::ids::RoutineId;

/// The strongly connected components of the call graph, by routine (Tarjan).
pub(super) struct Components {
    /// The number of its component, by routine.
    pub(crate) of: Vec<usize>,
    /// By component: whether a routine of it can come back to itself.
    returns: Vec<bool>,
}

/// A routine that the search has not met.
const UNMET: usize = usize::MAX;

struct Tarjan<'a> {
    graph: &'a Graph,
    components: Components,
    /// The order in which routines were first visited.
    met: Vec<usize>,
    /// The earliest routine on the path that each one reaches.
    low: Vec<usize>,
    /// Routines without a component yet, in the order they were met.
    open: Vec<usize>,
    /// The routines on the path, each with the number of its next edge.
    path: Vec<(usize, usize)>,
    count: usize,
}

impl Components {
    /// Finds all components of a graph.
    pub(crate) fn of(graph: &Graph) -> Components {
        let routines = graph.edges.len();
        let mut search = Tarjan {
            graph,
            components: Components {
                of: vec![UNMET; routines],
                returns: Vec::new(),
            },
            met: vec![UNMET; routines],
            low: vec![UNMET; routines],
            open: Vec::new(),
            path: Vec::new(),
            count: 0,
        };
        for start in 0..routines {
            if search.met[start] == UNMET {
                search.meet(start);
                while let Some((at, edge)) = search.path.pop() {
                    search.go_on(at, edge);
                }
            }
        }
        search.components
    }

    /// Tells whether a routine can come back to itself.
    pub(super) fn is_in_one(&self, routine: RoutineId) -> bool {
        self.returns[self.of[routine.index()]]
    }
}

impl Tarjan<'_> {
    fn meet(&mut self, at: usize) {
        self.met[at] = self.count;
        self.low[at] = self.count;
        self.count += 1;
        self.open.push(at);
        self.path.push((at, 0));
    }

    /// Follows the next edges of a routine, until one leads to a routine that was not met, or there are no more.
    fn go_on(&mut self, at: usize, first: usize) {
        for (number, edge) in self.graph.edges[at].iter().enumerate().skip(first) {
            let to = edge.to.index();
            if edge.bounded {
                continue;
            }
            if self.met[to] == UNMET {
                // This edge once more, when what is behind it is known.
                self.path.push((at, number));
                return self.meet(to);
            }
            if self.components.of[to] == UNMET {
                self.low[at] = self.low[at].min(self.low[to]);
            }
        }
        if self.low[at] == self.met[at] {
            self.close(at);
        }
    }

    /// All that was met from a routine on, and has no component yet, is one with it.
    fn close(&mut self, at: usize) {
        let number = self.components.returns.len();
        let first = self.open.iter().rposition(|one| *one == at).unwrap_or(0);
        let members = self.open.split_off(first);
        let itself = |edge: &crate::flow::call_graph::Edge| !edge.bounded && edge.to.index() == at;
        let returns = members.len() > 1 || self.graph.edges[at].iter().any(itself);
        self.components.returns.push(returns);
        for member in members {
            self.components.of[member] = number;
        }
    }
}

//! The solver of a search tree: which decisions are proved by what their answers come to.
//!
//! The end of a game proves itself. A decision is proved by an answer that beats everybody, or once all answers are proved:
//! then it comes to the best of them for the player who is asked (Winands, Björnsson and Saito, "Monte-Carlo tree search
//! solver", 2008).

use crate::proof::Proof;
use crate::tree::{Edge, Node};
use ludex_rules::ids::PlayerId;
use std::sync::Arc;

impl Node {
    /// Notes what an answer comes to; returns the proof of the decision of a player, if there is one by now.
    pub(super) fn prove(
        &mut self,
        edge: usize,
        proof: Arc<Proof>,
        player: PlayerId,
    ) -> Option<Arc<Proof>> {
        if self.edges[edge].is_chancy {
            return None;
        }
        let is_won = proof.share(player) >= 1.0;
        self.note_proof(edge, Arc::clone(&proof));
        if self.proof.is_none() {
            self.proof = if is_won {
                Some(proof)
            } else {
                self.best_of_all(player)
            };
        }
        self.proof.clone()
    }

    /// The best answer for a player where all are proved; none while some are not, or when several are equally good for that
    /// player and not for the others, who can't tell then what will come.
    fn best_of_all(&self, player: PlayerId) -> Option<Arc<Proof>> {
        if self.edges.len() < self.options {
            return None;
        }
        let proofs: Option<Vec<&Arc<Proof>>> = self.edges.iter().map(Edge::proof).collect();
        let proofs = proofs?;
        let better = |a: &&Arc<Proof>, b: &&Arc<Proof>| a.share(player).total_cmp(&b.share(player));
        let best = proofs.iter().copied().max_by(better)?;
        let mut equals = proofs
            .iter()
            .filter(|one| one.share(player) == best.share(player));
        equals
            .all(|one| one.shares == best.shares)
            .then(|| Arc::clone(best))
    }
}

#[cfg(test)]
mod tests {
    use crate::proof::Proof;
    use crate::tree::Tree;
    use ludex_engine::chance::{Stream, purpose};
    use ludex_rules::ids::PlayerId;
    use std::sync::Arc;

    fn proof(shares: &[f64]) -> Arc<Proof> {
        Arc::new(Proof {
            shares: shares.to_vec(),
            scores: vec![0; shares.len()],
        })
    }

    /// A decision of the first player with so many options, all of which were tried.
    fn tree(options: u64) -> Tree {
        let (mut tree, keys) = (
            Tree::closed(0, usize::MAX),
            (0..options).collect::<Vec<u64>>(),
        );
        let mut stream = Stream::new(1, purpose("proof"), 0);
        for _ in 0..options {
            let picked = tree.pick(0, &keys, 0.7, &mut stream, &|_| 0.0);
            tree.nodes[0].learn(picked.edge, 0.0);
        }
        tree
    }

    #[test]
    fn one_win_is_enough_and_a_loss_needs_all() {
        let first = PlayerId::new(0);
        let (won, lost, drawn) = (proof(&[1.0, 0.0]), proof(&[0.0, 1.0]), proof(&[0.5, 0.5]));
        let mut one = tree(3);
        assert_eq!(one.nodes[0].prove(0, lost.clone(), first), None);
        assert_eq!(one.nodes[0].prove(1, won.clone(), first), Some(won));
        let mut other = tree(3);
        assert_eq!(other.nodes[0].prove(0, lost.clone(), first), None);
        assert_eq!(other.nodes[0].prove(1, drawn.clone(), first), None);
        assert_eq!(other.nodes[0].prove(2, lost, first), Some(drawn));
    }

    /// Nothing is proved where chance comes between, or where who gains by a choice between equals is open.
    #[test]
    fn what_is_open_is_not_proved() {
        let first = PlayerId::new(0);
        let mut chancy = tree(1);
        chancy.nodes[0].edges[0].is_chancy = true;
        assert_eq!(chancy.nodes[0].prove(0, proof(&[1.0, 0.0]), first), None);
        let mut kings = tree(2);
        assert_eq!(
            kings.nodes[0].prove(0, proof(&[0.0, 1.0, 0.5]), first),
            None
        );
        assert_eq!(
            kings.nodes[0].prove(1, proof(&[0.0, 0.5, 1.0]), first),
            None
        );
    }
}

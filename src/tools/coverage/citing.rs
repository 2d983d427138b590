//! The statements of the facts that rulings prove.
//!
//! A ruling proves a statement when it cites it, passes, and reaches something that a comment with the same citation
//! speaks of. So a number in a ruling's head is no proof by itself.

use ludex_program::Program;
use ludex_rules::game::Game;
use ludex_source::citations::{Citation, citations, is_part};
use ludex_source::{Sources, Span};

/// Most citations of a ruling that count: who cites everything pins nothing.
pub const MOST_CITED: usize = 6;

/// The citations of a game's comments, held against what rulings reach.
#[derive(Debug, Clone, Default)]
pub struct Citing {
    cited: Vec<Cited>,
}

#[derive(Debug, Clone)]
struct Cited {
    citation: Citation,
    /// Marks that lie in the text it speaks of; none for declarations, which any play reaches.
    marks: Vec<usize>,
}

impl Citing {
    /// Reads the comments of all files; the program is one that notes what is reached.
    #[must_use]
    pub fn new(sources: &Sources, program: &Program) -> Citing {
        let all = sources.ids().flat_map(|file| citations(sources, file));
        let cited = all.map(|citation| Cited {
            marks: marks_in(program, citation.about),
            citation,
        });
        Citing {
            cited: cited.collect(),
        }
    }

    /// Returns the statements to be proved: those the game lists, else those its comments cite, each with a place.
    #[must_use]
    pub fn statements(&self, game: &Game) -> Vec<(String, Span)> {
        if let Some(listed) = &game.statements {
            return listed
                .iter()
                .map(|one| (one.id.clone(), one.span))
                .collect();
        }
        let mut found: Vec<(String, Span)> = Vec::new();
        for Cited { citation, .. } in &self.cited {
            if found.iter().all(|(known, _)| *known != citation.statement) {
                found.push((citation.statement.clone(), citation.span));
            }
        }
        found
    }

    /// Returns the statements that a ruling with these citations proves; `noted` are its marks' counts.
    #[must_use]
    pub fn proved(&self, cites: &[String], noted: &[[u32; 2]]) -> Vec<String> {
        let reached = |mark: &usize| noted.get(*mark).is_some_and(|hits| *hits != [0, 0]);
        let named = |statement: &str| {
            cites
                .iter()
                .take(MOST_CITED)
                .any(|one| is_part(one, statement))
        };
        self.cited
            .iter()
            .filter(|one| named(&one.citation.statement))
            .filter(|one| one.marks.is_empty() || one.marks.iter().any(reached))
            .map(|one| one.citation.statement.clone())
            .collect()
    }
}

fn marks_in(program: &Program, about: Span) -> Vec<usize> {
    let places = program
        .marks
        .as_ref()
        .map_or(&[][..], |marks| marks.places());
    let within =
        |span: Span| span.file == about.file && about.start <= span.start && span.start < about.end;
    let marks = places.iter().enumerate();
    marks
        .filter(|(_, mark)| within(mark.span))
        .map(|(nth, _)| nth)
        .collect()
}

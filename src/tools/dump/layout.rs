//! Lines that fit: expressions on one line, or broken at operators and between arguments.
//!
//! As Wadler's "A prettier printer" (2003) has it, with one choice a part: all on a line, or each operand on its own.

/// Columns of a line, as far as a part has a choice.
pub(super) const WIDTH: usize = 110;

/// Operators whose operands may be written in a row.
const ASSOCIATIVE: [&str; 4] = ["and", "or", "+", "*"];

/// An expression to be laid out.
pub(super) enum ExprDoc {
    /// A name or a number.
    Word(String),
    /// Parts in brackets behind a head.
    Bracketed {
        head: String,
        brackets: [char; 2],
        inside: Vec<ExprDoc>,
    },
    /// Operands with an operator between them.
    Infix {
        operator: &'static str,
        operands: Vec<ExprDoc>,
    },
}

impl ExprDoc {
    /// Makes a call: a head with arguments in parentheses.
    pub(super) fn call(head: impl Into<String>, inside: Vec<ExprDoc>) -> ExprDoc {
        ExprDoc::Bracketed {
            head: head.into(),
            brackets: ['(', ')'],
            inside,
        }
    }

    /// Makes an element or a member: a head with what selects it in square brackets.
    pub(super) fn of(head: impl Into<String>, inside: Vec<ExprDoc>) -> ExprDoc {
        let head = head.into();
        if inside.is_empty() {
            return ExprDoc::Word(head);
        }
        let brackets = ['[', ']'];
        ExprDoc::Bracketed {
            head,
            brackets,
            inside,
        }
    }

    /// Makes an operation; one of the same associative operator on its left becomes one with it.
    pub(super) fn infix(operator: &'static str, left: ExprDoc, right: ExprDoc) -> ExprDoc {
        let mut operands = match left {
            ExprDoc::Infix {
                operator: other,
                operands,
            } if other == operator && ASSOCIATIVE.contains(&operator) => operands,
            left @ (ExprDoc::Word(_) | ExprDoc::Bracketed { .. } | ExprDoc::Infix { .. }) => {
                vec![left]
            }
        };
        operands.push(right);
        ExprDoc::Infix { operator, operands }
    }

    /// Writes it at a depth of two columns each, on several lines where it is too long for one.
    pub(super) fn write(&self, depth: usize, out: &mut String) {
        let line = self.on_a_line();
        if depth * 2 + line.len() <= WIDTH {
            out.push_str(&line);
            return;
        }
        match self {
            ExprDoc::Word(word) => out.push_str(word),
            ExprDoc::Bracketed {
                head,
                brackets: [open, close],
                inside,
            } => {
                out.push_str(head);
                out.push(*open);
                for (n, part) in inside.iter().enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    break_line(depth + 1, out);
                    part.write(depth + 1, out);
                }
                out.push(*close);
            }
            ExprDoc::Infix { operator, operands } => {
                for (n, operand) in operands.iter().enumerate() {
                    if n > 0 {
                        break_line(depth + 1, out);
                        out.push_str(operator);
                        out.push(' ');
                    }
                    operand.write_operand(depth + 1, out);
                }
            }
        }
    }

    fn write_operand(&self, depth: usize, out: &mut String) {
        if self.is_infix() {
            out.push('(');
            self.write(depth, out);
            out.push(')');
        } else {
            self.write(depth, out);
        }
    }

    fn is_infix(&self) -> bool {
        matches!(self, ExprDoc::Infix { .. })
    }

    fn on_a_line(&self) -> String {
        match self {
            ExprDoc::Word(word) => word.clone(),
            ExprDoc::Bracketed {
                head,
                brackets: [open, close],
                inside,
            } => {
                let inside: Vec<String> = inside.iter().map(ExprDoc::on_a_line).collect();
                format!("{head}{open}{}{close}", inside.join(", "))
            }
            ExprDoc::Infix { operator, operands } => {
                let operands: Vec<String> =
                    operands.iter().map(ExprDoc::operand_on_a_line).collect();
                operands.join(&format!(" {operator} "))
            }
        }
    }

    fn operand_on_a_line(&self) -> String {
        let line = self.on_a_line();
        if self.is_infix() {
            format!("({line})")
        } else {
            line
        }
    }
}

/// Begins a line at a depth.
pub(super) fn break_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

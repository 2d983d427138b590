//! A function of `lir` as text, one instruction a line.

use super::{
    ArithmeticTraps, BlameSpan, Block, BlockCall, Callee, Exit, Function, Inst, ListFunction,
    TrapSite, Type, Value, Var,
};
use std::fmt::{self, Display, Write};

/// Renders a function as text, block by block.
pub fn print(function: &Function) -> String {
    let mut text = function.name.clone();
    let _ = match function.frame {
        Some(slots) => writeln!(text, " in {slots} slots -> {}", function.result),
        None => writeln!(text, " -> {}", function.result),
    };
    for (n, block) in function.blocks.iter().enumerate() {
        if block.exit == Exit::Open && block.insts.is_empty() {
            continue;
        }
        let given = block
            .given
            .iter()
            .map(|value| format!("{value}: {}", function.values[value.index()]));
        let given: Vec<String> = given.collect();
        let cold = if block.cold { " cold" } else { "" };
        let _ = writeln!(text, "{}({}){cold}:", Block(n as u32), given.join(", "));
        for inst in &block.insts {
            let _ = writeln!(text, "    {}", Line(function, inst));
        }
        let _ = writeln!(text, "    {}", End(function, &block.exit));
    }
    text
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "var{}", self.0)
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block{}", self.0)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Flag => "flag",
            Type::Int => "int",
            Type::Long => "long",
        })
    }
}

impl Display for BlockCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.given {
            Some(given) => write!(f, "{}({given})", self.block),
            None => write!(f, "{}", self.block),
        }
    }
}

/// Values with commas between them.
struct List<'a>(&'a [Value]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, value) in self.0.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{value}")?;
        }
        Ok(())
    }
}

/// A name of Rust in lower case with hyphens.
fn word(name: &impl fmt::Debug) -> String {
    let mut word = String::new();
    for c in format!("{name:?}").chars() {
        if c.is_uppercase() && word.chars().next_back().is_some_and(char::is_alphanumeric) {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}

/// The source text that a fault is blamed on.
fn blamed(blame: BlameSpan) -> String {
    match blame {
        BlameSpan::Node(node) => node.to_string(),
        BlameSpan::Routine(routine) => routine.to_string(),
        BlameSpan::Statement | BlameSpan::Call => word(&blame),
    }
}

/// The trap of an instruction.
struct Trapped<'a>(&'a Function, TrapSite);

impl Display for Trapped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trapped(function, site) = self;
        let trap = function.traps[site.trap.index()];
        write!(f, "else trap {} {}", word(&trap.kind), blamed(trap.blame))?;
        let counters = &function.step_counters[site.counters.index()];
        for (n, var) in counters.iter().enumerate() {
            write!(f, "{}{var}", if n == 0 { ", charge fuel " } else { " + " })?;
        }
        Ok(())
    }
}

/// An instruction of a function.
struct Line<'a>(&'a Function, &'a Inst);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line(function, inst) = self;
        if let Some(to) = inst.result() {
            write!(f, "{to}: {} = ", function.values[to.index()])?;
        }
        let trapped = |fails: &TrapSite| Trapped(function, *fails);
        match inst {
            Inst::Const { n, .. } => write!(f, "{n}"),
            Inst::Unary { op, a, .. } => write!(f, "{} {a}", word(op)),
            Inst::Binary { op, a, b, .. } => write!(f, "{} {a}, {b}", word(op)),
            Inst::BinaryN { op, a, n, .. } => write!(f, "{} {a}, {n}", word(op)),
            Inst::Compare { how, a, b, .. } => write!(f, "{} {a}, {b}", word(how)),
            Inst::CompareN { how, a, n, .. } => write!(f, "{} {a}, {n}", word(how)),
            Inst::Select { cond, yes, no, .. } => write!(f, "select {cond}, {yes}, {no}"),
            Inst::Arithmetic {
                op, a, b, fails, ..
            } => {
                let ArithmeticTraps {
                    overflow: trap,
                    counters,
                    ..
                } = *fails;
                write!(
                    f,
                    "number {} {a}, {b} {}",
                    word(op),
                    trapped(&TrapSite { trap, counters })
                )
            }
            Inst::Number { a, fails, .. } => write!(f, "number {a} {}", trapped(fails)),
            Inst::Copy { a, .. } => write!(f, "{a}"),
            Inst::Get { var, .. } => write!(f, "{var}"),
            Inst::Set { var, a } => write!(f, "{var} = {a}"),
            Inst::CountUp { var, by } => write!(f, "{var} += {by}"),
            Inst::Slot { slot, .. } => write!(f, "slot {slot}"),
            Inst::SetSlot { slot, a } => write!(f, "slot {slot} = {a}"),
            Inst::Field { field, .. } => write!(f, "machine {}", word(field)),
            Inst::SetField { field, a } => write!(f, "machine {} = {a}", word(field)),
            Inst::Load {
                from,
                index,
                plus: 0,
                ..
            } => write!(f, "{}[{index}]", word(from)),
            Inst::Load {
                from, index, plus, ..
            } => write!(f, "{}[{index} + {plus}]", word(from)),
            Inst::LoadLong {
                from, index, plus, ..
            } => write!(f, "long {}[{index} + {plus}]", word(from)),
            Inst::Write { var, address, a } => {
                let var = var.number();
                write!(f, "memory[{address}] = {a} of variable {var}")
            }
            Inst::StackStore { slot, n, a } => write!(f, "stack {}[{n}] = {a}", slot.index()),
            Inst::StackLoad { slot, index, .. } => write!(f, "stack {}[{index}]", slot.index()),
            Inst::Below { a, length, fails } => write!(f, "{a} below {length} {}", trapped(fails)),
            Inst::Some { a, fails } => write!(f, "{a} is something {}", trapped(fails)),
            Inst::Within {
                a,
                low,
                high,
                fails,
            } => write!(f, "{a} in {low}..{high} {}", trapped(fails)),
            Inst::TrapIf { cond, fails } => write!(f, "not {cond} {}", trapped(fails)),
            Inst::StopIf { cond } => write!(f, "stop if {cond}"),
            Inst::ConsumeFuel { amount, fails } => {
                write!(f, "consume fuel {amount} {}", trapped(fails))
            }
            Inst::ConsumeFuelUnit { fails } => write!(f, "consume fuel 1 {}", trapped(fails)),
            Inst::ChargeFuel { counters } => {
                let counters = function.step_counters[counters.index()]
                    .iter()
                    .map(Var::to_string);
                write!(
                    f,
                    "charge fuel {}",
                    counters.collect::<Vec<_>>().join(" + ")
                )
            }
            Inst::At { pc, silent } => {
                let silent = if *silent { " silent" } else { "" };
                write!(f, "at {}{silent}", pc.number())
            }
            Inst::Host { host, args, .. } => write!(f, "host {host:?}({})", List(args)),
            Inst::Query { query, args, .. } => write!(f, "{query}({})", List(args)),
            Inst::Text {
                column,
                query,
                args,
                ..
            } => write!(f, "text {column} {query}({})", List(args)),
            Inst::MemoPut {
                query,
                asked,
                value,
                before,
                ..
            } => {
                write!(
                    f,
                    "memo put {query}({}) = {value} since {before}",
                    List(asked)
                )
            }
            Inst::List { lister, you, .. } => match lister {
                ListFunction::Action(action) => {
                    write!(f, "list action {} for {you}", action.number())
                }
                ListFunction::Choice(site) => write!(f, "list choice {} for {you}", site.number()),
            },
            Inst::AddOption { values, fits: true } => {
                write!(f, "option {} that fits", List(values))
            }
            Inst::AddOption { values, .. } => write!(f, "option {}", List(values)),
            Inst::IsChosen {
                begin, end, values, ..
            } => {
                write!(f, "chosen {} in {begin}..{end}", List(values))
            }
            Inst::Arguments { values } => write!(f, "arguments {}", List(values)),
        }
    }
}

/// The end of a block of a function.
struct End<'a>(&'a Function, &'a Exit);

impl Display for End<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let End(function, exit) = self;
        match exit {
            Exit::Open => f.write_str("open"),
            Exit::Jump(target) => write!(f, "jump {target}"),
            Exit::Branch { cond, yes, no } => write!(f, "branch {cond}, {yes}, {no}"),
            Exit::Switch {
                index,
                first,
                to,
                other,
            } => {
                write!(f, "switch {index}")?;
                for (n, block) in (*first..).zip(to) {
                    if block != other {
                        write!(f, ", {n} {block}")?;
                    }
                }
                write!(f, ", other {other}")
            }
            Exit::MemoGet {
                asked, hit, miss, ..
            } => {
                write!(f, "memo get {}, {hit}, {miss}", List(asked))
            }
            Exit::Statement { pc, next, exit } => {
                write!(f, "statement {}, {next}", pc.number())?;
                exit.map_or(Ok(()), |exit| write!(f, ", {exit}"))
            }
            Exit::Begin {
                routine,
                given,
                next,
                ..
            } => {
                match routine {
                    Callee::Direct(number) => write!(f, "begin {number}")?,
                    Callee::Indirect(value) => write!(f, "begin routine of {value}")?,
                }
                write!(f, "({}), {next}", List(given))
            }
            Exit::Deoptimize { frames, pc, next } => {
                write!(f, "deoptimize {}, {next}", pc.number())?;
                for frame in frames {
                    write!(f, ", {}({})", frame.routine, List(&frame.slots))?;
                }
                Ok(())
            }
            Exit::Return(value) => write!(f, "return {value}"),
            Exit::Trap(fails) => write!(f, "{}", Trapped(function, *fails)),
        }
    }
}

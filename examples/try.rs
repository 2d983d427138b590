use ludex::{
    engine::{
        chance::{Stream, purpose},
        machine::{Machine, Work},
        state::State,
    },
    pipeline::GameText,
    report::{Report, human},
    source::Sources,
};
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).map_or(1, |s| s.parse().unwrap());
    let players: u8 = std::env::args().nth(3).map_or(2, |s| s.parse().unwrap());
    let mut files = vec![];
    for e in std::fs::read_dir(&dir).unwrap() {
        let p = e.unwrap().path();
        if p.is_file() {
            files.push((
                p.display().to_string(),
                std::fs::read_to_string(&p).unwrap(),
            ))
        }
    }
    let (mut so, mut re) = (Sources::new(), Report::new());
    let t = std::time::Instant::now();
    let checked = GameText {
        name: "x".into(),
        files,
    }
    .parse(&mut so, &mut re)
    .check(&mut re);
    let program = checked.and_then(|c| c.compile(&mut re));
    println!("{}", human(&re, &so, false));
    println!("check {:?}", t.elapsed());
    let Some(p) = program else { return };
    let opts: Vec<i32> = p.names.options.iter().map(|o| o.default).collect();
    let (mut w, mut dec) = (Work::default(), 0u64);
    let t = std::time::Instant::now();
    for seed in 0..n {
        let mut s = State::before_setup(&p, players, seed, &opts);
        let mut pol = Stream::new(seed, purpose("playout"), 0);
        let mut m = Machine::new(&p, &mut s, &mut w);
        let mut r = m.run_setup();
        while r.is_ok() {
            r = m.run();
            if m.state.over || r.is_err() {
                break;
            }
            dec += 1;
            let k = m.work.options.len();
            let c = pol.below(k as u32);
            m.choose(c as usize);
        }
        if let Err(f) = r {
            println!(
                "seed {seed}: {f} at {}:{:?} {:?}",
                so.path(f.span.file),
                so.line_col(f.span.file, f.span.start),
                f.trace.iter().map(|t| t.0.clone()).collect::<Vec<_>>()
            );
            return;
        }
    }
    println!(
        "{n} games {dec} decisions {:.0}/s",
        n as f64 / t.elapsed().as_secs_f64()
    );
}

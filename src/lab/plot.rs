//! Charts as SVG, drawn with `plotters`; colours are those of the page, light or dark.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use ludex_source::columns::widest;

/// Width of a chart; a phone shows it without shrinking much.
const WIDTH: u32 = 420;
/// Height of a chart that is not as long as a list.
const HEIGHT: u32 = 240;
/// Height of a line of a list.
const LINE: u32 = 22;
/// Stand for colours of the page.
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(1, 1, 2);
const SERIES: [RGBColor; 6] = [
    RGBColor(1, 2, 0),
    RGBColor(1, 2, 1),
    RGBColor(1, 2, 2),
    RGBColor(1, 2, 3),
    RGBColor(1, 2, 4),
    RGBColor(1, 2, 5),
];

type Drawn = Result<(), Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Flat<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A value with an interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The name beside it.
    pub name: String,
    /// The estimate on the axis.
    pub value: f64,
    /// The interval around the estimate.
    pub interval: (f64, f64),
    /// The number of its colour.
    pub colour: usize,
}

/// A line through points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name beside it.
    pub name: String,
    /// The points that it goes through.
    pub points: Vec<(f64, f64)>,
    /// The interval at each point; empty without.
    pub intervals: Vec<(f64, f64)>,
}

/// Bars of numbers in steps: the first number of each step, its width, how many.
#[must_use]
pub fn histogram(bins: &[(f64, f64)], step: f64, caption: &str) -> String {
    let low = bins.first().map_or(0.0, |(from, _)| *from);
    let high = bins.last().map_or(1.0, |(from, _)| *from + step);
    let most = bins.iter().map(|(_, count)| *count).fold(1.0, f64::max);
    chart(HEIGHT, |area| {
        let mut chart = flat(area, low..high, 0.0..most * 1.05, [caption, ""], 44)?;
        chart.draw_series(bins.iter().map(|(from, count)| {
            let gap = step * 0.06;
            let corners = [(from + gap, 0.0), (from + step - gap, *count)];
            Rectangle::new(corners, SERIES[0].filled())
        }))?;
        Ok(())
    })
}

/// Points one below the other with their intervals, and a line at a value that they are held against.
#[must_use]
pub fn intervals(points: &[Point], at: f64, caption: &str) -> String {
    let finite = points
        .iter()
        .flat_map(|point| [point.value, point.interval.0, point.interval.1, at]);
    let (low, high) = span(finite.filter(|value| value.is_finite()));
    let height = LINE * points.len() as u32 + 56;
    let longest = widest(points.iter().map(|point| point.name.as_str()));
    let names = (longest as u32 * 7 + 12).min(WIDTH / 2 - 20);
    chart(height, |area| {
        let bottom = points.len().max(1) as f64 - 0.5;
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(14)
            .set_label_area_size(LabelAreaPosition::Left, names)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(low..high, bottom..-0.5)?;
        mesh(&mut chart, [caption, ""], true)?;
        chart.draw_series([PathElement::new(
            vec![(at, -0.5), (at, bottom)],
            INK.stroke_width(1),
        )])?;
        for (row, point) in points.iter().enumerate() {
            let (row, colour) = (row as f64, SERIES[point.colour % SERIES.len()]);
            let ends = (point.interval.0.max(low), point.interval.1.min(high));
            let whisker =
                PathElement::new(vec![(ends.0, row), (ends.1, row)], colour.stroke_width(3));
            chart.draw_series([whisker])?;
            chart.draw_series([Circle::new((point.value, row), 4, colour.filled())])?;
        }
        for (row, point) in points.iter().enumerate() {
            let (_, y) = chart.backend_coord(&(low, row as f64));
            let font = ("sans-serif", 12).into_font().color(&INK);
            let style = font.pos(Pos::new(HPos::Right, VPos::Center));
            let name = shortened(&point.name, names);
            area.draw(&Text::new(name, (names as i32, y), style))?;
        }
        Ok(())
    })
}

/// Curves over one axis, each with its band where it has one.
#[must_use]
pub fn curves(all: &[Curve], x: &str, y: &str) -> String {
    let points = || all.iter().flat_map(|curve| &curve.points);
    let bands = all
        .iter()
        .flat_map(|curve| curve.intervals.iter().flat_map(|(low, high)| [*low, *high]));
    let (left, right) = span(points().map(|(x, _)| *x));
    // Bands of several curves lie over each other.
    let wide = if all.len() > 1 { 1 } else { 3 };
    let values = points().map(|(_, y)| *y).chain(bands);
    let (low, high) = span(values.filter(|value| value.is_finite()));
    chart(HEIGHT + 20, |area| {
        let mut chart = flat(area, left..right, low..high, [x, y], 52)?;
        for (number, curve) in all.iter().enumerate() {
            let colour = SERIES[number % SERIES.len()];
            let band = curve.points.iter().zip(&curve.intervals);
            chart.draw_series(band.map(|((x, _), (low, high))| {
                PathElement::new(vec![(*x, *low), (*x, *high)], colour.stroke_width(wide))
            }))?;
            let line = PathElement::new(curve.points.clone(), colour.stroke_width(2));
            chart.draw_series([line])?;
            if !curve.intervals.is_empty() {
                let dots = curve
                    .points
                    .iter()
                    .map(|point| Circle::new(*point, 3, colour.filled()));
                chart.draw_series(dots)?;
            }
        }
        Ok(())
    })
}

/// Draws into a text and gives the colours to the page.
fn chart(height: u32, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        // INVARIANT: drawing into memory does not fail; a chart that did would be missing, and nothing else.
        let _ = draw(&area).and_then(|()| area.present().map_err(Into::into));
    }
    themed(&text)
}

/// A chart with numbers on both axes.
fn flat<'a, 'b>(
    area: &'a Area<'b>,
    x: Range<f64>,
    y: Range<f64>,
    captions: [&str; 2],
    left: u32,
) -> Result<Flat<'a, 'b>, Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .margin(6)
        .margin_right(14)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, 40)
        .build_cartesian_2d(x, y)?;
    mesh(&mut chart, captions, false)?;
    Ok(chart)
}

/// Axes, and lines behind the chart; a list has names instead of numbers at its left.
fn mesh(chart: &mut Flat<'_, '_>, captions: [&str; 2], is_list: bool) -> Drawn {
    let font = ("sans-serif", 12).into_font().color(&INK);
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(captions[0])
        .y_desc(captions[1])
        .x_labels(6)
        .y_labels(if is_list { 0 } else { 5 })
        .label_style(font.clone())
        .axis_desc_style(font)
        .axis_style(INK.stroke_width(1))
        .bold_line_style(GRID.stroke_width(1))
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&number)
        .y_label_formatter(&number);
    if is_list {
        mesh.disable_y_mesh();
    }
    Ok(mesh.draw()?)
}

/// A number with as many decimals as it needs.
fn number(value: &f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The least and the greatest, with room around them.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let room = ((high - low) * 0.04).max(high.abs().max(1.0) * 1e-3);
    (low - room, high + room)
}

/// A name that fits into so many pixels.
fn shortened(name: &str, pixels: u32) -> String {
    let fits = pixels / 7;
    let numbered = || (1..).zip(name.chars());
    if numbered().all(|(number, _)| number <= fits) {
        return name.to_owned();
    }
    let before = numbered().take_while(|(number, _)| *number < fits);
    before.map(|(_, symbol)| symbol).chain(['…']).collect()
}

/// Colours by name, and a size that fits where it is shown.
fn themed(svg: &str) -> String {
    let mut text = svg
        .replace("#010101", "currentColor")
        .replace("#010102", "var(--grid)");
    for number in 0..SERIES.len() {
        text = text.replace(
            &format!("#01020{number}"),
            &format!("var(--series-{number})"),
        );
    }
    let size = |height: &str| format!("<svg width=\"{WIDTH}\" height=\"{height}\" ");
    let written = text
        .split("height=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let written = written.map(size).unwrap_or_default();
    text.replacen(&written, "<svg role=\"img\" ", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_takes_the_colours_of_its_page() {
        let point = |name: &str, value| Point {
            name: name.to_owned(),
            value,
            interval: (value - 1.0, value + 1.0),
            colour: 0,
        };
        let drawn = intervals(&[point("one", 2.0), point("other", -1.5)], 0.0, "points");
        assert!(
            drawn.starts_with("<svg role=\"img\" viewBox=\"0 0 420 100\""),
            "{drawn}"
        );
        assert!(drawn.contains("var(--series-0)") && drawn.contains("currentColor"));
        assert!(drawn.contains("other") && !drawn.contains("#0"), "{drawn}");
    }

    #[test]
    fn nothing_to_draw() {
        assert!(histogram(&[], 1.0, "score").ends_with("</svg>\n"));
        assert!(curves(&[], "time", "share").ends_with("</svg>\n"));
        assert!(intervals(&[], 0.0, "").ends_with("</svg>\n"));
    }
}

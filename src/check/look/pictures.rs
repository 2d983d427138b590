//! Drawings: the SVG files that `look.yaml` names, read as trees and written anew without anything that is not a drawing.
//!
//! A drawing is put into pages as it is, so what could run or load something is refused rather than left out: an author sees
//! what a reader will see. Only elements and attributes of known lists pass.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic, Report, nearest};
use ludex_rules::look::Drawing;
use ludex_source::span::offset;
use ludex_source::{FileId, Span};
use ludex_tables::Node;
use roxmltree::{Document, NodeType};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// An SVG file of a game.
#[derive(Debug, Clone)]
pub struct SvgFile {
    /// Its path below the game's folder, with `/`.
    pub path: String,
    /// The file, for places in it.
    pub file: FileId,
    /// The text of the whole file.
    pub text: Arc<str>,
}

/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";
/// Elements that draw, or that say how something is drawn.
const ELEMENTS: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "symbol",
    "text",
    "title",
    "tspan",
    "use",
];
/// The longest file that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// The pictures of a game, and the drawings that were made of them.
pub(super) struct PictureShelf<'a> {
    pictures: &'a [SvgFile],
    /// The number of each picture that was named; none of one that is refused.
    numbers: BTreeMap<usize, Option<usize>>,
    drawings: Vec<Drawing>,
}

impl<'a> PictureShelf<'a> {
    pub(super) fn new(pictures: &'a [SvgFile]) -> PictureShelf<'a> {
        PictureShelf {
            pictures,
            numbers: BTreeMap::new(),
            drawings: Vec::new(),
        }
    }

    pub(super) fn into_drawings(self) -> Vec<Drawing> {
        self.drawings
    }

    /// Returns the number of a picture's drawing; what is wrong with it is told once.
    fn number(&mut self, picture: usize, report: &mut Report) -> Option<usize> {
        if let Some(known) = self.numbers.get(&picture) {
            return *known;
        }
        let number = drawing(&self.pictures[picture], report).map(|drawing| {
            self.drawings.push(drawing);
            self.drawings.len() - 1
        });
        self.numbers.insert(picture, number);
        number
    }
}

impl Checker<'_> {
    /// Reads the path of a picture.
    pub(super) fn picture(&mut self, node: &Node, shelf: &mut PictureShelf<'_>) -> Option<usize> {
        let path = self.told(node.as_text())?.text().trim();
        let wanted = path.strip_prefix("./").unwrap_or(path);
        let found = shelf.pictures.iter().position(|one| one.path == wanted);
        let Some(picture) = found else {
            let near = nearest(wanted, shelf.pictures.iter().map(|one| one.path.as_str()));
            // It costs an icon and nothing else: a game that was given without its pictures plays.
            let error = Diagnostic::warning(Code::WRONG_LOOK, format!("there is no file `{path}`"))
                .at(node.span, "no picture of this game");
            let help = "write the path of an SVG file below the game's folder: `icons/rye.svg`";
            self.report.push(match near {
                Some(near) => error.did_you_mean(Some(near)),
                None => error.help(help),
            });
            return None;
        };
        shelf.number(picture, self.report)
    }
}

/// Reads a picture; what cannot stand in a page is told at its place.
fn drawing(picture: &SvgFile, report: &mut Report) -> Option<Drawing> {
    let text = &*picture.text;
    let whole = Span::new(picture.file, 0, offset(text.len()));
    if text.len() > LONGEST {
        let message = format!("`{}` is longer than {LONGEST} bytes", picture.path);
        report.push(
            Diagnostic::error(Code::WRONG_PICTURE, message)
                .at(Span::empty(picture.file, 0), "an icon is a few shapes")
                .help("draw it with fewer points, or round its numbers"),
        );
        return None;
    }
    let tree = match Document::parse(text) {
        Ok(tree) => tree,
        Err(error) => {
            report.push(unreadable(picture, &error));
            return None;
        }
    };
    let before = report.errors();
    let mut writer = DrawingWriter {
        picture,
        prefix: prefix(&picture.path),
        body: String::new(),
        report,
    };
    let root = tree.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        let help = format!("its first element is `<svg xmlns=\"{SVG}\" viewBox=\"0 0 64 64\">`");
        writer.refuse(
            whole,
            "this is not an SVG picture",
            "no `svg` of its namespace",
            &help,
        );
        return None;
    }
    let view_box = writer.view_box(root);
    writer.attributes(root, false);
    for child in root.children() {
        writer.node(child);
    }
    let body = writer.body.trim().to_owned();
    let view_box = view_box.filter(|_| report.errors() == before)?;
    Some(Drawing {
        path: picture.path.clone(),
        view_box,
        body,
    })
}

fn unreadable(picture: &SvgFile, error: &roxmltree::Error) -> Diagnostic {
    let at = error.pos();
    let lines = picture.text.split_inclusive('\n');
    let above = usize::try_from(at.row).unwrap_or(1).saturating_sub(1);
    let before: usize = lines.take(above).map(str::len).sum();
    let line = &picture.text[before..];
    let column = usize::try_from(at.col).unwrap_or(1).saturating_sub(1);
    let column = line.char_indices().nth(column);
    let start = offset(before + column.map_or(0, |(byte, _)| byte));
    let why = error.to_string();
    let why = why.split(" at ").next().unwrap_or_default().to_owned();
    Diagnostic::error(Code::WRONG_PICTURE, "this picture cannot be read as XML")
        .at(Span::empty(picture.file, start), why)
        .help("save it again as plain SVG, without a document type or entities")
}

/// The beginning of a drawing's ids: its path in letters, digits and hyphens.
fn prefix(path: &str) -> String {
    let path = path.strip_suffix(".svg").unwrap_or(path);
    let letters = path.chars();
    let letters = letters.map(|one| {
        if one.is_ascii_alphanumeric() {
            one
        } else {
            '-'
        }
    });
    letters.collect()
}

/// Writes the elements of a picture anew.
struct DrawingWriter<'p, 'r> {
    picture: &'p SvgFile,
    prefix: String,
    body: String,
    report: &'r mut Report,
}

impl DrawingWriter<'_, '_> {
    fn refuse(&mut self, span: Span, message: &str, label: &str, help: &str) {
        self.report.push(
            Diagnostic::error(Code::WRONG_PICTURE, message)
                .at(span, label)
                .help(help),
        );
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.picture.file, offset(range.start), offset(range.end))
    }

    /// The span of an element's head.
    fn head(&self, node: roxmltree::Node<'_, '_>) -> Span {
        let range = node.range();
        let text = &self.picture.text[range.clone()];
        let end = text
            .find('>')
            .map_or(range.end, |end| range.start + end + 1);
        self.span(range.start..end)
    }

    fn view_box(&mut self, root: roxmltree::Node<'_, '_>) -> Option<[f32; 4]> {
        let numbers = |text: &str| {
            let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
            let numbers: Option<Vec<f32>> = parts.map(|part| part.parse().ok()).collect();
            <[f32; 4]>::try_from(numbers?).ok()
        };
        let found = root.attribute("viewBox").and_then(numbers);
        let found = found.filter(|[_, _, width, height]| *width > 0.0 && *height > 0.0);
        if found.is_none() {
            let help = "write `viewBox=\"0 0 64 64\"`: left, top, width and height";
            let head = self.head(root);
            self.refuse(
                head,
                "this picture has no size",
                "no `viewBox` of four numbers",
                help,
            );
        }
        found
    }

    fn node(&mut self, node: roxmltree::Node<'_, '_>) {
        match node.node_type() {
            NodeType::Element => self.element(node),
            NodeType::Text => {
                let text = node.text().unwrap_or_default();
                self.body.push_str(&escaped(text));
            }
            // They are drawn by nobody.
            NodeType::Comment | NodeType::PI | NodeType::Root => {}
        }
    }

    fn element(&mut self, node: roxmltree::Node<'_, '_>) {
        let name = node.tag_name().name();
        let is_svg = node.tag_name().namespace() == Some(SVG);
        if !is_svg {
            // Editors of pictures leave notes of their own.
            return;
        }
        if !ELEMENTS.contains(&name) {
            let message = format!("a picture cannot have `<{name}>`");
            let head = self.head(node);
            let help = "a picture is shapes, groups, gradients and texts: no scripts, styles, images or animations";
            self.refuse(head, &message, "not a shape", help);
            return;
        }
        let _ = write!(self.body, "<{name}");
        self.attributes(node, true);
        if !node.has_children() {
            self.body.push_str("/>");
            return;
        }
        self.body.push('>');
        for child in node.children() {
            self.node(child);
        }
        let _ = write!(self.body, "</{name}>");
    }

    /// Writes the attributes of an element, or only checks them.
    fn attributes(&mut self, node: roxmltree::Node<'_, '_>, are_written: bool) {
        for attribute in node.attributes() {
            let name = attribute.name();
            let is_link = name == "href";
            // Attributes of other namespaces are notes of editors.
            if attribute.namespace().is_some() && !is_link {
                continue;
            }
            let span = self.span(attribute.range());
            let Some(value) = self.value(name, attribute.value(), span) else {
                continue;
            };
            if are_written {
                let _ = write!(self.body, " {name}=\"{}\"", escaped(&value));
            }
        }
    }

    /// Returns the value of an attribute as it may stand in a page.
    fn value(&mut self, name: &str, value: &str, span: Span) -> Option<String> {
        let lower = value.to_ascii_lowercase();
        if name.to_ascii_lowercase().starts_with("on") {
            let help = "leave it out: a picture only shows something";
            self.refuse(
                span,
                "a picture cannot have a script",
                "runs a script",
                help,
            );
            return None;
        }
        let is_outside = match name {
            "href" => !value.trim_start().starts_with('#'),
            _ => {
                let links = lower.matches("url(").count();
                let own = lower.matches("url(#").count();
                links != own
                    || lower.contains("javascript:")
                    || lower.contains("@import")
                    || lower.contains('\\')
            }
        };
        if is_outside {
            let help = "name something in the picture by its id: `#shade` or `url(#shade)`";
            self.refuse(
                span,
                "a picture cannot refer to anything outside of it",
                "outside",
                help,
            );
            return None;
        }
        Some(match name {
            "id" => format!("{}-{value}", self.prefix),
            "href" => format!(
                "#{}-{}",
                self.prefix,
                value.trim_start().trim_start_matches('#')
            ),
            _ => value.replace("url(#", &format!("url(#{}-", self.prefix)),
        })
    }
}

/// Writes a text so that it can stand in an element or in quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}

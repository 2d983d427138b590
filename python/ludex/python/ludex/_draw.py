"""A position as a notebook shows it: what the page of `ludex serve` draws of a table, standing still.

The words, panels, colours, icons and faces of cards are those of the page (`ludex_table`), and so is the geometry of boards.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["drawn"]

_STYLE = """
.ludex{font:13px/1.4 system-ui,sans-serif;max-width:70em}
.ludex h4{margin:.8em 0 .2em;font-size:1em}
.ludex table{border-collapse:collapse;margin:.2em 0}
.ludex td,.ludex th{padding:.1em .6em;text-align:left;border-bottom:1px solid #8884}
.ludex .cards{display:flex;flex-wrap:wrap;gap:4px;align-items:end}
.ludex .picture{max-width:12em}
.ludex .member{border:1px solid #8886;border-radius:4px;padding:1px 6px}
.ludex .back{background:#8883;width:3em;height:4em;border-radius:4px}
.ludex .seats{display:flex;flex-wrap:wrap;gap:0 2em}
.ludex text.word{font:11px system-ui,sans-serif;text-anchor:middle}
.ludex .asked{font-weight:600;margin:.6em 0 .2em}
.ludex ol{margin:0;columns:16em}
.ludex small{opacity:.7}
"""
_SIZE, _WIDE, _TALL = 50, 132, 92
_BUILT = "#e0c9a6"
"""What is built over several spaces."""
_MOST_CARDS = 12
"""Faces that are drawn of one row of cards; the rest are named."""


@dataclass
class _Written:
    """A thing on a space: a word, with icon and colour where it has them, or the face of a card."""

    word: str
    icon: int | None = None
    colour: str | None = None
    face: Any = None


@dataclass
class _Drawing:
    """Draws one snapshot of a game."""

    description: dict[str, Any]
    snapshot: dict[str, Any]
    prefix: str
    icons: set[int] = field(default_factory=set)
    """Icons that something uses."""

    def page(self) -> str:
        panels, has_panels = self.snapshot["panels"], self.description["has_panels"]
        table = self.snapshot["table"]
        parts = self.panels(panels["table"]) if has_panels else self.holdings(table)
        seats = []
        for seat, held in enumerate(self.snapshot["players"]):
            own = self.panels(panels["players"][seat]) if has_panels else self.holdings(held)
            seats.append(f"<div><h4>{self.player(seat)}</h4>{''.join(own)}</div>")
        parts.append(f"<div class='seats'>{''.join(seats)}</div>")
        parts += self.question()
        return f"<div class='ludex'><style>{_STYLE}</style>{self.drawings()}{''.join(parts)}</div>"

    # ---- Words ----

    def player(self, seat: int) -> str:
        colours = self.description["look"]["seats"]
        return f"{_dot(colours[seat])}P{seat}" if seat < len(colours) else f"P{seat}"

    def card(self, piece: int) -> dict[str, Any]:
        """The row of a piece."""
        own = self.description["pieces"][piece]
        row: dict[str, Any] = self.description["kinds"][own["kind"]]["rows"][own["row"]]
        return row

    def paint(self, thing: Any) -> dict[str, Any]:
        """The icon and colour of a thing."""
        if not isinstance(thing, dict):
            return {}
        sort, what = next(iter(thing.items()))
        found: Any = None
        if sort == "piece":
            found = self.card(what).get("paint")
        elif sort == "value":
            values = self.description["look"]["values"]
            found = values[what["of"]][what["value"]] if what["of"] < len(values) and values[what["of"]] else None
        elif sort == "row":
            found = self.description["kinds"][what["kind"]]["rows"][what["row"]].get("paint")
        elif sort == "player":
            colours = self.description["look"]["seats"]
            found = {"colour": colours[what]} if what < len(colours) else None
        return found or {}

    def word(self, mark: dict[str, Any]) -> str:
        """A word with what colours it."""
        paint = self.paint(mark.get("thing"))
        icon = self.icon(paint["icon"], paint.get("colour")) if paint.get("icon") is not None else ""
        dot = _dot(paint["colour"]) if paint.get("colour") and not icon else ""
        title = html.escape(mark.get("full") or mark["word"], quote=True)
        return f"<span title='{title}'>{icon}{dot}{html.escape(mark['word'])}</span>"

    def value(self, value: Any) -> str:
        """A value of a panel; nothing of none."""
        if value == "none":
            return ""
        if value == "unknown":
            return "?"
        sort, what = next(iter(value.items()))
        if sort == "flag":
            return "yes" if what else ""
        if sort == "number":
            return str(what)
        if sort == "word":
            return self.word(what)
        known, unknown = what
        return ", ".join([*map(self.word, known), *(["▒"] * unknown)])

    # ---- Panels and holdings ----

    def panels(self, panels: Iterable[dict[str, Any]]) -> list[str]:
        return [self.panel(panel) for panel in panels]

    def panel(self, panel: dict[str, Any]) -> str:
        title = html.escape(panel["title"] or "")
        sort, content = next(iter(panel["content"].items()))
        if sort == "line":
            values = [(label, self.value(value)) for label, value in content]
            return _line((label, text) for label, text in values if text)
        if sort == "board":
            held = [self.snapshot["table"], *self.snapshot["players"]]
            boards = (one for holdings in held for one in holdings["boards"])
            seen = next((one for one in boards if (one["board"], one["first"]) == (content["board"], content["first"])), None)
            return self.board(seen, content["spaces"], title) if seen else ""
        if not content["rows"]:
            return f"<p>{title}: <small>nothing</small></p>"
        heading = f"<h4>{title}</h4>" if title else ""
        return heading + (self.table(content) if content["form"] == "table" else self.members(content))

    def table(self, rows: dict[str, Any]) -> str:
        head = "".join(f"<th>{html.escape(label)}</th>" for label in rows["labels"])
        lines = [
            f"<tr><th>{self.name(row, rows)}</th>{''.join(f'<td>{self.value(value)}</td>' for value in row['values'])}</tr>"
            for row in rows["rows"]
        ]
        return f"<table><tr><td></td>{head}</tr>{''.join(lines)}</table>"

    def members(self, rows: dict[str, Any]) -> str:
        drawn = []
        for n, row in enumerate(rows["rows"]):
            told = [(label, self.value(value)) for label, value in zip(rows["labels"], row["values"])]
            words = _line((label, text) for label, text in told if text)
            face = self.face_of(row["thing"]) if n < _MOST_CARDS else ""
            name = f"<div class='member'>{self.name(row, rows)}</div>" if row["name"] else "<div class='back'></div>"
            drawn.append(f"<div class='picture'>{face}{words}</div>" if face else f"<div>{name}{words}</div>")
        return f"<div class='cards'>{''.join(drawn)}</div>"

    def name(self, row: dict[str, Any], rows: dict[str, Any]) -> str:
        by = f"<small>#{row['by']}</small> " if row["by"] is not None else ""
        mark = f" <small>{html.escape(rows['mark'])}</small>" if row["marked"] and rows["mark"] else ""
        return by + (self.word({"word": row["name"], "thing": row["thing"]}) if row["name"] else "▒") + mark

    def holdings(self, held: dict[str, Any]) -> list[str]:
        """What the table or a player has, of a game that declares no panels."""
        numbers = [
            (f"{one['words']} {value.get('index', '')}".strip(), html.escape(value["value"]["text"]))
            for one in held["numbers"]
            for value in one["values"]
        ]
        parts = [_line(numbers)] if numbers else []
        for place in held["places"]:
            words = html.escape(self.description["places"][place["declared"]]["words"])
            faces = [self.piece(piece) for piece in place["pieces"][:_MOST_CARDS]]
            rest = len(place["pieces"]) - len(faces)
            more = f"<small>and {rest} more</small>" if rest else ""
            parts.append(f"<h4>{words}: {len(place['pieces'])}</h4><div class='cards'>{''.join(faces)}{more}</div>")
        boards = self.description["boards"]
        return parts + [self.board(seen, None, html.escape(boards[seen["board"]]["words"])) for seen in held["boards"]]

    def piece(self, piece: int | None) -> str:
        if piece is None:
            return "<div class='back'></div>"
        return self.face_of({"piece": piece}) or f"<div class='member'>{html.escape(self.card(piece)['name'])}</div>"

    def question(self) -> list[str]:
        asked, result = self.snapshot["question"], self.snapshot["result"]
        parts = []
        if asked is not None:
            options = "".join(f"<li>{html.escape(option['label'])}</li>" for option in asked["options"])
            parts.append(f"<p class='asked'>{self.player(asked['seat'])}: {html.escape(asked['prompt'])}</p>")
            parts.append(f"<ol start='0'>{options}</ol>")
        if result is not None:
            parts.append(f"<p class='asked'>The game is over; scores {html.escape(str(result['scores']))}.</p>")
        return parts

    # ---- Pictures ----

    def drawings(self) -> str:
        """The drawings of the icons that were used; they come first and are known last."""
        symbols = []
        drawings = self.description["look"]["drawings"]
        for n in sorted(self.icons):
            box = " ".join(f"{number:g}" for number in drawings[n]["view_box"])
            symbols.append(f"<symbol id='{self.prefix}{n}' viewBox='{box}'>{drawings[n]['body']}</symbol>")
        return f"<svg width='0' height='0' style='position:absolute'>{''.join(symbols)}</svg>" if symbols else ""

    def icon(self, n: int, colour: str | None) -> str:
        """An icon in a line of words, on a disc of its colour if it has one."""
        self.icons.add(n)
        disc = f"<circle cx='8' cy='8' r='8' fill='{html.escape(colour, quote=True)}'/>" if colour else ""
        inner = "x='2.5' y='2.5' width='11' height='11'" if colour else "width='16' height='16'"
        return f"<svg width='16' height='16' style='vertical-align:-3px'>{disc}<use href='#{self.prefix}{n}' {inner}/></svg> "

    def face_of(self, thing: Any) -> str:
        """The face of a card at the size of a thumbnail; nothing of what has none."""
        face = self.card(thing["piece"]).get("face") if isinstance(thing, dict) and "piece" in thing else None
        if face is None:
            return ""
        wide, high = face["size"]
        return f"<svg width='{1.6 * wide:g}' height='{1.6 * high:g}' viewBox='0 0 {wide:g} {high:g}'>{self.face(face)}</svg>"

    def face(self, face: dict[str, Any]) -> str:
        svg: str = face["svg"]
        self.icons.update(int(n) for n in re.findall(r"#icon-(\d+)", svg))
        return svg.replace("#icon-", f"#{self.prefix}")

    def board(self, seen: dict[str, Any], marks: list[Any] | None, title: str) -> str:
        board = self.description["boards"][seen["board"]]
        layout = board["layouts"][seen["layout"]]
        shape, spaces = board["shape"], layout["spaces"]
        spots = [_spot(shape, space, n, len(spaces)) for n, space in enumerate(spaces)]
        if not spots:
            return ""
        outline = _outline(shape)
        look = self.description["look"]["boards"]
        layouts = look[seen["board"]]["layouts"] if seen["board"] < len(look) else []
        paints = layouts[seen["layout"]] if seen["layout"] < len(layouts) else []
        held = {one["space"] - seen["first"]: one for one in seen["spaces"]}
        drawn = []
        if shape == "graph":
            drawn += [
                f"<line x1='{x:.1f}' y1='{y:.1f}' x2='{spots[other][0]:.1f}' y2='{spots[other][1]:.1f}' stroke='#888'/>"
                for n, ((x, y), space) in enumerate(zip(spots, spaces))
                for other in space["beside"]
                if other > n
            ]
        for n, (space, (x, y)) in enumerate(zip(spaces, spots)):
            paint = paints[n] if n < len(paints) else {}
            written = self.writing(space, paint, held.get(n), marks[n] if marks else None)
            points = " ".join(f"{dx:.1f},{dy:.1f}" for dx, dy in outline)
            is_built = marks is not None and marks[n]["joined"] is not None
            fill = _BUILT if is_built else paint.get("fill") or "none"
            ink = "#000" if is_built else paint.get("ink") or "currentColor"
            words = html.escape(", ".join([space["id"], *(one.word for one in written)]))
            drawn.append(
                f"<g transform='translate({x:.1f} {y:.1f})'><title>{words}</title>"
                f"<polygon points='{points}' fill='{fill}' stroke='#8889'/><g fill='{ink}'>"
                f"<text class='word' y='{12 - _half(shape):.0f}' opacity='.6'>{html.escape(space['id'])}</text>"
                f"{self.contents(written, shape)}</g></g>"
            )
        view = _view(spots, outline)
        width = min(view[2], 900)
        box = " ".join(f"{number:.1f}" for number in view)
        heading = f"<h4>{title}</h4>" if title else ""
        return f"{heading}<svg class='board' width='{width:.0f}' viewBox='{box}'>{''.join(drawn)}</svg>"

    def writing(self, space: dict[str, Any], paint: dict[str, Any], held: Any, panel: Any) -> list[_Written]:
        """What is written on a space: the marks of a panel, else what lies there, else what is printed."""
        if panel is not None:
            # The words of `view.yaml` say more of what is built over several spaces than its card.
            has_faces = panel["joined"] is None
            return [self.written(mark["word"], mark.get("thing"), has_faces) for mark in panel["marks"]]
        lies = self.lying(held or {})
        if lies:
            return lies
        if paint.get("marks"):
            return [_Written(mark["word"], mark["paint"].get("icon"), mark["paint"].get("colour")) for mark in paint["marks"]]
        return [_Written(_printed(name, value)) for name, value in space["printed"]]

    def lying(self, held: dict[str, Any]) -> list[_Written]:
        """What lies on a space: pieces, and fields that are not as at the beginning."""
        lies = []
        for place in held.get("places", []):
            for piece in place["pieces"]:
                lies.append(_Written("▒") if piece is None else self.written(self.card(piece)["name"], {"piece": piece}))
        for one in held.get("fields", []):
            for value in (indexed["value"] for indexed in one["values"]):
                lies.append(self.written(one["words"] if value["text"] == "yes" else value["text"], value.get("thing")))
        return lies

    def written(self, word: str, thing: Any, has_face: bool = True) -> _Written:
        paint = self.paint(thing)
        is_piece = isinstance(thing, dict) and "piece" in thing
        face = self.card(thing["piece"]).get("face") if is_piece and has_face else None
        return _Written(word, paint.get("icon"), paint.get("colour"), face)

    def contents(self, written: list[_Written], shape: str) -> str:
        """A tile of the space's form, else cards side by side, else icons, colours and words one below the other."""
        faces = [one for one in written if one.face is not None][:4]
        tile = next((one.face for one in faces if one.face["shape"] == "hex" and shape == "hex"), None)
        if tile is not None:
            wide, high = tile["size"]
            box = f"x='{-_SIZE}' y='{-_half(shape):.1f}' width='{2 * _SIZE}' height='{2 * _half(shape):.1f}'"
            return f"<svg {box} viewBox='0 0 {wide:g} {high:g}'>{self.face(tile)}</svg>"
        if faces:
            step = 84 / len(faces)
            return "".join(
                f"<svg x='{n * step - 42:.1f}' y='-24' width='{step - 2:.1f}' height='56' "
                f"viewBox='0 0 {one.face['size'][0]:g} {one.face['size'][1]:g}'>{self.face(one.face)}</svg>"
                for n, one in enumerate(faces)
            )
        parts = []
        icons = [one for one in written if one.icon is not None][:3]
        for n, one in enumerate(icons):
            x = 26 * (n - (len(icons) - 1) / 2)
            self.icons.add(one.icon or 0)
            disc = f"<circle cx='{x:.0f}' cy='0' r='13' fill='{one.colour}'/>" if one.colour else ""
            parts.append(f"{disc}<use href='#{self.prefix}{one.icon}' x='{x - 9:.0f}' y='-9' width='18' height='18'/>")
        colours = [one for one in written if one.icon is None and one.colour][:4]
        for n, one in enumerate(colours):
            x = 20 * (n - (len(colours) - 1) / 2)
            parts.append(f"<circle cx='{x:.0f}' cy='2' r='9' fill='{one.colour}' stroke='#0008'/>")
        words = [one for one in written if one.icon is None and not one.colour]
        if words and not parts:
            shown = [_clip(one.word) for one in words[:3]] + ([f"+{len(words) - 3}"] if len(words) > 3 else [])
            for n, word in enumerate(shown):
                parts.append(f"<text class='word' y='{6 + 13 * (n - (len(shown) - 1) / 2):.0f}'>{html.escape(word)}</text>")
        return "".join(parts)


def drawn(description: dict[str, Any], snapshot: dict[str, Any]) -> str:
    """Returns a snapshot of a table as HTML."""
    drawing = _Drawing(description, snapshot, f"ludex-{description['rules'][:8]}-")
    return drawing.page()


def _dot(colour: str) -> str:
    return f"<span style='color:{html.escape(colour, quote=True)}'>●</span> "


def _line(values: Iterable[tuple[str, str]]) -> str:
    return "<div>" + " · ".join(f"<small>{html.escape(label)}</small> <b>{text}</b>" for label, text in values) + "</div>"


def _printed(name: str, value: str) -> str:
    """An attribute that is printed on a space."""
    if value == "true":
        return name
    return f"{name} {value}" if re.fullmatch(r"-?\d+", value) else value


def _clip(word: str) -> str:
    return word if len(word) <= 15 else word[:14] + "…"


def _spot(shape: str, space: dict[str, Any], n: int, count: int) -> tuple[float, float]:
    """The middle of a space."""
    x, y = space["x"], space["y"]
    if shape == "hex":
        return _SIZE * 1.5 * x, _SIZE * math.sqrt(3) * (y + x / 2)
    if shape == "grid":
        return 96.0 * x, 76.0 * y
    if shape == "row":
        return n * (_WIDE + 8.0), 0.0
    angle = n / count * 2 * math.pi - math.pi / 2
    radius = max(_TALL * 1.85, count * (_WIDE + 20) / (2 * math.pi))
    return radius * math.cos(angle), radius * 0.8 * math.sin(angle)


def _outline(shape: str) -> list[tuple[float, float]]:
    """The corners of a space around its middle."""
    if shape == "hex":
        return [(_SIZE * math.cos(n * math.pi / 3), _SIZE * math.sin(n * math.pi / 3)) for n in range(6)]
    x, y = (48.0, 38.0) if shape == "grid" else (_WIDE / 2, _TALL / 2)
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def _half(shape: str) -> float:
    """Half the height of a space."""
    return max(y for _, y in _outline(shape))


def _view(spots: list[tuple[float, float]], outline: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs = [x + dx for x, _ in spots for dx, _ in outline]
    ys = [y + dy for _, y in spots for _, dy in outline]
    return min(xs) - 6, min(ys) - 6, max(xs) - min(xs) + 12, max(ys) - min(ys) + 12

// How things look: icons, colours, drawn cards. Without a game's `look.yaml` there are none, and the page is plain.
import type { FaceText, ThingPaint, Thing } from "../engine/types";
import { description } from "../store";

/** All drawings of the game, once, for `use` to name them. */
export function Drawings() {
  const drawings = description.value?.look.drawings ?? [];
  // The interpreter has read each drawing as a tree and written it anew: no script and no reference to elsewhere is in it.
  const html = drawings.map(({ view_box, body }, n) => `<symbol id="icon-${n}" viewBox="${view_box.join(" ")}">${body}</symbol>`).join("");
  return <svg class="drawings" width="0" height="0" aria-hidden="true" dangerouslySetInnerHTML={{ __html: `<defs>${html}</defs>` }} />;
}

/** The icon and colour of a thing, if it has some. */
export function paintOf(thing: Thing | null | undefined): ThingPaint | undefined {
  const game = description.value;
  if (!game || !thing) return undefined;
  if ("value" in thing) return game.look.values[thing.value.of]?.[thing.value.value];
  if ("row" in thing) return game.kinds[thing.row.kind]?.rows[thing.row.row]?.paint ?? undefined;
  if ("piece" in thing) {
    const piece = game.pieces[thing.piece];
    return (piece && game.kinds[piece.kind]?.rows[piece.row]?.paint) ?? undefined;
  }
  return "player" in thing ? { colour: seatColour(thing.player) } : undefined;
}

/** The colour of a seat; of a game that names none, one of five that most people tell apart. */
export function seatColour(seat: number): string {
  const seats = description.value?.look.seats ?? [];
  const plain = ["#2f74b5", "#c8553d", "#4c9a3f", "#d9a426", "#7a569e"];
  return seats[seat] ?? plain[seat % plain.length] ?? "#777";
}

/** An icon on its disc; nothing for what has none. Words stand beside it, or `title` names it. */
export function Icon({ paint, title }: { paint: ThingPaint | undefined; title?: string }) {
  if (paint?.icon == null) return null;
  return (
    <span class={`icon ${paint.colour ? "disc" : ""}`} style={{ "--disc": paint.colour ?? "" }} title={title}>
      <svg aria-hidden="true">
        <use href={`#icon-${paint.icon}`} />
      </svg>
      {title && <span class="unseen">{title}</span>}
    </span>
  );
}

/** A side of a card, as `ludex sheets` prints it. */
export function Face({ face }: { face: FaceText }) {
  const [width, height] = [face.size[0] ?? 1, face.size[1] ?? 1];
  return <svg class={`picture as-${face.shape}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: face.svg }} />;
}

/** The size of a card on the page, for its style. */
export function sized(face: FaceText): Record<string, string> {
  return { "--w": String(face.size[0]), "--h": String(face.size[1]) };
}

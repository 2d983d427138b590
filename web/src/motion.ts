// What moved is seen: pieces glide from where they lay to where they lie (FLIP: first, last, invert, play).

/** Where each piece was drawn, by its key; the first drawing counts. */
export type Places = Map<string, DOMRect>;

const DURATION = 420;
/** Pieces that move at once at most: a page that is another altogether stands still. */
const MOST = 60;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function pieces(): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const one of document.querySelectorAll("main .card > .face, main [data-piece]")) {
    const key = one.getAttribute("data-piece") ?? one.getAttribute("data-thing") ?? "";
    if (!found.has(key)) found.set(key, one.getAttribute("data-piece") ? one : (one.parentElement ?? one));
  }
  return found;
}

/** Measures where pieces are, before the page is drawn anew; nothing where the reader asked for no motion. */
export function measure(): Places {
  const places: Places = new Map();
  if (isStill()) return places;
  for (const [key, element] of pieces()) places.set(key, element.getBoundingClientRect());
  return places;
}

/** Lets pieces glide from where they were, and lets those appear that were nowhere. */
export function glide(from: Places): void {
  if (isStill() || from.size === 0) return;
  const moved: [Element, Keyframe[]][] = [];
  for (const [key, element] of pieces()) {
    const now = element.getBoundingClientRect();
    const then = from.get(key);
    if (!then) {
      moved.push([element, [{ opacity: 0 }, { opacity: 1 }]]);
    } else if (Math.hypot(then.x - now.x, then.y - now.y) > 8 && now.width > 0) {
      // Lengths in a drawing are those of its own system.
      const unit = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const shift = `translate(${(then.x - now.x) / unit}px, ${(then.y - now.y) / unit}px)`;
      const scale = then.width > 0 ? ` scale(${then.width / now.width})` : "";
      const style = { transformOrigin: "0 0", transformBox: "fill-box", zIndex: 5 };
      moved.push([element, [{ ...style, transform: shift + scale }, { ...style, transform: "none" }]]);
    }
  }
  if (moved.length > MOST) return;
  for (const [element, frames] of moved) element.animate(frames, { duration: DURATION, easing: "cubic-bezier(.2,.7,.2,1)" });
}

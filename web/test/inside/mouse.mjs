// A mouse inside the page: what it points at must be what is seen there, and its events are those that a browser makes.

const POINTER = { pointerId: 1, pointerType: "mouse", isPrimary: true };

/** What the mouse pointed at last. */
let under = null;

/** Scrolls an element to the middle, as a reader does, and clicks at its middle; what covers it there is a mistake. */
export function click(element) {
  element.scrollIntoView({ block: "center", inline: "center" });
  const at = middle(element);
  const hit = document.elementFromPoint(at.clientX, at.clientY);
  if (!element.contains(hit)) throw new Error(`${told(element)} is covered by ${told(hit)}`);
  if (element.matches(":disabled")) throw new Error(`${told(element)} is disabled`);
  move(hit, at);
  press(element, hit, at);
}

/** The middle of the first box of an element. */
function middle(element) {
  const box = [...element.getClientRects()].find(({ width, height }) => width * height > 0.99);
  if (!box) throw new Error(`${told(element)} has no size`);
  return { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
}

/** Moves to what is hit: what the mouse leaves and what it enters learns of it. */
function move(hit, at) {
  const from = under?.isConnected ? under : null;
  under = hit;
  if (from !== hit) {
    if (from) both(from, "out", { ...at, bubbles: true });
    for (const left of line(from)) if (!left.contains(hit)) both(left, "leave", at);
    both(hit, "over", { ...at, bubbles: true });
    for (const entered of line(hit).reverse()) if (!entered.contains(from)) both(entered, "enter", at);
  }
  both(hit, "move", { ...at, bubbles: true });
}

/** Presses and lets go: what has the focus then is what was pressed. */
function press(element, hit, at) {
  const cancelable = { ...at, bubbles: true, cancelable: true, composed: true, button: 0, detail: 1 };
  both(hit, "down", { ...cancelable, buttons: 1 });
  element.focus({ preventScroll: true });
  both(hit, "up", cancelable);
  hit.dispatchEvent(new PointerEvent("click", { ...POINTER, ...cancelable }));
}

/** An element and all that it lies in, from the inside to the outside. */
function line(element) {
  const all = [];
  for (let one = element; one; one = one.parentElement) all.push(one);
  return all;
}

/** The event of the pointer, and that of the mouse. */
function both(target, what, about) {
  target.dispatchEvent(new PointerEvent(`pointer${what}`, { ...POINTER, ...about }));
  target.dispatchEvent(new MouseEvent(`mouse${what}`, about));
}

const told = (element) => element?.outerHTML.slice(0, 200) ?? "nothing";

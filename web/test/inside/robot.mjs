// The robot inside the page: it plays whole games by clicks as the one outside does, without a way to the browser at each act.
import { allowed, BACK, chance, chooseAmong, COVER, hasSettled, IN_BAR, isKept, isOver, ON_TABLE, recordKept, SETUP, stateOf, TROUBLE } from "../targets.mjs";
import { click } from "./mouse.mjs";

/** What changes at the page: its state, or all that is drawn. */
const STATE = { attributes: true };
const DRAWING = { childList: true, subtree: true };

/** Plays a game with bots, from the list of games to the end and back; gives its record and how many clicks it took. */
export async function playWhole({ game, players, seed, most, bound }) {
  await begin({ game, players, seed }, bound);
  const acts = await play(seed, most, bound);
  await until("the game is kept", STATE, bound, isKept);
  const record = recordKept();
  click(await shown(BACK, bound));
  return { acts, record };
}

async function begin({ game, players, seed }, bound) {
  delete document.documentElement.dataset.kept;
  click(await shown(SETUP.game(game), bound));
  const count = await shown(SETUP.players, bound);
  const sitting = allowed(players, Array.from(count.options, ({ value }) => Number(value)));
  await fill(count, "change", sitting);
  for (let seat = 1; seat < sitting; seat++) await fill(await shown(SETUP.seat(seat), bound), "change", "random");
  await fill(await shown(SETUP.seed, bound), "input", seed);
  const before = stateOf();
  click(await shown(SETUP.begin, bound));
  await settled(before, bound);
}

/** Plays to the end; gives how many clicks it took. */
async function play(seed, most, bound) {
  const pick = chance(seed);
  for (let n = 0; n < most; n++) {
    if (isOver()) return n;
    const before = stateOf();
    act(pick);
    await settled(before, bound);
    const trouble = document.querySelector(TROUBLE);
    if (trouble) throw new Error(`after ${n} acts: ${trouble.textContent}`);
  }
  throw new Error(`no end after ${most} acts`);
}

function act(pick) {
  const cover = document.querySelector(COVER);
  if (cover) return click(cover);
  const onTable = [...document.querySelectorAll(ON_TABLE.join(", "))].filter(isVisible);
  const chosen = chooseAmong(onTable, [...document.querySelectorAll(IN_BAR)], pick);
  if (!chosen) throw new Error(`nothing glows: ${document.querySelector("#question")?.textContent}`);
  click(chosen.one);
}

/** Returns true if playwright would call an element visible. */
function isVisible(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Sets the value of a field as a reader does. */
function fill(field, event, value) {
  field.value = String(value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
  return drawn();
}

async function settled(before, bound) {
  await until("the page answers", STATE, bound, () => hasSettled(before));
  await drawn();
}

const shown = (selector, bound) => until(selector, DRAWING, bound, () => document.querySelector(selector));

/** Waits until the page has drawn what its state is: it does so at the end of the task that changed it. */
function drawn() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
}

/** Waits until something holds, and gives what it gave; it is looked at again whenever the page changes. */
function until(what, change, bound, holds) {
  return new Promise((done, fail) => {
    const end = (then) => {
      observer.disconnect();
      clearTimeout(late);
      then();
    };
    const look = () => {
      const found = holds();
      if (found) end(() => done(found));
    };
    const observer = new MutationObserver(look);
    const late = setTimeout(() => end(() => fail(new Error(`${what}: not so after ${bound} ms`))), bound);
    observer.observe(document.documentElement, change);
    look();
  });
}

// What both robots look for at the page, and how they choose: the one that has playwright's mouse, and the one inside the page.
// Functions that take no other of this module are also sent into the page as they are.

/** The button that takes the device over. */
export const COVER = ".cover button";
/** What glows at the table, of which the visible can be clicked, and what may be chosen next at the foot of the page. */
export const ON_TABLE = ["main button.glow[data-thing]", "main .card.glow > .face", "main g.space.glow .hit"];
export const IN_BAR = "#question .step";
/** The page's words for what went wrong. */
export const TROUBLE = '[role="alert"]';
/** More acts than this and a game has no end; a longer wait for an answer, in milliseconds, and there is none. */
export const [MOST_ACTS, ANSWER] = [2500, 20_000];

/** What leads from a table to the list of games. */
export const BACK = "header.top button.quiet";
/** What is chosen before a game begins. */
export const SETUP = {
  game: (name) => `[data-game="${name}"]`,
  players: "#players",
  seat: (seat) => `[data-seat="${seat}"]`,
  setting: (name) => `[data-setting="${name}"]`,
  seed: "#seed",
  begin: 'button[type="submit"]',
};

/** As many players as are wanted, or as near to that as the game allows. */
export const allowed = (players, possible) => Math.min(Math.max(players, possible[0]), possible[possible.length - 1]);

/** Numbers that look random, the same for equal seeds. */
export function chance(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of what may be clicked, and where it was found; null where there is nothing. */
export function chooseAmong(onTable, inBar, pick) {
  // Where both say the same, the table comes first; the bar is asked now and then, for `done` and `pass`.
  const useTable = onTable.length > 0 && (inBar.length === 0 || pick(4) > 0);
  const [all, sort] = useTable ? [onTable, "table"] : [inBar, "bar"];
  return all.length === 0 ? null : { one: all[pick(all.length)], sort };
}

/** The page's state, which is another after all that happens. */
export const stateOf = () => document.documentElement.dataset.state;

/** Returns true once the page has changed since a state, and no bot thinks. */
export function hasSettled(before) {
  const state = document.documentElement.dataset.state;
  return state !== before && state.split("/")[3] !== "true";
}

/** Returns true once the game has come to its end. */
export const isOver = () => document.documentElement.dataset.over === "true";

/** Returns true once the page has kept the game as it stands, for the next visit. */
export const isKept = () => document.documentElement.dataset.kept === document.documentElement.dataset.state.split("/")[0];

/** The record of the game that the page has kept. */
export const recordKept = () => JSON.parse(localStorage.getItem("ludex.kept")).record;

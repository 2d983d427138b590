// The rules at the table: read anew whenever a text of the game is written, with the position carried over where it can be.
import { batch, signal } from "@preact/signals";
import { attempt, connect, description, leave, log, now, openGame } from "../store";
import type { Description } from "../engine/types";
import * as documents from "./documents";
import { DeskEngine } from "./engine";

/** How the table stands to the texts. */
export type RulesState =
  | { is: "sound" }
  | { is: "carried"; way: "position" | "moves" | "begun"; reason: string | null }
  /** The last texts have mistakes: the table stays under the rules before them. */
  | { is: "broken"; mistakes: string }
  /** The position can't be carried over; the new rules wait. */
  | { is: "lost"; reason: string };

export const rules = signal<RulesState>({ is: "sound" });
export const engine = new DeskEngine();

let waiting: Description | null = null;

export async function beginDesk(): Promise<void> {
  engine.folders = documents.listed.value.games;
  await connect(engine);
  const only = engine.folders.length === 1 ? engine.folders[0] : undefined;
  if (only !== undefined) await openFolder(only);
  documents.saved.add((paths) => void readAnew(paths));
}

/** Opens a game; one with mistakes opens once they are gone. */
export async function openFolder(folder: string): Promise<void> {
  engine.folder = folder;
  rules.value = { is: "sound" };
  await openGame(folder);
}

/** Reads the rules anew if one of these files is a text of the game. */
export async function readAnew(paths: string[]): Promise<void> {
  const folder = engine.folder;
  if (folder === null) return;
  const isOfGame = (path: string) => (folder === "" || path.startsWith(`${folder}/`)) && /\.(rules|ya?ml|svg)$/.test(path) && !/\.ruling\.ya?ml$/.test(path);
  if (!paths.some(isOfGame)) return;
  if (!description.value) return openFolder(folder);
  await attempt(async () => {
    const answer = await engine.reopen();
    if ("mistakes" in answer) {
      rules.value = { is: "broken", mistakes: answer.mistakes };
    } else if (answer.lost !== null) {
      waiting = answer.description;
      rules.value = { is: "lost", reason: answer.lost };
    } else {
      batch(() => {
        description.value = answer.description;
        log.value = [];
        rules.value = answer.carried ? { is: "carried", way: answer.carried, reason: answer.reason } : { is: "sound" };
      });
      if (answer.carried) await engine.lookAgain();
    }
  });
}

/** Begins the game anew, under the rules that wait or the present ones. */
export async function beginAnew(): Promise<void> {
  const next = waiting ?? description.value;
  waiting = null;
  const hadTable = now.value !== null;
  leave();
  description.value = next;
  rules.value = { is: "sound" };
  if (hadTable) await attempt(() => engine.restart());
}

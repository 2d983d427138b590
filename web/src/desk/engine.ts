// The table of the desk: the engine of the page, with rules that change while a game is played.
import type { GameEntry, Setup } from "../engine/engine";
import { Refused } from "../engine/engine";
import { LocalEngine } from "../engine/local";
import type { Description } from "../engine/types";
import { language } from "../text";
import * as api from "./api";

/** What became of the table when the rules were read anew. */
export interface Reopened {
  description: Description;
  /** The way on which the table came along: as it stood, by the same moves, or with its turn begun anew for a reason. */
  carried: "position" | "moves" | "begun" | null;
  reason: string | null;
  lost: string | null;
}

export class DeskEngine extends LocalEngine {
  override readonly can = { fork: true, link: false, seeAll: true, links: false };
  /** The folders of games, below the one that is edited. */
  folders: string[] = [];
  /** The folder of the game at the table. */
  folder: string | null = null;
  private setup: Setup | null = null;

  override games(): Promise<GameEntry[]> {
    return Promise.resolve(this.folders.map((name) => ({ name, title: name || ".", example: false })));
  }

  override async open(folder: string): Promise<Description> {
    this.folder = folder;
    this.table = 0;
    const { name, files } = await api.game(folder);
    return this.openTexts(name, files);
  }

  override async begin(setup: Setup): Promise<void> {
    this.setup = setup;
    await super.begin(setup);
  }

  /** Begins anew as before: the same seats, options and seed. */
  async restart(): Promise<void> {
    if (this.setup) await super.begin(this.setup);
  }

  /** Reads the rules anew and carries the table over. With mistakes nothing changes, and they are told. */
  async reopen(): Promise<Reopened | { mistakes: string }> {
    const { files } = await api.game(this.folder ?? "");
    try {
      const answer = await this.send({ do: "reopen", game: this.game, files, table: this.table || null, locale: language.value });
      if (typeof answer === "object" && "reopened" in answer) {
        this.replaceTexts(files);
        return answer.reopened as Reopened;
      }
      throw new Error("the engine gave no game");
    } catch (error) {
      if (error instanceof Refused) return { mistakes: error.message };
      throw error;
    }
  }

  /** Shows the table as it stands; what was taken back before it was changed is gone. */
  async lookAgain(): Promise<void> {
    this.undone = 0;
    await this.showAnew();
  }

  /** The position in words. */
  async state(): Promise<Record<string, unknown>> {
    const answer = await this.send({ do: "state", table: this.table });
    if (typeof answer === "object" && "state" in answer) return answer.state as Record<string, unknown>;
    throw new Error("the engine gave no position");
  }

  /** Puts another position on the table. */
  async place(state: object): Promise<void> {
    await this.send({ do: "place", table: this.table, state });
    await this.lookAgain();
  }
}

// Work that the reader waits for: how far it is, and its end when the reader, or what happens at the table, stops it.
import { signal } from "@preact/signals";
import { Cancelled, type Work } from "./engine/engine";

/** One piece of work at a time. */
export class LongWork {
  /** How far the work is, while there is any; `all` is 0 as long as it is not known. */
  readonly running = signal<{ done: number; all: number } | null>(null);
  private control: AbortController | null = null;

  /** Does a piece of work, in the place of the one before; null if it was stopped. */
  async run<Found>(ask: (work: Work) => Promise<Found>): Promise<Found | null> {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.running.value = { done: 0, all: 0 };
    const tell = (done: number, all: number | null) => {
      if (this.control === control) this.running.value = { done, all: all ?? 0 };
    };
    try {
      return await ask({ signal: control.signal, tell });
    } catch (error) {
      if (error instanceof Cancelled || control.signal.aborted) return null;
      throw error;
    } finally {
      if (this.control === control) this.finish();
    }
  }

  stop(): void {
    const control = this.control;
    this.finish();
    control?.abort();
  }

  /** Shows no more of the work: what is left of it takes no time, or is shown otherwise. */
  finish(): void {
    this.control = null;
    this.running.value = null;
  }
}

// An interpreter in a worker of its own: it answers one request after the other, and can be ended in the middle of one.
import { Refused } from "./engine";
import type { Answer } from "./local";

type Tell = (done: number) => void;

export class Interpreter {
  private worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private waiting = new Map<number, { done(answer: Answer): void; fail(error: Error): void; tell: Tell | undefined }>();
  private last = 0;
  private ended: Error | null = null;

  constructor() {
    this.worker.onmessage = (message: MessageEvent<{ id: number; answer?: string; error?: string; done?: number }>) => {
      const { id, answer, error, done } = message.data;
      const waiting = this.waiting.get(id);
      if (done !== undefined) return waiting?.tell?.(done);
      this.waiting.delete(id);
      if (answer === undefined) waiting?.fail(new Error(error));
      else waiting?.done(JSON.parse(answer) as Answer);
    };
    this.worker.onerror = (event) => this.fail(new Error(event.message));
  }

  /** Asks for an answer; a bot that works at it tells how many playouts it has made. */
  send(request: object, tell?: Tell): Promise<Answer> {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((done, fail) => {
      const id = ++this.last;
      this.waiting.set(id, {
        done: (answer) => (typeof answer === "object" && "refused" in answer ? fail(new Refused(answer.refused)) : done(answer)),
        fail,
        tell,
      });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }

  /** Ends the worker; no request is answered any more. */
  end(reason: Error): void {
    this.worker.terminate();
    this.ended = reason;
    this.fail(reason);
  }

  private fail(reason: Error): void {
    for (const waiting of this.waiting.values()) waiting.fail(reason);
    this.waiting.clear();
  }
}

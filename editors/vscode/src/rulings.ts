// What the language server answers about rulings (docs/lsp.md), and without one `ludex rulings test --json` (docs/output.md), as far as
// tests are shown. Nothing here asks the editor.

/** The answer to `ludex/rulings`. */
export interface Listed {
  readonly games: readonly {
    readonly name: string;
    readonly uri: string;
    readonly rulings: readonly { readonly uri: string; readonly name: string; readonly asks: string | null; readonly verdict: string | null }[];
  }[];
}

/** A place as the protocol writes it. */
export interface Place {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** A ruling in the answer to `ludex/runRulings`. */
export interface Played {
  readonly uri: string;
  readonly verdict: Verdict['verdict'];
  readonly problems: readonly { readonly message: string; readonly location: Place }[];
  readonly difference: string | null;
  readonly outcome: string | null;
}

/** Returns the words about a ruling that was played and did not pass, each with its place. */
export function messagesOf(one: Played): readonly { readonly message: string; readonly location: Place }[] {
  const start = { line: 0, character: 0 };
  const home = { uri: one.uri, range: { start, end: start } };
  const waits = WAITS[one.verdict];
  const own = waits === undefined ? [] : [{ message: [waits, one.difference ?? ''].join('\n\n').trim(), location: home }];
  const all = [...one.problems, ...own];
  return all.length > 0 ? all : [{ message: one.verdict, location: home }];
}

/** What is said of outcomes that people decide about. */
const WAITS: Readonly<Partial<Record<Verdict['verdict'], string>>> = {
  differs: 'what happens is not what the snapshot says: accept it or reject it above the ruling, or with `ludex rulings review`',
  pending: 'there is no snapshot yet: accept it above the ruling, or with `ludex rulings review`',
};

/** A place in a text, counted from 1. */
export interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly end_line: number | null;
  readonly end_column: number | null;
}

/** What became of a ruling. */
export interface Verdict {
  readonly path: string;
  readonly id: string;
  readonly game: string;
  readonly verdict: 'passed' | 'failed' | 'differs' | 'pending' | 'broken';
  readonly cause: { readonly text?: string; readonly at?: unknown } | string | null;
  readonly diagnostics: readonly Problem[];
  readonly difference: string | null;
  readonly outcome: string | null;
}

/** Reads an answer; undefined when it is none. */
export function readVerdicts(stdout: string): readonly Verdict[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return undefined;
  }
  const { schema, rulings } = (answer ?? {}) as { schema?: unknown; rulings?: unknown };
  return typeof schema === 'string' && schema.startsWith('ludex/rulings/') && Array.isArray(rulings) ? (rulings as Verdict[]) : undefined;
}

/** Returns the words about a ruling that did not pass. */
export function whatIsWrong(one: Verdict): string {
  const parts = one.diagnostics.map((problem) => (problem.help === null ? problem.message : `${problem.message}\n  ${problem.help}`));
  const waits = WAITS[one.verdict];
  if (waits !== undefined) parts.push(waits);
  if (one.difference !== null) parts.push(one.difference);
  return parts.join('\n\n') || one.verdict;
}

/** Returns how many choices stand above a line of `play`, or undefined for a line elsewhere. */
export function stepAt(text: string, line: number): number | undefined {
  const lines = text.split('\n');
  const play = lines.findIndex((one) => /^play:/.test(one));
  const rest = lines.slice(play + 1).findIndex((one) => /^\S/.test(one) && !one.startsWith('- '));
  const end = rest === -1 ? lines.length : play + 1 + rest;
  if (play === -1 || line <= play || line >= end) return undefined;
  return lines.slice(play + 1, line).filter((one) => /^\s*- ["']?P\d+: /.test(one)).length;
}

// What `ludex rulings test --json` answers (docs/output.md), as far as tests are shown. Nothing here asks the editor.

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
  if (one.verdict === 'differs') parts.push('what happens is not what the snapshot says; `ludex rulings review` accepts or rejects it');
  if (one.verdict === 'pending') parts.push('there is no snapshot yet; `ludex rulings review` accepts it');
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

// The desk's server: files of one folder, for whoever has the token of the link.

export interface ListedFile {
  path: string;
  stamp: string;
}
export interface FolderList {
  root: string;
  games: string[];
  files: ListedFile[];
}
export interface TextOnDisk {
  text: string;
  version: string;
  stamp: string;
}

/** A file that is not as it was read: the disk's text, or null if the file is gone. */
export class ChangedOnDisk extends Error {
  readonly disk: TextOnDisk | null;
  constructor(message: string, disk: TextOnDisk | null) {
    super(message);
    this.disk = disk;
  }
}

const KEPT = "ludex.desk";

/** Takes the token out of the link, where nobody sees it over a shoulder, and keeps it as long as the tab is open. */
function takeToken(): string {
  const said = /^#desk=([0-9a-f]{32})$/.exec(location.hash)?.[1];
  if (said) {
    sessionStorage.setItem(KEPT, said);
    history.replaceState(null, "", location.pathname);
  }
  return said ?? sessionStorage.getItem(KEPT) ?? "";
}

export const token = takeToken();

function request(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`edit/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await request(path, body);
  const answer = (await response.json()) as T | { message: string; disk?: TextOnDisk | null };
  if (response.ok) return answer as T;
  const { message, disk } = answer as { message: string; disk?: TextOnDisk | null };
  throw disk === undefined ? new Error(message) : new ChangedOnDisk(message, disk);
}

/** An event of work that takes a while. */
export type StudyEvent = { progress: { done: number; all: number } } | { so_far: unknown } | { found: unknown } | { failed: string };

/** Begins work that tells its events as they come; it ends with the signal. */
export async function stream(path: string, body: object, signal: AbortSignal, take: (event: StudyEvent) => void): Promise<void> {
  try {
    const response = await request(path, body, signal);
    if (!response.ok || !response.body) throw new Error(((await response.json()) as { message: string }).message);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) take(JSON.parse(line.slice("data: ".length)) as StudyEvent);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export const folder = () => post<FolderList>("folder", {});
export const read = (path: string) => post<TextOnDisk>("read", { path });
/** Writes a text; `version` is that of the text it was made from, null for a new file. */
export const write = (path: string, text: string, version: string | null) => post<{ version: string; stamp: string }>("write", { path, text, version });
export const game = (path: string) => post<{ name: string; files: [string, string][] }>("game", { path });

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

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`edit/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T | { message: string; disk?: TextOnDisk | null };
  if (response.ok) return answer as T;
  const { message, disk } = answer as { message: string; disk?: TextOnDisk | null };
  throw disk === undefined ? new Error(message) : new ChangedOnDisk(message, disk);
}

export const folder = () => post<FolderList>("folder", {});
export const read = (path: string) => post<TextOnDisk>("read", { path });
/** Writes a text; `version` is that of the text it was made from, null for a new file. */
export const write = (path: string, text: string, version: string | null) => post<{ version: string; stamp: string }>("write", { path, text, version });
export const game = (path: string) => post<{ name: string; files: [string, string][] }>("game", { path });

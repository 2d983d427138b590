// The texts that are open: an editor each, what of them is saved, and what the disk says meanwhile.
import { signal } from "@preact/signals";
import type { Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import * as api from "./api";
import { extensionsOf } from "./editor";

export interface OpenText {
  path: string;
  uri: string;
  view: EditorView;
  /** What the editor stands in, which is shown or not. */
  home: HTMLElement;
  /** The text as it was read or written last, with its version; null for a file that is not there yet. */
  saved: Text;
  version: string | null;
  stamp: string;
}

export const listed = signal<api.FolderList>({ root: "", games: [], files: [] });
export const open = signal<OpenText[]>([]);
export const active = signal("");
export const changed = signal<ReadonlySet<string>>(new Set());
/** Texts that were changed both here and on the disk, with the disk's. */
export const conflicts = signal<ReadonlyMap<string, api.TextOnDisk | null>>(new Map());

/** Where the editors stand: a shadow root, whose styles need no exception in the page's policy. */
export const place = document.createElement("div");
place.className = "editors";
const shadow = place.attachShadow({ mode: "open" });

/** Called after texts were written, with their paths. */
export const saved = new Set<(paths: string[]) => void>();

export function uriOf(path: string): string {
  // The server writes all but these letters in hexadecimal.
  const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  const parts = `${listed.value.root}/${path}`.split("/").map((part) => encodeURIComponent(part).replace(/[!'()*]/g, hex));
  return `file://${parts.join("/").replace(/^([^/])/, "/$1")}`;
}

/** The path below the folder; null for what lies elsewhere. */
export function pathOf(uri: string): string | null {
  if (!uri.startsWith("file://")) return null;
  const path = decodeURIComponent(uri.slice("file://".length));
  const root = `${listed.value.root}/`;
  if (path.startsWith(root)) return path.slice(root.length);
  return path.startsWith(`/${root}`) ? path.slice(root.length + 1) : null;
}

export async function openText(path: string): Promise<OpenText> {
  const found = open.value.find((text) => text.path === path);
  if (found) return found;
  const disk = await api.read(path);
  return open.value.find((text) => text.path === path) ?? add(path, disk.text, disk.version, disk.stamp);
}

/** Opens a file that is not there yet. */
export function newText(path: string, text: string): OpenText {
  const made = add(path, "", null, "");
  made.view.dispatch({ changes: { from: 0, insert: text } });
  return made;
}

function add(path: string, text: string, version: string | null, stamp: string): OpenText {
  const uri = uriOf(path);
  const home = document.createElement("div");
  home.style.cssText = "display: none; flex: 1; min-width: 0; height: 100%";
  shadow.append(home);
  const view = new EditorView({ doc: text, parent: home, root: shadow, extensions: extensionsOf(path, uri, () => noteChange(path)) });
  const made: OpenText = { path, uri, view, home, saved: view.state.doc, version, stamp };
  open.value = [...open.value, made];
  return made;
}

export function show(path: string): void {
  active.value = path;
  for (const text of open.value) text.home.style.display = text.path === path ? "block" : "none";
  const shown = open.value.find((text) => text.path === path);
  shown?.view.requestMeasure();
  shown?.view.focus();
}

export async function openAndShow(path: string, at?: { line: number; character: number }): Promise<EditorView> {
  const { view } = await openText(path);
  show(path);
  if (at) {
    const line = view.state.doc.line(Math.min(at.line + 1, view.state.doc.lines));
    const anchor = Math.min(line.from + at.character, line.to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  }
  return view;
}

export function close(path: string): void {
  const text = open.value.find((text) => text.path === path);
  text?.view.destroy();
  text?.home.remove();
  open.value = open.value.filter((other) => other !== text);
  noteChange(path);
  if (active.value === path) show(open.value.at(-1)?.path ?? "");
}

function isChanged(text: OpenText): boolean {
  return !text.view.state.doc.eq(text.saved) || text.version === null;
}

function noteChange(path: string): void {
  const text = open.value.find((text) => text.path === path);
  const has = text !== undefined && isChanged(text);
  if (has === changed.value.has(path)) return;
  const paths = new Set(changed.value);
  if (has) paths.add(path);
  else paths.delete(path);
  changed.value = paths;
}

function setConflict(path: string, disk: api.TextOnDisk | null | undefined): void {
  const all = new Map(conflicts.value);
  if (disk === undefined) all.delete(path);
  else all.set(path, disk);
  conflicts.value = all;
}

/** The last work with the disk: a text that is being written would pass for somebody else's to who looks at it then. */
let atDisk: Promise<unknown> = Promise.resolve();

/** Does work with the disk once all that was begun before is done. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = atDisk.then(work);
  atDisk = done.catch(() => undefined);
  return done;
}

/** Writes all texts that were changed here; one that changed on the disk as well stays, and says so. */
export const saveAll = (): Promise<void> => inTurn(writeChanged);

async function writeChanged(): Promise<void> {
  const written: string[] = [];
  for (const text of open.value.filter(isChanged)) {
    if (conflicts.value.has(text.path)) continue;
    const doc = text.view.state.doc;
    try {
      Object.assign(text, await api.write(text.path, doc.toString(), text.version));
      text.saved = doc;
      list(text);
      written.push(text.path);
    } catch (error) {
      if (!(error instanceof api.ChangedOnDisk)) throw error;
      setConflict(text.path, error.disk);
    }
    noteChange(text.path);
  }
  for (const tell of saved) tell(written);
}

/** Notes in the list what was written here, so that it is not taken for somebody else's. */
function list({ path, stamp }: OpenText): void {
  const files = listed.value.files.filter((file) => file.path !== path);
  const all = [...files, { path, stamp }].sort((one, other) => (one.path < other.path ? -1 : 1));
  listed.value = { ...listed.value, files: all };
}

/** Ends a conflict: with the disk's text, or with the one that stands here, which is then written over it. */
export async function settle(path: string, takes: "disk" | "mine"): Promise<void> {
  const [text, disk] = [open.value.find((text) => text.path === path), conflicts.value.get(path)];
  setConflict(path, undefined);
  if (!text || disk === undefined) return;
  if (disk === null) {
    text.version = null;
    if (takes === "disk") close(path);
  } else {
    text.version = disk.version;
    text.stamp = disk.stamp;
    if (takes === "disk") replace(text, disk.text);
  }
  if (takes === "mine") await saveAll();
}

/** Puts a text in the place of an editor's; what is the same at both ends stays, and so does the cursor. */
function replace(text: OpenText, next: string): void {
  const old = text.view.state.doc.toString();
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from += 1;
  let [to, end] = [old.length, next.length];
  while (to > from && end > from && old[to - 1] === next[end - 1]) [to, end] = [to - 1, end - 1];
  text.view.dispatch({ changes: { from, to, insert: next.slice(from, end) } });
  text.saved = text.view.state.doc;
  noteChange(text.path);
}

/** Reads the list anew; gives the paths of files that are others than before, those written here left out. */
export async function refresh(): Promise<string[]> {
  const before = new Map(listed.value.files.map(({ path, stamp }) => [path, stamp]));
  const isFirst = listed.value.root === "";
  const now = await api.folder();
  const stamps = new Map(now.files.map(({ path, stamp }) => [path, stamp]));
  const gone = [...before.keys()].filter((path) => !stamps.has(path));
  const other = now.files.filter(({ path, stamp }) => before.get(path) !== stamp).map(({ path }) => path);
  const own = new Map(open.value.map((text) => [text.path, text.stamp]));
  listed.value = now;
  return isFirst ? [] : [...other, ...gone].filter((path) => stamps.get(path) !== own.get(path) || !own.has(path));
}

/** Looks for files that somebody else wrote: unchanged editors take them over, others say that there is a conflict. */
export const lookAtDisk = (): Promise<string[]> => inTurn(takeOver);

async function takeOver(): Promise<string[]> {
  const paths = await refresh();
  for (const path of paths) {
    const text = open.value.find((text) => text.path === path);
    if (!text || text.version === null) continue;
    const disk = await api.read(path).catch(() => null);
    if (disk?.version === text.version) {
      text.stamp = disk.stamp;
    } else if (disk && !isChanged(text)) {
      Object.assign(text, { version: disk.version, stamp: disk.stamp });
      replace(text, disk.text);
    } else {
      setConflict(path, disk);
    }
  }
  return paths;
}

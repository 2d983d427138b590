// A game of the reader's own: a folder that is chosen or dropped is checked in the worker, and played. Nothing is sent anywhere.
import { signal } from "@preact/signals";
import { type Checked, LocalEngine } from "../engine/local";
import { attempt, openTexts } from "../store";
import { t } from "../text";
import { LongWork } from "../work";
import { Progress } from "./progress";

interface OwnGame {
  name: string;
  files: [string, string][];
  checked: Checked | null;
}

const own = signal<OwnGame | null>(null);
const checking = new LongWork();

/** The texts of a game; rulings and hidden files are no part of it. */
const isText = (path: string) => /\.(rules|ya?ml|svg)$/.test(path) && !/\.ruling\.ya?ml$/.test(path) && !/(^|\/)(\.|rulings\/)/.test(path);

async function take(found: { path: string; file: File }[], engine: LocalEngine): Promise<void> {
  own.value = null;
  await attempt(async () => {
    const manifests = found.map(({ path }) => path).filter((path) => /(^|\/)game\.yaml$/.test(path));
    const manifest = manifests.sort((one, other) => one.length - other.length)[0];
    if (manifest === undefined) throw new Error(t("check_no_game"));
    const root = manifest.slice(0, -"game.yaml".length);
    const name = root.split("/").at(-2) ?? "game";
    const below = found.filter(({ path }) => path.startsWith(root) && isText(path.slice(root.length)));
    const texts = below.map(async ({ path, file }): Promise<[string, string]> => [path.slice(root.length), await file.text()]);
    const files = (await Promise.all(texts)).sort(([one], [other]) => (one < other ? -1 : 1));
    own.value = { name, files, checked: null };
    const checked = await checking.run((work) => engine.check(name, files, work));
    own.value = checked && { name, files, checked };
  });
}

/** All files below what was dropped. */
async function below(entry: FileSystemEntry, path: string): Promise<{ path: string; file: File }[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ path: path + entry.name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: { path: string; file: File }[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return all;
    for (const one of some) all.push(...(await below(one, `${path}${entry.name}/`)));
  }
}

export function CheckGame({ engine }: { engine: LocalEngine }) {
  const game = own.value;
  const checked = game?.checked;
  const choose = (input: HTMLInputElement) => {
    const found = [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    // The same folder can be chosen again once it is mended.
    input.value = "";
    if (found.length > 0) void take(found, engine);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    void Promise.all(entries.map((entry) => below(entry, ""))).then((all) => take(all.flat(), engine));
  };
  return (
    <section onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h2>{t("check_game")}</h2>
      <p>{t("check_game_hint")}</p>
      <label class="file">
        {t("check_folder")}{" "}
        <input id="own-game" type="file" multiple ref={(input) => input?.setAttribute("webkitdirectory", "")} onChange={(event) => choose(event.currentTarget)} />
      </label>
      {checking.running.value && <Progress label={t("checking")} isNamed {...checking.running.value} stop={() => checking.stop()} />}
      {game && checked && (
        <div id="checked" data-sound={checked.sound}>
          <p role="status">
            <b>{game.name}</b>: {checked.found.length === 0 ? t("check_sound") : t("check_wrong", { count: checked.found.length })}
          </p>
          {checked.found.length > 0 && (
            <pre class="scroll" tabIndex={0}>
              {checked.text}
            </pre>
          )}
          {checked.sound && (
            <button type="button" class="step" onClick={() => void openTexts(game.name, game.files)}>
              {t("check_play")}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

// The playground: an example of the documentation is edited, checked as one types, and played. Nothing is sent anywhere.
import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Checked, LocalEngine } from "../engine/local";
import { attempt, connectedEngine, openTexts, playground } from "../store";
import { t } from "../text";
import { type Found, PlaygroundEditor } from "./editor";
import { Progress } from "../ui/progress";
import { LongWork } from "../work";
import "./style.css";

interface Example {
  /** The heading that it stands under; empty of a whole game. */
  group: string;
  title: string;
  game: string;
  file: string;
  /** The lines that it is about, from 0. */
  line: number;
  lines: number;
}
interface Playground {
  keywords: string[];
  examples: Example[];
  games: Record<string, [string, string][]>;
}

/** Waits after the last key before the game is checked, in milliseconds. */
const PAUSE = 250;

const data = signal<Playground | null>(null);
const chosen = signal(0);
const texts = signal<ReadonlyMap<string, string>>(new Map());
const shown = signal("");
const checked = signal<Checked | null>(null);
const isOther = signal(false);
const checking = new LongWork();
let editor: PlaygroundEditor | null = null;
let timer = 0;
/** Counts up with each change: an answer about an older text is dropped. */
let version = 0;

const example = computed(() => data.value?.examples[chosen.value]);
const groups = computed(() => {
  const all = new Map<string, number[]>();
  data.value?.examples.forEach(({ group }, n) => all.set(group, [...(all.get(group) ?? []), n]));
  return [...all];
});

async function load(): Promise<void> {
  const found = await fetch("playground.json");
  if (!found.ok) throw new Error(`playground.json: ${found.status}`);
  const read = (await found.json()) as Playground;
  data.value = read;
  editor = new PlaygroundEditor(read.keywords, (path, text) => {
    texts.value = new Map(texts.value).set(path, text);
    isOther.value = true;
    checkSoon();
  });
  choose(0);
}

/** Takes up an example as it is in the documentation. */
function choose(n: number): void {
  const [found, next] = [data.value, data.value?.examples[n]];
  if (!found || !next) return;
  chosen.value = n;
  isOther.value = false;
  texts.value = new Map(found.games[next.game]);
  show(next.file, next);
  void check();
}

function show(path: string, about: Example | null = null): void {
  shown.value = path;
  editor?.show(path, texts.value.get(path) ?? "", about);
  editor?.tell(checked.value?.found ?? []);
}

function checkSoon(): void {
  version += 1;
  clearTimeout(timer);
  timer = setTimeout(() => void check(), PAUSE) as unknown as number;
}

async function check(): Promise<void> {
  const engine = connectedEngine();
  if (!(engine instanceof LocalEngine)) return;
  const asked = ++version;
  await attempt(async () => {
    const found = await checking.run((work) => engine.check(example.value?.game ?? "example", [...texts.value], work));
    if (found === null || asked !== version) return;
    checked.value = found;
    editor?.tell(found.found);
  });
}

function goTo({ file, line, column }: Found): void {
  if (file === null || line === null || !texts.value.has(file)) return;
  if (file !== shown.value) show(file);
  editor?.goTo(line, column ?? 1);
}

export function Playground() {
  useEffect(() => {
    if (!data.value) void attempt(load);
  }, []);
  const found = data.value;
  return (
    <main class="playground">
      <header>
        <button type="button" class="quiet" onClick={() => (playground.value = null)}>
          ← {t("back")}
        </button>
        <h1>{t("playground")}</h1>
        {found && (
          <label>
            {t("playground_example")}{" "}
            <select id="example" value={chosen.value} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {groups.value.map(([group, numbers]) => (
                <optgroup key={group} label={group || t("examples")}>
                  {numbers.map((n) => (
                    <option key={n} value={n}>
                      {found.examples[n]?.title}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </label>
        )}
        <button type="button" disabled={!isOther.value} onClick={() => choose(chosen.value)}>
          {t("playground_reset")}
        </button>
        <button type="button" class="step" data-do="play" disabled={!checked.value?.sound} onClick={() => void openTexts(example.value?.game ?? "example", [...texts.value])}>
          {t("check_play")}
        </button>
      </header>
      {!found ? <p role="status">{t("loading")}</p> : <Desk />}
    </main>
  );
}

function Desk() {
  const home = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editor) home.current?.append(editor.place);
  }, []);
  return (
    <>
      <div class="tabs" role="group" aria-label={t("desk_files")}>
        {[...texts.value.keys()].map((path) => (
          <button key={path} type="button" class="quiet" data-file={path} aria-pressed={path === shown.value} onClick={() => show(path, path === example.value?.file ? (example.value ?? null) : null)}>
            {path}
          </button>
        ))}
      </div>
      <div class="home-of-editors" ref={home} />
      {checking.running.value && <Progress label={t("checking")} isNamed {...checking.running.value} stop={() => checking.stop()} />}
      <Findings />
    </>
  );
}

/** What the checker found, each with the way to its place. */
function Findings() {
  const result = checked.value;
  if (!result) return <p role="status">{t("loading")}</p>;
  const { found, sound } = result;
  return (
    <section class="findings" data-sound={sound} aria-live="polite">
      <p>{found.length === 0 ? t("check_sound") : t("check_wrong", { count: found.length })}</p>
      {found.length > 0 && (
        <ul>
          {found.map((one, n) => (
            <li key={n} class={one.severity}>
              <button type="button" class="quiet" onClick={() => goTo(one)}>
                {one.file}:{one.line}: {one.message} <small>{one.code}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <details>
          <summary>{t("playground_in_full")}</summary>
          <pre class="scroll" tabIndex={0}>
            {result.text}
          </pre>
        </details>
      )}
    </section>
  );
}

// The author's desk: files and text, and beside them the table, rulings, the position in words, and what reacts to what.
import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { attempt, description, notice, now, problem, speak } from "../store";
import { language, languages, t } from "../text";
import { Home, SetupPage } from "../ui/home";
import { TablePage } from "../ui/table";
import { token } from "./api";
import { asking, save } from "./commands";
import { BalancePane } from "./balance";
import { CoveragePane } from "./coverage";
import * as documents from "./documents";
import { connection, connectLanguage, notify, problems } from "./language";
import { beside, pane, PANES, showText } from "./panes";
import { Position } from "./position";
import { Reactions } from "./reactions";
import { Rulings } from "./rulings";
import { beginAnew, beginDesk, readAnew, rules } from "./rules";
import { followTable } from "./studies";
import "../style.css";
import "./style.css";

const filter = signal("");
const ready = signal(false);

/** Looks for what others wrote, in milliseconds. */
const WATCH = 2000;

function Desk() {
  return (
    <>
      <header class="top">
        <h1>{documents.listed.value.root.split("/").at(-1) ?? "ludex"}</h1>
        <nav class="panes" aria-label={t("desk_panes")}>
          {PANES.map((name) => (
            <button key={name} type="button" data-pane={name} aria-pressed={pane.value === name} onClick={() => (pane.value = name)}>
              {t(`desk_${name}`)}
            </button>
          ))}
        </nav>
        <button type="button" class="step" data-do="save" disabled={documents.changed.value.size === 0} onClick={() => void save()} aria-keyshortcuts="Control+S">
          {t("desk_save")}
        </button>
      </header>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}{" "}
          <button type="button" class="quiet" onClick={() => (problem.value = "")}>
            {t("close")}
          </button>
        </p>
      )}
      {connection.value === "lost" && (
        <p class="problem" role="alert">
          {t("desk_lost_server")}
        </p>
      )}
      {notice.value && (
        <p class="notice" role="status" onClick={() => (notice.value = "")}>
          {notice.value}
        </p>
      )}
      {ready.value ? (
        <div class="desk" data-pane={pane.value}>
          <Files />
          <Texts />
          <section class="beside" data-part="beside" aria-label={t(`desk_${beside.value}`)}>
            {beside.value === "table" && <Table />}
            {beside.value === "rulings" && <Rulings />}
            {beside.value === "position" && <Position />}
            {beside.value === "reactions" && <Reactions />}
            {beside.value === "coverage" && <CoveragePane />}
            {beside.value === "balance" && <BalancePane />}
          </section>
        </div>
      ) : (
        <p>{token ? t("loading") : t("desk_no_token")}</p>
      )}
      <footer>
        {languages.map(({ code, name }) => (
          <button key={code} type="button" class="quiet" lang={code} aria-pressed={code === language.value} onClick={() => void speak(code)}>
            {name}
          </button>
        ))}
      </footer>
    </>
  );
}

/** Files shown at once; more are found by the field above them. */
const MOST_FILES = 300;

function Files() {
  const words = filter.value.toLowerCase().split(" ");
  const all = documents.listed.value.files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  const isRuling = (path: string) => /(^|\/)(rulings|snapshots)\//.test(path);
  const shown = (filter.value ? all : all.filter(({ path }) => !isRuling(path))).slice(0, MOST_FILES);
  return (
    <nav class="files" data-part="files" aria-label={t("desk_files")}>
      <label>
        {t("desk_find_file")} <input type="search" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      </label>
      <ul>
        {shown.map(({ path }) => {
          const wrong = problems.value.get(documents.uriOf(path)) ?? [];
          const errors = wrong.filter(({ severity }) => severity === 1).length;
          return (
            <li key={path}>
              <button type="button" class="quiet" data-file={path} aria-current={documents.active.value === path} onClick={() => void showText(path)}>
                {path}
                {documents.changed.value.has(path) && <b title={t("desk_unsaved")}> ●</b>}
              </button>
              {wrong.length > 0 && (
                <span class={errors > 0 ? "errors" : "warnings"} title={t("desk_problems", { count: wrong.length })}>
                  {wrong.length}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {!filter.value && all.length > shown.length && <p>{t("desk_more_files", { count: all.length - shown.length })}</p>}
    </nav>
  );
}

function Texts() {
  const home = useRef<HTMLDivElement>(null);
  useEffect(() => home.current?.append(documents.place), []);
  const { open, active, changed, conflicts } = documents;
  return (
    <section class="texts" data-part="text" aria-label={t("desk_text")}>
      <div class="tabs">
        {open.value.map(({ path }) => (
          <span key={path} class={path === active.value ? "tab shown" : "tab"}>
            <button type="button" class="quiet" aria-pressed={path === active.value} onClick={() => documents.show(path)}>
              {path.split("/").at(-1)}
              {changed.value.has(path) && <b title={t("desk_unsaved")}> ●</b>}
            </button>
            <button type="button" class="quiet" aria-label={t("desk_close", { path })} disabled={changed.value.has(path)} onClick={() => documents.close(path)}>
              ×
            </button>
          </span>
        ))}
      </div>
      {conflicts.value.has(active.value) && (
        <p class="conflict" role="alert">
          {t(conflicts.value.get(active.value) ? "desk_conflict" : "desk_gone")}{" "}
          <button type="button" data-settle="disk" onClick={() => void attempt(() => documents.settle(active.value, "disk"))}>
            {t("desk_take_disk")}
          </button>{" "}
          <button type="button" data-settle="mine" onClick={() => void attempt(() => documents.settle(active.value, "mine"))}>
            {t("desk_keep_mine")}
          </button>
        </p>
      )}
      {open.value.length === 0 && <p>{t("desk_choose_file")}</p>}
      <div class="home-of-editors" ref={home} />
      <Asking />
      <Problems />
    </section>
  );
}

/** A name for what is renamed, or one of several changes. */
function Asking() {
  const field = useRef<HTMLInputElement>(null);
  const open = asking.value;
  useEffect(() => {
    field.current?.select();
    if (open && "actions" in open) document.querySelector<HTMLElement>(".asking button")?.focus();
  }, [open]);
  if (!open) return null;
  const end = (event: KeyboardEvent) => event.key === "Escape" && (asking.value = null);
  if ("actions" in open) {
    return (
      <div class="asking" role="group" aria-label={t("desk_actions")} onKeyDown={end}>
        {open.actions.map(({ title, take }) => (
          <button key={title} type="button" onClick={take}>
            {title}
          </button>
        ))}
      </div>
    );
  }
  const submit = (event: Event) => {
    event.preventDefault();
    open.answer(field.current?.value ?? open.name);
  };
  return (
    <form class="asking" onSubmit={submit} onKeyDown={end}>
      <label>
        {t("desk_new_name")} <input id="new-name" ref={field} defaultValue={open.name} required />
      </label>
      <button type="submit">{t("desk_rename")}</button>
    </form>
  );
}

function Problems() {
  const wrong = problems.value.get(documents.uriOf(documents.active.value)) ?? [];
  if (wrong.length === 0) return null;
  return (
    <details class="wrong">
      <summary>{t("desk_problems", { count: wrong.length })}</summary>
      <ul>
        {wrong.map(({ message, range, code }, nth) => (
          <li key={nth}>
            <button type="button" class="quiet" onClick={() => void showText(documents.active.value, range.start)}>
              {range.start.line + 1}: {message} {code && <small>{code}</small>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Table() {
  return (
    <>
      <RulesBar />
      {now.value ? <TablePage /> : description.value ? <SetupPage /> : <Home />}
    </>
  );
}

/** How the table stands to the texts. */
function RulesBar() {
  const state = rules.value;
  const anew = (
    <button type="button" data-do="anew" onClick={() => void beginAnew()}>
      {t("desk_begin_anew")}
    </button>
  );
  return (
    <div class={`rules-bar ${state.is}`} data-rules={state.is} data-way={state.is === "carried" ? state.way : undefined} role="status">
      {state.is === "carried" && t(`desk_carried_${state.way}`, { reason: state.reason ?? "" })}
      {state.is === "broken" && (
        <details>
          <summary>{t("desk_broken")}</summary>
          <pre tabIndex={0}>{state.mistakes}</pre>
        </details>
      )}
      {state.is === "lost" && t("desk_lost", { reason: state.reason })} {now.value && state.is !== "broken" && anew}
    </div>
  );
}

async function start(): Promise<void> {
  if (!token) return;
  await attempt(async () => {
    await documents.refresh();
    await connectLanguage(documents.uriOf("").replace(/\/$/, ""));
    ready.value = true;
    followTable();
    await beginDesk();
  });
  setInterval(() => document.visibilityState === "visible" && void watch(), WATCH);
}

let isLooking = false;

/** Reads anew what others wrote. */
async function watch(): Promise<void> {
  if (isLooking || !ready.value) return;
  isLooking = true;
  try {
    const paths = await documents.lookAtDisk();
    const open = new Set(documents.open.value.map(({ path }) => path));
    const changes = paths.filter((path) => !open.has(path)).map((path) => ({ uri: documents.uriOf(path), type: 2 }));
    if (changes.length > 0) notify("workspace/didChangeWatchedFiles", { changes });
    if (paths.length > 0) await readAnew(paths);
  } catch {
    // The server is away: the next look tries again, and a save tells.
  } finally {
    isLooking = false;
  }
}

documents.saved.add((paths) => paths.forEach((path) => notify("textDocument/didSave", { textDocument: { uri: documents.uriOf(path) } })));
addEventListener("beforeunload", (event) => documents.changed.value.size > 0 && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void save();
});
document.documentElement.lang = language.value;
const root = document.getElementById("app");
if (root) {
  render(<Desk />, root);
  void start();
}

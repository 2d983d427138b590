// Rulings: their verdicts, what differs, and what the author says to it.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { attempt } from "../store";
import { t } from "../text";
import { execute } from "./commands";
import * as documents from "./documents";
import { type Range, request, runs, stopRuns } from "./language";
import { ruled } from "./lenses";
import { Progress } from "../ui/progress";
import { engine } from "./rules";
import { showText } from "./panes";

interface Listed {
  uri: string;
  name: string;
  asks: string | null;
  verdict: string | null;
}
interface Played {
  uri: string;
  verdict: string;
  problems: { message: string; location: { uri: string; range: Range } }[];
  difference: string | null;
  outcome: string | null;
}

const games = signal<{ name: string; uri: string; rulings: Listed[] }[]>([]);
const played = signal<ReadonlyMap<string, Played>>(new Map());
const running = signal(false);
const filter = signal("");
const shown = signal("");

/** Rulings shown at once; more are found by the field above them. */
const MOST = 100;

const ofGame = computed(() => {
  const uri = documents.uriOf(engine.folder ?? "").replace(/\/$/, "");
  return games.value.find((game) => game.uri === uri)?.rulings ?? games.value.flatMap((game) => game.rulings);
});

const list = () =>
  attempt(async () => {
    games.value = (await request<{ games: typeof games.value }>("ludex/rulings", null)).games;
  });

async function run(uris: string[]): Promise<void> {
  running.value = true;
  await attempt(async () => {
    const { rulings } = await request<{ rulings: Played[] }>("ludex/runRulings", { uris });
    played.value = new Map([...played.value, ...rulings.map((one) => [one.uri, one] as const)]);
  });
  running.value = false;
  ruled.forEach((tell) => tell());
  await list();
}

/** The absolute path, by which commands name a ruling. */
const pathOf = (uri: string) => `${documents.listed.value.root}/${documents.pathOf(uri) ?? ""}`;

async function decide(command: "accept" | "reject", uri: string): Promise<void> {
  await attempt(async () => {
    await execute(`ludex.lsp.${command}`, [pathOf(uri)]);
  });
  if (command === "accept") await run([uri]);
  else await list();
}

export function Rulings() {
  useEffect(() => void list(), []);
  useEffect(() => {
    const again = () => void list();
    documents.saved.add(again);
    return () => void documents.saved.delete(again);
  }, []);
  const words = filter.value.toLowerCase().split(" ");
  const found = ofGame.value.filter(({ name, asks }) => words.every((word) => `${name} ${asks ?? ""}`.toLowerCase().includes(word)));
  return (
    <div class="rulings">
      <h2>{t("desk_rulings")}</h2>
      <label>
        {t("desk_find_ruling")} <input type="search" id="find-ruling" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      </label>{" "}
      <button type="button" data-do="run-all" disabled={running.value || found.length === 0} onClick={() => void run(found.map(({ uri }) => uri))}>
        {t("desk_run", { count: found.length })}
      </button>
      {running.value && <p role="status">{t("desk_running")}</p>}
      {[...runs.value].map(([token, percent]) => (
        <Progress key={token} label={t("desk_running")} done={percent} all={100} unit="%" stop={stopRuns} />
      ))}
      <ul>
        {found.slice(0, MOST).map((one) => (
          <Ruling key={one.uri} one={one} />
        ))}
      </ul>
      {found.length > MOST && <p>{t("desk_more_rulings", { count: found.length - MOST })}</p>}
    </div>
  );
}

function Ruling({ one }: { one: Listed }) {
  const result = played.value.get(one.uri);
  const verdict = result?.verdict ?? one.verdict ?? "";
  const path = documents.pathOf(one.uri);
  const isOpen = shown.value === one.uri;
  const waits = verdict === "pending" || verdict === "differs";
  return (
    <li class="ruling" data-ruling={one.name} data-verdict={verdict}>
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => (shown.value = isOpen ? "" : one.uri)}>
        <b class={`verdict ${verdict}`}>{verdict || "–"}</b> {one.name}
      </button>
      {isOpen && (
        <div>
          <p>{one.asks}</p>
          <button type="button" data-do="run" disabled={running.value} onClick={() => void run([one.uri])}>
            {t("desk_run_one")}
          </button>{" "}
          {path !== null && (
            <button type="button" onClick={() => void showText(path)}>
              {t("desk_open")}
            </button>
          )}{" "}
          {waits && (
            <>
              <button type="button" data-do="accept" onClick={() => void decide("accept", one.uri)}>
                {t("desk_accept")}
              </button>{" "}
              <button type="button" data-do="reject" onClick={() => void decide("reject", one.uri)}>
                {t("desk_reject")}
              </button>
            </>
          )}
          {result && <Outcome result={result} />}
        </div>
      )}
    </li>
  );
}

function Outcome({ result }: { result: Played }) {
  return (
    <>
      <ul>
        {result.problems.map(({ message, location }, nth) => {
          const path = documents.pathOf(location.uri);
          return (
            <li key={nth}>
              <button type="button" class="quiet" onClick={() => path !== null && void showText(path, location.range.start)}>
                {path?.split("/").at(-1)}:{location.range.start.line + 1}: {message}
              </button>
            </li>
          );
        })}
      </ul>
      {result.difference !== null ? (
        <pre tabIndex={0} class="difference" aria-label={t("desk_difference")}>
          {result.difference.split("\n").map((line, nth) => (
            <span key={nth} class={line.startsWith("+") ? "more" : line.startsWith("-") ? "less" : ""}>
              {line}
              {"\n"}
            </span>
          ))}
        </pre>
      ) : (
        result.outcome !== null && (
          <details>
            <summary>{t("desk_outcome")}</summary>
            <pre tabIndex={0}>{result.outcome}</pre>
          </details>
        )
      )}
    </>
  );
}

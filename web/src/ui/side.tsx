// What stands beside the table: the log, what happened since one's turn, the details of a thing, the moments of the game.
import { useEffect, useRef } from "preact/hooks";
import type { LogLine } from "../engine/types";
import { can, cardOf, copyLink, description, exportRecord, exportRuling, fork, inspected, lastOwn, links, log, lookBack, now, past, replay, seeAll, seesAll, setConfirm, confirmLast, shown, sinceTurn, attempt } from "../store";
import { t } from "../text";
import { Face, sized } from "./look";
import { SeatList } from "./seats";

/** Lines of the log; with a move, each answer leads to the moment after it. */
function Lines({ lines, at }: { lines: LogLine[]; at?: number }) {
  return (
    <>
      {lines.map((line, n) => (
        <p key={n} class={line.depth > 0 ? "effect" : "answer"}>
          {line.text}
          {at !== undefined && n === 0 && (
            <button type="button" class="quiet look" aria-label={t("look_at", { at })} onClick={() => void lookBack(at)}>
              ⟲
            </button>
          )}
        </p>
      ))}
    </>
  );
}

export function SinceTurn() {
  const moves = sinceTurn.value;
  return (
    <section class="since" aria-label={t("since_turn")} data-part={t("since_turn")} tabIndex={-1}>
      <h2>{t("since_turn")}</h2>
      <div role="log" aria-live="polite">
        {moves.length === 0 ? <p>{t("nothing_happened")}</p> : moves.slice(-12).map((move) => <Lines key={move.number} lines={move.lines} at={move.number} />)}
      </div>
      {moves.length > 0 && lastOwn.value > 0 && (
        <button type="button" class="quiet" onClick={() => void replay()}>
          {t("replay")}
        </button>
      )}
    </section>
  );
}

export function Log() {
  return (
    <details class="log" data-part={t("log")} tabIndex={-1}>
      <summary>{t("log")}</summary>
      <ol reversed>
        {[...log.value]
          .reverse()
          .filter((move) => move.lines.length > 0)
          .map((move) => (
            <li key={move.number} value={move.number}>
              <button type="button" class="quiet" onClick={() => void lookBack(move.number)}>
                {move.number}
              </button>
              <Lines lines={move.lines} />
            </li>
          ))}
      </ol>
    </details>
  );
}

export function History() {
  const moves = now.value?.moves ?? 0;
  const at = past.value?.at ?? moves;
  return (
    <section class="history" aria-label={t("history")}>
      <label>
        {t("history_at", { at, moves })}
        <input type="range" min={0} max={moves} value={at} onInput={(event) => void lookBack(Number(event.currentTarget.value))} />
      </label>
      <p class="walk">
        <button type="button" class="step-back" disabled={at === 0} aria-label={t("one_back")} onClick={() => void lookBack(at - 1)}>
          ◀
        </button>
        <button type="button" class="step-on" disabled={at >= moves} aria-label={t("one_on")} onClick={() => void lookBack(at + 1)}>
          ▶
        </button>
      </p>
      {past.value && (
        <p>
          <button type="button" class="return" onClick={() => void lookBack(moves)}>
            {t("return_now")}
          </button>
          {can().fork && (
            <button type="button" class="fork" onClick={() => void fork(at)}>
              {t("fork")}
            </button>
          )}
        </p>
      )}
    </section>
  );
}

/** What a thing is, and why it can't be chosen. */
export function Inspector() {
  const seen = inspected.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (seen) box.current?.focus({ preventScroll: false });
  }, [seen?.thing]);
  if (!seen) return null;
  const card = cardOf(seen.thing);
  return (
    <section class="inspector" ref={box} tabIndex={-1} aria-label={t("details", { name: seen.name })} onKeyDown={(event) => event.key === "Escape" && close()}>
      <button type="button" class="quiet close" onClick={close}>
        {t("close")}
      </button>
      <h2>{seen.name}</h2>
      {card?.face && (
        <div class="large" style={sized(card.face)}>
          <Face face={card.face} />
        </div>
      )}
      {card && <p>{card.shows.join(" · ")}</p>}
      {card?.does.map((line, n) => <p key={n}>{line}</p>)}
      {seen.reasons && (
        <div aria-live="polite">
          <h3>{t("why_not")}</h3>
          {seen.reasons.length === 0 && <p>{t("no_reason")}</p>}
          {seen.reasons.map((reason) => (
            <div key={reason.action}>
              <p>
                <b>{reason.words}</b>: {t(reason.verdict)}
              </p>
              {reason.verdict !== "legal" && (
                <ul>
                  {reason.failing.map((one, n) => (
                    <li key={n}>
                      {one.reason}
                      {one.unknown && ` (${t("cant_know")})`}
                      {one.saw.length > 0 && <small> {one.saw.join("; ")}</small>}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function close(): void {
  const key = inspected.value?.thing;
  inspected.value = null;
  if (key) document.getElementById("question")?.focus();
}

export function Menu() {
  return (
    <details class="menu" data-part={t("menu")} tabIndex={-1}>
      <summary>{t("menu")}</summary>
      <p>
        {can().link && (
          <button type="button" onClick={() => void copyLink()}>
            {t("copy_link")}
          </button>
        )}
        {/* A record tells what is hidden: a server gives it once the game is over. */}
        {(can().fork || now.value?.over) && (
          <>
            <button type="button" onClick={() => void exportRecord()}>
              {t("save_record")}
            </button>
            <button
              type="button"
              onClick={() => {
                const name = prompt(t("ruling_name"), "new_ruling");
                if (name) void exportRuling(name);
              }}
            >
              {t("save_ruling")}
            </button>
          </>
        )}
      </p>
      <SeatList />
      {links.value.length > 0 && (
        <ul aria-label={t("links")}>
          {links.value.map(({ name, href }) => (
            <li key={name}>
              {name}: <a href={href}>{href}</a>{" "}
              <button type="button" class="quiet" aria-label={`${t("copy")}: ${name}`} onClick={() => void attempt(() => navigator.clipboard.writeText(href))}>
                {t("copy")}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <label>
          <input type="checkbox" checked={confirmLast.value} onChange={(event) => setConfirm(event.currentTarget.checked)} /> {t("confirm")}
        </label>
        {can().seeAll && description.value?.has_secrets && (
          <label>
            <input type="checkbox" checked={seesAll.value} onChange={(event) => void seeAll(event.currentTarget.checked)} /> {t("see_all")}
          </label>
        )}
      </p>
      {description.value && (description.value.ends.length > 0 || description.value.ranks.length > 0) && (
        <div>
          <h3>{t("rules")}</h3>
          {description.value.ends.map((line) => (
            <p key={line}>
              {t("ends")}: {line}
            </p>
          ))}
          {shown.value && <p>{`${t("ranked")}: ${description.value.ranks.join(", ")}`}</p>}
        </div>
      )}
    </details>
  );
}

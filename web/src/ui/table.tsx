// The table: what is asked, the own things near, what all share, the others around.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { PanelSeen, TableSnapshot } from "../engine/types";
import { cover, description, leave, now, own, past, question, redo, settle, shown, undo } from "../store";
import { t } from "../text";
import { Ask } from "./ask";
import { Board } from "./board";
import { HoldingsView } from "./holdings";
import { drawnBoards } from "./merge";
import { hasContent, Panel, PanelsView } from "./panels";
import { hasThings, NamesLine, Player } from "./players";
import { Analysis, Standing } from "./analysis";
import { Drawings, seatColour } from "./look";
import { JumpBar } from "./narrow";
import { Clock } from "./seats";
import { History, Inspector, Log, Menu, SinceTurn } from "./side";
import { Chip, marks, nameOf, OfOthers, playerName, Zoomed } from "./things";

/** Scrolls to the first thing that glows, if none is in sight. */
function bringIntoSight(): void {
  const glowing = [...document.querySelectorAll("main button.glow, main .card.glow, main g.glow")];
  const floor = document.getElementById("question")?.getBoundingClientRect().top ?? innerHeight;
  const isInSight = (one: Element) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && bottom <= floor && left >= 0 && right <= innerWidth;
  };
  if (glowing.length > 0 && !glowing.some(isInSight)) glowing[0]?.scrollIntoView({ block: "center" });
}

export function TablePage() {
  const seen = shown.value;
  const version = question.value ? now.value?.version : 0;
  useLayoutEffect(settle, [seen]);
  useEffect(bringIntoSight, [version]);
  useEffect(() => {
    if (now.value?.over) document.querySelector(".result")?.scrollIntoView({ block: "center" });
  }, [now.value?.over]);
  const game = description.value;
  if (!seen || !game) return <p>{t("loading")}</p>;
  return (
    <>
      <header class="top">
        <a class="skip" href="#question" onClick={(event) => (event.preventDefault(), document.getElementById("question")?.focus())}>
          {t("skip")}
        </a>
        <button type="button" class="quiet" onClick={leave}>
          ← {t("back")}
        </button>
        <h1>{game.title}</h1>
        <button type="button" disabled={!now.value?.can_undo || past.value !== null} onClick={() => void undo()} aria-keyshortcuts="Control+Z" aria-label={t("undo")}>
          ↶<span> {t("undo")}</span>
        </button>
        <button type="button" disabled={!now.value?.can_redo || past.value !== null} onClick={() => void redo()} aria-label={t("redo")}>
          ↷<span> {t("redo")}</span>
        </button>
      </header>
      <JumpBar />
      <Drawings />
      {cover.value !== null ? <Cover seat={cover.value} /> : <Parts seen={seen} />}
      <Zoomed />
      <Ask />
    </>
  );
}

/** Hides everything until the next player has the device. */
function Cover({ seat }: { seat: number }) {
  return (
    <main class="cover">
      <p>{t("cover", { player: nameOf(seat) })}</p>
      <button type="button" class="step" onClick={() => (cover.value = null)}>
        {t("cover_show", { player: nameOf(seat) })}
      </button>
    </main>
  );
}

function Parts({ seen }: { seen: TableSnapshot }) {
  const me = own.value;
  const seats = seen.players.map((_, seat) => seat);
  const others = [...seats.slice(me + 1), ...seats.slice(0, Math.max(0, me))].filter((seat) => seat !== me);
  const panels = description.value?.has_panels ?? false;
  const columns = panels ? (description.value?.look.columns ?? 0) : 0;
  const bare = seats.filter((seat) => !hasThings(seen, seat));
  return (
    <div class={`columns ${past.value ? "past" : ""}`}>
      <main>
        {seen.over && <Result seen={seen} />}
        {bare.length > 0 && <NamesLine seen={seen} seats={bare} />}
        {columns > 0 ? (
          <Laid seen={seen} seat={me} columns={columns} />
        ) : (
          <>
            <section class="shared" aria-label={t("table")} data-part={t("table")} tabIndex={-1}>
              <h2>{t("table")}</h2>
              {panels ? (
                <>
                  <BoardsBeside seen={seen} />
                  <PanelsView panels={seen.panels.table} />
                </>
              ) : (
                <HoldingsView holdings={seen.table} />
              )}
            </section>
            {me >= 0 && !bare.includes(me) && <Player seen={seen} seat={me} near />}
          </>
        )}
        <OfOthers.Provider value={true}>
          <div class="others">
            {others
              .filter((seat) => !bare.includes(seat))
              .map((seat) => (
                <Player key={seat} seen={seen} seat={seat} />
              ))}
          </div>
        </OfOthers.Provider>
        {panels && <Everything seen={seen} />}
      </main>
      <aside>
        <Inspector />
        <SinceTurn />
        <Standing />
        <History />
        <Log />
        <Menu />
      </aside>
    </div>
  );
}

/** The panels of the table and of the reader on a grid, as `look.yaml` says; of the rest, boards and lines stand above it. */
function Laid({ seen, seat, columns }: { seen: TableSnapshot; seat: number; columns: number }) {
  const cells = description.value?.look.panels ?? [];
  const boards = description.value?.boards ?? [];
  const named = ({ title, content }: PanelSeen) => {
    const board = "board" in content ? boards[content.board.board]?.name : undefined;
    return cells.find(({ panel }) => panel === title || panel === board);
  };
  const own = seen.panels.players[seat] ?? [];
  const all = [...seen.panels.table.map((panel) => ({ panel, isOwn: false })), ...own.map((panel) => ({ panel, isOwn: true }))];
  const placed = all.flatMap((one) => {
    const cell = named(one.panel);
    return cell ? [{ ...one, cell }] : [];
  });
  const loose = (isOwn: boolean) => all.filter((one) => one.isOwn === isOwn && !named(one.panel)).map(({ panel }) => panel);
  const [lines, rest] = [loose(false).filter(({ content }) => "line" in content), loose(false).filter(({ content }) => !("line" in content))];
  placed.sort((one, other) => one.cell.row - other.cell.row || one.cell.column - other.cell.column);
  const first = Math.min(...placed.filter(({ isOwn }) => isOwn).map(({ cell }) => cell.row), Infinity);
  return (
    <div class="laid" style={{ "--columns": String(columns) }}>
      <section class="wide shared" aria-label={t("table")} data-part={t("table")} tabIndex={-1}>
        <BoardsBeside seen={seen} />
        <PanelsView panels={lines} brief />
      </section>
      {placed.map(({ panel, isOwn, cell }, n) => {
        const decides = isOwn && seen.deciding.includes(seat);
        const style: Record<string, string> = {
          "--column": `${cell.column} / span ${cell.wide}`,
          "--row": `${cell.row + 1} / span ${cell.high}`,
          ...(isOwn ? { "--seat": seatColour(seat) } : {}),
        };
        return (
          <section key={`${panel.title}${n}`} class={`cell ${isOwn ? "own" : ""} ${decides ? "decides" : ""}`} style={style} aria-label={panel.title ?? ""} data-part={panel.title ?? ""} tabIndex={-1}>
            {isOwn && cell.row === first && <OwnName seat={seat} />}
            <Panel panel={panel} />
          </section>
        );
      })}
      {rest.some((panel) => hasContent(panel, true)) && (
        <section class="wide" aria-label={t("table")}>
          <PanelsView panels={rest} brief />
        </section>
      )}
      {seat >= 0 && loose(true).some((panel) => hasContent(panel, true)) && (
        <section class="wide own" style={{ "--seat": seatColour(seat) }} aria-label={playerName(seat)}>
          {first === Infinity && <OwnName seat={seat} />}
          <PanelsView panels={loose(true)} brief />
        </section>
      )}
    </div>
  );
}

function OwnName({ seat }: { seat: number }) {
  return (
    <p class={`whose ${marks(`player:${seat}`)}`}>
      <Chip thing={{ player: seat }}>{playerName(seat)}</Chip>
      <Clock seat={seat} />
    </p>
  );
}

/** The boards of the table that no panel draws. */
function BoardsBeside({ seen }: { seen: TableSnapshot }) {
  const drawn = drawnBoards(seen.panels.table);
  const boards = seen.table.boards.filter(({ board }) => !drawn.has(board));
  return (
    <>
      {boards.map((board) => (
        <Board key={board.first} seen={board} title={description.value?.boards[board.board]?.words ?? ""} />
      ))}
    </>
  );
}

/** All that view.yaml does not show; it is made once it is opened. */
function Everything({ seen }: { seen: TableSnapshot }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="everything" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("everything")}</summary>
      {isOpen && (
        <>
          <HoldingsView holdings={seen.table} />
          {seen.players.map((holdings, seat) => (
            <section key={seat}>
              <h2>{playerName(seat)}</h2>
              <HoldingsView holdings={holdings} />
            </section>
          ))}
        </>
      )}
    </details>
  );
}

function Result({ seen }: { seen: TableSnapshot }) {
  const result = seen.result;
  if (!result) return null;
  const winners = result.winners.map(playerName).join(", ");
  return (
    <section class="result" aria-label={t("over")}>
      <h2>{t("over")}</h2>
      <p>{winners ? t("won", { players: winners }) : t("nobody_won")}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("player")}</th>
            <th scope="col">{t("rank")}</th>
            <th scope="col">{t("score")}</th>
          </tr>
        </thead>
        <tbody>
          {result.scores.map((score, seat) => (
            <tr key={seat}>
              <th scope="row">{playerName(seat)}</th>
              <td>{result.ranks[seat]}</td>
              <td>{score}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Analysis moves={seen.moves} />
      {seen.panels.scores.map((panels, seat) => (
        <section key={seat}>
          <h3>{playerName(seat)}</h3>
          <PanelsView panels={panels} />
        </section>
      ))}
    </section>
  );
}

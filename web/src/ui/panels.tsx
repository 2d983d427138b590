// The panels of view.yaml: lines of values, members as cards, rows or tables, boards.
import { useContext } from "preact/hooks";
import { thingKey } from "../choice";
import type { PanelRow, PanelRows, PanelSeen } from "../engine/types";
import { cardOf, own } from "../store";
import { t } from "../text";
import { Board, boardOf, type SpaceNotes } from "./board";
import { boardOfRows, isPieces } from "./merge";
import { Back, Card, Chip, Drawn, handOf, marks, OfOthers, panelDrawn, panelWords, playerName, type Told } from "./things";

/** More cards than this are drawn smaller. */
const MANY = 6;

/** Panels one after the other; in brief, without those that are empty. */
export function PanelsView({ panels, brief }: { panels: PanelSeen[]; brief?: boolean }) {
  return (
    <>
      {panels.map((panel, n) => (
        <Panel key={`${panel.title}${n}`} panel={panel} brief={brief} />
      ))}
    </>
  );
}

/** Returns true if a panel draws something; in brief, one without members does not. */
export function hasContent({ content }: PanelSeen, brief: boolean): boolean {
  if ("line" in content) return content.line.some(([, value]) => panelWords(value) !== "");
  if ("board" in content) return boardOf(content.board) !== undefined;
  return !brief || content.rows.rows.length > 0;
}

export function Panel({ panel, brief }: { panel: PanelSeen; brief?: boolean }) {
  const { content, title } = panel;
  if ("line" in content) {
    const values = content.line.filter(([, value]) => panelWords(value) !== "");
    if (values.length === 0) return null;
    return (
      <dl class="numbers">
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{panelDrawn(value)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if ("board" in content) {
    const seen = boardOf(content.board);
    return seen ? <Board seen={seen} panel={content.board} title={title ?? ""} /> : null;
  }
  const { rows } = content;
  const spaces = boardOfRows(rows);
  if (spaces) return <Board seen={spaces} notes={rows.rows.map((row) => notesOf(row, rows))} title={title ?? ""} />;
  if (rows.rows.length === 0 && brief) return null;
  if (rows.rows.length === 0) {
    return (
      <p class="place none">
        {title}: <i>{t("empty")}</i>
      </p>
    );
  }
  return (
    <div class="panel">
      {title && <h3>{title}</h3>}
      {rows.form === "table" ? <Rows rows={rows} /> : <Members rows={rows} />}
    </div>
  );
}

/** What a row says of a space besides the pieces there: its mark, then its values. */
function notesOf(row: PanelRow, rows: PanelRows): SpaceNotes {
  const values = rows.labels.flatMap((label, at) => {
    const value = row.values[at];
    const words = panelWords(value);
    return value === undefined || words === "" || isPieces(value) ? [] : [`${label} ${words}`];
  });
  return { mark: row.marked ? (rows.mark ?? "") : "", values };
}

/** Members as a table with the labels above. */
function Rows({ rows }: { rows: PanelRows }) {
  const ofOthers = useContext(OfOthers);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={rows.labels.join(", ")}>
      <table>
        <thead>
          <tr>
            <td />
            {rows.labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, n) => (
            <tr key={n} class={`${row.thing ? marks(thingKey(row.thing), ofOthers) : ""} ${row.marked ? "marked" : ""}`}>
              <th scope="row">
                {row.thing && "piece" in row.thing && cardOf(row.thing)?.face && <Drawn mark={{ word: "", thing: row.thing }} />}
                <Name row={row} />
                {row.marked && <small class="mark">{rows.mark}</small>}
              </th>
              {row.values.map((value, column) => (
                <td key={column}>{panelDrawn(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Members as cards, or as words with what is told of each. */
function Members({ rows }: { rows: PanelRows }) {
  const ofOthers = useContext(OfOthers);
  const inHand = handOf(own.value);
  const isHand = rows.rows.length > 0 && rows.rows.every(({ thing }) => thing && "piece" in thing && inHand.has(thing.piece));
  return (
    <div class={`cards ${isHand ? "hand" : rows.rows.length > MANY ? "many" : ""}`} style={{ "--count": String(rows.rows.length) }}>
      {rows.rows.map((row, n) => {
        const told = rows.labels.flatMap((label, at): Told[] => {
          const value = row.values[at];
          const words = panelWords(value);
          if (words === "") return [];
          return [typeof value === "object" && "flag" in value ? ["", label] : [label, words, panelDrawn(value)]];
        });
        if (row.marked && rows.mark) told.push(["", rows.mark]);
        if (row.by != null) told.unshift(["", `#${row.by}`]);
        if (row.thing && "piece" in row.thing) return <Card key={n} piece={row.thing.piece} values={told} />;
        if (!row.name) return <Back key={n} place={-1} at={n} kind={rows.kind ?? -1} />;
        return (
          <div key={n} class={`member ${row.thing ? marks(thingKey(row.thing), ofOthers) : ""}`}>
            <Name row={row} />
            {told.map(([label, words, drawn]) => (
              <span key={label + words}>
                {label} <b>{drawn ?? words}</b>
              </span>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Name({ row }: { row: PanelRow }) {
  if (!row.name) return <span>{t("hidden")}</span>;
  if (row.thing && "player" in row.thing) return <Chip thing={row.thing}>{playerName(row.thing.player)}</Chip>;
  return row.thing ? <Chip thing={row.thing}>{row.name}</Chip> : <span>{row.name}</span>;
}

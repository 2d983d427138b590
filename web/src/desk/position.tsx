// The position in words: numbers to be set, pieces to be dragged to other places, and the ruling that tells of the next move.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { attempt, notice, now, ruling } from "../store";
import { t } from "../text";
import * as documents from "./documents";
import { saveAll } from "./documents";
import { engine } from "./rules";
import { showText } from "./panes";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Members = { [key: string]: Json };

const position = signal<Members | null>(null);
/** A piece by its place and its number there. */
interface Held {
  place: string;
  at: number;
}

/** The piece that was selected, to be moved by the list of places. */
const held = signal<Held | null>(null);
/** The piece that is being dragged. No signal: a browser ends a drag when the page changes around it as it begins. */
let dragged: Held | null = null;

const isMembers = (value: Json | undefined): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);
const isPiece = (value: Json): value is Members => isMembers(value) && "card" in value;
const isPlace = (value: Json): value is Members[] => Array.isArray(value) && value.every(isPiece);

/** A list of pieces with the words of where it is. */
interface PlaceShown {
  key: string;
  pieces: Members[];
}

/** All places below a value: those of the table, of spaces, of players. */
function placesOf(value: Json | undefined, key: string): PlaceShown[] {
  if (value === undefined || value === null || typeof value !== "object") return [];
  if (isPlace(value) && key !== "") return [{ key, pieces: value }];
  if (Array.isArray(value)) return value.flatMap((part, nth) => placesOf(part, `${key} ${isMembers(part) && "space" in part ? String(part.space) : nth}`));
  return Object.entries(value).flatMap(([name, part]) => (name === "vars" || name === "options" ? [] : placesOf(part, key === "" ? name : `${key} ${name}`)));
}

const read = () => attempt(async () => void (position.value = (await engine.state()) as Members));

export function Position() {
  const version = now.value?.version;
  useEffect(() => {
    if (now.value && !now.value.over) void read();
    else position.value = null;
  }, [version, now.value?.over]);
  const state = position.value;
  if (!state) return <p>{t("desk_no_position")}</p>;
  const players = Array.isArray(state.players) ? state.players : [];
  const places = placesOf(state, "");
  const put = () => attempt(() => engine.place(state));
  return (
    <div class="position">
      <h2>{t("desk_position")}</h2>
      <p>{t("desk_position_hint")}</p>
      <p>
        <button type="button" class="step" data-do="place" onClick={() => void put()}>
          {t("desk_place")}
        </button>{" "}
        <button type="button" class="quiet" onClick={() => void read()}>
          {t("desk_read_again")}
        </button>
      </p>
      <WriteRuling />
      <Numbers title={t("table")} vars={state.vars} tracks={state.tracks} />
      {players.map((player, seat) => isMembers(player) && <Numbers key={seat} title={t("seat", { seat: `P${seat}` })} vars={player.vars} tracks={player.tracks} />)}
      <h3>{t("desk_places")}</h3>
      {held.value && (
        <label class="move">
          {t("desk_move_to")}{" "}
          <select id="move-to" value="" onChange={(event) => move(places, held.value, event.currentTarget.value)}>
            <option value="">…</option>
            {places.map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
        </label>
      )}
      {places.map((place) => (
        <Place key={place.key} place={place} places={places} />
      ))}
    </div>
  );
}

function Numbers({ title, vars, tracks }: { title: string; vars: Json | undefined; tracks: Json | undefined }) {
  const parts = [vars, tracks].filter(isMembers);
  if (parts.every((part) => Object.keys(part).length === 0)) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {parts.flatMap((part) => Object.keys(part).map((name) => <Field key={name} holder={title} part={part} name={name} />))}
    </fieldset>
  );
}

function Field({ holder, part, name }: { holder: string; part: Members; name: string }) {
  const value = part[name] ?? null;
  const set = (next: Json) => {
    part[name] = next;
    position.value = { ...position.value };
  };
  const id = `${holder}-${name}`;
  return (
    <label>
      {name}{" "}
      {typeof value === "boolean" ? (
        <input type="checkbox" data-var={id} checked={value} onChange={(event) => set(event.currentTarget.checked)} />
      ) : typeof value === "number" ? (
        <input type="number" data-var={id} value={value} onChange={(event) => set(Number(event.currentTarget.value))} />
      ) : typeof value === "string" || value === null ? (
        <input data-var={id} value={value ?? ""} onChange={(event) => set(event.currentTarget.value || null)} />
      ) : (
        <input data-var={id} value={JSON.stringify(value)} onChange={(event) => void attempt(async () => set(JSON.parse(event.currentTarget.value) as Json))} />
      )}
    </label>
  );
}

/** Moves a piece to the end of a place. */
function move(places: PlaceShown[], what: Held | null, to: string): void {
  const from = places.find(({ key }) => key === what?.place);
  const target = places.find(({ key }) => key === to);
  const [piece] = from?.pieces.splice(what?.at ?? 0, 1) ?? [];
  if (piece) (target ?? from)?.pieces.push(piece);
  held.value = null;
  dragged = null;
  position.value = { ...position.value };
}

function Place({ place, places }: { place: PlaceShown; places: PlaceShown[] }) {
  const { key, pieces } = place;
  return (
    <details
      class="drop"
      open={pieces.length > 0 && pieces.length <= 12}
      data-place={key}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        move(places, dragged, key);
      }}
    >
      <summary>
        {key} <small>{pieces.length}</small>
      </summary>
      {pieces.map((piece, at) => {
        const isHeld = held.value?.place === key && held.value.at === at;
        const drag = (event: DragEvent) => {
          dragged = { place: key, at };
          // Firefox drags nothing without data.
          event.dataTransfer?.setData("text/plain", String(piece.card));
        };
        return (
          <button
            key={at}
            type="button"
            draggable
            aria-pressed={isHeld}
            data-piece={String(piece.card)}
            onDragStart={drag}
            onDragEnd={() => (dragged = null)}
            onClick={() => (held.value = isHeld ? null : { place: key, at })}
          >
            {String(piece.card)}
          </button>
        );
      })}
    </details>
  );
}

/** Writes the last move as a ruling of the game: what it was made from, and what was chosen. */
function WriteRuling() {
  const submit = (event: Event) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget as HTMLFormElement).get("id") as string;
    void attempt(async () => {
      const text = await ruling(id);
      const path = [engine.folder, "rulings", `${id}.ruling.yaml`].filter(Boolean).join("/");
      documents.newText(path, text);
      await saveAll();
      notice.value = t("desk_ruling_written", { path });
      await showText(path);
    });
  };
  return (
    <form onSubmit={submit}>
      <label>
        {t("ruling_name")} <input id="ruling-id" name="id" required pattern="[a-z0-9_\-]+" />
      </label>{" "}
      <button type="submit" disabled={(now.value?.moves ?? 0) === 0}>
        {t("save_ruling")}
      </button>
    </form>
  );
}

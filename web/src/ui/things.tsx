// What a thing looks like: cards, backs, chips. A thing that glows is a button that picks it; any other tells about itself.
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { thingKey } from "../choice";
import type { NumberSeen, PanelValue, Thing } from "../engine/types";
import { cardOf, changed, description, inspect, left, own, pickThing, preview, shown } from "../store";
import { t } from "../text";

/** True among the things of other players: rows and values there stand for theirs, not for what the reader may choose. */
export const OfOthers = createContext(false);

/** The classes of a thing: whether it glows, is chosen, previewed or has changed. */
export function marks(key: string, ofOthers = false): string {
  const names = [];
  const isTheirs = ofOthers && /^(row|value):/.test(key);
  if (!isTheirs && left.value?.glowing.has(key)) names.push("glow");
  if (!isTheirs && left.value?.chosen.has(key)) names.push("chosen");
  if (preview.value.has(key)) names.push("preview");
  if (changed.value.has(key)) names.push("changed");
  return names.join(" ");
}

/** Picks a thing that glows, or tells about one that does not. */
export function act(thing: Thing, name: string): void {
  if (left.value?.glowing.has(thingKey(thing))) pickThing(thing, name);
  else void inspect(thing, name);
}

export function playerName(seat: number): string {
  return seat === own.value ? `P${seat} (${t("you")})` : `P${seat}`;
}

/** A word for a thing, to click. */
export function Chip({ thing, children }: { thing: Thing; children: ComponentChildren }) {
  const key = thingKey(thing);
  const classes = marks(key, useContext(OfOthers));
  const name = typeof children === "string" ? children : key;
  return (
    <button type="button" class={`chip ${classes}`} data-thing={key} onClick={() => act(thing, name)}>
      {children}
      <Sign glows={classes.includes("glow")} />
    </button>
  );
}

/** A piece as a card: its name, what it shows, what it has become. */
export function Card({ piece, values, text }: { piece: number; values?: [string, string][]; text?: string }) {
  const thing: Thing = { piece };
  const key = thingKey(thing);
  const face = cardOf(thing);
  const name = text ?? face?.name ?? description.value?.pieces[piece]?.id ?? "";
  const seen = shown.value?.pieces.find((one) => one.piece === piece);
  const told = values ?? seen?.fields?.flatMap((field) => numbers(field)) ?? [];
  const glows = left.value?.glowing.has(key) ?? false;
  // What is told anew need not be read twice.
  const shows = face?.shows.filter((line) => !told.some(([label, value]) => line === `${label} ${value}`)) ?? [];
  const kind = description.value?.pieces[piece]?.kind ?? 0;
  return (
    <div class={`card ${marks(key)}`} style={{ "--hue": String((kind * 67 + 140) % 360) }}>
      <button type="button" class="face" data-thing={key} onClick={() => act(thing, name)}>
        <span class="name">{name}</span>
        <Sign glows={glows} />
        {shows.length > 0 && <span class="shows">{shows.join(" · ")}</span>}
        {told.length > 0 && (
          <span class="told">
            {told.map(([label, value]) => (
              <span key={label}>
                {label} <b>{value}</b>
              </span>
            ))}
          </span>
        )}
        {face && face.does.length > 0 && <span class="does">{face.does.join(" ")}</span>}
      </button>
      {seen?.places && seen.places.length > 0 && (
        <span class="inside">
          {seen.places.flatMap((place) => place.pieces.map((inside, at) => (inside === null ? <Back key={`b${at}`} place={place.place} at={at} kind={0} /> : <Card key={inside} piece={inside} />)))}
        </span>
      )}
      {glows && (
        <button type="button" class="info" onClick={() => void inspect(thing, name)} aria-label={t("details", { name })}>
          i
        </button>
      )}
    </div>
  );
}

/** Tells those who do not see the glow that a thing may be chosen. */
export function Sign({ glows }: { glows: boolean }) {
  return glows ? <span class="unseen"> ({t("glows")})</span> : null;
}

/** A piece that its reader does not know. */
export function Back({ place, at, kind }: { place: number; at: number; kind: number }) {
  const thing: Thing = { hidden: { place, at } };
  const key = thingKey(thing);
  const name = t("hidden_card", { kind: description.value?.kinds[kind]?.words ?? "" });
  if (!left.value?.glowing.has(key)) return <span class={`back ${marks(key)}`} role="img" aria-label={name} />;
  return <button type="button" class={`back ${marks(key)}`} data-thing={key} aria-label={`${name} ${at + 1}`} onClick={() => act(thing, name)} />;
}

/** The values of a variable with their labels. */
export function numbers(number: NumberSeen): [string, string][] {
  return number.values.map(({ index, value }) => [index ? `${number.words} ${index}` : number.words, value.text]);
}

/** A value of a panel in words; empty where nothing is to be told. */
export function panelWords(value: PanelValue | undefined): string {
  if (value === undefined || value === "none") return "";
  if (value === "unknown") return t("unknown");
  if ("flag" in value) return value.flag ? t("yes") : "";
  if ("number" in value) return String(value.number);
  if ("word" in value) return value.word.full ?? value.word.word;
  const [known, unknown] = value.many;
  const words = known.map((mark) => mark.full ?? mark.word);
  return [...words, ...(unknown > 0 ? [`${unknown} ${t("hidden")}`] : [])].join(", ");
}

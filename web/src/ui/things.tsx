// What a thing looks like: cards, backs, chips. A thing that glows is a button that picks it; any other tells about itself.
import { type ComponentChildren, createContext } from "preact";
import { signal } from "@preact/signals";
import { useContext } from "preact/hooks";
import { thingKey } from "../choice";
import type { FaceText, MarkText, NumberSeen, PanelValue, Thing } from "../engine/types";
import { cardOf, changed, description, inspect, left, own, pickThing, preview, shown, sitting } from "../store";
import { t } from "../text";
import { Face, Icon, paintOf, seatColour, sized } from "./look";

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

/** The name of who sits in a seat, or the seat's own. */
export function nameOf(seat: number): string {
  return sitting.value?.seats[seat]?.name ?? `P${seat}`;
}

export function playerName(seat: number): string {
  const name = nameOf(seat);
  return seat === own.value ? `${name} (${t("you")})` : name;
}

/** A word for a thing, to click. */
export function Chip({ thing, children }: { thing: Thing; children: ComponentChildren }) {
  const key = thingKey(thing);
  const classes = marks(key, useContext(OfOthers));
  const name = typeof children === "string" ? children : thingKey(thing);
  return (
    <button type="button" class={`chip ${classes}`} data-thing={key} onClick={() => act(thing, name)}>
      {"player" in thing ? <i class="seat" style={{ "--seat": seatColour(thing.player) }} aria-hidden="true" /> : <Icon paint={paintOf(thing)} />}
      {children}
      <Sign glows={classes.includes("glow")} />
    </button>
  );
}

/** A piece as a card: its face, or its name and what it shows; and what it has become. */
export function Card({ piece, values, text }: { piece: number; values?: Told[]; text?: string }) {
  const thing: Thing = { piece };
  const key = thingKey(thing);
  const card = cardOf(thing);
  const name = text ?? card?.name ?? description.value?.pieces[piece]?.id ?? "";
  const seen = shown.value?.pieces.find((one) => one.piece === piece);
  const told = values ?? seen?.fields?.flatMap((field) => numbers(field)) ?? [];
  const glows = left.value?.glowing.has(key) ?? false;
  const kind = description.value?.pieces[piece]?.kind ?? 0;
  const face = card?.face ?? null;
  // What is told anew need not be read twice.
  const shows = card?.shows.filter((line) => face !== null || !told.some(([label, value]) => line === `${label} ${value}`)) ?? [];
  // On a face stands what is printed; a zero is nothing to tell.
  const anew = face ? told.filter(([label, value]) => value !== "0" && !shows.includes(`${label} ${value}`)) : told;
  const tint = card?.paint?.colour;
  const style = face ? sized(face) : { "--hue": String((kind * 67 + 140) % 360), ...(tint ? { "--tint": tint } : {}) };
  return (
    <div class={`card ${face ? `drawn as-${face.shape}` : ""} ${tint && !face ? "tinted" : ""} ${marks(key)}`} style={style}>
      <button type="button" class="face" data-thing={key} onClick={() => act(thing, name)} {...(face ? zoomable(piece) : {})}>
        {face ? (
          <>
            <Face face={face} />
            <span class="unseen">{[name, ...shows, ...(card?.does ?? [])].join(". ")}</span>
          </>
        ) : (
          <>
            <span class="name">
              <Icon paint={card?.paint ?? undefined} />
              {name}
            </span>
            {shows.length > 0 && <span class="shows">{shows.join(" · ")}</span>}
          </>
        )}
        <Sign glows={glows} />
        {anew.length > 0 && (
          <span class="told">
            {anew.map(([label, value, drawn]) => (
              <span key={label}>
                {label} <b>{drawn ?? value}</b>
              </span>
            ))}
          </span>
        )}
        {!face && card && card.does.length > 0 && <span class="does">{card.does.join(" ")}</span>}
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

/** A label, a value in words, and the value as it is drawn where it is more than words. */
export type Told = [string, string, ComponentChildren?];

/** The card that is shown large, and the side of the window that it leaves free. */
const zoomed = signal<{ piece: number; atEnd: boolean } | null>(null);
let waiting = 0;

/** A card is shown large while the mouse rests on it. */
function zoomable(piece: number) {
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      const atEnd = event.clientX < innerWidth / 2;
      clearTimeout(waiting);
      waiting = setTimeout(() => (zoomed.value = { piece, atEnd }), 350);
    },
    onPointerLeave: () => {
      clearTimeout(waiting);
      zoomed.value = null;
    },
    onPointerDown: () => {
      clearTimeout(waiting);
      zoomed.value = null;
    },
  };
}

export function Zoomed() {
  const face = zoomed.value && cardOf({ piece: zoomed.value.piece })?.face;
  if (!face) return null;
  return (
    <div class={`zoomed ${zoomed.value?.atEnd ? "end" : ""}`} style={sized(face)} aria-hidden="true">
      <Face face={face} />
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
  const face = description.value?.kinds[kind]?.back ?? null;
  const classes = `back ${face ? `drawn as-${face.shape}` : ""} ${marks(key)}`;
  const style = face ? sized(face) : {};
  if (!left.value?.glowing.has(key)) {
    return (
      <span class={classes} style={style} role="img" aria-label={name}>
        {face && <Face face={face} />}
      </span>
    );
  }
  return (
    <button type="button" class={classes} style={style} data-thing={key} aria-label={`${name} ${at + 1}`} onClick={() => act(thing, name)}>
      {face && <Face face={face} />}
    </button>
  );
}

/** The values of a variable with their labels. */
export function numbers(number: NumberSeen): Told[] {
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

/** A value of a panel as it is drawn: what has an icon by its icon. */
export function panelDrawn(value: PanelValue | undefined): ComponentChildren {
  if (typeof value !== "object") return panelWords(value);
  if ("word" in value) return <Drawn mark={value.word} />;
  if (!("many" in value) || !value.many[0].some((mark) => faceOf(mark) || paintOf(mark.thing)?.icon != null)) return panelWords(value);
  const [known, unknown] = value.many;
  return (
    <span class={known.some(faceOf) ? "small-cards" : "icons"}>
      {known.map((mark, n) => (
        <Drawn key={n} mark={mark} />
      ))}
      {unknown > 0 && `${unknown} ${t("hidden")}`}
    </span>
  );
}

function faceOf({ thing }: MarkText): FaceText | null {
  return (thing && "piece" in thing && cardOf(thing)?.face) || null;
}

/** A word with its icon; a piece by its card, small. */
export function Drawn({ mark }: { mark: MarkText }) {
  const words = mark.full ?? mark.word;
  const face = faceOf(mark);
  if (face && mark.thing && "piece" in mark.thing) {
    return (
      <span class={`small drawn as-${face.shape} ${marks(thingKey(mark.thing))}`} style={sized(face)} title={words} {...zoomable(mark.thing.piece)}>
        <Face face={face} />
        <span class="unseen">{words}</span>
      </span>
    );
  }
  const paint = mark.thing && "value" in mark.thing ? paintOf(mark.thing) : undefined;
  if (paint?.icon != null) return <Icon paint={paint} title={words} />;
  if (mark.thing && "player" in mark.thing) return <span><i class="seat" style={{ "--seat": seatColour(mark.thing.player) }} aria-hidden="true" />{words}</span>;
  return <>{words}</>;
}

/** The pieces that a seat alone sees. */
export function handOf(seat: number): Set<number> {
  const places = shown.value?.players[seat]?.places ?? [];
  const own = places.filter((place) => description.value?.places[place.declared]?.seen === "owner");
  return new Set(own.flatMap(({ pieces }) => pieces.filter((piece) => piece !== null)));
}

// What the table or a player holds, drawn from declarations alone: boards, places by their order, tracks and numbers.
import type { Holdings, NumberSeen, PlaceSeen } from "../engine/types";
import { description, left, own } from "../store";
import { t } from "../text";
import { Board } from "./board";
import { Back, Card, Chip, handOf, marks, numbers } from "./things";

/** A place with more pieces than this that lie before set-up, or in a pile, is counted. */
const MANY = 12;

export function HoldingsView({ holdings, boards = true }: { holdings: Holdings; boards?: boolean }) {
  const tracks = holdings.numbers.filter((number) => number.is_track);
  const plain = holdings.numbers.filter((number) => !number.is_track);
  return (
    <>
      {boards &&
        holdings.boards.map((board) => {
          const words = description.value?.boards[board.board]?.words ?? "";
          return <Board key={board.first} seen={board} title={words} />;
        })}
      {tracks.map((track) => (
        <Track key={track.name} track={track} />
      ))}
      {plain.length > 0 && (
        <dl class="numbers">
          {plain.flatMap(numbers).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {holdings.places.map((place) => (
        <Place key={place.place} place={place} />
      ))}
    </>
  );
}

/** A track as a line with its stops. */
function Track({ track }: { track: NumberSeen }) {
  const declared = description.value?.tracks.find((one) => one.name === track.name);
  const [low, high] = declared?.bounds ?? [0, 1];
  const share = (at: number) => `${(100 * (at - low)) / Math.max(1, high - low)}%`;
  return (
    <>
      {track.values.map(({ index, value }) => {
        const at = value.thing && "number" in value.thing ? value.thing.number : low;
        const name = index ? `${track.words} ${index}` : track.words;
        return (
          <div class="track" key={name}>
            <span>{t("track_at", { name, at })}</span>
            <span class="line" aria-hidden="true">
              {declared?.stops.map((stop) => <i key={stop} style={{ left: share(stop) }} />)}
              <b style={{ left: share(at) }} />
            </span>
          </div>
        );
      })}
    </>
  );
}

/** A place with its pieces: a pile by its top, a list in its order, a slot alone. */
export function Place({ place }: { place: PlaceSeen }) {
  const declared = description.value?.places[place.declared];
  if (!declared) return null;
  const hidden = place.pieces.filter((piece) => piece === null).length;
  const isNamed = left.value?.glowing.has(`place:${place.place}`) ?? false;
  const head = isNamed ? <Chip thing={{ place: place.place }}>{declared.words}</Chip> : declared.words;
  if (place.pieces.length === 0) {
    return (
      <p class={`place none ${marks(`place:${place.place}`)}`}>
        {head}: <i>{t("empty")}</i>
      </p>
    );
  }
  const glows = place.pieces.some((piece, at) => left.value?.glowing.has(piece === null ? `hidden:${place.place}.${at}` : `piece:${piece}`));
  const isBox = !glows && (place.pieces.length > MANY || (declared.order === "pile" && place.pieces.length > 1));
  const inHand = handOf(own.value);
  const isHand = place.pieces.every((piece) => piece !== null && inHand.has(piece));
  const count = <small>{t("cards", { count: place.pieces.length, hidden })}</small>;
  const cards = place.pieces.map((piece, at) =>
    piece === null ? <Back key={`b${at}`} place={place.place} at={at} kind={declared.kind} /> : <Card key={piece} piece={piece} />,
  );
  return (
    <div class={`place ${declared.order}`}>
      <h3>
        {head} {count}
      </h3>
      {isBox ? (
        <>
          <div class="cards">{cards.slice(0, 1)}</div>
          {hidden < place.pieces.length - 1 && (
            <details>
              <summary>{t("more", { count: place.pieces.length - 1 })}</summary>
              <div class="cards">{cards.slice(1)}</div>
            </details>
          )}
        </>
      ) : (
        <div class={`cards ${isHand ? "hand" : ""}`} style={{ "--count": String(cards.length) }}>
          {cards}
        </div>
      )}
    </div>
  );
}

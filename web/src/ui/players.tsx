// Players at the table: each with what is theirs, or in a line of names where nothing is.
import type { TableSnapshot } from "../engine/types";
import { description } from "../store";
import { t } from "../text";
import { HoldingsView } from "./holdings";
import { seatColour } from "./look";
import { Fold, isNarrow } from "./narrow";
import { hasContent, PanelsView } from "./panels";
import { Clock } from "./seats";
import { Chip, marks, playerName } from "./things";

/** Returns true if panels stand on a grid, where those that are empty are left out. */
const isLaid = () => (description.value?.look.columns ?? 0) > 0;

/** Returns true if a player's part of the table would show more than a name. */
export function hasThings(seen: TableSnapshot, seat: number): boolean {
  if (description.value?.has_panels) return (seen.panels.players[seat] ?? []).some((panel) => hasContent(panel, isLaid()));
  const holdings = seen.players[seat];
  return holdings !== undefined && holdings.boards.length + holdings.places.length + holdings.numbers.length > 0;
}

export function Player({ seen, seat, near }: { seen: TableSnapshot; seat: number; near?: boolean }) {
  const panels = description.value?.has_panels ? seen.panels.players[seat] : undefined;
  const holdings = seen.players[seat];
  const decides = seen.deciding.includes(seat);
  const content = panels ? <PanelsView panels={panels} brief={isLaid()} /> : holdings && <HoldingsView holdings={holdings} />;
  const classes = `player ${near ? "near" : ""} ${decides ? "decides" : ""} ${marks(`player:${seat}`)}`;
  const style = { "--seat": seatColour(seat) };
  if (isNarrow.value && !near) {
    return (
      <Fold title={playerName(seat)} seat={seat} class={`${classes} fold`} style={style}>
        <p>
          <Chip thing={{ player: seat }}>{playerName(seat)}</Chip>
        </p>
        {content}
      </Fold>
    );
  }
  return (
    <section class={classes} style={style} data-part={playerName(seat)} tabIndex={-1} aria-label={playerName(seat)}>
      <h2>
        <Chip thing={{ player: seat }}>{playerName(seat)}</Chip>
        <Clock seat={seat} />
      </h2>
      {content}
    </section>
  );
}

/** The players who have no things to show, in one line: names, clocks, and who decides. */
export function NamesLine({ seen, seats }: { seen: TableSnapshot; seats: number[] }) {
  return (
    <ul class="names" aria-label={t("players")}>
      {seats.map((seat) => (
        <li key={seat} class={seen.deciding.includes(seat) ? "decides" : ""} aria-current={seen.deciding.includes(seat)}>
          <Chip thing={{ player: seat }}>{playerName(seat)}</Chip>
          <Clock seat={seat} />
        </li>
      ))}
    </ul>
  );
}

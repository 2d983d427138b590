// Who sits at a table of several: names, who is connected, clocks that run.
import { useEffect, useState } from "preact/hooks";
import { can, now, rename, seatsOfOwn, sitting } from "../store";
import { t } from "../text";
import { seatColour } from "./look";
import { nameOf, playerName } from "./things";

/** The longest name that the server takes. */
const LONGEST = 32;

/** The time that a seat has left; it runs while the seat decides. */
export function Clock({ seat }: { seat: number }) {
  const state = sitting.value;
  const face = state?.clocks?.seats[seat];
  const runs = (face?.running ?? false) && !(now.value?.over ?? false);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  if (!state || !face) return null;
  const left = Math.max(0, face.left - (runs ? performance.now() - state.since : 0));
  return (
    <span class={`clock ${runs ? "runs" : ""} ${left < 30_000 ? "short" : ""}`} role="timer" aria-label={t("time_left", { player: nameOf(seat) })}>
      {spent(left)}
    </span>
  );
}

function spent(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours >= 48) return t("days", { days: Math.floor(hours / 24) });
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The seats with those who sit there, and the name of the reader's own. */
export function SeatList() {
  const state = sitting.value;
  if (!state || !can().links) return null;
  return (
    <div class="seats">
      <h3>{t("at_table")}</h3>
      <ul>
        {state.seats.map((one, seat) => (
          <li key={seat}>
            <i class="seat" style={{ "--seat": seatColour(seat) }} aria-hidden="true" />
            {playerName(seat)}: {one.bot ?? t(one.is_present ? "connected" : "away")}
          </li>
        ))}
        {state.spectators > 0 && <li>{t("spectators", { count: state.spectators })}</li>}
      </ul>
      {seatsOfOwn().map((seat) => (
        <form
          key={seat}
          onSubmit={(event) => {
            event.preventDefault();
            void rename(seat, String(new FormData(event.currentTarget).get("name") ?? ""));
          }}
        >
          <label>
            {t("your_name", { seat: `P${seat}` })} <input name="name" maxLength={LONGEST} defaultValue={state.seats[seat]?.name ?? ""} autocomplete="nickname" />
          </label>{" "}
          <button type="submit">{t("take_name")}</button>
        </form>
      ))}
    </div>
  );
}

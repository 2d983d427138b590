// Balance: what rows are worth, by many games of bots; the report of `ludex balance`, which grows while they are played.
import { signal } from "@preact/signals";
import { attempt, description, notice } from "../store";
import { t } from "../text";
import { OptionFields, optionWords } from "../ui/options";
import * as documents from "./documents";
import { type Range, request } from "./language";
import { showText } from "./panes";
import { Progress } from "../ui/progress";
import { balance, type BalanceRow, runBalance, stopBalance } from "./studies";

/** Bots that are suggested; any other can be named. */
const BOTS = ["random", "greedy", "ismcts:50,cut=20", "random,greedy"];
/** Rows shown at once; more are found by the field above them. */
const MOST = 60;
const filter = signal("");
const options = signal<Record<string, string>>({});

export function BalancePane() {
  const game = description.value;
  const { running, found, failed, isOld } = balance.value;
  if (!game) return <p>{t("desk_choose_game")}</p>;
  const [fewest, most] = [game.players[0] ?? 1, game.players[1] ?? 1];
  const submit = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const number = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
    void runBalance({
      players: Number(form.get("players")),
      games: Number(form.get("games")),
      seats: String(form.get("seats")),
      seed: String(form.get("seed")),
      width: number("width"),
      seconds: number("seconds"),
      options: optionWords(game, options.value),
    });
  };
  return (
    <div class="study">
      <h2>{t("desk_balance")}</h2>
      <p>{t("desk_balance_hint")}</p>
      <form class="inline" onSubmit={submit}>
        <label>
          {t("players")} <input type="number" name="players" min={fewest} max={most} defaultValue={String(Math.max(fewest, Math.min(2, most)))} required />
        </label>
        <label>
          {t("desk_games")} <input type="number" name="games" id="balance-games" min={1} max={1000000} defaultValue="2000" required />
        </label>
        <label>
          {t("desk_seats")} <input name="seats" list="balance-bots" defaultValue="random" required />
        </label>
        <datalist id="balance-bots">
          {BOTS.map((bot) => (
            <option key={bot} value={bot} />
          ))}
        </datalist>
        <details>
          <summary>{t("settings_more")}</summary>
          <label>
            {t("seed")} <input name="seed" inputMode="numeric" pattern="[0-9]+|0x[0-9a-fA-F]+" defaultValue="1" required />
          </label>
          <label>
            {t("desk_width")} <input type="number" name="width" min={0} step="any" />
          </label>
          <label>
            {t("desk_seconds")} <input type="number" name="seconds" min={1} />
          </label>
          <OptionFields game={game} chosen={options.value} choose={(chosen) => (options.value = chosen)} />
        </details>
        <button type="submit" class="step" data-do="balance" disabled={running !== null}>
          {t("desk_play_games")}
        </button>
      </form>
      {running && <Progress label={t("desk_balance")} done={running.done} all={running.all} stop={stopBalance} />}
      {failed && <pre tabIndex={0}>{failed}</pre>}
      {found && (
        <>
          <p role="status" data-deals={found.deals}>
            {t("desk_balance_of", { games: found.deals * found.games_of_a_deal, players: found.players, bot: found.seats.join(", ") })} {isOld && t("desk_texts_changed")}
          </p>
          {found.accused.length === 0 ? (
            <p>{t("desk_no_accused")}</p>
          ) : (
            <ul class="accused">
              {found.accused.map(({ kind, row, verdict }) => (
                <li key={kind + row}>
                  <b>
                    {kind} {row}
                  </b>
                  : {verdict}
                </li>
              ))}
            </ul>
          )}
          {found.answers_never_chosen.length > 0 && (
            <p>
              {t("desk_never_chosen")}: {found.answers_never_chosen.join(", ")}
            </p>
          )}
          <label>
            {t("desk_find_row")} <input type="search" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
          </label>
          <Rows rows={found.rows} />
        </>
      )}
    </div>
  );
}

function Rows({ rows }: { rows: BalanceRow[] }) {
  const words = filter.value.toLowerCase().split(" ");
  const wanted = rows.filter(({ kind, row, verdict }) => words.every((word) => `${kind} ${row} ${verdict}`.toLowerCase().includes(word)));
  const ends = wanted.flatMap(({ worth }) => worth?.interval ?? []);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label={t("desk_balance")}>
        <table class="worths">
          <thead>
            <tr>
              <th scope="col">{t("desk_row")}</th>
              <th scope="col">{t("desk_points")}</th>
              <th scope="col">
                {t("desk_interval")} <small>{low < high && `${low.toFixed(1)} … ${high.toFixed(1)}`}</small>
              </th>
              <th scope="col">{t("desk_chosen")}</th>
              <th scope="col">{t("desk_verdict")}</th>
            </tr>
          </thead>
          <tbody>
            {wanted.slice(0, MOST).map((one) => (
              <tr key={`${one.kind} ${one.row}`} data-row={one.row}>
                <th scope="row">
                  <button type="button" class="quiet" onClick={() => void showRow(one)}>
                    {one.row}
                  </button>{" "}
                  <small>{one.kind}</small>
                </th>
                <td>{one.worth?.points?.toFixed(2) ?? "–"}</td>
                <td>
                  <Whisker row={one} low={low} high={high} />
                </td>
                <td>{one.offered > 0 && `${Math.round((100 * one.chosen) / one.offered)} %`}</td>
                <td>{(one.why ?? one.verdict).replaceAll("_", " ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wanted.length > MOST && <p>{t("desk_more_rows", { count: wanted.length - MOST })}</p>}
    </>
  );
}

/** The interval of a worth as a line around its mean, with the place of zero. */
function Whisker({ row: { worth }, low, high }: { row: BalanceRow; low: number; high: number }) {
  if (!worth?.interval || worth.points === null || low >= high) return null;
  const at = (points: number) => 2 + (116 * (points - low)) / (high - low);
  const [from, to] = worth.interval;
  return (
    <svg class="whisker" viewBox="0 0 120 14" role="img" aria-label={`${from.toFixed(2)} … ${to.toFixed(2)}`}>
      <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="14" />
      <line x1={at(from)} x2={at(to)} y1="7" y2="7" />
      <circle cx={at(worth.points)} cy="7" r="3" />
    </svg>
  );
}

/** Shows the text of a row. */
async function showRow({ kind, row }: BalanceRow): Promise<void> {
  await attempt(async () => {
    const found = await request<{ name: string; containerName?: string; location: { uri: string; range: Range } }[] | null>("workspace/symbol", { query: row });
    const same = (found ?? []).filter(({ name }) => name === row);
    const one = same.find(({ containerName }) => containerName?.includes(kind)) ?? same[0];
    const path = one ? documents.pathOf(one.location.uri) : null;
    if (!one || path === null) notice.value = t("desk_no_place", { row });
    else await showText(path, one.location.range.start);
  });
}

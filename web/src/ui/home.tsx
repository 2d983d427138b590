// Before a game: which one, with how many, who sits where.
import { useState } from "preact/hooks";
import type { Sitter } from "../engine/engine";
import type { Description } from "../engine/types";
import { begin, can, connectedEngine, description, games, kept, leave, openGame, openPlayground, resume } from "../store";
import { LocalEngine } from "../engine/local";
import { language, t } from "../text";
import { CheckGame } from "./check";
import { OptionFields, optionWords } from "./options";

const BOTS = { bot_random: "random", bot_greedy: "greedy", bot_quick: "ismcts:50,cut=20", bot_strong: "ismcts:400,cut=60" } as const;
/** Seconds for each seat, and those that an answer adds. */
const CLOCKS = { no_clock: null, clock_blitz: [300, 5], clock_game: [900, 10], clock_long: [3600, 30], clock_days: [604800, 86400] } as const;

export function Home() {
  const [last, engine] = [can().link ? kept() : null, connectedEngine()];
  return (
    <main class="home">
      <h1>ludex</h1>
      <p>{t("choose_game_hint")}</p>
      {([false, true] as const).map((example) => (
        <section key={String(example)}>
          <h2>{t(example ? "examples" : "games")}</h2>
          <ul class="games">
            {games.value
              .filter((game) => game.example === example)
              .map((game) => (
                <li key={game.name}>
                  <button type="button" data-game={game.name} onClick={() => void openGame(game.name)}>
                    {game.titles?.[language.value] ?? game.title}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {engine instanceof LocalEngine && can().link && (
        <section>
          <h2>{t("playground")}</h2>
          <p>{t("playground_hint")}</p>
          <button type="button" data-do="playground" onClick={() => void openPlayground()}>
            {t("playground_open")}
          </button>
        </section>
      )}
      {engine instanceof LocalEngine && can().link && <CheckGame engine={engine} />}
      <section>
        {last && (
          <button type="button" onClick={() => void resume(last.record, last.seats)}>
            {t("continue_game")}
          </button>
        )}
        {can().link && (
          <label class="file">
            {t("resume")} <input type="file" accept=".json,application/json" onChange={(event) => void read(event.currentTarget)} />
          </label>
        )}
      </section>
    </main>
  );
}

async function read(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  if (file) await resume(await file.text());
}

export function SetupPage() {
  const game = description.value;
  return game && <SetupForm key={game.game} game={game} />;
}

function SetupForm({ game }: { game: Description }) {
  const [fewest, most] = [game.players[0] ?? 1, game.players[1] ?? 1];
  const nets = games.value.find(({ name }) => name === game.game)?.nets ?? [];
  const sit = (seat: number): Sitter => (seat === 0 ? "person" : { bot: BOTS.bot_quick });
  const [seats, setSeats] = useState<Sitter[]>(Array.from({ length: Math.max(fewest, Math.min(2, most)) }, (_, seat) => sit(seat)));
  const [options, setOptions] = useState<Record<string, string>>({});
  const [seed, setSeed] = useState(() => String(crypto.getRandomValues(new Uint32Array(1))[0]));
  const [clock, setClock] = useState<keyof typeof CLOCKS>("no_clock");
  const count = (players: number) => setSeats(Array.from({ length: players }, (_, seat) => seats[seat] ?? sit(seat)));
  const submit = (event: Event) => {
    event.preventDefault();
    const time = CLOCKS[clock];
    void begin({ seats, options: optionWords(game, options), seed, clock: time && { seconds: time[0], increment: time[1] } });
  };
  return (
    <main class="home">
      <button type="button" class="quiet" onClick={leave}>
        ← {t("back")}
      </button>
      <h1>{game.title}</h1>
      <p>{game.about}</p>
      <form onSubmit={submit}>
        <label>
          {t("players")}
          <select id="players" value={seats.length} onChange={(event) => count(Number(event.currentTarget.value))}>
            {Array.from({ length: most - fewest + 1 }, (_, n) => (
              <option key={n} value={fewest + n}>
                {fewest + n}
              </option>
            ))}
          </select>
        </label>
        {seats.map((sitter, seat) => (
          <label key={seat}>
            {t("seat", { seat: `P${seat}` })}
            <select
              data-seat={seat}
              value={typeof sitter === "object" ? sitter.bot : sitter}
              onChange={(event) => {
                const bot = event.currentTarget.value;
                setSeats(seats.map((old, n) => (n === seat ? (bot === "person" || bot === "link" ? bot : { bot }) : old)));
              }}
            >
              <option value="person">{t("person")}</option>
              {can().links && <option value="link">{t("by_link")}</option>}
              {Object.entries(BOTS).map(([words, bot]) => (
                <option key={bot} value={bot}>
                  {t(words as keyof typeof BOTS)}
                </option>
              ))}
              {nets.map((net) => (
                <option key={net} value={`net:"${net}",playouts=400`}>
                  {t("bot_net", { name: net })}
                </option>
              ))}
            </select>
          </label>
        ))}
        {game.options.length > 0 && (
          <details open={game.options.length <= 3}>
            <summary>{t("settings")}</summary>
            <OptionFields game={game} chosen={options} choose={setOptions} />
          </details>
        )}
        {can().links && (
          <label>
            {t("clock")}
            <select data-clock value={clock} onChange={(event) => setClock(event.currentTarget.value as keyof typeof CLOCKS)}>
              {Object.keys(CLOCKS).map((name) => (
                <option key={name} value={name}>
                  {t(name as keyof typeof CLOCKS)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t("seed")}
          <input id="seed" inputMode="numeric" pattern="[0-9]+|0x[0-9a-fA-F]+" required value={seed} onInput={(event) => setSeed(event.currentTarget.value)} aria-describedby="seed-hint" />
          <small id="seed-hint">{t("seed_hint")}</small>
        </label>
        <button type="submit" class="step">
          {t("begin")}
        </button>
      </form>
    </main>
  );
}

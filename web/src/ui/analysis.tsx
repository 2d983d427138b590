// What bots think: what the position is worth to each seat, and the worst decisions of a finished game.
import { analysis, analyse, lookBack, own, past, setStanding, shown, standing, stopAnalysis, wantsStanding, weighing } from "../store";
import { t } from "../text";
import { seatColour } from "./look";
import { Progress } from "./progress";
import { playerName } from "./things";

/** Decisions that are told at most. */
const TOLD = 10;
/** A loss below this is no more than chance. */
const LEAST = 0.03;

/** The shares of all seats in the victory, as parts of a bar. */
export function Standing() {
  const seen = shown.value;
  if (!seen || seen.over || past.value || own.value < 0) return null;
  const gains = standing.value?.gains;
  const running = weighing.running.value;
  const sum = gains?.reduce((all, one) => all + one, 0) ?? 0;
  const isAlone = gains?.length === 1;
  return (
    <section class="standing" aria-label={t("standing")}>
      <label>
        <input type="checkbox" checked={wantsStanding.value} onChange={(event) => setStanding(event.currentTarget.checked)} /> {t("standing")}
      </label>
      {running && <Progress label={t("standing")} {...running} stop={() => setStanding(false)} />}
      {gains && (
        <>
          <div class="bar" aria-hidden="true">
            {gains.map((gain, seat) => (
              <i key={seat} style={{ "--seat": seatColour(seat), width: `${100 * (isAlone ? gain : gain / Math.max(sum, 1e-9))}%` }} />
            ))}
          </div>
          <dl class="numbers">
            {gains.map((gain, seat) => (
              <div key={seat}>
                <dt>
                  <i class="seat" style={{ "--seat": seatColour(seat) }} aria-hidden="true" />
                  {playerName(seat)}
                </dt>
                <dd>{percent(isAlone ? gain : gain / Math.max(sum, 1e-9))}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** The decisions that cost most, each with the moment before it. */
export function Analysis({ moves }: { moves: number }) {
  const { done, isRunning, reviews } = analysis.value;
  const worst = reviews
    .map((review) => ({ ...review, loss: review.best.gain - review.chosen.gain }))
    .filter(({ loss }) => loss >= LEAST)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, TOLD);
  return (
    <section class="analysis" aria-label={t("analysis")}>
      <h3>{t("analysis")}</h3>
      {!isRunning && done === 0 && (
        <button type="button" class="step" onClick={() => void analyse()}>
          {t("analyse")}
        </button>
      )}
      {isRunning && <Progress label={t("analysis")} done={done} all={moves} stop={stopAnalysis} />}
      {!isRunning && done > 0 && (
        <p role="status">
          {t("reviewed", { done, moves })} {worst.length === 0 && t("no_mistakes")}
        </p>
      )}
      {worst.length > 0 && (
        <ol class="worst">
          {worst.map(({ at, seat, chosen, best, loss }) => (
            <li key={at}>
              <button type="button" class="quiet" onClick={() => void lookBack(at - 1)}>
                {t("move_of", { at, player: playerName(seat) })}
              </button>{" "}
              <b class="loss">−{percent(loss)}</b>
              <br />
              {t("chosen_better", { chosen: chosen.label, before: percent(chosen.gain), best: best.label, after: percent(best.gain) })}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

// The open question at the foot of the page: what was chosen so far, what may be chosen next, all options for those who want them.
import { useState } from "preact/hooks";
import { keysOf, shared } from "../choice";
import type { Left, Step } from "../choice";
import type { Question } from "../engine/types";
import { advice, botsWait, canStopBots, choose, hint, hinting, left, letBotsGoOn, now, own, past, pick, picks, question, show, stopBots, thinking, thought, unpick } from "../store";
import { t } from "../text";
import { Progress } from "./progress";
import { playerName } from "./things";

/** More next steps than this are set in a list that scrolls. */
const FEW = 14;

export function Ask() {
  const asked = question.value;
  return (
    <section id="question" class="ask" aria-label={t("your_turn")} tabIndex={-1}>
      <p class="state" role="status" aria-live="polite">
        {state()}
      </p>
      <Bots />
      {asked && left.value && <Choices asked={asked} left={left.value} />}
    </section>
  );
}

/** Bots that decide at this page: how to stop them, and how to let them go on. */
function Bots() {
  if (past.value || !canStopBots()) return null;
  if (thinking.value) return <Progress label={t("bots_think")} {...thought.value} stop={stopBots} />;
  if (!botsWait.value) return null;
  return (
    <p class="steps">
      <button type="button" class="step" data-do="go-on" onClick={() => void letBotsGoOn()}>
        {t("bots_go_on")}
      </button>
    </p>
  );
}

function state(): string {
  const table = now.value;
  if (!table) return t("loading");
  if (past.value) return t("looking_back", { at: past.value.at });
  if (table.over) {
    const winners = table.result?.winners.map(playerName).join(", ");
    return `${t("over")}. ${winners ? t("won", { players: winners }) : t("nobody_won")}`;
  }
  const asked = table.deciding.map(playerName).join(", ");
  if (botsWait.value) return t("bots_wait", { player: asked });
  if (thinking.value) return t("thinking", { player: asked });
  if (!question.value) return t("turn_of", { player: asked });
  const several = question.value.several;
  const seat = question.value.seat === own.value ? "" : `${playerName(question.value.seat)}: `;
  return seat + question.value.prompt + (several ? ` (${howMany(several)})` : "");
}

function howMany({ given, most, exact }: NonNullable<Question["several"]>): string {
  const words = most == null ? t("answers_any") : t(exact ? "answers_exact" : "answers_up_to", { most });
  return given > 0 ? `${words}; ${t("answers_given", { given })}` : words;
}

function Choices({ asked, left }: { asked: Question; left: Left }) {
  const parts = shared(asked, left);
  return (
    <>
      {picks.value.length > 0 && (
        <p class="made">
          {parts.length > 0 && <b>{parts.map((part) => part.text).join(" ")}</b>}
          <button type="button" onClick={() => unpick(picks.value.length - 1)}>
            ↶ {t("back_step", { step: picks.value[picks.value.length - 1]?.text ?? "" })}
          </button>
          {picks.value.length > 1 && (
            <button type="button" onClick={() => unpick(0)}>
              {t("start_over")}
            </button>
          )}
        </p>
      )}
      {left.at < 0 ? <One asked={asked} option={left.options[0] ?? 0} /> : <Steps asked={asked} left={left} />}
      <Advice asked={asked} />
      {asked.options.length > 1 && <All asked={asked} />}
    </>
  );
}

/** The one option that is left. */
function One({ asked, option }: { asked: Question; option: number }) {
  return (
    <p class="steps">
      <button type="button" class="step glow" data-option={option} onClick={() => void choose(option)}>
        {asked.options[option]?.label ?? t("one_left")}
      </button>
    </p>
  );
}

function Steps({ asked, left }: { asked: Question; left: Left }) {
  const take = (step: Step) => {
    show([]);
    pick({ at: left.at, key: step.key, text: step.part.text });
  };
  const point = (step: Step | null) => show(step?.part.thing ? keysOf(step.part.thing) : []);
  const before = shared(asked, left).map((part) => part.text).join(" ");
  return (
    <div class={`steps ${left.steps.length > FEW ? "many" : ""}`} role="group" aria-label={asked.prompt}>
      {picks.value.length === 0 && before && <span class="before">{before}</span>}
      {left.steps.map((step, n) => (
        <button
          type="button"
          key={step.key}
          class="step glow"
          data-step={n}
          accessKey={n < 9 ? String(n + 1) : undefined}
          onClick={() => take(step)}
          onMouseEnter={() => point(step)}
          onMouseLeave={() => point(null)}
          onFocus={() => point(step)}
          onBlur={() => point(null)}
        >
          {n < 9 && <kbd aria-hidden="true">{n + 1}</kbd>}
          {step.part.text.replace(/:$/, "") || asked.options[step.options[0] ?? 0]?.label}
          {step.options.length > 1 && <small aria-label={t("pick", { count: step.options.length })}>×{step.options.length}</small>}
        </button>
      ))}
    </div>
  );
}

function Advice({ asked }: { asked: Question }) {
  const [found, running] = [advice.value, hinting.running.value];
  if (running) return <Progress label={t("hint_thinks")} {...running} stop={() => hinting.stop()} />;
  if (!found) {
    return asked.options.length > 1 ? (
      <button type="button" class="quiet" onClick={() => void hint()}>
        {t("hint")}
      </button>
    ) : null;
  }
  const gain = found.thoughts.find((thought) => thought.option === found.option)?.gain;
  return (
    <p role="status" class="advice">
      {t("hint_takes", { option: asked.options[found.option]?.label ?? "" })}
      {gain !== undefined && ` ${t("hint_hopes", { percent: Math.round(gain * 100) })}`}
    </p>
  );
}

/** All options; the list is made once it is opened. */
function All({ asked }: { asked: Question }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="all" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("options", { count: asked.options.length })}</summary>
      {isOpen && (
        <ol>
          {asked.options.map((option, number) => (
            <li key={number}>
              <button type="button" data-option={number} onClick={() => void choose(number)}>
                {option.label}
              </button>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

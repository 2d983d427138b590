// The page: an engine, and one of three views.
import { render } from "preact";
import { connect, description, exporting, isConnected, notice, now, opening, picks, playground, problem, question, speak, undo, unpick } from "./store";
import { LocalEngine } from "./engine/local";
import { RemoteEngine } from "./engine/remote";
import { language, languages, t } from "./text";
import { Home, SetupPage } from "./ui/home";
import { Progress } from "./ui/progress";
import { TablePage } from "./ui/table";
import "./style.css";
import "./look.css";

function App() {
  const Playground = playground.value;
  return (
    <>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}{" "}
          <button type="button" class="quiet" onClick={() => (problem.value = "")}>
            {t("close")}
          </button>
        </p>
      )}
      {!isConnected.value && (
        <p class="problem" role="alert">
          {t("no_connection")}
        </p>
      )}
      {notice.value && (
        <p class="notice" role="status" onClick={() => (notice.value = "")}>
          {notice.value}
        </p>
      )}
      <Working />
      {now.value ? <TablePage /> : description.value ? <SetupPage /> : Playground ? <Playground /> : <Home />}
      <footer>
        {languages.map(({ code, name }) => (
          <button key={code} type="button" class="quiet" lang={code} aria-pressed={code === language.value} onClick={() => void speak(code)}>
            {name}
          </button>
        ))}
      </footer>
    </>
  );
}

/** A game that is opened, or a text that is written, once it takes long. */
function Working() {
  const works = [
    { work: opening, label: t("loading") },
    { work: exporting, label: t("exporting") },
  ];
  return (
    <div class="working">
      {works.map(({ work, label }) => work.running.value && <Progress key={label} label={label} isNamed {...work.running.value} stop={() => work.stop()} />)}
    </div>
  );
}

/** Digits choose among the next steps, Escape takes the last one back. */
document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  if (event.ctrlKey) {
    if (event.key === "z" && now.value?.can_undo) void undo();
    return;
  }
  if (event.key === "Escape" && picks.value.length > 0) unpick(picks.value.length - 1);
  const digit = Number(event.key);
  if (question.value && digit >= 1 && digit <= 9) {
    document.querySelector<HTMLButtonElement>(`#question [data-step="${digit - 1}"]`)?.click();
  }
});

document.documentElement.lang = language.value;
const root = document.getElementById("app");
if (root) {
  render(<App />, root);
  // A folder that plays by itself lists its games; a server has them behind its interface.
  void fetch("games/index.json").then((found) => connect(found.ok ? new LocalEngine() : new RemoteEngine()));
}

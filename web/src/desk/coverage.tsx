// Coverage: what of the rules the rulings reach, by sort and by file; the lines stand in the margin of each text.
import { signal } from "@preact/signals";
import { t } from "../text";
import { showText } from "./panes";
import { Progress } from "../ui/progress";
import { coverage, type FileCoverage, runCoverage, stopCoverage } from "./studies";

/** Lines of a file that are listed at once. */
const MOST = 60;
const open = signal("");

export function CoveragePane() {
  const { running, found, failed, isOld } = coverage.value;
  return (
    <div class="study">
      <h2>{t("desk_coverage")}</h2>
      <p>{t("desk_coverage_hint")}</p>
      <button type="button" class="step" data-do="cover" disabled={running !== null} onClick={() => void runCoverage()}>
        {t("desk_cover")}
      </button>
      {running && <Progress label={t("desk_coverage")} done={running.done} all={running.all} stop={stopCoverage} />}
      {failed && <pre tabIndex={0}>{failed}</pre>}
      {found && (
        <>
          <p role="status" data-covered={found.percent}>
            <b>{t("desk_covered", { percent: found.percent })}</b>{" "}
            {t("desk_covered_by", { rulings: found.rulings, failed: found.not_passing })} {isOld && t("desk_texts_changed")}
          </p>
          <div class="scroll" tabIndex={0} role="group" aria-label={t("desk_coverage")}>
            <table>
              <tbody>
                {found.shares.map(({ kind, covered, all, percent }) => (
                  <tr key={kind}>
                    <th scope="row">{kind}</th>
                    <td>{t("done_of", { done: covered, all })}</td>
                    <td>
                      <meter min={0} max={100} value={percent} aria-label={kind} /> {percent} %
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <h3>{t("desk_not_reached")}</h3>
          {found.files.map((file) => (
            <File key={file.path} file={file} />
          ))}
        </>
      )}
    </div>
  );
}

/** A file with its lines that lack something; each leads there. */
function File({ file: { path, lines } }: { file: FileCoverage }) {
  const lacking = lines.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return null;
  const isOpen = open.value === path;
  return (
    <div class="lacking">
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => (open.value = isOpen ? "" : path)}>
        {path} <small>{lacking.length}</small>
      </button>
      {isOpen && (
        <ul>
          {lacking.slice(0, MOST).map(({ line, missing }) => (
            <li key={line}>
              <button type="button" class="quiet" onClick={() => void showText(path, { line, character: 0 })}>
                {line + 1}
              </button>{" "}
              {missing.join("; ")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

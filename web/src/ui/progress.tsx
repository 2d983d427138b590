// How far work is, and the button that ends it; work of less than half a second shows neither.
import { useEffect, useState } from "preact/hooks";
import { t } from "../text";

/** The time after which work is shown, in milliseconds. */
const LONG = 500;

interface ProgressProps {
  label: string;
  done: number;
  /** 0 while it is not known. */
  all: number;
  /** True where the label is to be read, since nothing beside it says what the work is. */
  isNamed?: boolean;
  /** What is counted, where it is a share. */
  unit?: "%";
  stop: () => void;
}

export function Progress({ label, isNamed, done, all, unit, stop }: ProgressProps) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <p role="status" class="progress">
      {isNamed && <b>{label} </b>}
      <progress max={Math.max(1, all)} value={all > 0 ? done : undefined} aria-label={label} /> {unit ? `${done} ${unit}` : all > 0 && t("done_of", { done, all })}{" "}
      <button type="button" data-do="stop" onClick={stop}>
        {t("stop")}
      </button>
    </p>
  );
}

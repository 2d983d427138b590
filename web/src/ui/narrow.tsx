// On a narrow screen: a bar that leads to the parts of the table, and parts that are folded until they are wanted.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { left, shown } from "../store";
import { t } from "../text";

const query = matchMedia("(max-width: 60rem)");
export const isNarrow = signal(query.matches);
query.addEventListener("change", (event) => (isNarrow.value = event.matches));

/** The parts of the page that name themselves. */
const parts = () => [...document.querySelectorAll<HTMLElement>("[data-part]")].filter((part) => part.dataset.part);

/** Leads to the parts of the table, in the order of the page. */
export function JumpBar() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    const found = parts().map((part) => part.dataset.part ?? "");
    if (found.join("\n") !== names.join("\n")) setNames(found);
  });
  // Each snapshot may bring or take a part.
  void shown.value;
  if (!isNarrow.value || names.length < 2) return null;
  const jump = (n: number) => {
    const part = parts()[n];
    if (part instanceof HTMLDetailsElement) part.open = true;
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  };
  return (
    <nav class="jump" aria-label={t("parts")}>
      {names.map((name, n) => (
        <button key={`${name}${n}`} type="button" onClick={() => jump(n)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

/** True if something of a player's glows: a piece that they have, or a space of theirs. */
function glowsAt(seat: number): boolean {
  const glowing = left.value?.glowing;
  const holdings = shown.value?.players[seat];
  if (!glowing || !holdings) return false;
  const pieces = holdings.places.flatMap((place) => place.pieces);
  const spaces = holdings.boards.flatMap((board) => board.spaces);
  const inSpaces = spaces.flatMap((space) => space.places?.flatMap((place) => place.pieces) ?? []);
  return spaces.some(({ space }) => glowing.has(`space:${space}`)) || [...pieces, ...inSpaces].some((piece) => glowing.has(`piece:${piece}`));
}

interface FoldProps {
  title: string;
  seat: number;
  class: string;
  style: Record<string, string>;
  children: ComponentChildren;
}

/** The things of another player, which open by themselves when one of them can be chosen. */
export function Fold({ title, seat, children, ...rest }: FoldProps) {
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || glowsAt(seat);
  return (
    <details {...rest} open={isOpen} data-part={title} tabIndex={-1} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

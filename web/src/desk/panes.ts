// The parts of the desk, of which a narrow screen shows one.
import { computed, signal } from "@preact/signals";
import { attempt } from "../store";
import * as documents from "./documents";
import type { Place } from "./language";

export type Pane = "files" | "text" | "table" | "rulings" | "position" | "reactions" | "coverage" | "balance";
export const PANES: Pane[] = ["files", "text", "table", "rulings", "position", "reactions", "coverage", "balance"];
/** What is seen on a narrow screen, and beside the text on a wide one. */
export const pane = signal<Pane>("table");
export const beside = computed<Pane>(() => (pane.value === "files" || pane.value === "text" ? "table" : pane.value));

/** Opens a text and shows it; on a narrow screen in the place of what was shown. */
export async function showText(path: string, at?: Place): Promise<void> {
  await attempt(async () => {
    await documents.openAndShow(path, at);
    if (pane.value === "files" || matchMedia("(max-width: 60rem)").matches) pane.value = "text";
  });
}

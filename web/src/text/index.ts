// The words of the page in the language that its reader chose.
import { signal } from "@preact/signals";
import { en, type Words } from "./en";
import { ja } from "./ja";
import { refusals } from "./refusals";

const all: Record<string, Words> = { en, ja };
const first = localStorage.getItem("language") ?? navigator.language.slice(0, 2);

export const language = signal(first in all ? first : "en");
export const languages = Object.entries(all).map(([code, words]) => ({ code, name: words.language }));

export function setLanguage(code: string): void {
  language.value = code;
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
}

/** Why something was refused, in the reader's language where there are words for it. */
export const refusal = (code: string, message: string): string => refusals[language.value]?.[code] ?? message;

/** Words of the page, with values in the place of `{name}`. */
export function t(key: keyof Words, values: Record<string, string | number> = {}): string {
  const words = (all[language.value] ?? en)[key];
  return words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

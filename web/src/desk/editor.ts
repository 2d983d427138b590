// An editor for a text of a game: what CodeMirror brings, colours, keys, and the language server.
import { yaml } from "@codemirror/lang-yaml";
import { Prec, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { colours, rulesLanguage, theme } from "../editor/looks";
import { languageExtensions } from "./language";
import { rulingLenses } from "./lenses";
import { coverageMargin } from "./margin";
import { meanings } from "./meanings";
import { chooseAction, renameHere, save } from "./commands";

/** All words get their colours by meaning, from the server. */
const rules = rulesLanguage(new Set());

export function extensionsOf(path: string, uri: string, onChange: () => void): Extension {
  const isRules = path.endsWith(".rules");
  const isRuling = /\.ruling\.ya?ml$/.test(path);
  const isYaml = /\.ya?ml$/.test(path);
  return [
    Prec.high(
      keymap.of([
        { key: "Mod-s", run: () => (void save(), true), preventDefault: true },
        { key: "F2", run: renameHere, preventDefault: true },
        { key: "Mod-.", run: chooseAction, preventDefault: true },
      ]),
    ),
    basicSetup,
    theme,
    colours,
    isRules ? rules : isYaml ? yaml() : [],
    isRules || isYaml ? [languageExtensions(uri, isRules ? "ludex" : "yaml"), meanings(uri), isRuling ? [] : [rulingLenses(uri), coverageMargin(path)]] : [],
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0" }),
    EditorView.updateListener.of((update) => update.docChanged && onChange()),
  ];
}

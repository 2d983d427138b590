// How texts of games look in an editor: comments, texts, numbers and keywords, and the colours of the page.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Comments, texts, numbers and these words; where there is a server, all words get their colours by meaning from it. */
export const rulesLanguage = (keywords: ReadonlySet<string>) => StreamLanguage.define<null>({
  name: "ludex",
  startState: () => null,
  token(stream) {
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    if (!stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) stream.next();
    else if (keywords.has(stream.current())) return "keyword";
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "light-dark(#8a3b12, #f0b48a)" },
  { tag: [tags.number, tags.bool], color: "light-dark(#1b5e8c, #8ac6f2)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "light-dark(#5b3a8c, #c9a7f5)" },
  { tag: tags.keyword, color: "light-dark(#5b3a8c, #c9a7f5)", fontWeight: "600" },
  { tag: [tags.punctuation, tags.separator], color: "light-dark(#4a525a, #b8bfc6)" },
]);

export const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--sheet)", color: "var(--ink)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "Noto Sans Mono", "Noto Sans Mono CJK JP", monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--glow) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--glow) 25%, transparent)" },
  ".cm-tooltip, .cm-panels": { background: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip": { maxWidth: "34rem", zIndex: "20" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--glow)", color: "var(--sheet)" },
  ".cm-completionDetail": { color: "inherit" },
  ".cm-panels input, .cm-panels button": { font: "inherit", color: "inherit", background: "var(--paper)", border: "1px solid var(--line)" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px", backgroundImage: "none" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--chosen)", textUnderlineOffset: "3px", backgroundImage: "none" },
  ".cm-m-keyword, .cm-m-macro": { color: "light-dark(#5b3a8c, #c9a7f5)", fontWeight: "600" },
  ".cm-m-function, .cm-m-method, .cm-m-event": { color: "light-dark(#0a6b3d, #7ddfae)" },
  ".cm-m-class, .cm-m-struct, .cm-m-type, .cm-m-enum": { color: "light-dark(#1b5e8c, #8ac6f2)" },
  ".cm-m-enumMember": { color: "light-dark(#7a4a00, #ffc46b)" },
  ".cm-lens": { color: "var(--soft)", fontSize: "11px", fontStyle: "italic", marginInlineStart: "1.5em" },
  ".cm-reaches": { width: "9px" },
  ".cm-reach": { display: "block", width: "5px", height: "1.3em", marginInlineStart: "2px", border: "1px solid var(--bad)" },
  ".cm-reach.all": { background: "var(--glow)", borderColor: "var(--glow)" },
  ".cm-reach.some": { background: "linear-gradient(var(--chosen) 50%, transparent 50%)", borderColor: "var(--chosen)" },
  ".cm-m-parameter": { fontStyle: "italic" },
});

export const colours = Prec.high(syntaxHighlighting(style));

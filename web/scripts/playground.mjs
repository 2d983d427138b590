// Packs the examples of docs/language.md, with the games that they are parts of, and those of examples/ into public/playground.json.
// An excerpt that is a part of a game opens there; any other is made a game of its own, as `tests/docs` does to check it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const MANIFEST = "title: An example\nedition: 2\nplayers: { min: 2, max: 4 }\n";
/** What every game has, as a block that lacks it gets it. */
const PARTS = { setup: "setup { }", play: "play { }", result: "result { score seat(you) }" };
const games = {};

/** Reads the texts of a game's folder, once. */
async function game(folder) {
  const name = basename(folder);
  if (games[name]) return name;
  const found = await readdir(join(root, folder));
  const texts = found.filter((file) => /\.(yaml|rules)$/.test(file)).sort();
  if (!texts.includes("game.yaml")) return null;
  games[name] = await Promise.all(texts.map(async (file) => [file, await readFile(join(root, folder, file), "utf8")]));
  return name;
}

/** The blocks of rules on a page, each with the heading above it. */
function blocks(page) {
  const found = [];
  let [heading, inside] = ["", null];
  page.split("\n").forEach((line, n) => {
    if (inside) {
      if (line === "```") {
        found.push({ ...inside, text: `${inside.lines.join("\n")}\n` });
        inside = null;
      } else inside.lines.push(line);
    } else if (line.startsWith("```")) {
      const [language, ...more] = line.slice(3).split(" ");
      inside = { language, heading, at: n + 1, lines: [], file: more.find((word) => word.startsWith("file="))?.slice("file=".length) };
    } else if (line.startsWith("#")) heading = line.replace(/^#+\s*/, "");
  });
  return found;
}

/** A block that is no part of a game, made one; the parts that it lacks stand behind it. */
function alone({ text, at }) {
  const begins = (head) => text.split("\n").some((line) => line.split(" ")[0] === head);
  const more = Object.entries(PARTS).filter(([head]) => !begins(head));
  const rules = more.length > 0 ? `${text}\n${more.map(([, part]) => part).join("\n")}\n` : text;
  games[`language-${at}`] = [["game.yaml", MANIFEST], ["example.rules", rules]];
  return { game: `language-${at}`, file: "example.rules", line: 0, lines: text.split("\n").length - 1 };
}

/** Where a block stands in the game that it is a part of. */
async function excerpt({ text, file }) {
  const name = await game(dirname(file));
  const whole = name && games[name].find(([path]) => path === basename(file))?.[1];
  const from = whole ? `\n${whole}`.indexOf(`\n${text}`) : -1;
  if (from < 0) return null;
  return { game: name, file: basename(file), line: whole.slice(0, from).split("\n").length - 1, lines: text.split("\n").length - 1 };
}

/** The words that editors show as keywords, from their grammar of the language. */
async function keywords() {
  const grammar = JSON.parse(await readFile(join(root, "editors/vscode/syntaxes/ludex.tmLanguage.json"), "utf8"));
  const words = new Set();
  const visit = (node) => {
    if (typeof node !== "object" || node === null) return;
    const names = [node.name, ...Object.values(node.captures ?? {}).map(({ name }) => name)];
    if (typeof node.match === "string" && names.some((name) => name?.startsWith("keyword") && !name.includes("operator.symbol"))) {
      for (const [word] of node.match.replace(/\\[a-zA-Z]/g, " ").replace(/\[[^\]]*\]/g, " ").matchAll(/[a-z_]{2,}/g)) words.add(word);
    }
    Object.values(node).forEach(visit);
  };
  visit(grammar);
  return [...words].sort();
}

const examples = [];
for (const block of blocks(await readFile(join(root, "docs/language.md"), "utf8"))) {
  if (block.language !== "rules") continue;
  const place = block.file ? await excerpt(block) : alone(block);
  const first = block.text.split("\n").find((line) => line.trim() && !line.startsWith("//")) ?? "";
  if (place) examples.push({ group: block.heading, title: first.replace(/\s*\{\s*$/, "").slice(0, 60), ...place });
}
const whole = [];
for (const name of (await readdir(join(root, "examples"))).sort()) {
  const known = await game(join("examples", name)).catch(() => null);
  const title = known && /^title:\s*(.*)$/m.exec(games[known].find(([file]) => file === "game.yaml")[1])?.[1].trim();
  if (known) whole.push({ group: "", title: title ?? name, game: known, file: games[known].find(([file]) => file.endsWith(".rules"))[0], line: 0, lines: 0 });
}
await writeFile(new URL("../public/playground.json", import.meta.url), JSON.stringify({ keywords: await keywords(), examples: [...whole, ...examples], games }));

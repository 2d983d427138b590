// The TextMate grammars, with the engine of VS Code: files whose comments point up at a scope, and the words of the language.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { control, declarations, others, verbs } from '../syntaxes/build.mjs';

const require = createRequire(import.meta.url);
const here = (path) => new URL(path, import.meta.url);
const grammars = {
  'source.ludex': here('../syntaxes/ludex.tmLanguage.json'),
  'yaml.injection.ludex': here('../syntaxes/ludex-yaml.tmLanguage.json'),
  'source.yaml': require.resolve('tm-grammars/grammars/yaml.json'),
};
await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => (grammars[scope] ? JSON.parse(readFileSync(grammars[scope], 'utf8')) : null),
  getInjections: (scope) => (scope === 'source.yaml' ? ['yaml.injection.ludex'] : undefined),
});

/** The tokens of each line. */
function tokens(grammar, lines) {
  let state = textmate.INITIAL;
  return lines.map((line) => {
    const found = grammar.tokenizeLine(line, state);
    state = found.ruleStack;
    return found.tokens;
  });
}

for (const file of readdirSync(here('grammar'))) {
  test(`scopes of ${file}`, async () => {
    const [scope, pointer] = file.endsWith('.rules') ? ['source.ludex', /^\/\/ *(\^|<-) (-?)([\w.-]+)$/] : ['source.yaml', /^ *# *(\^|<-) (-?)([\w.-]+)$/];
    const grammar = await registry.loadGrammar(scope);
    const all = readFileSync(here(`grammar/${file}`), 'utf8').split('\n');
    const asserted = [];
    const lines = [];
    all.forEach((line, number) => {
      const found = pointer.exec(line);
      if (found === null) lines.push(line);
      else asserted.push({ number, above: lines.length - 1, column: found[1] === '^' ? line.indexOf('^') : 0, not: found[2] === '-', scope: found[3] });
    });
    assert.ok(asserted.length > 5);
    const found = tokens(grammar, lines);
    for (const { number, above, column, not, scope: wanted } of asserted) {
      const token = found[above].find((one) => one.startIndex <= column && column < one.endIndex);
      const has = token.scopes.some((one) => one === wanted || one.startsWith(`${wanted}.`));
      assert.equal(has, !not, `${file}:${number + 1}: ${not ? 'not ' : ''}${wanted}, is ${token.scopes.join(' ')}: ${lines[above]}`);
    }
  });
}

test('every word of the language has a colour', () => {
  const pest = readFileSync(here('../../../grammar/rules.pest'), 'utf8');
  const theirs = [...pest.matchAll(/= @\{ "([a-z]+)" ~ end/g)].map((found) => found[1]);
  const labels = [.../^label .*$/m.exec(pest)[0].matchAll(/"([a-z]+)"/g)].map((found) => found[1]);
  const rest = ['and', 'or', 'not', 'in', 'has', 'div', 'mod', 'true', 'false', 'none', 'int', 'bool'];
  const ours = new Set([declarations, control, others].flatMap((words) => words.split('|')).concat(rest));
  assert.deepEqual([...theirs, ...labels].filter((word) => !ours.has(word)), []);
  assert.deepEqual([...ours].filter((word) => !theirs.includes(word) && !labels.includes(word)), []);
  const builtIn = readFileSync(here('../../../docs/builtins.md'), 'utf8').split('## Queries')[0];
  const theirVerbs = [...builtIn.matchAll(/^\| `(\w+)` \|/gm)].map((found) => found[1]);
  assert.deepEqual(verbs.split('|').filter((verb) => verb !== 'refill').sort(), theirVerbs.sort());
});

test('texts of all games end where they end: what follows a rule in YAML is YAML again', async () => {
  const grammar = await registry.loadGrammar('source.yaml');
  let embedded = 0;
  for (const game of readdirSync(here('../../../games'))) {
    for (const file of readdirSync(here(`../../../games/${game}`)).filter((name) => name.endsWith('.yaml'))) {
      const lines = readFileSync(here(`../../../games/${game}/${file}`), 'utf8').split('\n');
      tokens(grammar, lines).forEach((found, number) => {
        if (found.some((one) => one.scopes.some((scope) => scope.startsWith('meta.embedded')))) embedded += 1;
        const id = /^ *- (?:\{ )?(id)\b/.exec(lines[number]);
        const token = id && found.find((one) => one.startIndex <= lines[number].indexOf('id') && lines[number].indexOf('id') < one.endIndex);
        if (token) assert.ok(!token.scopes.some((scope) => scope.startsWith('meta.embedded')), `${game}/${file}:${number + 1}: ${lines[number]}`);
      });
    }
  }
  assert.ok(embedded > 300, `${embedded} lines with rules`);
});

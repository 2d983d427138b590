// Writes the TextMate grammars: `ludex.tmLanguage.json` for `.rules`, `ludex-yaml.tmLanguage.json` for the rules inside YAML.
// Words come from here alone; `test/grammar.mjs` holds them against the language. Usage: node syntaxes/build.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';

const words = (...all) => all.join(' ').split(/\s+/).filter(Boolean).join('|');

export const declarations = words('action before board effect enum heuristic kind moment modify option place play query record',
  'result setup table track var when');
export const control = words('as at choose continue else for if may offer once pool reach later repeat require return stop then while let');
export const others = words('active again all any bag beyond by capacity direction each empty face first from gate high home in instead is',
  'join layout least low minus most of on onto into ordered over per placement player plus possible recursive score seen set times to',
  'uncompared under until up value where wins with');
export const verbs = words('move draw tuck insert move_all tuck_all shuffle turn_over show reveal believe gain lose adjust lay_out finish refill');
const name = '[A-Za-z_][A-Za-z0-9_]*';

const declaration = (word, scope) => ({
  match: `\\b(${word})\\s+(${name})`,
  captures: { 1: { name: 'keyword.declaration.ludex' }, 2: { name: scope } },
});

// The patterns of rules, with `quote` as the mark that begins and ends words for people.
const rules = (quote, prefix) => ({
  [`${prefix}text`]: {
    patterns: [
      { include: '#comment' }, { include: `#${prefix}string` }, { include: '#declaration' }, { include: '#member' }, { include: '#word' },
      { include: '#call' }, { include: '#number' }, { include: '#operator' }, { include: '#punctuation' },
    ],
  },
  [`${prefix}string`]: {
    name: 'string.quoted.double.ludex',
    begin: quote, end: `${quote}|$`,
    patterns: [
      { name: 'constant.character.escape.ludex', match: String.raw`\\["\\n]` },
      {
        name: 'variable.other.interpolation.ludex',
        match: String.raw`\{${name}(\|[^|{}"\n]*\|[^|{}"\n]*)?\}`,
      },
    ],
  },
});

const shared = {
  comment: {
    patterns: [
      { name: 'comment.line.documentation.ludex', match: '///.*$' },
      {
        match: String.raw`(//)(\s*ludex:\s*allow\([^)]*\))?(.*)$`,
        captures: {
          0: { name: 'comment.line.double-slash.ludex' }, 2: { name: 'keyword.control.directive.ludex' },
        },
      },
    ],
  },
  declaration: {
    patterns: [
      declaration('enum|kind|record|board', 'entity.name.type.ludex'),
      declaration('effect|query|action', 'entity.name.function.ludex'),
      declaration('option|place(?! of)|var|track|table|moment', 'variable.other.declaration.ludex'),
      declaration('when(?! empty)|before|instead of|modify', 'entity.name.function.ludex'),
    ],
  },
  member: { match: `(?<!\\.)(\\.)(${name})`, captures: { 1: { name: 'punctuation.accessor.ludex' }, 2: { name: 'variable.other.member.ludex' } } },
  word: {
    patterns: [
      { name: 'keyword.operator.word.ludex', match: String.raw`\b(and|or|not|has|div|mod)\b` },
      { name: 'constant.language.ludex', match: String.raw`\b(true|false|none)\b` },
      { name: 'variable.language.ludex', match: String.raw`\b(you|this|players|chosen|option)\b` },
      { name: 'support.type.ludex', match: String.raw`\b(int|bool|text|hooks|shape)\b` },
      { name: 'keyword.declaration.ludex', match: `\\b(${declarations})\\b(?!\\s*\\()` },
      { name: 'keyword.control.ludex', match: `\\b(${control})\\b` },
      { name: 'support.function.verb.ludex', match: `\\b(${verbs})\\b(?!\\s*:)` },
      { name: 'keyword.other.ludex', match: `\\b(${others})\\b(?!\\()` },
    ],
  },
  call: { match: `\\b(${name})(?=\\()`, name: 'entity.name.function.call.ludex' },
  number: { name: 'constant.numeric.ludex', match: String.raw`\b\d+\b` },
  operator: { name: 'keyword.operator.ludex', match: String.raw`->|\.\.|[=!<>]=|[-+]=|[-+*<>=?]` },
  punctuation: { name: 'punctuation.separator.ludex', match: '[,;:]' },
};

const grammar = {
  $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
  name: 'ludex rules',
  scopeName: 'source.ludex',
  fileTypes: ['rules'],
  patterns: [{ include: '#text' }],
  repository: { ...rules('"', ''), ...shared },
};

// In YAML: values that look like rules, under keys that are not words for people. The language server's tokens then say it exactly.
const prose = words('name title about asks says because picture id note notes cites');
const key = `(?!(?:${prose}):)([A-Za-z_]\\w*)(:)`;
const first = words('when before modify if choose may offer let repeat as pool later reach require', verbs);
const look = `(?=(?:${first}|instead of|for each)\\b|[^"'#]*?(?:\\w\\(|[=!<>]=|\\w\\[|\\w\\.\\w|\\s(?:and|or|div|mod|has|[-+*<>])\\s))`;
const keyed = { 1: { name: 'entity.name.tag.yaml' }, 2: { name: 'punctuation.separator.key-value.mapping.yaml' } };
const quoted = (before, captures, last) => [
  {
    begin: `${before}(")${look.replace("[^\"'#]", '[^"#]')}`, end: '"',
    beginCaptures: { ...captures, [last]: { name: 'punctuation.definition.string.begin.yaml' } },
    endCaptures: { 0: { name: 'punctuation.definition.string.end.yaml' } },
    contentName: 'meta.embedded.inline.ludex', patterns: [{ include: '#escaped_text' }],
  },
  {
    begin: `${before}(')${look.replace("[^\"'#]", "[^'#]")}`, end: "'",
    beginCaptures: { ...captures, [last]: { name: 'punctuation.definition.string.begin.yaml' } },
    endCaptures: { 0: { name: 'punctuation.definition.string.end.yaml' } },
    contentName: 'meta.embedded.inline.ludex', patterns: [{ include: '#text' }],
  },
];
const plainEnd = String.raw`(?=\s+#|\s*[}\]]+\s*,?\s*$|,\s+[A-Za-z_]\w*:\s|$)`;
const block = (before, deeper) => ({
  begin: `^( *)${before}${key}\\s*([|>][-+]?)\\s*$`,
  while: `^(?:\\1${deeper}|[ \\t]*$)`,
  beginCaptures: { 2: keyed[1], 3: keyed[2], 4: { name: 'keyword.control.flow.block-scalar.yaml' } },
  contentName: 'meta.embedded.block.ludex', patterns: [{ include: '#text' }],
});

const injection = {
  $schema: grammar.$schema,
  name: 'ludex rules in YAML',
  scopeName: 'yaml.injection.ludex',
  injectionSelector: 'L:source.yaml -comment -string -meta.embedded',
  patterns: [
    { include: '#blocks' }, { include: '#values' }, { include: '#items' },
  ],
  repository: {
    blocks: { patterns: [block('', ' +'), block('- +', ' {3,}')] },
    values: {
      patterns: [
        ...quoted(`(?<![\\w"'])${key}[ \\t]+`, keyed, 3),
        {
          begin: `(?<![\\w"'])${key}[ \\t]+(?![{\\["'|>&*!#%@])${look}`, end: plainEnd, beginCaptures: keyed,
          contentName: 'meta.embedded.inline.ludex', patterns: [{ include: '#text' }],
        },
      ],
    },
    items: {
      patterns: [
        {
          // A choice: `- "P0: words"`.
          name: 'string.quoted.double.yaml', begin: String.raw`^\s*(-)\s+(")(?=P\d+:\s)`, end: '"',
          beginCaptures: {
            1: { name: 'punctuation.definition.block.sequence.item.yaml' }, 2: { name: 'punctuation.definition.string.begin.yaml' },
          },
          endCaptures: { 0: { name: 'punctuation.definition.string.end.yaml' } },
          patterns: [{ name: 'variable.language.seat.ludex', match: String.raw`(?<=")P\d+(?=:)` }],
        },
        ...quoted('^\\s*(-)\\s+', { 1: { name: 'punctuation.definition.block.sequence.item.yaml' } }, 2),
        {
          begin: `^\\s*(-)\\s+(?![{\\["'|>&*!#%@]|[A-Za-z_]\\w*:\\s)${look}`, end: plainEnd,
          beginCaptures: { 1: { name: 'punctuation.definition.block.sequence.item.yaml' } },
          contentName: 'meta.embedded.inline.ludex', patterns: [{ include: '#text' }],
        },
      ],
    },
    // In double quotes of YAML, those of the rules are escaped.
    ...rules('\\\\"', 'escaped_'),
    ...rules('"', ''),
    ...shared,
  },
};

const here = new URL('.', import.meta.url);
for (const [file, content] of [['ludex.tmLanguage.json', grammar], ['ludex-yaml.tmLanguage.json', injection]]) {
  const text = JSON.stringify(content, null, 2) + '\n';
  const path = new URL(file, here);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error(`${file} is old: run \`npm run grammar\``);
}

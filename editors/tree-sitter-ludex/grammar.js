/**
 * @file The language of `.rules` files and of rules texts in YAML, for editors.
 *
 * `grammar/rules.pest` is the authority; this follows it rule by rule, and `test.sh` compares the two on every text of the
 * repository. What differs: newlines that mean something and the start of a text are told by `src/scanner.c` (there by
 * `syntax/layout.rs` and by who asks), and brackets in the wrong place recover where pest gives up.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** What an expression would swallow, or what begins a statement and nothing else: no name is spelt so. */
const RESERVED = [
  'into', 'onto', 'if', 'then', 'else', 'and', 'or', 'not', 'in', 'has', 'div', 'mod', 'where', 'by', 'true', 'false', 'none',
  'to', 'from', 'on', 'of', 'with', 'at', 'for', 'over', 'under',
  'let', 'choose', 'repeat', 'while', 'require', 'return', 'stop', 'continue',
];

/** The words that may stand before an argument. */
const LABELS = ['to', 'from', 'onto', 'on', 'of', 'with', 'at', 'for', 'into', 'over', 'under'];

/** From the loosest to the tightest. */
const PREC = { or: 1, and: 2, not: 3, add: 4, multiply: 5, negate: 6 };

const commaList = (rule) => seq(rule, repeat(seq(',', rule)));
/** Items that separators part, with separators around them as the author likes; all in one rule, so that one token decides. */
const parted = (separators, item) => seq(
  optional(separators), optional(seq(item, repeat(seq(separators, item)), optional(separators))),
);
const commaListTrailing = (rule) => seq(commaList(rule), optional(','));

/** Operators of two sides, loosest first. In a fragment `money - 1` is a difference rather than a call. */
const binary = (...levels) => (operand) => levels.map(([operator, level]) => prec.dynamic(1, prec.left(level, seq(
  field('left', operand), field('operator', operator), field('right', operand),
))));

module.exports = grammar({
  name: 'ludex',

  externals: $ => [$._newline, $._file_start, $._fragment_start],
  extras: $ => [/[ \t\r\n]/, $.comment, $.doc_comment],
  word: $ => $.name,
  reserved: { global: _ => RESERVED, attribute: _ => [] },

  supertypes: $ => [$.declaration, $.statement],


  conflicts: $ => [
    // `a, b` in a list of places, or the next member after a comma.
    [$.places],
    // `{ x from …`: a filter, or a statement.
    [$._postfix, $.binder],
    // `option x: { a, b }`, or a bound that begins with a filter.
    [$.option_words, $.filter],
    // A fragment that is a name or a call: an expression, or a statement.
    [$._target, $._operand],
  ],

  rules: {
    // A file holds declarations. A fragment is what stands in YAML: statements, hooks, an expression or a binder.
    source_file: $ => choice(
      seq($._file_start, parted($._gap, $.declaration)),
      seq($._fragment_start, parted($._gap, $._reaction)),
      seq($._fragment_start, parted($._gap, $.statement)),
      seq($._fragment_start, optional($._gap), choice($._expression, $.binder), optional($._gap)),
    ),
    _separator: $ => choice($._newline, ';'),
    _gap: $ => repeat1($._separator),
    _commas: $ => repeat1(choice($._separator, ',')),

    comment: _ => token(seq('//', /[^\n]*/)),
    doc_comment: _ => token(prec(1, seq('///', /[^\n]*/))),

    // ---------------------------------------------------------------- declarations

    declaration: $ => choice(
      $.enum_declaration, $.option_declaration, $.kind_declaration, $.record_declaration, $.place_declaration,
      $.board_declaration, $.var_declaration, $.track_declaration, $.table_declaration, $.moment_declaration,
      $.effect_declaration, $.query_declaration, $.action_declaration, $.hook, $.modifier, $.setup_declaration,
      $.play_declaration, $.result_declaration, $.heuristic_declaration, $.require_statement,
    ),

    enum_declaration: $ => seq('enum', field('name', $.name), field('values', $.enum_body)),
    enum_body: $ => seq('{', optional($._commas), repeat(seq($.enum_value, optional($._commas))), '}'),
    enum_value: $ => seq(field('name', $.name), optional($.phrase)),

    option_declaration: $ => seq(
      'option', field('name', $.name), ':', field('type', choice('bool', $.option_words, $.bounds, $.type_name)),
      '=', field('default', $._expression), optional($.string),
    ),
    option_words: $ => seq('{', optional($._commas), repeat(seq(field('name', $.name), optional($._commas))), '}'),

    kind_declaration: $ => seq('kind', $._kind),
    record_declaration: $ => seq('record', $._kind),
    _kind: $ => seq(
      field('name', $.name), optional(seq('of', field('of', $.type_name))), optional(seq(':', $.copies)),
      optional($.phrase), optional($.members),
    ),
    copies: $ => seq($._sum, optional(seq('per', 'player'))),

    members: $ => seq('{', parted($._commas, $._member), '}'),
    _member: $ => choice($.require_statement, $.attribute, $.var_declaration, $.place_declaration, $.home, $.active, $.join),
    attribute: $ => seq(
      field('name', choice($.name, alias(choice('home', 'active', 'join', 'var', 'place'), $.name))),
      ':', field('type', $._type), optional(seq('=', field('default', $._expression))), optional($.phrase),
    ),
    home: $ => seq('home', $._expression),
    active: $ => seq('active', 'in', $.places, optional(seq('as', field('form', $.name)))),
    join: $ => seq('join', field('name', $.name), 'by', field('by', $.name)),
    places: $ => seq($.name, repeat(seq(',', $.name))),

    place_declaration: $ => seq(
      'place', field('name', $.name), optional($.per), ':', field('order', $.name), 'of', field('of', $.type_name),
      repeat(seq('or', field('of', $.type_name))), repeat(choice($.capacity, $.seen, $.when_empty)), optional($.phrase),
    ),
    per: $ => seq('per', $.name),
    capacity: $ => seq('capacity', $._expression),
    seen: $ => seq('seen', 'by', choice(seq('face', $.name), 'none', $.name)),
    when_empty: $ => seq('when', 'empty', field('effect', $.name)),

    board_declaration: $ => seq(
      'board', field('name', $.name), optional($.per), ':', field('shape', $.name), optional($.board_size),
      optional(seq('from', field('from', $.name))), optional(seq('layout', field('layout', $._expression))),
      optional($.phrase), optional($.members),
    ),
    board_size: $ => seq('of', $._sum, repeat(seq('by', $._sum)), optional(seq('up', 'to', $._sum))),

    var_declaration: $ => seq(
      'var', field('name', $.name), optional(seq(choice('[', alias($._index_open, '[')), field('index', $.type_name), ']')), optional($.per), ':',
      field('type', $._type), optional(seq('=', field('default', $._expression))),
      repeat(choice($.while_in, $.until, $.seen, 'uncompared')), optional($.phrase),
    ),
    while_in: $ => seq('while', 'in', $.places),
    until: $ => seq('until', field('moment', $.name)),

    track_declaration: $ => seq(
      'track', field('name', $.name), optional($.per), ':', $.bounds, optional(seq('=', field('default', $._expression))),
      optional($.phrase), optional($.track_body),
    ),
    track_body: $ => seq('{', parted($._gap, $._track_part), '}'),
    _track_part: $ => choice($.gate, $.beyond, $.at_space),
    gate: $ => seq('gate', $._expression, 'while', $._expression),
    beyond: $ => seq('beyond', field('name', $.name), $.block),
    at_space: $ => seq('at', $._expression, optional(choice('once', 'first')), $.block),

    table_declaration: $ => seq('table', field('name', $.name), ':', field('key', $._type), '->', field('value', $._type)),
    moment_declaration: $ => seq('moment', field('name', $.name)),

    effect_declaration: $ => seq(
      'effect', field('name', $.name), optional($.parameters), repeat(choice($.ordered_by, 'recursive')),
      optional($.phrase), field('body', $.block),
    ),
    ordered_by: $ => seq('ordered', 'by', $._expression),
    query_declaration: $ => seq(
      'query', field('name', $.name), optional($.parameters), '->', field('type', $._type), optional('recursive'),
      optional($.phrase), '=', field('value', $._expression),
    ),
    parameters: $ => seq(choice('(', alias($._call_open, '(')), optional(commaListTrailing($.parameter)), ')'),
    parameter: $ => seq(optional($.label), field('name', $.name), optional(seq(':', field('type', $._type)))),

    action_declaration: $ => seq(
      'action', field('name', $.name), optional($.binders), optional($.string), field('body', $.block),
    ),
    binders: $ => seq(choice('(', alias($._call_open, '(')), optional(commaListTrailing($.binder)), ')'),
    binder: $ => seq(
      field('name', $.name), choice('from', 'in'), field('from', $._expression),
      optional(seq('where', field('where', $._expression))),
    ),

    _reaction: $ => choice($.hook, $.modifier),
    hook: $ => seq(
      choice('when', 'before', seq('instead', 'of')), field('event', $.name), optional($.hook_names), optional($.guard),
      optional($.limit), $._body,
    ),
    hook_names: $ => seq(choice('(', alias($._call_open, '(')), optional(commaListTrailing(field('name', $.name))), ')'),
    guard: $ => seq('where', $._expression),
    limit: $ => seq('at', 'most', $._expression, 'until', field('moment', $.name)),
    modifier: $ => seq(
      'modify', field('query', $.name), optional($.hook_names), optional($.guard), ':', $.change, $._expression,
    ),
    change: _ => choice('is', 'plus', 'minus', seq('at', choice('least', 'most'))),

    setup_declaration: $ => seq('setup', field('body', $.block)),
    play_declaration: $ => seq('play', field('body', $.block)),
    result_declaration: $ => seq(
      'result', '{', optional($._gap), seq('score', $._rank), repeat(seq(optional($._gap), 'then', $._rank)),
      optional(seq(optional($._gap), $.wins_when)), optional($._gap), '}',
    ),
    _rank: $ => seq($._expression, optional(choice('high', 'low'))),
    wins_when: $ => seq('wins', 'when', $._expression),
    heuristic_declaration: $ => seq('heuristic', $._expression),

    // ---------------------------------------------------------------- types

    _type: $ => choice($._plain_type, $.optional_type),
    // It belongs to all that stands before it; after `->` to the result.
    optional_type: $ => prec(1, seq($._plain_type, '?')),
    _plain_type: $ => choice(
      $.int_type, $.collection_type, $.place_type, $.any_type, $.direction_type, $.placement_type, $.effect_type, $.value_type,
      $.primitive_type, $.type_name,
    ),
    // Before a text, which is no bound.
    primitive_type: _ => prec(1, choice('bool', 'int')),
    int_type: $ => seq('int', $.bounds),
    collection_type: $ => seq(choice('set', 'bag', 'all'), $._plain_type),
    place_type: $ => seq('place', 'of', $._plain_type),
    any_type: $ => seq('any', field('name', $.type_name)),
    direction_type: $ => seq('direction', 'of', $.type_name),
    placement_type: $ => seq('placement', 'of', $.type_name),
    effect_type: $ => seq('effect', $.parameters),
    value_type: $ => seq('value', $.parameters, '->', $._type),
    type_name: $ => $.name,

    // ---------------------------------------------------------------- statements

    block: $ => seq('{', parted($._gap, $.statement), '}'),
    _body: $ => choice(seq(':', field('body', $.statement)), field('body', $.block)),

    statement: $ => choice(
      $.let_statement, $.if_statement, $.for_statement, $.repeat_statement, $.while_statement, $.choose_statement,
      $.may_statement, $.offer_statement, $.require_statement, $.as_statement, $.pool_statement, $.later_statement,
      $.reach_statement, $.return_statement, $.stop_statement, $.continue_statement, $.at_once_statement, $.call_statement, $.assignment,
    ),

    let_statement: $ => seq('let', field('name', $.name), '=', field('value', $._expression)),
    if_statement: $ => seq(
      'if', field('condition', $._expression), field('then', $.block),
      repeat(seq('else', 'if', field('condition', $._expression), field('then', $.block))), optional($.otherwise),
    ),
    otherwise: $ => seq('else', $.block),
    for_statement: $ => seq('for', 'each', $.binder, field('body', $.block)),
    repeat_statement: $ => seq('repeat', optional(seq(field('times', $._expression), optional('times'))), field('body', $.block)),
    while_statement: $ => seq('while', field('condition', $._expression), field('body', $.block)),
    choose_statement: $ => seq(
      'choose', optional(seq($.quantity, 'of')), commaList($.binder), optional('again'), optional($.whole), optional($.by),
      optional($.phrase), optional(seq(field('body', $.block), optional($.otherwise))),
    ),
    quantity: $ => choice(seq('up', 'to', $._expression), prec(1, 'any'), prec(1, 'all'), $._expression),
    whole: $ => seq('with', $._expression),
    by: $ => seq('by', $._expression),
    may_statement: $ => seq('may', optional($.by), optional($.phrase), field('body', $.block), optional($.otherwise)),
    offer_statement: $ => seq(
      'offer', optional(seq('any', 'of')), field('to', $._expression), ':', field('action', $.name),
      repeat(seq('or', field('action', $.name))), optional($.phrase),
    ),
    require_statement: $ => seq('require', field('condition', $._expression), field('reason', $.phrase)),
    as_statement: $ => seq('as', $._expression, field('body', $.block)),
    pool_statement: $ => seq('pool', $.by, field('body', $.block)),
    later_statement: $ => seq('later', field('moment', $.name), $._body),
    reach_statement: $ => seq('reach', field('moment', $.name)),
    return_statement: _ => 'return',
    stop_statement: _ => 'stop',
    continue_statement: _ => 'continue',
    at_once_statement: $ => seq('at', 'once', $.binder, field('body', $.block)),

    assignment: $ => seq(field('left', $._target), field('operator', choice('=', '+=', '-=')), field('right', $._expression)),
    // A bracket belongs to a name only when it follows without a space: `hunt (a)` has one bare argument, `hunt(a)` a list.
    call_statement: $ => seq(field('target', $._target), optional($._bare_arguments), repeat($.labelled)),
    _bare_arguments: $ => seq($._expression, repeat(seq(optional(','), $._expression))),
    labelled: $ => seq($.label, $._expression),
    _target: $ => $._postfix,
    label: _ => choice(...LABELS),

    // ---------------------------------------------------------------- expressions

    _expression: $ => choice($.if_expression, $.else_expression, $._operation),
    // Its `else` is the next one: a value with an `else` of its own stands in brackets there.
    if_expression: $ => seq(
      'if', field('condition', $._expression), 'then', field('then', $._branch), 'else', field('else', $._branch),
    ),
    _branch: $ => choice($.if_expression, $._operation),
    else_expression: $ => seq($._operation, repeat1(seq('else', $._operation))),

    _operation: $ => choice(
      $._sum, $.let_condition, alias($.negation, $.unary_expression), alias($.comparison, $.binary_expression),
      alias($.range, $.binary_expression), alias($.logical, $.binary_expression),
    ),
    negation: $ => prec(PREC.not, seq(field('operator', 'not'), $._operation)),
    // A condition: holds when there is one, which the name then stands for.
    let_condition: $ => prec(PREC.not, seq('let', field('name', $.name), '=', $._operation)),
    logical: $ => choice(...binary(['or', PREC.or], ['and', PREC.and])($._operation)),
    // Neither a comparison nor a range follows another one.
    comparison: $ => prec(1, seq(
      field('left', $._sum), field('operator', choice('==', '!=', '<=', '<', '>=', '>', 'in', seq('not', 'in'), 'has')),
      field('right', choice($._sum, alias($.range, $.binary_expression), alias($.negation, $.unary_expression))),
    )),
    range: $ => seq(field('left', $._sum), field('operator', '..'), field('right', $._sum)),
    // A number between two bounds.
    bounds: $ => seq(field('least', $._sum), '..', field('most', $._sum)),
    _sum: $ => choice($._operand, alias($.negative, $.unary_expression), alias($.arithmetic, $.binary_expression)),
    negative: $ => prec(PREC.negate, seq(field('operator', '-'), $._sum)),
    arithmetic: $ => choice(...binary([choice('+', '-'), PREC.add], [choice('*', 'div', 'mod'), PREC.multiply])($._sum)),

    _operand: $ => choice($.number, $.string, $.boolean, $.none, $.parenthesized, $.set, $.filter, $.possible, $._postfix),
    _postfix: $ => choice($.name, $.member, $.call, $.index),

    member: $ => seq(field('of', $._before_postfix), token.immediate('.'), field('member', reserved('attribute', $.name))),
    call: $ => seq(field('function', $._before_postfix), $.arguments),
    index: $ => seq(field('of', $._before_postfix), alias($._index_open, '['), field('index', $._expression), ']'),
    _before_postfix: $ => choice($.name, $.member, $.call, $.index, $.parenthesized, $.set, $.filter),

    _call_open: _ => token.immediate(prec(1, '(')),
    _index_open: _ => token.immediate(prec(1, '[')),

    arguments: $ => seq(alias($._call_open, '('), optional(choice($._fold, commaListTrailing($._argument))), ')'),
    _argument: $ => seq(optional($.label), $._expression),
    // `count(x in hand …)` binds `x`; a comparison as an only argument takes its own brackets: `f((x in hand))`.
    _fold: $ => seq(alias($.fold_binder, $.binder), optional(seq(':', field('value', $._expression)))),
    fold_binder: $ => prec(10, seq(
      field('name', $.name), 'in', field('from', $._expression), optional(seq('where', field('where', $._expression))),
    )),
    // Of a name it asks about an action; otherwise, whether a set can be chosen.
    possible: $ => seq(
      'possible',
      optional(seq(alias($._call_open, '('), choice($._expression, seq($.quantity, 'of', $.binder, optional('again'), $.whole)), ')')),
    ),
    parenthesized: $ => seq('(', $._expression, ')'),
    set: $ => seq('[', optional(commaListTrailing($._expression)), ']'),
    filter: $ => seq('{', optional($._gap), $.binder, optional($._gap), '}'),

    // ---------------------------------------------------------------- tokens

    name: _ => /[A-Za-z_][A-Za-z0-9_]*/,
    number: _ => /[0-9]+/,
    boolean: _ => choice('true', 'false'),
    none: _ => 'none',
    string: $ => seq('"', repeat(choice(alias($._text, $.text), $.escape)), alias($._quote, '"')),
    // Words for people, in which `{x}` is told as its value, and `{x|one|several}` as one of two words.
    phrase: $ => seq('"', repeat(choice(alias($._phrase_text, $.text), $.escape, $.interpolation)), alias($._quote, '"')),
    _quote: _ => token.immediate('"'),
    _text: _ => token.immediate(prec(1, /[^"\\\n]+/)),
    _phrase_text: _ => token.immediate(prec(1, /[^"\\\n{]+/)),
    escape: _ => token.immediate(/\\["\\n]/),
    interpolation: _ => token.immediate(prec(2, /\{[A-Za-z_][A-Za-z0-9_]*(\|[^|{}"\\\n]*\|[^|{}"\\\n]*)?\}/)),
  },
});

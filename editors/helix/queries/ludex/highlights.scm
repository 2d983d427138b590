; Made of editors/tree-sitter-ludex/queries by editors/queries.py.
(name) @variable

(comment) @comment.line
(doc_comment) @comment.line.documentation
((comment) @keyword.directive
  (#match? @keyword.directive "^// ludex: allow"))

(number) @constant.numeric
(boolean) @constant.builtin.boolean
(none) @constant.builtin
(string) @string
(phrase) @string
(escape) @constant.character.escape
(interpolation) @string.special

; ---- declarations

[
  "enum" "option" "kind" "record" "place" "board" "var" "track" "table" "moment" "effect" "query" "action" "modify" "setup"
  "play" "result" "heuristic" "require"
] @keyword

["when" "before" "instead"] @keyword

[
  "per" "of" "or" "capacity" "seen" "by" "face" "empty" "up" "to" "from" "layout" "uncompared" "until" "gate" "beyond" "at" "once"
  "first" "ordered" "recursive" "most" "least" "is" "plus" "minus" "score" "then" "high" "low" "wins" "home" "active" "in" "as"
  "join" "where" "with" "player"
] @keyword

["set" "bag" "all" "any" "direction" "placement" "value"] @keyword

(enum_declaration name: (name) @type)
(enum_value name: (name) @constant)
(option_declaration name: (name) @variable.other.member)
(option_words name: (name) @constant)
(kind_declaration name: (name) @type)
(record_declaration name: (name) @type)
(board_declaration name: (name) @type)
(board_declaration shape: (name) @type.builtin)
(board_declaration from: (name) @variable)
(place_declaration name: (name) @variable.other.member)
(place_declaration order: (name) @type.builtin)
(per (name) @type)
(seen (name) @constant)
(seen "face" (name) @variable.other.member)
(seen "none" @constant.builtin)
(when_empty effect: (name) @function)
(var_declaration name: (name) @variable.other.member)
(track_declaration name: (name) @variable.other.member)
(table_declaration name: (name) @variable.other.member)
(moment_declaration name: (name) @label)
(attribute name: (name) @variable.other.member)
(join name: (name) @variable.other.member by: (name) @variable.other.member)
(active form: (name) @variable.other.member)

(effect_declaration name: (name) @function)
(query_declaration name: (name) @function)
(action_declaration name: (name) @function)
(hook event: (name) @function)
(modifier query: (name) @function)
(hook_names name: (name) @variable.parameter)
(parameter name: (name) @variable.parameter)
(beyond name: (name) @variable.parameter)

; ---- types

(type_name (name) @type)
(primitive_type) @type.builtin
(option_declaration "bool" @type.builtin)
(int_type "int" @type.builtin)
(place_type "place" @keyword)
(effect_type "effect" @keyword)
((type_name (name) @type.builtin)
  (#any-of? @type.builtin "text" "hooks" "shape" "player"))

; ---- statements

["let" "choose" "may" "offer" "pool" "later" "reach" "again"] @keyword
["if" "else"] @keyword.control.conditional
(if_expression "then" @keyword.control.conditional)
["for" "each" "repeat" "times" "while"] @keyword.control.repeat
(while_in "while" @keyword)
(gate "while" @keyword)
(return_statement) @keyword.control.return
[(stop_statement) (continue_statement)] @keyword.control.return
(label) @keyword

(binder name: (name) @variable.parameter)
(let_statement name: (name) @variable.parameter)
(let_condition name: (name) @variable.parameter)
(offer_statement action: (name) @function)
(later_statement moment: (name) @label)
(reach_statement moment: (name) @label)
(limit moment: (name) @label)
(until moment: (name) @label)

; ---- expressions

(member member: (name) @variable.other.member)
(call function: (name) @function)
(call function: (member member: (name) @function.method))
(call_statement target: (name) @function)
(call_statement target: (member member: (name) @function.method))
(call_statement target: (call function: (name) @function))
(call_statement target: (call function: (member member: (name) @function.method)))
((call_statement target: (name) @function.builtin)
  (#any-of? @function.builtin
    "move" "draw" "tuck" "insert" "move_all" "tuck_all" "shuffle" "turn_over" "show" "reveal" "believe" "gain" "lose" "adjust" "lay_out"
    "finish" "refill"))
((call function: (name) @function.builtin)
  (#any-of? @function.builtin
    "size" "top" "bottom" "position" "place" "owner" "nth" "next" "players_from" "opponents" "seat" "player_count" "min" "max"
    "abs" "div_up" "random" "roll" "neighbours" "step" "distance" "index" "directions" "opposite" "ray" "space_at" "on_edge" "space"
    "board_owner" "placements" "placements_at" "cells" "the" "alike" "knows" "repetitions"
    "count" "any" "nothing" "every" "sum" "least" "most" "first" "last" "fewest" "greatest" "distinct" "group" "groups" "streak"))
"possible" @function.builtin
((name) @variable.builtin
  (#any-of? @variable.builtin "you" "this" "players" "option" "chosen"))

["and" "or" "not" "has" "div" "mod"] @keyword.operator
(binary_expression operator: ["in" "not"] @keyword.operator)

["+" "-" "*" "==" "!=" "<" "<=" ">" ">=" "=" "+=" "-=" ".." "->" "?"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" ";" "."] @punctuation.delimiter

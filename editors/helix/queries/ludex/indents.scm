; Made of editors/tree-sitter-ludex/queries by editors/queries.py.
[
  (block)
  (members)
  (enum_body)
  (option_words)
  (track_body)
  (result_declaration)
  (filter)
  (set)
  (arguments)
  (parameters)
  (binders)
  (parenthesized)
] @indent

; What goes on in the next line stands further right.
[
  (query_declaration)
  (modifier)
  (choose_statement)
] @indent

["}" "]" ")"] @outdent

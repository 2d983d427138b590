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
] @indent.begin

; What goes on in the next line stands further right.
[
  (query_declaration)
  (modifier)
  (choose_statement)
] @indent.begin

["}" "]" ")"] @indent.branch @indent.end

[(comment) (doc_comment) (ERROR)] @indent.auto

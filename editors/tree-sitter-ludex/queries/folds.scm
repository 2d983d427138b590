[
  (block)
  (members)
  (enum_body)
  (track_body)
  (result_declaration)
  (set)
  (parenthesized)
] @fold

; Several lines of comment.
((comment)+ @fold)
((doc_comment)+ @fold)

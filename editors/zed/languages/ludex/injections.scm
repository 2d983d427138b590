; Made of editors/tree-sitter-ludex/queries by editors/queries.py.
; The rules hold no other language. That YAML holds rules is said in YAML's own queries: `editors/nvim/after/queries/yaml`.
((comment) @injection.content
  (#set! injection.language "comment"))

;; extends
; Rules in YAML: block texts, and values that look like rules, under keys that are not words for people.

((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_scalar) @injection.content))
  (#not-any-of? @_key "name" "title" "about" "asks" "says" "because" "picture" "note" "notes")
  (#offset! @injection.content 0 1 0 0)
  (#set! injection.language "ludex"))

((block_mapping_pair
  key: (flow_node) @_key
  value: (flow_node (plain_scalar (string_scalar) @injection.content)))
  (#not-any-of? @_key "name" "title" "about" "asks" "says" "because" "note" "notes")
  (#match? @injection.content "\\w\\(|[=!<>]=|^(when|before|instead of|modify|if|for each|choose|may|gain|lose|draw|move|offer) ")
  (#set! injection.language "ludex"))

((flow_pair
  key: (flow_node) @_key
  value: (flow_node (plain_scalar (string_scalar) @injection.content)))
  (#not-any-of? @_key "name" "title" "about" "asks" "says" "because" "note" "notes")
  (#match? @injection.content "\\w\\(|[=!<>]=|^(when|before|instead of|modify|if|for each|choose|may|gain|lose|draw|move|offer) ")
  (#set! injection.language "ludex"))

((_
  key: (flow_node) @_key
  value: (flow_node [(double_quote_scalar) (single_quote_scalar)] @injection.content))
  (#not-any-of? @_key "name" "title" "about" "asks" "says" "because" "note" "notes")
  (#match? @injection.content "\\w\\(|[=!<>]=|^.(when|before|instead of|modify|if|for each|choose|may|gain|lose|draw|move|offer) ")
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "ludex"))

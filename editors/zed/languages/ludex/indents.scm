; Made of editors/tree-sitter-ludex/queries by editors/queries.py.
(block "}" @end) @indent
(members "}" @end) @indent
(enum_body "}" @end) @indent
(option_words "}" @end) @indent
(track_body "}" @end) @indent
(result_declaration "}" @end) @indent
(filter "}" @end) @indent
(set "]" @end) @indent
(arguments ")" @end) @indent
(parameters ")" @end) @indent
(binders ")" @end) @indent
(parenthesized ")" @end) @indent

(enum_declaration "enum" @context name: (name) @name) @item
(option_declaration "option" @context name: (name) @name) @item
(kind_declaration "kind" @context name: (name) @name) @item
(record_declaration "record" @context name: (name) @name) @item
(place_declaration "place" @context name: (name) @name) @item
(board_declaration "board" @context name: (name) @name) @item
(var_declaration "var" @context name: (name) @name) @item
(track_declaration "track" @context name: (name) @name) @item
(table_declaration "table" @context name: (name) @name) @item
(moment_declaration "moment" @context name: (name) @name) @item
(effect_declaration "effect" @context name: (name) @name) @item
(query_declaration "query" @context name: (name) @name) @item
(action_declaration "action" @context name: (name) @name) @item
(hook event: (name) @name) @item
(modifier "modify" @context query: (name) @name) @item
(setup_declaration "setup" @name) @item
(play_declaration "play" @name) @item
(result_declaration "result" @name) @item

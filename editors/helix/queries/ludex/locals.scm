; Made of editors/tree-sitter-ludex/queries by editors/queries.py.
; Names that hold in a block, and what declares them.
(source_file) @local.scope
(effect_declaration) @local.scope
(query_declaration) @local.scope
(action_declaration) @local.scope
(hook) @local.scope
(modifier) @local.scope
(beyond) @local.scope
(block) @local.scope
(for_statement) @local.scope
(at_once_statement) @local.scope
(choose_statement) @local.scope
(filter) @local.scope
(arguments) @local.scope
(possible) @local.scope

(parameter name: (name) @local.definition.parameter)
(hook_names name: (name) @local.definition.parameter)
(beyond name: (name) @local.definition.parameter)
(binder name: (name) @local.definition.var)
(let_statement name: (name) @local.definition.var)
(let_condition name: (name) @local.definition.var)

(effect_declaration name: (name) @local.definition.function)
(query_declaration name: (name) @local.definition.function)
(action_declaration name: (name) @local.definition.function)
(var_declaration name: (name) @local.definition.field)
(place_declaration name: (name) @local.definition.field)
(track_declaration name: (name) @local.definition.field)
(attribute name: (name) @local.definition.field)
(enum_declaration name: (name) @local.definition.type)
(kind_declaration name: (name) @local.definition.type)
(record_declaration name: (name) @local.definition.type)
(board_declaration name: (name) @local.definition.type)
(enum_value name: (name) @local.definition.constant)
(moment_declaration name: (name) @local.definition.constant)

(name) @local.reference

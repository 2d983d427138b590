(effect_declaration body: (block) @function.inside) @function.around
(action_declaration body: (block) @function.inside) @function.around
(query_declaration value: (_) @function.inside) @function.around
(hook body: (_) @function.inside) @function.around
(kind_declaration (members) @class.inside) @class.around
(record_declaration (members) @class.inside) @class.around
(board_declaration (members) @class.inside) @class.around
(parameter) @parameter.inside
(binder) @parameter.inside
[(comment) (doc_comment)] @comment.inside
(doc_comment)+ @comment.around

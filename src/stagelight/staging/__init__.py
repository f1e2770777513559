"""`tf.function`: Python functions become graphs, one for each kind of input.

`call_signature` binds arguments to parameters; `trace_types` says which calls share a trace; `function` has
`tf.function` and its cache of traces; `concrete_function` one trace, ready to call; `variable_lifting`
how variables made while tracing get out of the graph; `signature_text` how signatures print.
"""

from stagelight.staging import function as function

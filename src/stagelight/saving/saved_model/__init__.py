"""Saved models: objects, functions and values in a folder that needs no Python code.

- `saving`, `loading`: `tf.saved_model.save` and `load`
- `objects`: which objects there are, and what is told of each
- `signatures`: the functions that are called by name
- `writing`: the graph that serves them
- `function_specs`, `structures`: how functions are called, and Python values in their messages
- `custom_gradients`: gradients that users wrote
- `variable_arguments`: functions that were called with variables
- `restored`: functions and resources that were loaded
- `files`: the folder; `fingerprints`: its checksums
- `options`: `SaveOptions` and `LoadOptions`
- `trust`: what a model of unknown origin may do
- `freezing`: a function as one plain graph, for the command line
"""

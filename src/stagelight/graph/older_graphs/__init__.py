"""Graphs of TensorFlow 1, rewritten into those of TensorFlow 2: message to message, before they are imported.

- `nodes`: the nodes of a graph while it is rewritten, and functions made of some of them
- `older_ops`: ops that have newer forms
- `reference_variables`: variables that are tensors of a reference dtype become resources
- `tensor_arrays`: arrays become tensor lists
- `loops`: Enter, Merge, Switch, NextIteration and Exit become While
- `conditionals`: Switch and Merge become If
- `rewriting`: all of them in order
"""

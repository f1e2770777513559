"""Lowering: the operations of a graph as loop nests.

`lower(graph)` goes through a graph's operations; the rule of each (`@lowers("Sum")`, in the files beside this
one) says what an element of its result is, as an expression in indices, or adds statements. Elementwise
ops need no rule: theirs is made from their scalar form.
"""

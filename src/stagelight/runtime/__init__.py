"""Executors: what runs a graph.

`executable(graph)` gives the function that runs a `FuncGraph` on arrays. The host executor makes a plan of
kernel calls, straight-line Python code; it runs every op and is the reference for the others.
"""

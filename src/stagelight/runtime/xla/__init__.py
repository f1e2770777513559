"""The XLA executor: regions of a graph as programs of `jax.jit`, for accelerators.

JAX is imported below this package and nowhere else, and when the first graph runs here, not before; it comes
with the extra `xla`.

    engine          JAX itself, imported late, and the scope in which its numbers keep their 64 bits
    registry        rules by op;  `rules/` has them by family
    lowerability    which operations may be in a program, and why the others may not
    lowering        the walk over a graph's operations while JAX traces
    values          what stands for a variable or a tensor list meanwhile
    variables       variables whose newest value is a buffer
    region          runs a region: its variables, its program, what it falls back to
    executor        the `EXECUTOR` of the table
"""

"""The narrow waist: what an op is, and the one way to evaluate or stage it.

`op_def` says what an op is; `registry` holds all ops and `raw`, the view by which rules call them;
`dispatch.apply` is the only way from user code to a kernel or a graph node; `tensor` has the common
class `Tensor` and the eager one; `convert` makes tensors of Python values.

The waist knows the words *stage* and *recorder*, never graphs or tapes.
"""

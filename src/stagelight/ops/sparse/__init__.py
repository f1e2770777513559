"""Sparse tensors: the class, and the families of ops on them.

An op takes the three parts of a sparse tensor apart (`indices`, `values`, `dense_shape`) and gives those of
another; the public functions of `tf.sparse` take and give `SparseTensor`. `index_arrays` has what their
kernels share.
"""

"""`tf.experimental.numpy`: NumPy's functions over tensors, and tensors that behave as NumPy's arrays.

    promotion      which dtype values take together, and how they become tensors of it
    lattice        the rules of the modes "safe" and "all", where Python numbers give way
    weak_tensor    the tensors that give way
    elementwise    functions of one and two arrays, made from tables (`made_functions`)
    arithmetic, truth, creation, shapes, joining, reductions, matrices, selection, random
                   functions of NumPy, by subject; they call the public functions of `ops`
    brackets       `x[mask, 0, [1, 2]]`
    operators      operators of tensors whose operands become one dtype
    promoting_functions
                   what stands for `tf.add`, `tf.constant` and the like where Python numbers give way
    behavior       `experimental_enable_numpy_behavior`: puts all of that in the place of the usual

An array is a `tf.Tensor`. Nothing here is an op: gradients, staging and machine code are those of the ops
that the functions call.
"""

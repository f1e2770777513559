"""Samples of the ops of `ops/arrays/reshaping.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)
Z = (random.floats(2, 3) + 1j * random.floats(2, 3)).astype(np.complex64)

SAMPLES = [
    Sample("Reshape", lambda tf, x: tf.reshape(x, [3, 2]), (X,)),
    Sample("Reshape", lambda tf, x: tf.reshape(x, [-1]), (X,)),
    Sample("Reshape", lambda tf, x: tf.reshape(x, [tf.shape(x)[0], -1, 1]), (X,)),
    Sample("Reshape", lambda tf, x: [tf.reshape(x, -1), tf.reshape(x, 6)], (X,)),
    Sample("Reshape", lambda tf, x: tf.reshape(x, tf.constant([1, 6], tf.int64)), (X,)),
    Sample("Reshape", lambda tf, x: tf.reshape(x, []), (random.floats(1, 1),)),
    Sample("Reshape", lambda tf: tf.reshape(["a", "b"], [2, 1])),
    Sample(
        "Reshape",
        lambda tf: [tf.reshape(tf.zeros([0, 3]), s) for s in ([-1, 0], [0, -1], [-1, 3], [0])],
    ),
    Sample("Reshape", lambda tf: tf.reshape(tf.zeros([2, 0, 3]), [-1, 5, 0])),
    Sample("ExpandDims", lambda tf, x: [tf.expand_dims(x, a) for a in (0, 1, 2, -1, -3)], (X,)),
    Sample("ExpandDims", lambda tf: tf.expand_dims("a", tf.constant([0]))),
    Sample("Squeeze", lambda tf, x: tf.squeeze(x), (random.floats(1, 3, 1),)),
    Sample(
        "Squeeze",
        lambda tf, x: [tf.squeeze(x, 0), tf.squeeze(x, [0, -1])],
        (random.floats(1, 3, 1),),
    ),
    Sample("Squeeze", lambda tf: tf.squeeze([[True]])),
    Sample("Squeeze", lambda tf: tf.squeeze(tf.zeros([1, 0]))),
    Sample("Transpose", lambda tf, x: tf.transpose(x), (X,)),
    Sample("Transpose", lambda tf, x: tf.transpose(x, [2, 0, 1]), (random.floats(2, 3, 4),)),
    Sample("Transpose", lambda tf, x: tf.transpose(x, tf.constant([-1, 0], tf.int64)), (X,)),
    Sample("Transpose", lambda tf, x: tf.linalg.matrix_transpose(x), (random.floats(2, 3, 4),)),
    Sample(
        "Transpose",
        lambda tf: [tf.transpose(3), tf.transpose(["a", "b"]), tf.transpose(tf.zeros([0, 2]))],
    ),
    Sample(
        "ConjugateTranspose", lambda tf, x: tf.transpose(x, conjugate=True), (Z,), gradient=False
    ),
    Sample(
        "ConjugateTranspose",
        lambda tf, x: tf.math.real(
            tf.linalg.matrix_transpose(tf.cast(x, tf.complex64), conjugate=True)
        ),
        (X,),
    ),
    Sample(
        "ConjugateTranspose", lambda tf, x: tf.raw_ops.ConjugateTranspose(x=x, perm=[1, 0]), (X,)
    ),
    Sample("InvertPermutation", lambda tf: tf.math.invert_permutation([3, 0, 1, 2])),
    Sample("InvertPermutation", lambda tf: tf.math.invert_permutation(tf.constant([0], tf.int64))),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [4, 2]), (X,), match="6 values"),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [-1, 4]), (X,), match="multiple of 4"),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [-1, -1]), (X,), match="[Oo]nly one"),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [-2, 3]), (X,)),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [[2, 3]]), (X,)),
    Bad("Reshape", lambda tf, x: tf.reshape(x, [0, -1]), (X,)),
    Bad(
        "Reshape",
        lambda tf, x: tf.reshape(x, [2.0, 3.0]),
        (X,),
        error=("TypeError", "InvalidArgumentError"),
    ),
    Bad("ExpandDims", lambda tf, x: tf.expand_dims(x, 4), (X,), match="dim"),
    Bad("ExpandDims", lambda tf, x: tf.expand_dims(x, [0, 1]), (X,)),
    Bad("Squeeze", lambda tf, x: tf.squeeze(x, [0]), (X,), match="squeeze"),
    Bad("Squeeze", lambda tf, x: tf.squeeze(x, [5]), (X,)),
    Bad("Transpose", lambda tf, x: tf.transpose(x, [0, 0]), (X,)),
    Bad("Transpose", lambda tf, x: tf.transpose(x, [0]), (X,)),
    Bad("Transpose", lambda tf, x: tf.transpose(x, [0, 2]), (X,)),
    Bad("Transpose", lambda tf: tf.linalg.matrix_transpose([1.0]), error=("ValueError",)),
    Bad("InvertPermutation", lambda tf: tf.math.invert_permutation([1, 1, 0]), match="duplicated"),
    Bad("InvertPermutation", lambda tf: tf.math.invert_permutation([1, 5, 0]), match="between"),
]

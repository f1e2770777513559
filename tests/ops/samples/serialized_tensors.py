"""Samples of the ops of `ops/parsing/serialized_tensors.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

ARRAYS = [
    random.floats(2, 3),
    np.float64(1.5),
    np.array([b"a", b"", b"bc"], object),
    random.booleans(2),
    np.zeros((0, 3), np.float32),
    np.array([1 + 2j], np.complex64),
    np.array([1, 2], np.uint16),
]

SAMPLES = [
    *[
        Sample(
            "SerializeTensor",
            lambda tf, x: tf.io.serialize_tensor(x),
            (array,),
            gradient=False,
        )
        for array in ARRAYS
    ],
    *[
        Sample(
            "ParseTensor",
            lambda tf, x: tf.io.parse_tensor(tf.io.serialize_tensor(x), x.dtype),
            (array,),
            gradient=False,
        )
        for array in ARRAYS
    ],
    Bad("ParseTensor", lambda tf: tf.io.parse_tensor("text", tf.int32), match="parse"),
    Bad("ParseTensor", lambda tf: tf.io.parse_tensor("", tf.int32)),
    Bad("ParseTensor", lambda tf: tf.io.parse_tensor([""], tf.int32), match="scalar"),
    Bad(
        "ParseTensor",
        lambda tf: tf.io.parse_tensor(tf.io.serialize_tensor([1]), tf.float32),
        match="Type mismatch",
    ),
]

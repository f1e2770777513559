"""Samples of the ops of `ops/host/host_call.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3, low=0.5)
Y = random.floats(3, low=0.5)


def raising(error: Exception) -> Any:
    def function(*values: Any) -> Any:
        raise error

    return function


SAMPLES = [
    Sample(
        "EagerPyFunc", lambda tf, x: tf.py_function(lambda x: x * x * x, [x], tf.float32), (X,)
    ),
    Sample(
        "EagerPyFunc",
        lambda tf, x: tf.py_function(lambda x: (x + 1, x.shape.rank), [x], [tf.float64, tf.int64]),
        (X.astype(np.float64),),
    ),
    Sample(
        "EagerPyFunc",
        lambda tf, x: tf.py_function(lambda x: b"text", [x], tf.string),
        (np.array([b"a"], object),),
    ),
    Sample("EagerPyFunc", lambda tf: tf.py_function(lambda: 3, [], tf.float32)),
    *[
        Bad("EagerPyFunc", lambda tf, x, f=f: tf.py_function(f, [x], tf.float32), (X,), error=error)
        for f, error in (
            (raising(ValueError("no")), ("InvalidArgumentError",)),
            (raising(StopIteration("no")), ("OutOfRangeError",)),
            (raising(KeyError("no")), ("UnknownError",)),
            (lambda x: None, ("InvalidArgumentError",)),
            (lambda x: "text", ("InvalidArgumentError",)),
            (lambda x: object(), ("InvalidArgumentError",)),
        )
    ],
    *[
        Sample(
            op,
            lambda tf, *xs, s=stateful: tf.numpy_function(
                lambda x, y: (x @ y, np.float64(y.size)), xs, [tf.float32, tf.float64], stateful=s
            ),
            (X, Y),
            gradient=False,
        )
        for op, stateful in (("PyFunc", True), ("PyFuncStateless", False))
    ],
    *[
        Sample(
            op,
            lambda tf, x, s=stateful: tf.numpy_function(
                lambda x: np.char.upper(x.astype("S")), [x], tf.string, stateful=s
            ),
            (np.array([b"ab", b"c"], object),),
        )
        for op, stateful in (("PyFunc", True), ("PyFuncStateless", False))
    ],
    Sample(
        "PyFunc",
        lambda tf, x: tf.compat.v1.py_func(lambda x: x + 1, [x], tf.float32),
        (X,),
        gradient=False,
    ),
    Bad(
        "PyFunc",
        lambda tf, x: tf.numpy_function(raising(ValueError("argument")), [x], tf.float32),
        (X,),
        error=("ValueError",),
    ),
    Bad(
        "PyFuncStateless",
        lambda tf, x: tf.numpy_function("PyFuncStateless", [x], tf.float32, stateful=False),
        (X,),
        error=("ValueError", "TypeError"),
    ),
]

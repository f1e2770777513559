"""Samples of the ops of `ops/debugging/numeric_checks.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

KINDS = {
    "NaN": np.array([1, np.nan], np.float32),
    "Inf": np.array([1, -np.inf], np.float64),
    "Inf and NaN": np.array([np.nan, np.inf], np.float16),
}
SIGNED_KINDS = {
    "NaN": np.array([1, np.nan], np.float32),
    "-Inf": np.array([1, -np.inf], np.float64),
    "-Inf and \\+Inf": np.array([-np.inf, np.inf], np.float32),
    "-Inf, \\+Inf, and NaN": np.array([np.nan, np.inf, -np.inf], np.float16),
}

SAMPLES = [
    *[
        Sample("CheckNumerics", lambda tf, x: tf.debugging.check_numerics(x, "here"), (array,))
        for array in (random.floats(2, 3), np.zeros((0, 2), np.float64), np.float32(2))
    ],
    Sample(
        "CheckNumerics", lambda tf, x: tf.debugging.assert_all_finite(x, "m"), (random.floats(3),)
    ),
    *[
        Bad(
            "CheckNumerics",
            lambda tf, x: tf.debugging.check_numerics(x, "here"),
            (array,),
            match=f"here : Tensor had {kinds} values",
        )
        for kinds, array in KINDS.items()
    ],
    Bad("CheckNumerics", lambda tf, x: tf.debugging.check_numerics(x, "m"), (np.int32([1]),)),
    *[
        Sample(
            "CheckNumericsV2",
            lambda tf, x: tf.raw_ops.CheckNumericsV2(tensor=x, message="here"),
            (array,),
        )
        for array in (random.floats(2, 3), np.zeros((0, 2), np.float32))
    ],
    *[
        Bad(
            "CheckNumericsV2",
            lambda tf, x: tf.raw_ops.CheckNumericsV2(tensor=x, message="here"),
            (array,),
            match=f"here : Tensor had {kinds} values",
        )
        for kinds, array in SIGNED_KINDS.items()
    ],
]

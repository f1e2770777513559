"""Samples of the ops of `ops/arrays/constant.py`; `Const` and `Placeholder` stand in every staged sample."""

from tests.ops.samples import Sample, random


def _with_default(tf, x):
    # TensorFlow holds the default against a shape in graphs alone: tests/compat/v1.
    return tf.compat.v1.placeholder_with_default(x, None)


SAMPLES = [
    Sample("PlaceholderWithDefault", lambda tf, x: _with_default(tf, x) * x, (random.floats(2, 3),)),
    Sample("PlaceholderWithDefault", lambda tf: _with_default(tf, ["a"])),
]

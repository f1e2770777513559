"""Public names of `tf.compat.v1.linalg.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.linear_operators.conjugate_gradient import conjugate_gradient as conjugate_gradient

"""Public names of `tf.compat.v1.autodiff`. Written by `scripts/public_stubs.py`."""

from stagelight.autodiff import ForwardAccumulator as ForwardAccumulator
from stagelight.autodiff import GradientTape as GradientTape

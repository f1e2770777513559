"""Public names of `tf.compat.v1.autodiff`. Written by `scripts/public_stubs.py`."""

from stagelight.autodiff.forward import ForwardAccumulator as ForwardAccumulator
from stagelight.autodiff.tape import GradientTape as GradientTape

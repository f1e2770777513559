"""Differentiation: one reverse walk over recorded applications, and what is built on it.

`backward` is the walk; `tape` has `GradientTape`; `graph_gradients` has `tf.gradients`; `forward` the
forward accumulator; `custom_gradient` gradients that the user writes; `functional` the forms of 2017.
The rules themselves stand with their ops.
"""

from stagelight.autodiff import custom_gradient as custom_gradient
from stagelight.autodiff import forward as forward
from stagelight.autodiff import functional as functional
from stagelight.autodiff import graph_gradients as graph_gradients
from stagelight.autodiff import host_call_record as host_call_record
from stagelight.autodiff import tape as tape
from stagelight.public import names_are_complete

names_are_complete()

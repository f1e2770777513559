"""Public names of `tf.compat.v1.nn.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.nn.dropout import general_dropout as general_dropout
from stagelight.ops.nn.dropout import stateless_dropout as stateless_dropout

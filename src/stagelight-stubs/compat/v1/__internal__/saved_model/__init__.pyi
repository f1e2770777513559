"""Public names of `tf.compat.v1.__internal__.saved_model`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.saved_model import decode_proto as decode_proto
from stagelight.__internal__.saved_model import load_partial as load_partial
from stagelight.__internal__.saved_model import parse_saved_model as parse_saved_model
from stagelight.compat.v1.__internal__.saved_model import load as load

"""Public names of `tf.compat.v1.__internal__.saved_model`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.__internal__.saved_model import load as load
from stagelight.graph.structured_values import decoded as _decode_proto
from stagelight.saving.saved_model.partial_loading import load_partial as load_partial
from stagelight.saving.saved_model.partial_loading import parse_saved_model as parse_saved_model
from typing import Any

decode_proto = _decode_proto

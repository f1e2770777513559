"""Public names of `tf.compat.v1.saved_model.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.saved_model.experimental import Fingerprint as Fingerprint
from stagelight.saved_model.experimental import TrackableResource as TrackableResource
from stagelight.saved_model.experimental import VariablePolicy as VariablePolicy
from stagelight.saved_model.experimental import read_fingerprint as read_fingerprint
from stagelight.saving.saved_model.saving import save as save

"""Public names of `tf.compat.v1.saved_model.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.saving.saved_model.fingerprints import Fingerprint as Fingerprint
from stagelight.saving.saved_model.fingerprints import read_fingerprint as read_fingerprint
from stagelight.saving.saved_model.options import VariablePolicy as VariablePolicy
from stagelight.saving.saved_model.saving import save as save
from stagelight.state.resource import TrackableResource as TrackableResource

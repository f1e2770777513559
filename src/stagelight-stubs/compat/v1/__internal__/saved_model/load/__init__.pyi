"""Public names of `tf.compat.v1.__internal__.saved_model.load`. Written by `scripts/public_stubs.py`."""

from stagelight.saving.saved_model.revived_types import VersionedTypeRegistration as VersionedTypeRegistration
from stagelight.saving.saved_model.revived_types import get_setter as get_setter
from stagelight.saving.saved_model.revived_types import register_revived_type as register_revived_type
from stagelight.saving.saved_model.revived_types import registered_identifiers as registered_identifiers

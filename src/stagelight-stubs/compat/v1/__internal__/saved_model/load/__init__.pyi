"""Public names of `tf.compat.v1.__internal__.saved_model.load`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.saved_model.load import VersionedTypeRegistration as VersionedTypeRegistration
from stagelight.__internal__.saved_model.load import get_setter as get_setter
from stagelight.__internal__.saved_model.load import register_revived_type as register_revived_type
from stagelight.__internal__.saved_model.load import registered_identifiers as registered_identifiers

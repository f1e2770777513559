"""Public names of `tf.compat.v1.__internal__.tracking`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import CheckpointInitialValueCallable as CheckpointInitialValueCallable
from stagelight.alias.keras_2 import DelegatingTrackableMixin as DelegatingTrackableMixin
from stagelight.alias.keras_2 import take_note as _register_session_provider
from stagelight.saving.trackable_view import ObjectGraphView as ObjectGraphView
from stagelight.state.auto_trackable import AutoTrackable as AutoTrackable
from stagelight.state.auto_trackable import no_automatic_dependency_tracking as no_automatic_dependency_tracking
from stagelight.state.auto_trackable import sticky_attribute_assignment as sticky_attribute_assignment
from stagelight.state.data_structures import wrap as wrap
from stagelight.state.trackable import Trackable as Trackable
from stagelight.state.trackable_data_structure import TrackableDataStructure as TrackableDataStructure
from typing import Any

register_session_provider = _register_session_provider

"""Public names of `tf.compat.v1.__internal__.tracking`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.tracking import AutoTrackable as AutoTrackable
from stagelight.__internal__.tracking import CheckpointInitialValueCallable as CheckpointInitialValueCallable
from stagelight.__internal__.tracking import DelegatingTrackableMixin as DelegatingTrackableMixin
from stagelight.__internal__.tracking import ObjectGraphView as ObjectGraphView
from stagelight.__internal__.tracking import Trackable as Trackable
from stagelight.__internal__.tracking import TrackableDataStructure as TrackableDataStructure
from stagelight.__internal__.tracking import no_automatic_dependency_tracking as no_automatic_dependency_tracking
from stagelight.__internal__.tracking import register_session_provider as register_session_provider
from stagelight.__internal__.tracking import sticky_attribute_assignment as sticky_attribute_assignment
from stagelight.__internal__.tracking import wrap as wrap

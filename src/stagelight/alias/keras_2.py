"""What Keras 2, the package `tf_keras`, asks of `tf.__internal__`, and what has no other place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import stagelight as tf
from stagelight.compat.v1.value_weights import require_broadcastable
from stagelight.public import public
from stagelight.state.variable_saving import VALUE


@public(
    "__internal__.mixed_precision.register_loss_scale_wrapper",
    "__internal__.record_gradient",
    "__internal__.register_call_context_function",
    "__internal__.register_clear_session_function",
    "__internal__.register_get_session_function",
    "__internal__.register_load_model_function",
    "__internal__.tracking.register_session_provider",
    "__internal__.train.set_using_mixed_precision_policy",
)
def take_note(*args: Any) -> None:
    """What Keras 2 tells TensorFlow of itself: nothing here asks for it.

    >>> tf.__internal__.register_clear_session_function(lambda: None)
    """


@public("__internal__.train.is_mixed_precision_graph_rewrite_enabled")
def rewrites_precision() -> bool:
    """Whether graphs are rewritten to half precision: none is.

    >>> tf.__internal__.train.is_mixed_precision_graph_rewrite_enabled()
    False
    """
    return False


@public("__internal__.load_context")
def load_context(load_options: Any) -> AbstractContextManager[None]:
    """The options by which files are read inside, as if from a device: there is one process.

    >>> with tf.__internal__.load_context(None):
    ...     tf.io.gfile.exists("/no/such/file")
    False
    """
    return nullcontext()


@public("__internal__.execute_fn_for_device")
def execute_fn_for_device(
    device_branch_fns: Mapping[str, Callable[[], Any]],
    default_fn: Callable[[], Any],
    name: str = "execute_fn",
) -> Any:
    """What the function for this kind of device gives, which is the CPU.

    >>> tf.__internal__.execute_fn_for_device({"CPU": lambda: 1, "GPU": lambda: 2}, lambda: 3)
    1
    """
    return device_branch_fns.get("CPU", default_fn)()


@public("__internal__.ops.is_resource_variable")
def is_resource_variable(var: Any) -> bool:
    """Whether it is a variable behind a handle, as all are.

    >>> tf.__internal__.ops.is_resource_variable(tf.Variable(1.0))
    True
    """
    return isinstance(var, tf.Variable)


@public("__internal__.ops.broadcast_weights")
def broadcast_weights(weights: Any, values: Any) -> Any:
    """The weights in the shape of the values.

    Raises:
        ValueError: they are no scalar and have another rank, or sizes that are neither 1 nor the values'.

    >>> tf.__internal__.ops.broadcast_weights([[2.0]], tf.zeros([1, 3])).numpy()
    array([[2., 2., 2.]], dtype=float32)
    """
    values = tf.convert_to_tensor(values)
    weights = tf.convert_to_tensor(weights, dtype_hint=tf.float32)
    require_broadcastable(weights, values)
    return tf.broadcast_to(weights, tf.shape(values))


@public("__internal__.train.update_checkpoint_state")
def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Any = None,
    latest_filename: str | None = None,
    save_relative_paths: bool = False,
    all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes the file of a folder that says which checkpoints there are, by their paths from there.

    Args:
        save_relative_paths: taken for TensorFlow's sake.
        save_dir, model_checkpoint_path, all_model_checkpoint_paths, latest_filename,
            all_model_checkpoint_timestamps, last_preserved_timestamp: as those of
            `tf.compat.v1.train.update_checkpoint_state`.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.__internal__.train.update_checkpoint_state(folder, f"{folder}/a")
    >>> tf.train.get_checkpoint_state(folder).model_checkpoint_path == f"{folder}/a"
    True
    """
    tf.compat.v1.train.update_checkpoint_state(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        latest_filename,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
    )


@public("__internal__.get_enclosing_xla_context")
def get_enclosing_xla_context() -> None:
    """What XLA compiles of the graph that is being built: nothing.

    >>> tf.__internal__.get_enclosing_xla_context() is None
    True
    """


class KerasModeKeys:
    """`python.saved_model.model_utils.mode_keys`: what a model is run for."""

    TRAIN = "train"
    TEST = "test"
    PREDICT = "predict"


@public("__internal__.tracking.DelegatingTrackableMixin")
class DelegatingTrackableMixin:
    """An object around another one, as which it is saved and restored.

    Args:
        trackable_obj: the other one.
    """

    def __init__(self, trackable_obj: Any) -> None:
        self._trackable = trackable_obj

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return dict(self._trackable._trackable_children(save_type, **kwargs))

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return dict(self._trackable._serialize_to_tensors())

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> Any:
        return self._trackable._restore_from_tensors(restored_tensors)

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        return self._trackable._track_trackable(trackable, name, overwrite)

    def _handle_deferred_dependencies(self, name: str, trackable: Any) -> None:
        self._trackable._handle_deferred_dependencies(name, trackable)

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        return self._trackable._lookup_dependency(name, cached_dependencies)


@public("__internal__.tracking.CheckpointInitialValueCallable")
class CheckpointInitialValueCallable:
    """An initializer that takes the value of a variable from a checkpoint.

    Args:
        checkpoint_position: the variable's place, as `_create_or_restore_slot_variable` is handed it.
    """

    def __init__(self, checkpoint_position: Any) -> None:
        self.checkpoint_position = checkpoint_position

    @property
    def restore_uid(self) -> int:
        """The number of the restoration."""
        return int(self.checkpoint_position.restore_uid)

    def __call__(self, shape: Any = None, dtype: Any = None, shard_info: Any = None) -> Any:
        return self.checkpoint_position.value_tensors()[VALUE]


@public("__internal__.distribute.ShardedVariable")
class ShardedVariable:
    """A variable with parts on several servers: there is none."""


@public("__internal__.distribute.variable_sync_on_read_context")
def variable_sync_on_read_context() -> AbstractContextManager[None]:
    """Variables that replicas keep apart are read as one inside: so they are outside of replicas.

    >>> with tf.__internal__.distribute.variable_sync_on_read_context():
    ...     tf.Variable(1.0).numpy()
    np.float32(1.0)
    """
    return nullcontext()

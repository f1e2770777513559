"""Collections of a graph: lists by name, which parts of a TensorFlow 1 program tell each other by."""

from __future__ import annotations

import re
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.public import public


@public("compat.v1.GraphKeys")
class GraphKeys:
    """The names of collections that are filled by the library, or by custom.

    >>> tf.compat.v1.GraphKeys.GLOBAL_VARIABLES
    'variables'
    """

    GLOBAL_VARIABLES = "variables"
    LOCAL_VARIABLES = "local_variables"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    SUMMARIES = "summaries"
    QUEUE_RUNNERS = "queue_runners"
    TABLE_INITIALIZERS = "table_initializer"
    ASSET_FILEPATHS = "asset_filepaths"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    REGULARIZATION_LOSSES = "regularization_losses"
    CONCATENATED_VARIABLES = "concatenated_variables"
    SAVERS = "savers"
    WEIGHTS = "weights"
    BIASES = "biases"
    ACTIVATIONS = "activations"
    UPDATE_OPS = "update_ops"
    LOSSES = "losses"
    SAVEABLE_OBJECTS = "saveable_objects"
    RESOURCES = "resources"
    LOCAL_RESOURCES = "local_resources"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    READY_OP = "ready_op"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    SUMMARY_OP = "summary_op"
    GLOBAL_STEP = "global_step"
    EVAL_STEP = "eval_step"
    TRAIN_OP = "train_op"
    COND_CONTEXT = "cond_context"
    WHILE_CONTEXT = "while_context"


def _collections() -> dict[Any, list[Any]]:
    """The collections of the default graph."""
    collections: dict[Any, list[Any]] = get_default_graph().attached.setdefault("collections", {})
    return collections


@public("compat.v1.add_to_collection")
def add_to_collection(name: Any, value: Any) -> None:
    """Adds a value to a collection of the default graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collection("losses", 1)
    ...     tf.compat.v1.get_collection("losses")
    [1]
    """
    get_collection_ref(name).append(value)


@public("compat.v1.add_to_collections")
def add_to_collections(names: Any, value: Any) -> None:
    """Adds a value to several collections, each once.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collections(["a", "b"], 1)
    ...     tf.compat.v1.get_collection("b")
    [1]
    """
    for name in [names] if isinstance(names, str) else dict.fromkeys(names):
        add_to_collection(name, value)


@public("compat.v1.get_collection_ref")
def get_collection_ref(key: Any) -> list[Any]:
    """A collection of the default graph itself: what is added to the list is in it.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.get_collection_ref("losses")
    []
    """
    return _collections().setdefault(key, [])


@public("compat.v1.get_collection")
def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """The values in a collection of the default graph, as a list of their own.

    Args:
        key: the collection's name. Those of global and trainable variables fill themselves.
        scope: only values whose name matches this at its start.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     [x.name for x in tf.compat.v1.get_collection("variables")]
    ['v:0']
    """
    values = [*_own_variables(key), *_collections().get(key, ())]
    if scope is None:
        return values
    start = re.compile(scope)
    return [x for x in values if hasattr(x, "name") and start.match(x.name)]


def _own_variables(key: Any) -> list[Any]:
    variables = get_default_graph().own_variables
    if key == GraphKeys.GLOBAL_VARIABLES:
        return list(variables)
    if key == GraphKeys.TRAINABLE_VARIABLES:
        return [variable for variable in variables if variable.trainable]
    return []

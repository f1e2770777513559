"""Collections of a graph: lists by name, which parts of a TensorFlow 1 program tell each other by."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.graph import Graph
from stagelight.public import public, publish_method


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


# What the graph has by itself of each variable, told apart from those of other collections.
_APART = "variables of other collections"

# The collections that fill themselves.
_OWN = (
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    GraphKeys.TABLE_INITIALIZERS,
    GraphKeys.ASSET_FILEPATHS,
)
_FILLING_FROM_FILE = "InitializeTableFromTextFileV2"
_FILLING_TABLES = ("InitializeTableV2", _FILLING_FROM_FILE, "InitializeTableFromDataset")


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
        key: the collection's name. Those of global and trainable variables, of
            what fills tables and of its files fill themselves.
        scope: only values whose name matches this at its start.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     [x.name for x in tf.compat.v1.get_collection("variables")]
    ['v:0']
    """
    values = [*_own(key), *_collections().get(key, ())]
    if scope is None:
        return values
    start = re.compile(scope)
    return [x for x in values if hasattr(x, "name") and start.match(x.name)]


def _own(key: Any) -> list[Any]:
    """What is in a collection without being added: the graph knows it."""
    graph = get_default_graph()
    if key in (GraphKeys.TABLE_INITIALIZERS, GraphKeys.ASSET_FILEPATHS):
        filling = [x for x in graph.operations if x.type in _FILLING_TABLES]
        filling += graph.own_initializers
        if key == GraphKeys.TABLE_INITIALIZERS:
            return filling
        paths = [x.inputs[1] for x in filling if x.type == _FILLING_FROM_FILE]
        return list({id(path): path for path in paths if path.op.type == "Const"}.values())
    variables = graph.own_variables
    if key == GraphKeys.GLOBAL_VARIABLES:
        apart = graph.attached.get(_APART, ())
        return [variable for variable in variables if id(variable) not in apart]
    if key == GraphKeys.TRAINABLE_VARIABLES:
        return [variable for variable in variables if variable.trainable]
    return []


def collect_variable(variable: Any, collections: Any) -> None:
    """Puts a new variable of a graph into collections instead of that of global variables; not if None."""
    if collections is None or CONTEXT.stage is None:
        return
    if GraphKeys.GLOBAL_VARIABLES not in collections:
        get_default_graph().attached.setdefault(_APART, set()).add(id(variable))
    own = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)
    add_to_collections([key for key in collections if key not in own], variable)


def _of_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of the default graph as a method of any."""

    @functools.wraps(function)
    def method(self: Graph, *args: Any, **kwargs: Any) -> Any:
        with self.as_default():
            return function(*args, **kwargs)

    return method


for _function in (add_to_collection, add_to_collections, get_collection, get_collection_ref):
    publish_method(Graph, _function.__name__, _of_graph(_function))


def _clear_collection(self: Graph, name: Any) -> None:
    """Empties a collection."""
    self.attached.setdefault("collections", {}).pop(name, None)


def _get_all_collection_keys(self: Graph) -> list[Any]:
    """The names of collections that are not empty."""
    keys = {key for key, values in self.attached.setdefault("collections", {}).items() if values}
    with self.as_default():
        for key in _OWN:
            if _own(key):
                keys.add(key)
    return sorted(keys, key=str)


publish_method(Graph, "clear_collection", _clear_collection)
publish_method(Graph, "get_all_collection_keys", _get_all_collection_keys)
publish_method(Graph, "collections", property(_get_all_collection_keys))


@public("compat.v1.get_all_collection_keys")
def get_all_collection_keys() -> list[Any]:
    """The names of the default graph's collections.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, trainable=False)
    ...     tf.compat.v1.get_all_collection_keys()
    ['variables']
    """
    return _get_all_collection_keys(get_default_graph())

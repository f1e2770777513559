"""The default graph: where ops go when eager execution is off, and how to turn it off."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from stagelight.compat.v1 import graph_equality as _graph_equality  # noqa: F401 - for tensors of plain graphs
from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.placement import device
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.graph.graph import Graph
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int64
from stagelight.types.shapes import TensorShape

_global_graph = Graph()


@public("compat.v1.get_default_graph")
def get_default_graph() -> Graph:
    """The graph that ops are added to here; a global one while ops run eagerly.

    >>> with tf.Graph().as_default() as graph:
    ...     tf.compat.v1.get_default_graph() is graph
    True
    """
    return _global_graph if CONTEXT.stage is None else CONTEXT.stage


def get_global_graph() -> Graph:
    """The graph that `get_default_graph` returns in eager code."""
    return _global_graph


@public("compat.v1.device")
def older_device(device_name_or_function: Any) -> AbstractContextManager[None]:
    """Places the operations made inside on a device, which a function of the operation may choose.

    Args:
        device_name_or_function: a name, a `tf.DeviceSpec`, None for no device, or in a graph a function that
            takes an operation and gives its device.

    Raises:
        ValueError: the name is malformed.
        RuntimeError: a function is given in eager code.

    >>> with tf.Graph().as_default(), tf.compat.v1.device(lambda op: "/cpu:0"):
    ...     tf.constant(1).device
    '/device:CPU:0'
    """
    place = device if CONTEXT.stage is None else CONTEXT.stage.device
    return place(device_name_or_function)


@public("compat.v1.colocate_with")
def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """Places the operations made inside where another one is.

    Args:
        op: an operation, a tensor or a variable.
        ignore_existing: accepted for compatibility; the place is that of `op` in any case.

    >>> with tf.Graph().as_default():
    ...     x = tf.constant(1)
    ...     with tf.compat.v1.colocate_with(x):
    ...         y = x + 1
    """
    return device(op.device)


@public("compat.v1.reset_default_graph")
def reset_default_graph() -> None:
    """Makes the global graph empty.

    Raises:
        AssertionError: inside `graph.as_default()`.

    >>> tf.compat.v1.reset_default_graph()
    """
    global _global_graph  # noqa: PLW0603 - the one default graph of the process
    stage = CONTEXT.stage
    if stage is not None and stage is not _global_graph:
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs.")
    _global_graph = Graph()
    if stage is not None:
        CONTEXT.update(stage=_global_graph)


@public("compat.v1.enable_eager_execution", "contrib.eager.enable_eager_execution")
def enable_eager_execution(
    config: Any = None, device_policy: Any = None, execution_mode: Any = None
) -> None:
    """Lets ops run at once, as they do from the start.

    Raises:
        ValueError: a graph is being built.

    >>> tf.compat.v1.enable_eager_execution()
    """
    if CONTEXT.stage is None:
        return
    if CONTEXT.stage is not _global_graph or _global_graph.operations:
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    CONTEXT.update(stage=None)


@public("compat.v1.disable_eager_execution")
def disable_eager_execution() -> None:
    """Sends this thread's ops to the global graph from now on.

    >>> tf.compat.v1.disable_eager_execution()
    >>> tf.executing_eagerly()
    False
    >>> tf.compat.v1.enable_eager_execution()
    """
    if CONTEXT.stage is None:
        CONTEXT.update(stage=_global_graph)


@public("compat.v1.placeholder")
def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor of the graph whose value each `Session.run` brings.

    Args:
        dtype: its dtype.
        shape: its static shape; unknown if None.
        name: the operation's name.

    Raises:
        RuntimeError: eagerly, where there is no graph.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
    >>> x.name
    'x:0'
    """
    if CONTEXT.stage is None:
        raise RuntimeError(
            "tf.placeholder() is not compatible with eager execution. Call it within "
            "`with tf.Graph().as_default():`, or make a function of its value. (AG409)"
        )
    attrs = {"dtype": as_dtype(dtype), "shape": TensorShape(shape)}
    return apply(registry.lookup("Placeholder"), (), attrs, name)


@public("compat.v1.sparse_placeholder", "compat.v1.sparse.placeholder")
def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor of the graph whose parts each `Session.run` brings.

    Args:
        dtype: the dtype of the values.
        shape: the static shape; unknown if None.
        name: what the names of its parts begin with.

    Raises:
        RuntimeError: eagerly, where there is no graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.sparse_placeholder(tf.float32)
    ...     y = tf.sparse.to_dense(x)
    ...     print(session.run(y, {x: ([[1]], [5.0], [3])}))
    [0. 5. 0.]
    """
    if CONTEXT.stage is None:
        raise RuntimeError(
            "tf.sparse_placeholder() is not compatible with eager execution. Call it within "
            "`with tf.Graph().as_default():`, or make a function of its value. (AG409)"
        )
    static = TensorShape(shape)
    prefix = "" if name is None else f"{name}/"
    if static.rank is None:
        dense_shape = placeholder(int64, [None], f"{prefix}shape")
    else:
        sizes = [-1 if dim is None else dim for dim in static]
        default = convert_to_tensor(sizes, int64, name=f"{prefix}shape_default")
        dense_shape = placeholder_with_default(default, [static.rank], f"{prefix}shape")
    result = SparseTensor(
        placeholder(int64, [None, static.rank], f"{prefix}indices"),
        placeholder(dtype, [None], f"{prefix}values"),
        dense_shape,
    )
    result.set_shape(static)
    return result


@public("compat.v1.placeholder_with_default")
def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Any:
    """A tensor that passes `input` on where no other value is brought.

    Args:
        input: the default value.
        shape: the static shape, compatible with that of `input`.
        name: the operation's name.

    Raises:
        ValueError: in a graph, a default value of another shape.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder_with_default([1.0], [None])
    >>> x.shape
    TensorShape([None])
    """
    with op_scope(name or "PlaceholderWithDefault") as scope:
        default = convert_to_tensor(input, name="input")
    return raw.PlaceholderWithDefault(default, shape=TensorShape(shape), name=scope or name)

"""Names that TensorFlow 1 had with other arguments, and messages that were names of the package."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.public import public, publish
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


class _MessageClass(type):
    """Stands for a protobuf message's class, which is loaded when it is first used."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return getattr(schema, cls.__name__)(*args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # Whoever looks at all public names needs no protobuf.
        return getattr(getattr(schema, cls.__name__), name)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, getattr(schema, cls.__name__))


_MESSAGES = (
    "AttrValue", "Event", "GraphDef", "HistogramProto", "LogMessage", "MetaGraphDef", "NameAttrList",
    "NodeDef", "RunMetadata", "SessionLog", "Summary", "SummaryDescription", "SummaryMetadata",
    "TaggedRunMetadata", "TensorInfo",
)  # fmt: skip
publish(
    "compat.v1.train.SaverDef",
    _MessageClass("SaverDef", (), {"__doc__": "The message `SaverDef` of protobuf."}),
)
_MESSAGES_OF_SUMMARIES = (
    "Event",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "TaggedRunMetadata",
)
for _name in _MESSAGES:
    _text = f"The message `{_name}` of protobuf."
    _class = _MessageClass(_name, (), {"__doc__": _text})
    if _name not in ("SummaryDescription", "TaggedRunMetadata"):
        publish(f"compat.v1.{_name}", _class)
    if _name in _MESSAGES_OF_SUMMARIES:
        publish(f"compat.v1.summary.{_name}", _class)


def _publish_cast(name: str, operation: str, dtype: DType) -> None:
    def cast(x: Any, name: str = operation) -> Tensor:
        return raw.Cast(x, DstT=dtype, name=name)

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"""`tf.cast(x, tf.{dtype.name})`.

    >>> tf.compat.v1.{name}(tf.constant(1.0)).dtype
    tf.{dtype.name}
    """
    public(f"compat.v1.{name}")(cast)


for _dtype, _suffix in {
    dtypes.bfloat16: "BFloat16",
    dtypes.complex64: "Complex64",
    dtypes.complex128: "Complex128",
    dtypes.float32: "Float",
    dtypes.float64: "Double",
    dtypes.int32: "Int32",
    dtypes.int64: "Int64",
}.items():
    _publish_cast(f"to_{_suffix.lower()}", f"To{_suffix}", _dtype)


@public("compat.v1.div")
def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y` as Python 2 had it: integers are divided to integers, rounded down.

    >>> tf.compat.v1.div([7, -7], 2).numpy().tolist(), float(tf.compat.v1.div(7.0, 2.0))
    ([3, -4], 3.5)
    """
    x = convert_to_tensor(x, name="x")
    y = convert_to_tensor(y, x.dtype, name="y")
    rule = raw.FloorDiv if x.dtype.is_integer else raw.RealDiv
    return rule(x, y, name=name or "div")


@public("compat.v1.floor_div")
def floor_div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x // y`.

    >>> int(tf.compat.v1.floor_div(-7, 2))
    -4
    """
    return raw.FloorDiv(x, y, name=name)


@public("compat.v1.arg_max")
def arg_max(
    input: Any, dimension: Any, output_type: DType = dtypes.int64, name: str | None = None
) -> Tensor:
    """Where the greatest element along an axis is; see `tf.argmax`.

    >>> int(tf.compat.v1.arg_max([1.0, 3.0, 2.0], 0))
    1
    """
    return raw.ArgMax(input, dimension, output_type=output_type, name=name)


@public("compat.v1.arg_min")
def arg_min(
    input: Any, dimension: Any, output_type: DType = dtypes.int64, name: str | None = None
) -> Tensor:
    """Where the least element along an axis is; see `tf.argmin`.

    >>> int(tf.compat.v1.arg_min([1.0, 3.0, 2.0], 0))
    0
    """
    return raw.ArgMin(input, dimension, output_type=output_type, name=name)


@public("compat.v1.nn.xw_plus_b")
def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """`x @ weights + biases`.

    >>> tf.compat.v1.nn.xw_plus_b([[1.0]], [[2.0]], [3.0]).numpy()
    array([[5.]], dtype=float32)
    """
    with op_scope(name or "xw_plus_b") as scope:
        return raw.BiasAdd(raw.MatMul(x, weights), biases, name=scope)


@public("compat.v1.nn.relu_layer")
def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """`max(x @ weights + biases, 0)`.

    >>> tf.compat.v1.nn.relu_layer([[1.0]], [[-2.0]], [1.0]).numpy()
    array([[0.]], dtype=float32)
    """
    with op_scope(name or "relu_layer") as scope:
        return raw.Relu(raw.BiasAdd(raw.MatMul(x, weights), biases), name=scope)

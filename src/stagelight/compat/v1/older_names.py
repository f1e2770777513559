"""Names that TensorFlow 1 had at other places, or with other arguments, for what exists below."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.public import public, public_table, publish
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Older name -> current name.
_MOVED = {
    "log": "math.log",
    "log1p": "math.log1p",
    "log_sigmoid": "math.log_sigmoid",
    "is_nan": "math.is_nan",
    "is_inf": "math.is_inf",
    "is_finite": "math.is_finite",
    "lgamma": "math.lgamma",
    "digamma": "math.digamma",
    "erf": "math.erf",
    "erfc": "math.erfc",
    "rsqrt": "math.rsqrt",
    "reciprocal": "math.reciprocal",
    "real": "math.real",
    "imag": "math.imag",
    "conj": "math.conj",
    "angle": "math.angle",
    "floordiv": "math.floordiv",
    "floormod": "math.floormod",
    "mod": "math.floormod",
    "segment_sum": "math.segment_sum",
    "segment_mean": "math.segment_mean",
    "segment_max": "math.segment_max",
    "segment_min": "math.segment_min",
    "segment_prod": "math.segment_prod",
    "unsorted_segment_sum": "math.unsorted_segment_sum",
    "matrix_inverse": "linalg.inv",
    "matrix_determinant": "linalg.det",
    "matrix_diag": "linalg.diag",
    "matrix_solve": "linalg.solve",
    "cholesky": "linalg.cholesky",
    "diag": "linalg.tensor_diag",
    "trace": "linalg.trace",
    "qr": "linalg.qr",
    "svd": "linalg.svd",
    "random_uniform": "random.uniform",
    "random_normal": "random.normal",
    "random_shuffle": "random.shuffle",
    "random_gamma": "random.gamma",
    "truncated_normal": "random.truncated_normal",
    "set_random_seed": "random.set_seed",
    "random.set_random_seed": "random.set_seed",
    "check_numerics": "debugging.check_numerics",
    "is_numeric_tensor": "debugging.is_numeric_tensor",
    "string_join": "strings.join",
    "as_string": "strings.as_string",
    "invert_permutation": "math.invert_permutation",
    "is_non_decreasing": "math.is_non_decreasing",
    "OpError": "errors.OpError",
    "assert_proper_iterable": "debugging.assert_proper_iterable",
    "assert_same_float_dtype": "debugging.assert_same_float_dtype",
    "cholesky_solve": "linalg.cholesky_solve",
    "cumprod": "math.cumprod",
    "data.experimental.DatasetStructure": "data.DatasetSpec",
    "data.experimental.Optional": "experimental.Optional",
    "data.experimental.OptionalStructure": "OptionalSpec",
    "data.experimental.Structure": "TypeSpec",
    "debugging.is_finite": "math.is_finite",
    "debugging.is_inf": "math.is_inf",
    "debugging.is_nan": "math.is_nan",
    "debugging.is_non_decreasing": "math.is_non_decreasing",
    "debugging.is_strictly_increasing": "math.is_strictly_increasing",
    "dtypes.as_string": "as_string",
    "COMPILER_VERSION": "version.COMPILER_VERSION",
    "GIT_VERSION": "version.GIT_VERSION",
    "GRAPH_DEF_VERSION": "version.GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER": "version.GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER": "version.GRAPH_DEF_VERSION_MIN_PRODUCER",
    "VERSION": "version.VERSION",
    "__version__": "version.VERSION",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "fft": "signal.fft",
    "fft2d": "signal.fft2d",
    "fft3d": "signal.fft3d",
    "ifft": "signal.ifft",
    "ifft2d": "signal.ifft2d",
    "ifft3d": "signal.ifft3d",
    "is_strictly_increasing": "math.is_strictly_increasing",
    "matrix_solve_ls": "linalg.lstsq",
    "matrix_triangular_solve": "linalg.triangular_solve",
    "nn.avg_pool_v2": "nn.avg_pool",
    "nn.depthwise_conv2d_native_backprop_filter": "nn.depthwise_conv2d_backprop_filter",
    "nn.depthwise_conv2d_native_backprop_input": "nn.depthwise_conv2d_backprop_input",
    "nn.max_pool_v2": "nn.max_pool",
    "self_adjoint_eig": "linalg.eigh",
    "self_adjoint_eigvals": "linalg.eigvalsh",
    "spectral.fft": "signal.fft",
    "spectral.fft2d": "signal.fft2d",
    "spectral.fft3d": "signal.fft3d",
    "spectral.ifft": "signal.ifft",
    "spectral.ifft2d": "signal.ifft2d",
    "spectral.ifft3d": "signal.ifft3d",
    "spectral.irfft": "signal.irfft",
    "spectral.irfft2d": "signal.irfft2d",
    "spectral.irfft3d": "signal.irfft3d",
    "spectral.rfft": "signal.rfft",
    "spectral.rfft2d": "signal.rfft2d",
    "spectral.rfft3d": "signal.rfft3d",
}


def publish_older_names() -> None:
    """Publishes `compat.v1.log` and its like for the names that exist."""
    table = public_table()
    for older, current in _MOVED.items():
        if current in table and f"compat.v1.{older}" not in table:
            publish(f"compat.v1.{older}", table[current])


publish_older_names()


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


publish("compat.v1.Graph", Graph)


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

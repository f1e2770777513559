"""Names that TensorFlow 1 had at other places, or with other arguments, for what exists below."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.public import public, public_table, publish
from stagelight.types import dtypes

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
    "AttrValue", "Event", "GraphDef", "MetaGraphDef", "NameAttrList", "NodeDef", "RunMetadata", "Summary",
    "SummaryMetadata",
)  # fmt: skip
for _name in _MESSAGES:
    _text = f"The message `{_name}` of protobuf."
    publish(f"compat.v1.{_name}", _MessageClass(_name, (), {"__doc__": _text}))


@public("compat.v1.to_float")
def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """`tf.cast(x, tf.float32)`.

    >>> tf.compat.v1.to_float(tf.constant(1)).dtype
    tf.float32
    """
    return raw.Cast(x, DstT=dtypes.float32, name=name)


@public("compat.v1.to_double")
def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """`tf.cast(x, tf.float64)`.

    >>> tf.compat.v1.to_double(tf.constant(1)).dtype
    tf.float64
    """
    return raw.Cast(x, DstT=dtypes.float64, name=name)


@public("compat.v1.to_int32")
def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """`tf.cast(x, tf.int32)`.

    >>> tf.compat.v1.to_int32(tf.constant(1.5)).numpy()
    np.int32(1)
    """
    return raw.Cast(x, DstT=dtypes.int32, name=name)


@public("compat.v1.to_int64")
def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """`tf.cast(x, tf.int64)`.

    >>> tf.compat.v1.to_int64(tf.constant(1.5)).numpy()
    np.int64(1)
    """
    return raw.Cast(x, DstT=dtypes.int64, name=name)


publish("compat.v1.Graph", Graph)

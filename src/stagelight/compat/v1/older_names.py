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
    "truncatediv": "truncatediv",
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
    "assert_equal": "debugging.assert_equal",
    "assert_positive": "debugging.assert_positive",
    "assert_less": "debugging.assert_less",
    "is_numeric_tensor": "debugging.is_numeric_tensor",
    "verify_tensor_all_finite": "debugging.assert_all_finite",
    "import_graph_def": "graph_util.import_graph_def",
    "py_func": "numpy_function",
    "string_join": "strings.join",
    "as_string": "strings.as_string",
    "string_to_number": "strings.to_number",
    "invert_permutation": "math.invert_permutation",
    "is_non_decreasing": "math.is_non_decreasing",
    "sparse_to_dense": "sparse_to_dense",
}


def publish_older_names() -> None:
    """Publishes `compat.v1.log` and its like for the names that exist."""
    table = public_table()
    for older, current in _MOVED.items():
        if current in table and f"compat.v1.{older}" not in table:
            publish(f"compat.v1.{older}", table[current])


publish_older_names()


def _message_class(name: str) -> Any:
    """A protobuf message's class, loaded when it is first made."""

    def make(*args: Any, **kwargs: Any) -> Any:
        return getattr(schema, name)(*args, **kwargs)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Makes a `{name}` message."
    return make


for _name in ("GraphDef", "NodeDef", "AttrValue", "NameAttrList"):
    publish(f"compat.v1.{_name}", _message_class(_name))


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

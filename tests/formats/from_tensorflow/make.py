"""Writes the files beside it with the real TensorFlow, for the tests of `stagelight.formats`.

    .venv-oracle/bin/python tests/formats/from_tensorflow/make.py

- `<name>.pb`, `<name>.pbtxt`: graphs of small programs, as bytes and as text with sorted attributes
- `tensor_protos.json`: arrays with the TensorProtos that TensorFlow makes of them
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np
import tensorflow as tf
from google.protobuf import text_format

HERE = Path(__file__).parent


def staged(*specs: Any) -> Any:
    """Turns a function into the GraphDef of its trace."""

    def trace(function: Any) -> Any:
        concrete = tf.function(function).get_concrete_function(*specs)
        return concrete.graph.as_graph_def()

    return trace


def sorted_text(graph: Any) -> str:
    """The text with sorted attributes, as `text_format` gives it, and keys 0, as `str` does."""
    text = text_format.MessageToString(graph)
    first = "    arg_attr {\n"
    return text.replace(f"{first}      value {{", f"{first}      key: 0\n      value {{")


def graphs() -> dict[str, Any]:
    vector = tf.TensorSpec([None, 3], tf.float32)
    scalar = tf.TensorSpec([], tf.int32)

    @staged(vector)
    def dense_layer(x):
        weights = tf.constant([[0.5, -1.0], [2.0, 1 / 3], [1e-7, 3e8]])
        return tf.nn.relu(tf.matmul(x, weights) + tf.zeros([2]))

    @staged(scalar)
    def conditional(x):
        return x * 2 if x > 0 else x - 1

    @staged(scalar)
    def loop(n):
        total = tf.constant(0)
        for i in tf.range(n):
            total += i if i % 2 == 0 else -i
        return total

    @staged(tf.TensorSpec([None], tf.string))
    def strings_and_lists(x):
        parts = tf.strings.split(x, sep=b"\xff,").to_tensor(default_value="-")
        with tf.device("/CPU:0"), tf.control_dependencies([tf.debugging.assert_rank(parts, 2)]):
            return tf.concat([parts, tf.constant([["a", '\n"']])], axis=0)

    variable = tf.Variable([1.0, 2.0], name="weights")

    @staged(tf.TensorSpec([2], tf.float32))
    def resource(x):
        variable.assign_add(x)
        return variable * 2.0

    placeholder_graph = tf.Graph()
    with placeholder_graph.as_default():
        x = tf.compat.v1.placeholder(tf.float16, [None, 4, 4, 1], name="image")
        y = tf.nn.conv2d(x, tf.ones([2, 2, 1, 3], tf.float16), [1, 2, 1, 1], "VALID")
        tf.identity(y, name="result")

    return {
        "dense_layer": dense_layer,
        "conditional": conditional,
        "loop": loop,
        "strings_and_lists": strings_and_lists,
        "resource": resource,
        "placeholder": placeholder_graph.as_graph_def(),
    }


NUMBERS = {
    "float32": [1.5, -2.0, 1e-7, np.inf, -0.0, 1 / 3],
    "float64": [1.5, -2.0, 1e-7, np.inf, -0.0, 1 / 3],
    "float16": [1.5, -2.0, 0.0, np.inf, -0.0, 0.25],
    "bfloat16": [1.5, -2.0, 0.0, np.inf, -0.0, 0.25],
    "float8_e5m2": [1.5, -2.0, 0.0, 4.0, -0.0, 0.25],
    "float8_e4m3fn": [1.5, -2.0, 0.0, 4.0, -0.0, 0.25],
    "float8_e4m3fnuz": [1.5, -2.0, 0.0, 4.0, 1.0, 0.25],
    "float8_e4m3b11fnuz": [1.5, -2.0, 0.0, 4.0, 1.0, 0.25],
    "float8_e5m2fnuz": [1.5, -2.0, 0.0, 4.0, 1.0, 0.25],
    "float4_e2m1fn": [1.5, -2.0, 0.0, 4.0, 1.0, 0.5],
    "int2": [1, -2, 0, -1, 1, 1],
    "uint2": [1, 2, 0, 3, 1, 1],
    "int4": [1, -8, 7, -1, 2, 2],
    "uint4": [1, 8, 15, 0, 2, 2],
    "int8": [1, -128, 127, -1, 2, 2],
    "uint8": [1, 128, 255, 0, 2, 2],
    "int16": [1, -(2**15), 2**15 - 1, -1, 2, 2],
    "uint16": [1, 2**15, 2**16 - 1, 0, 2, 2],
    "int32": [1, -(2**31), 2**31 - 1, -1, 2, 2],
    "uint32": [1, 2**31, 2**32 - 1, 0, 2, 2],
    "int64": [1, -(2**63), 2**63 - 1, -1, 2, 2],
    "uint64": [1, 2**63, 2**64 - 1, 0, 2, 2],
    "bool": [True, False, True, True, False, False],
    "complex64": [1.5 - 2j, 1j, 0, 1 / 3, 2, 2],
    "complex128": [1.5 - 2j, 1j, 0, 1 / 3, 2, 2],
    "qint8": [1, -128, 127, -1, 2, 2],
    "quint8": [1, 128, 255, 0, 2, 2],
    "qint16": [1, -(2**15), 2**15 - 1, -1, 2, 2],
    "quint16": [1, 2**15, 2**16 - 1, 0, 2, 2],
    "qint32": [1, -(2**31), 2**31 - 1, -1, 2, 2],
}

# The shape of the array, and that of the proto where it is another.
SHAPES = [
    ([], None), ([1], None), ([0, 2], None), ([2, 3], None),
    ([6], [3, 2]), ([2], [5]), ([], [2, 2]),
]  # fmt: skip
WITHOUT_TYPED_FIELD = ("float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz")


def numbers_of(dtype: Any, shape: list[int]) -> np.ndarray:
    kind = np.dtype(dtype.as_numpy_dtype)
    stored = kind[0] if kind.names else kind
    numbers = np.array(NUMBERS[dtype.name], object).astype(stored)[: int(np.prod(shape))]
    return numbers.view(kind).reshape(shape)


def tensor_protos() -> list[dict[str, Any]]:
    cases = []
    for name in NUMBERS:
        dtype = tf.dtypes.as_dtype(name)
        for shape, proto_shape in SHAPES:
            array = numbers_of(dtype, shape)
            if name in WITHOUT_TYPED_FIELD and (array.size < 2 or proto_shape == [5]):
                continue  # TensorFlow cannot write these
            proto = tf.make_tensor_proto(array, dtype, proto_shape)
            cases.append(
                {
                    "dtype": dtype.as_datatype_enum,
                    "array_shape": shape,
                    "elements": array.tobytes().hex(),
                    "shape": proto_shape or shape,
                    "proto": proto.SerializeToString(deterministic=True).hex(),
                }
            )
    return cases


def main() -> None:
    for name, graph in graphs().items():
        (HERE / f"{name}.pb").write_bytes(graph.SerializeToString(deterministic=True))
        (HERE / f"{name}.pbtxt").write_text(sorted_text(graph), encoding="utf-8")
    lines = ",\n".join(json.dumps(case) for case in tensor_protos())
    (HERE / "tensor_protos.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

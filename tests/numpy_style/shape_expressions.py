"""Calls of the functions about creation, shapes, selection and dtypes; part of `expressions`."""

from __future__ import annotations


def calls(name: str, *arguments: str) -> tuple[str, ...]:
    """The calls of a function with each of several lists of arguments."""
    return tuple(f"tnp.{name}({each})" for each in arguments)


OF_SHAPES: dict[str, tuple[str, ...]] = {}

# Creation.
OF_SHAPES |= {
    "array": calls(
        "array",
        "1",
        "1.5",
        "True",
        "1j",
        "'a'",
        "[1, 2.5]",
        "[]",
        "[[1], [2]]",
        "f",
        "f, tf.float64",
        "5.5, int",
        "[True, 2]",
        "2**63",
        "range(3)",
        "1, ndmin=2",
        "f, ndmin=3",
        "f, ndmin=33",
        "np.float32(2)",
        "[f, f]",
        "[s, 2.0]",
        "u, copy=False",
    ),
    "asarray": calls("asarray", "1", "f", "i, float", "[1.0]", "np.zeros(2)"),
    "asanyarray": calls("asanyarray", "1", "f, tf.float64"),
    "ascontiguousarray": calls("ascontiguousarray", "1", "f", "s"),
    "copy": calls("copy", "f", "[1]"),
    "zeros": calls(
        "zeros", "3", "(2, 3)", "[2], tf.int8", "()", "(0, 2), bool", "2, None", "2, int"
    ),
    "ones": calls("ones", "3", "(2, 3)", "[2], tf.int8", "()", "(0, 2), bool", "2, int"),
    "empty": calls("empty", "3", "(2,), tf.int32"),
    "zeros_like": calls("zeros_like", "f", "i, float", "[1, 2]", "'a'", "2.0"),
    "ones_like": calls("ones_like", "f", "i, float", "[1, 2]", "True"),
    "empty_like": calls("empty_like", "f", "[1], tf.int8"),
    "full": calls(
        "full", "3, 1", "(2, 3), v", "[2], 1.5, int", "(), True", "(2, 2), 1j", "(2, 3), [1, 2]"
    ),
    "full_like": calls(
        "full_like",
        "f, 2",
        "i, 2.5",
        "f, v",
        "i, 2.5, float",
        "f, 1, order='C'",
        "f, 1, subok=False",
        "f, 1, shape=(2,)",
    ),
    "eye": calls(
        "eye",
        "3",
        "2, 3",
        "3, k=1",
        "3, 2, -1",
        "2, k=5",
        "3, dtype=tf.int32",
        "2, 4, 1",
        "4, 2, 1",
    ),
    "identity": calls("identity", "3", "2, int"),
    "tri": calls(
        "tri",
        "3",
        "2, 3",
        "3, k=1",
        "3, k=-1",
        "2, k=5",
        "2, k=-5",
        "3, dtype=int",
        "2, 4, 1, bool",
    ),
    "vander": calls("vander", "v", "[1, 2, 3]", "v, 2", "v, 2, True", "v, -1", "f", "k, 5"),
    "arange": calls(
        "arange",
        "5",
        "5.0",
        "1, 7, 2",
        "0, 1, 0.25",
        "5, 0",
        "5, 0, -2",
        "0",
        "3, step=0",
        "3, dtype=tf.float32",
        "2.5, 4",
    ),
    "linspace": calls(
        "linspace",
        "0, 1, 5",
        "0, 10",
        "s, 1, 3",
        "0, 1, 4, endpoint=False",
        "0, 1, 5, retstep=True",
        "0, 10, 4, dtype=int",
        "0.0, 1.0, 3, dtype=None",
        "0, 1, 1",
        "0, 1, -1",
        "v, d, 3, axis=-1",
        "0, 1, 2, endpoint=False, retstep=True",
    ),
    "logspace": calls(
        "logspace", "0, 2, 3", "0.0, 1.0, 4, False", "0, 3, 4, base=2.0", "s, 1.0, 3"
    ),
    "geomspace": calls(
        "geomspace",
        "1, 1000, 4",
        "-1.0, -8.0, 4",
        "1, 256, 9, dtype=tf.float32",
        "1.0, 8.0, 3, False",
    ),
    "meshgrid": calls(
        "meshgrid", "v, v[:2]", "v, f[0], indexing='ij'", "v", "v, v, sparse=True", "v, copy=False"
    ),
    "diag_indices": calls("diag_indices", "3", "2, 3", "-1", "2, -1"),
    "broadcast_to": calls("broadcast_to", "v, (2, 3)", "1, 3", "s, ()", "f, (2,)", "e, (2, 0, 3)"),
    "broadcast_arrays": calls(
        "broadcast_arrays", "f, v", "1, [2, 3]", "f", "f, v, subok=True", "f, v, x=1", "f, v, s"
    ),
}

# Shapes.
OF_SHAPES |= {
    "shape": calls("shape", "f", "1", "[[1, 2]]"),
    "ndim": calls("ndim", "f", "1", "[[1, 2]]"),
    "isscalar": calls("isscalar", "f", "1", "s", "[1]"),
    "size": calls("size", "1.5", "[1, 2]", "1, 0"),
    "reshape": calls(
        "reshape",
        "f, (3, 2)",
        "f, -1",
        "f, [2, 3], 'F'",
        "i, (3, -1), order='F'",
        "f, (4,)",
        "f, 6, 'X'",
    ),
    "ravel": calls("ravel", "f", "s", "e", "[[1], [2]]"),
    "flatten": calls("flatten", "f", "f, 'F'", "f, 'A'", "f, 'X'", "s"),
    "expand_dims": calls("expand_dims", "f, 0", "f, -1", "v, 1", "s, 0", "f, 5"),
    "squeeze": calls("squeeze", "[[1]]", "f[:, :1]", "f[:, :1], 1", "f, 0", "s"),
    "atleast_1d": calls("atleast_1d", "s", "f", "1, [2]", "s, f"),
    "atleast_2d": calls("atleast_2d", "s", "v", "f", "1, v"),
    "atleast_3d": calls("atleast_3d", "s", "v", "f", "g", "1, v"),
    "transpose": calls("transpose", "f", "g, (1, 0, 2)", "v", "s", "g, [2, 0, 1]"),
    "swapaxes": calls("swapaxes", "g, 0, 2", "g, -1, 0", "f, 0, 0"),
    "moveaxis": calls(
        "moveaxis",
        "g, 0, -1",
        "g, (0, 1), (1, 2)",
        "g, 2, 0",
        "g, (0, 1), 1",
        "f, 1, 0",
        "g, [-1], [0]",
    ),
    "flip": calls("flip", "f", "f, 0", "f, -1", "g, 1", "s"),
    "flipud": calls("flipud", "f", "v"),
    "fliplr": calls("fliplr", "f", "g"),
    "rot90": calls("rot90", "f", "f, 2", "f, 3", "f, 4", "f, -1", "g, 1, (1, 2)", "g, 3, (0, -1)"),
    "roll": calls("roll", "f, 1", "f, -1, 0", "f, (1, 2), (0, 1)", "v, 4", "i, 1, -1"),
    "tile": calls(
        "tile", "v, 2", "f, (2, 1)", "v, (2, 2)", "f, 2", "s, 3", "f, [1, 2, 1]", "e, (2, 2)"
    ),
    "repeat": calls(
        "repeat",
        "v, 2",
        "v, [1, 0, 2]",
        "f, 2, 0",
        "f, [1, 2], 0",
        "f, 2, axis=-1",
        "3, 4",
        "f, [1, 2, 0], 1",
    ),
    "pad": calls(
        "pad",
        "v, [[1, 2]], 'constant'",
        "f, [[1, 0], [0, 2]], 'constant', constant_values=2",
        "v, [[1, 1]], 'reflect'",
        "v, [[2, 1]], 'symmetric'",
        "v, [[1, 1]], 'edge'",
        "v, 1, 'constant'",
    ),
}

# Joining and splitting.
OF_SHAPES |= {
    "concatenate": calls(
        "concatenate", "[f, f]", "(f, i), 1", "[[1], [2.5]]", "[]", "[v]", "[f, e]", "[f, v]"
    ),
    "append": calls("append", "f, v", "f, f, 0", "[1], [2.5]", "f, [[1, 2, 3]], 0"),
    "stack": calls("stack", "[v, d]", "[f, f], -1", "[1, 2.5]", "f", "f, 1", "[f, v]"),
    "hstack": calls("hstack", "[v, 1]", "[f, f]", "[s, s]", "[i, f]"),
    "vstack": calls("vstack", "[v, v]", "[f, v]", "[1, 2]"),
    "dstack": calls("dstack", "[v, v]", "[f, f]", "[1, 2]", "[g, g]"),
    "split": calls(
        "split",
        "v, 3",
        "f, [1]",
        "g, [1, 3], 2",
        "f, 2",
        "v, [2, 1]",
        "v, [1, 9]",
        "f, 3",
        "v, [1], 1",
    ),
    "hsplit": calls("hsplit", "f, 3", "v, 3", "f, [1]", "f, 2"),
    "vsplit": calls("vsplit", "f, 2", "f, [1]", "f, 3"),
    "dsplit": calls("dsplit", "g, 2", "g, [1, 2]", "g, 3"),
}

# Selection.
OF_SHAPES |= {
    "where": calls(
        "where", "b", "b, v, 0.0", "f, f, i", "[True, False], 1, 2.5", "b, v", "b, 1, None", "f"
    ),
    "select": calls(
        "select",
        "[b, [True] * 3], [v, k]",
        "[f > 0.0, f < -1.0], [f, 2], 9",
        "[b], []",
        "[], []",
        "[b], [v], d",
    ),
    "nonzero": calls("nonzero", "f", "b", "s", "[0, 1]", "e"),
    "compress": calls(
        "compress",
        "b, v",
        "[False, True], f, 0",
        "[True], f",
        "b, f, -1",
        "f, v",
        "[True], 5",
        "[0, 1], f, 1",
    ),
    "ix_": calls("ix_", "[0, 1], [0, 2]", "k, b", "[0.5]", "f"),
    "take": calls(
        "take",
        "v, k",
        "f, [0, 9]",
        "f, [0, 9], 1",
        "f, [-1, 5], 0, mode='wrap'",
        "v, [0], mode='raise'",
        "v, [0], mode='x'",
        "v, [0], out=1",
        "f, [[0, 1]], axis=-1",
    ),
    "take_along_axis": calls(
        "take_along_axis",
        "f, [[0], [-1]], 1",
        "f, [[1, 0, 1]], 0",
        "v, [1, 0], None",
        "v, k, -1",
        "g, [[[0], [1], [2]]], -1",
    ),
}

# Dtypes.
OF_SHAPES |= {
    "result_type": calls(
        "result_type",
        "1",
        "1.5",
        "f, 1",
        "i, 1.5",
        "tf.int32, tf.float32",
        "",
        "[1, 2.5]",
        "u, t",
        "int",
        "float",
        "np.float16, 1.5",
        "tf.bfloat16, tf.float32",
        "tf.bfloat16, tf.int32",
        "True, 1",
        "'a'",
        "f, d",
    ),
    "promote_types": calls(
        "promote_types",
        "tf.int32, tf.float32",
        "'int8', 'uint8'",
        "int, float",
        "np.float16, tf.float64",
    ),
    "finfo": tuple(f"float(tnp.finfo({x}).eps)" for x in ("tf.float32", "float", "np.float16")),
    "iinfo": ("tnp.iinfo(np.int8).max",),
    "issubdtype": (
        "tnp.issubdtype(np.int32, np.integer)",
        "tnp.issubdtype(tnp.float32, tnp.inexact)",
    ),
}

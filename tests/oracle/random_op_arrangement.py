"""More ops of random programs: moving elements about, products, segments, images, strings, ragged tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.oracle.random_op_table import (
    COMPLEX,
    FLOATS,
    HALVES,
    INTEGERS,
    NUMBERS,
    add,
    along_one,
    cut,
    one,
    public,
    size_of,
    two,
)

ANY = (*FLOATS, *HALVES, *INTEGERS, *COMPLEX, "bool")
MOVES: dict[str, bool] = {"keeps_exact": True, "smooth": True}


# ---------------------------------------------------------------------------- arrangement


def _reshape(choice: Any) -> Any:
    x = choice.value(ANY)
    if x is None:
        return None
    sizes = choice.factors(int(np.prod(x.shape)))
    if sizes and 0 not in sizes and choice.truth():
        sizes[choice.integer(0, len(sizes))] = -1
    return [x], {"shape": sizes}


def _transpose(choice: Any) -> Any:
    x = choice.value(ANY)
    return None if x is None else ([x], {"perm": choice.order(len(x.shape))})


def _expand(choice: Any) -> Any:
    x = choice.value(ANY)
    if x is None or len(x.shape) > 4:
        return None
    return [x], {"axis": choice.integer(-len(x.shape) - 1, len(x.shape) + 1)}


def _tile(choice: Any) -> Any:
    x = choice.value(ANY)
    if x is None:
        return None
    return [x], {"multiples": [choice.among((1, 1, 2, 0)) for _ in x.shape]}


def _pad(choice: Any) -> Any:
    x = choice.value((*NUMBERS, "bool"))
    if x is None:
        return None
    return [x], {"paddings": [[choice.integer(0, 3), choice.integer(0, 3)] for _ in x.shape]}


def _mirror_pad(choice: Any) -> Any:
    x = choice.value(NUMBERS, rank=1)
    if x is None or min(x.shape) < 2:
        return None
    return [x], {
        "paddings": [[1, 1]] * len(x.shape),
        "mode": choice.among(("REFLECT", "SYMMETRIC")),
    }


def _slice(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None:
        return None
    begin = [choice.integer(0, size + 1) for size in x.shape]
    sizes = [choice.integer(-1, size - b + 1) for b, size in zip(begin, x.shape, strict=True)]
    return [x], {"begin": begin, "size": sizes}


def _strided(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None:
        return None
    items: list[Any] = []
    for size in x.shape:
        kind = choice.integer(0, 4)
        if kind == 0 and size:
            items.append(choice.integer(-size, size))
        elif kind == 1:
            items.append((None, None, choice.among((1, 2, -1))))
        else:
            items.append(
                (choice.integer(-4, 4), choice.among((None, 1, 3, -1)), choice.among((1, -1, 2)))
            )
    if choice.truth():
        items.insert(choice.integer(0, len(items) + 1), "new")
    return [x], {"items": items}


def _take(tf: Any, x: Any, items: list[Any]) -> Any:
    key = [
        tf.newaxis if item == "new" else slice(*item) if isinstance(item, tuple) else item
        for item in items
    ]
    return x[tuple(key)]


def _concat(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None:
        return None
    axis = choice.axis(x)
    others = [v for v in choice.alike(x) if choice.differ_only(x, v, axis)]
    return [x, others[choice.integer(0, len(others))]], {"axis": axis}


def _stack(choice: Any) -> Any:
    x = choice.value(ANY)
    if x is None or len(x.shape) > 4:
        return None
    same = [v for v in choice.alike(x) if v.shape == x.shape]
    axis = choice.integer(-len(x.shape) - 1, len(x.shape) + 1)
    return [x, same[choice.integer(0, len(same))]], {"axis": axis}


def _gather(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None:
        return None
    axis = choice.axis(x)
    bad = choice.chance(0.03)
    limit = x.shape[axis]
    if not limit and not bad:
        return None
    shape = choice.among(((), (3,), (2, 2)))
    indices = choice.numbers(0, max(limit, 1), shape) + (limit + 5 if bad else 0)
    return [x, indices], {"axis": axis}


def _gather_nd(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None or 0 in x.shape:
        return None
    depth = choice.integer(1, len(x.shape) + 1)
    columns = [choice.numbers(0, x.shape[i], (3,)) for i in range(depth)]
    return [x, np.stack(columns, -1)], {}


def _broadcast_to(choice: Any) -> Any:
    x = choice.value(ANY)
    if x is None or len(x.shape) > 3:
        return None
    sizes = [choice.among((2, 3)) if size == 1 else size for size in x.shape]
    return [x], {"shape": [choice.among((1, 2)), *sizes]}


def _split(choice: Any) -> Any:
    x = choice.value(ANY, rank=1)
    if x is None:
        return None
    axis = choice.axis(x)
    first = choice.integer(0, x.shape[axis] + 1)
    return [x], {"sizes": [first, x.shape[axis] - first], "axis": axis}


add("reshape", public("reshape"), _reshape, **MOVES)
add("transpose", public("transpose"), _transpose, **MOVES)
add("expand_dims", public("expand_dims"), _expand, **MOVES)
add("squeeze", public("squeeze"), one(*ANY), **MOVES)
add("tile", public("tile"), _tile, **MOVES)
add("pad", public("pad"), _pad, **MOVES)
add("mirror pad", public("pad"), _mirror_pad, **MOVES)
add("slice", public("slice"), _slice, **MOVES)
add("strided slice", _take, _strided, **MOVES)
add("concat", lambda tf, *x, axis: tf.concat(x, axis), _concat, **MOVES)
add("stack", lambda tf, *x, axis: tf.stack(x, axis), _stack, **MOVES)
add(
    "unstack",
    lambda tf, x, axis: tf.add_n(tf.unstack(x, axis=axis)),
    along_one(*FLOATS),
    smooth=True,
)
add("gather", public("gather"), _gather, **MOVES)
add("gather_nd", public("gather_nd"), _gather_nd, **MOVES)
add("broadcast_to", public("broadcast_to"), _broadcast_to, **MOVES)
add("split", lambda tf, x, sizes, axis: tf.split(x, sizes, axis)[-1], _split, **MOVES)
add("reverse", lambda tf, x, axis: tf.reverse(x, [axis]), along_one(*ANY), **MOVES)
add("roll", lambda tf, x, axis: tf.roll(x, 2, axis), along_one(*ANY), **MOVES)
add("repeat", lambda tf, x, axis: tf.repeat(x, 2, axis), along_one(*NUMBERS), **MOVES)
add("zeros_like", public("zeros_like"), one(*ANY), keeps_exact=True)
add("ones_like", public("ones_like"), one(*ANY), keeps_exact=True)
add("shape", public("shape"), one(*ANY), keeps_exact=True)
add("size", public("size"), one(*ANY), keeps_exact=True)
add("rank", public("rank"), one(*ANY), keeps_exact=True)
add("identity", public("identity"), one(*ANY), in_chains=True, **MOVES)
add("stop_gradient", public("stop_gradient"), one(*FLOATS), keeps_exact=True)
add("one_hot", lambda tf, x: tf.one_hot(x, 3), one("int32", "int64", "uint8"), keeps_exact=True)
add("where of places", lambda tf, x: tf.where(x > 0), one(*NUMBERS, exact=True), keeps_exact=True)
add(
    "boolean_mask",
    lambda tf, x: tf.boolean_mask(x, x > 0),
    one(*NUMBERS, exact=True),
    keeps_exact=True,
)
add(
    "sequence_mask",
    lambda tf, x: tf.sequence_mask(x % 4, 4),
    one("int32", "int64"),
    keeps_exact=True,
)
add("meshgrid", lambda tf, x: tf.meshgrid(tf.reshape(x, [-1])[:3], tf.reshape(x, [-1])[:2])[0],
    one(*NUMBERS), keeps_exact=True)  # fmt: skip
add("diag", lambda tf, x: tf.linalg.diag(x), one(*NUMBERS, rank=1), **MOVES)
add("band_part", lambda tf, x: tf.linalg.band_part(x, 1, 0), one(*NUMBERS, rank=2), **MOVES)
add("diag_part", public("linalg.diag_part"), one(*NUMBERS, rank=2), **MOVES)
add(
    "set_diag",
    lambda tf, x: tf.linalg.set_diag(x, tf.linalg.diag_part(x) * 0),
    one(*FLOATS, rank=2),
    smooth=True,
)
add("matrix_transpose", public("linalg.matrix_transpose"), one(*ANY, rank=2), **MOVES)
add("trace", public("linalg.trace"), one(*FLOATS, rank=2), smooth=True)
add(
    "space_to_batch",
    lambda tf, x: tf.space_to_batch(x, [2], [[0, size_of(tf, x, 1) % 2]]),
    one(*FLOATS, rank=2),
    **MOVES,
)


# ---------------------------------------------------------------------------- products and segments


def _matmul(choice: Any) -> Any:
    x = choice.value((*NUMBERS, "complex64"), rank=2)
    if x is None:
        return None
    turned = choice.truth()
    bad = choice.chance(0.03)
    inner = x.shape[-2] if turned else x.shape[-1]
    shape = (*x.shape[:-2], inner + bad, choice.integer(1, 4))
    return [x, choice.constant(x.dtype, shape)], {"transpose_a": turned}


def _einsum(choice: Any) -> Any:
    x = choice.value(FLOATS, rank=2)
    if x is None or len(x.shape) != 2:
        return None
    equation = choice.among(("ij,jk->ik", "ij,jk->k", "ij,jk->ijk", "ij,jk->"))
    return [x, choice.constant(x.dtype, (x.shape[1], 3))], {"equation": equation}


def _tensordot(choice: Any) -> Any:
    x = choice.value(FLOATS, rank=1)
    if x is None:
        return None
    axis = choice.axis(x)
    return [x, choice.constant(x.dtype, (2, x.shape[axis]))], {"axes": [[axis], [1]]}


def _segments(choice: Any) -> Any:
    x = choice.value((*FLOATS, "int32"), rank=1)
    if x is None or not x.shape[0]:
        return None
    return [x, np.sort(choice.numbers(0, 3, (x.shape[0],)))], {}


def _unsorted(choice: Any) -> Any:
    x = choice.value((*FLOATS, "int32"), rank=1)
    if x is None:
        return None
    return [x, choice.numbers(-1, 3, (x.shape[0],))], {"num_segments": 3}


def _scatter(choice: Any) -> Any:
    x = choice.value((*FLOATS, "int32"), rank=1)
    if x is None or not x.shape[0]:
        return None
    rows = choice.numbers(0, x.shape[0], (2, 1))
    return [x, rows, choice.constant(x.dtype, (2, *x.shape[1:]))], {}


def _positive_definite(tf: Any, x: Any) -> Any:
    # Of elements in the hundreds the condition would be 1e5, which leaves two digits of float32.
    x = tf.asinh(x)
    return tf.matmul(x, x, transpose_b=True) + 2 * tf.eye(size_of(tf, x, -2), dtype=x.dtype)


add("matmul", public("matmul"), _matmul, smooth=True)
add("einsum", lambda tf, *x, equation: tf.einsum(equation, *x), _einsum, smooth=True)
add("tensordot", public("tensordot"), _tensordot, smooth=True)
for _name in ("segment_sum", "segment_max", "segment_min", "segment_prod"):
    add(_name, public(f"math.{_name}"), _segments)
for _name in ("sum", "max", "min", "prod"):
    add(f"unsorted_segment_{_name}", public(f"math.unsorted_segment_{_name}"), _unsorted)
add("tensor_scatter_nd_add", public("tensor_scatter_nd_add"), _scatter, smooth=True)
add("tensor_scatter_nd_max", public("tensor_scatter_nd_max"), _scatter)
add("scatter_nd", lambda tf, x, rows, updates: tf.scatter_nd(rows, updates, tf.shape(x)), _scatter)
add(
    "cholesky",
    lambda tf, x: tf.linalg.cholesky(_positive_definite(tf, x)),
    one(*FLOATS, rank=2),
    smooth=True,
)
add(
    "det",
    lambda tf, x: tf.math.log(tf.linalg.det(_positive_definite(tf, x))),
    one(*FLOATS, rank=2),
    smooth=True,
)
add(
    "inv", lambda tf, x: tf.linalg.inv(_positive_definite(tf, x)), one(*FLOATS, rank=2), smooth=True
)
add(
    "solve",
    lambda tf, x: tf.linalg.solve(_positive_definite(tf, x), x),
    one(*FLOATS, rank=2),
    smooth=True,
)
add("norm", lambda tf, x: tf.norm(x + 0.5), one(*FLOATS))
add("dense layer", lambda tf, x, axis: tf.nn.bias_add(x, tf.ones([size_of(tf, x, -1)], x.dtype)),
    lambda choice: choice.with_options(choice.value(FLOATS, rank=2), axis=-1), smooth=True)  # fmt: skip
add("global_norm", lambda tf, x, y: tf.linalg.global_norm([x + 1, y]), two(*FLOATS))

# ---------------------------------------------------------------------------- images


def _image(choice: Any) -> Any:
    x = choice.value(("float32",), rank=2)
    return None if x is None or len(x.shape) != 2 or 0 in x.shape else ([x], {})


def _of_elements(*dtypes: str, exact: bool = False) -> Any:
    """Arguments: a value that has elements, where TensorFlow fails without."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=1)
        return None if x is None or 0 in x.shape else ([x], {})

    return arguments


def _as_image(tf: Any, x: Any) -> Any:
    return tf.expand_dims(tf.expand_dims(x, 0), -1)


def _convolve(tf: Any, x: Any) -> Any:
    filters = tf.reshape(tf.range(8.0) - 3, [2, 2, 1, 2]) / 4
    return tf.nn.conv2d(_as_image(tf, x), filters, 1, "SAME")


add("conv2d", _convolve, _image, smooth=True)
add(
    "max_pool",
    lambda tf, x: tf.nn.max_pool2d(_as_image(tf, x), 2, 2, "SAME"),
    _image,
    keeps_exact=True,
)
add("avg_pool", lambda tf, x: tf.nn.avg_pool2d(_as_image(tf, x), 2, 1, "SAME"), _image, smooth=True)
# TF: the second derivative of bilinear resizing is zero.
add("resize", lambda tf, x: tf.image.resize(_as_image(tf, x), [3, 4]), _image)
add(
    "resize nearest",
    lambda tf, x: tf.image.resize(_as_image(tf, x), [4, 3], "nearest"),
    _image,
    keeps_exact=True,
)
add("flip", lambda tf, x: tf.image.flip_left_right(_as_image(tf, x)), _image, keeps_exact=True)
add("total_variation", lambda tf, x: tf.image.total_variation(_as_image(tf, x)), _image)
add(
    "depth_to_space",
    lambda tf, x: tf.nn.depth_to_space(tf.tile(_as_image(tf, x), [1, 1, 1, 4]), 2),
    _image,
    smooth=True,
)
add("frame", lambda tf, x: tf.signal.frame(x, 2, 1), _of_elements(*FLOATS), smooth=True)
add("fft", lambda tf, x: tf.signal.fft(x), one(*COMPLEX, rank=1))
add("rfft", lambda tf, x: tf.abs(tf.signal.rfft(cut(tf, x, 4), [4])), _of_elements("float32"))
add("dct", lambda tf, x: tf.signal.dct(x), lambda choice: _image(choice), smooth=True)

# ---------------------------------------------------------------------------- strings, ragged, sparse

add("as_string", public("strings.as_string"), one("int32", "int64", "bool"), keeps_exact=True)
add("join", lambda tf, x: tf.strings.join([x, "-", x]), one("string"), keeps_exact=True)
add("length", public("strings.length"), one("string"), keeps_exact=True)
add("upper", public("strings.upper"), one("string"), keeps_exact=True)
add("substr", lambda tf, x: tf.strings.substr(x, 0, 2), one("string"), keeps_exact=True)
add(
    "regex_replace",
    lambda tf, x: tf.strings.regex_replace(x, "[0-4]", "a"),
    one("string"),
    keeps_exact=True,
)
add("hash", lambda tf, x: tf.strings.to_hash_bucket_fast(x, 7), one("string"), keeps_exact=True)
add(
    "reduce_join",
    lambda tf, x, axis: tf.strings.reduce_join(x, axis, separator="+"),
    along_one("string"),
    keeps_exact=True,
)


def _last_digit(tf: Any, x: Any) -> Any:
    digit = tf.strings.substr(tf.strings.as_string(x), -1, 1)
    return tf.strings.to_number(tf.strings.join(["1", digit]))


add("to_number", _last_digit, one("int32"), keeps_exact=True)


def _rows(tf: Any, x: Any) -> Any:
    flat = tf.reshape(x, [-1])[:6]
    count = tf.size(flat)
    first = tf.minimum(2, count)
    return tf.RaggedTensor.from_row_splits(flat, tf.stack([0, first, first, count]))


add("ragged sum", lambda tf, x: tf.reduce_sum(_rows(tf, x), 1), one(*NUMBERS), smooth=True)
add("ragged max", lambda tf, x: tf.reduce_max(_rows(tf, x), 0), one("int32"), keeps_exact=True)
add("ragged to_tensor", lambda tf, x: _rows(tf, x).to_tensor(), one(*NUMBERS), **MOVES)
add(
    "ragged product",
    lambda tf, x: (_rows(tf, x) * 2 + 1).flat_values,
    one(*NUMBERS),
    keeps_exact=True,
    smooth=True,
)
add(
    "ragged concat",
    lambda tf, x: tf.concat([_rows(tf, x), _rows(tf, x)], 1).to_tensor(),
    one(*NUMBERS),
    **MOVES,
)
add("ragged lengths", lambda tf, x: _rows(tf, x).row_lengths(), one(*NUMBERS), keeps_exact=True)
add(
    "sparse",
    lambda tf, x: tf.sparse.to_dense(tf.sparse.from_dense(x)),
    one(*NUMBERS, exact=True, rank=1),
    keeps_exact=True,
)
add(
    "sparse sum",
    lambda tf, x: tf.sparse.reduce_sum(tf.sparse.from_dense(x), -1),
    _of_elements(*FLOATS, exact=True),
)


def _sparse_product(tf: Any, x: Any) -> Any:
    ones = tf.ones([size_of(tf, x, 1), 2], x.dtype)
    return tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(x), ones)


add(
    "sparse product",
    _sparse_product,
    lambda choice: choice.with_options(choice.value(FLOATS, exact=True, rank=2, most=2)),
)
add(
    "stateless_uniform",
    lambda tf, x: x + tf.random.stateless_uniform(tf.shape(x), [1, 2], dtype=x.dtype),
    one(*FLOATS),
    smooth=True,
)
add(
    "stateless_normal",
    lambda tf, x: x * tf.random.stateless_normal(tf.shape(x), [3, 2], dtype=x.dtype),
    one(*FLOATS),
    smooth=True,
)
add(
    "quantize",
    lambda tf, x: tf.quantization.fake_quant_with_min_max_args(x),
    one("float32", exact=True),
    jumps=True,
)
add("cross_entropy", lambda tf, x: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(x * 0.5), x),
    _of_elements(*FLOATS))  # fmt: skip
add(
    "sigmoid_cross_entropy",
    lambda tf, x: tf.nn.sigmoid_cross_entropy_with_logits(tf.sigmoid(x), x),
    one(*FLOATS),
)
add(
    "layer_norm",
    lambda tf, x, axis: (
        (x - tf.reduce_mean(x, axis, True)) / (tf.math.reduce_std(x, axis, True) + 1)
    ),
    along_one(*FLOATS),
)

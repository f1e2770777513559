"""The steps of random programs that are ops: elements, views and copies, reductions and products."""

from __future__ import annotations

import stagelight as tf
from tests.runtime.random_graphs import Program, Value, bounded, step

# ---------------------------------------------------------------------------- elements

_SMOOTH = [
    tf.tanh, tf.sigmoid, tf.sin, tf.cos, tf.math.erf, tf.nn.softplus, tf.nn.elu, tf.nn.gelu, tf.nn.silu,
    tf.atan, lambda x: tf.math.log1p(x * x), lambda x: tf.math.expm1(-x * x),
    lambda x: tf.exp(tf.minimum(x, 2.03)), lambda x: tf.sqrt(x * x + 0.5), lambda x: tf.math.log(x * x + 0.7),
    lambda x: tf.math.rsqrt(x * x + 0.5), lambda x: tf.pow(x * x + 0.6, 1.3), lambda x: 1.0 / (x * x + 0.5),
    lambda x: tf.math.lgamma(x * x + 1.1),
]  # fmt: skip
# Single roundings, with kinks where no value is by chance.
_EXACT = [
    tf.negative, lambda x: tf.abs(x - 0.317), lambda x: tf.nn.relu(x - 0.113), lambda x: x + 0.731,
    lambda x: tf.nn.leaky_relu(x + 0.217), tf.identity, tf.stop_gradient,
]  # fmt: skip
_JUMPING = [tf.floor, tf.round, tf.sign, tf.math.ceil, lambda x: tf.cast(x > 0.25, tf.float32)]
_PAIRS = [
    tf.add, tf.subtract, tf.multiply, lambda a, b: tf.maximum(a, b + 0.317), lambda a, b: a / (b * b + 0.5),
    lambda a, b: tf.math.squared_difference(a, b), lambda a, b: tf.atan2(a, b * b + 0.4),
    lambda a, b: tf.minimum(a, b - 0.219), lambda a, b: tf.math.xlogy(a, b * b + 0.3),
]  # fmt: skip
_OF_INTEGERS = [
    tf.add, tf.subtract, tf.multiply, tf.maximum, tf.minimum, lambda a, b: a // (b * b + 1),
    lambda a, b: a % (b * b + 1), tf.bitwise.bitwise_xor, tf.bitwise.bitwise_and,
    lambda a, b: tf.bitwise.left_shift(a, b & 3),
]  # fmt: skip


@step
def smooth(p: Program) -> Value | None:
    value = p.floats()
    return value and Value(
        bounded(_SMOOTH[p.code() % len(_SMOOTH)](value.tensor)), value.axes, False
    )


@step
def single_rounding(p: Program) -> Value | None:
    value = p.floats()
    return value and Value(_EXACT[p.code() % len(_EXACT)](value.tensor), value.axes, value.is_exact)


@step
def jumping(p: Program) -> Value | None:
    value = p.floats(exact=True)
    return value and Value(_JUMPING[p.code() % len(_JUMPING)](value.tensor), value.axes, True)


@step
def pair(p: Program) -> Value | None:
    value = p.floats()
    if value is None:
        return None
    other = p.like(value)
    return Value(
        bounded(_PAIRS[p.code() % len(_PAIRS)](value.tensor, other.tensor)), value.axes, False
    )


@step
def broadcast_pair(p: Program) -> Value | None:
    rows, row = p.floats(ranks=(2, 3)), None
    if rows is not None:
        row = p.pick(lambda v: v.is_float and v.axes in ((), rows.axes[-1:]))
    return row and Value(bounded(rows.tensor * row.tensor - 0.1), rows.axes, False)


@step
def integer_pair(p: Program) -> Value | None:
    value = p.integers()
    if value is None:
        return None
    other = p.like(value)
    return Value(
        _OF_INTEGERS[p.code() % len(_OF_INTEGERS)](value.tensor, other.tensor), value.axes, True
    )


@step
def choice(p: Program) -> Value | None:
    value = p.floats(exact=True)
    if value is None:
        return None
    other = p.like(value)
    is_larger = tf.logical_or(value.tensor > 0.4, other.tensor < -0.6)
    return Value(tf.where(is_larger, other.tensor, value.tensor * 2.0), value.axes, other.is_exact)


@step
def to_integers(p: Program) -> Value | None:
    value = p.floats(exact=True)
    return value and Value(
        tf.cast(tf.clip_by_value(value.tensor, -99.0, 99.0), tf.int32), value.axes, True
    )


@step
def to_floats(p: Program) -> Value | None:
    value = p.integers()
    if value is None:
        return None
    wide = tf.cast(tf.cast(value.tensor % 7, tf.float64) * 0.5, tf.float32)
    return Value(wide, value.axes, True)


# ---------------------------------------------------------------------------- views and copies


@step
def turned(p: Program) -> Value | None:
    value = p.floats(ranks=(2, 3))
    if value is None:
        return None
    order = [[1, 0], [1, 0]] if len(value.axes) == 2 else [[2, 0, 1], [1, 0, 2]]
    axes = order[p.code() % 2]
    return Value(
        tf.transpose(value.tensor, axes), tuple(value.axes[i] for i in axes), value.is_exact
    )


@step
def backwards(p: Program) -> Value | None:
    value = p.pick(lambda v: len(v.axes) > 0)
    return value and Value(tf.reverse(value.tensor, [-1]), value.axes, value.is_exact)


@step
def sliced(p: Program) -> Value | None:
    value = p.pick(lambda v: v.axes[:1] in (("n",), ("m",)))
    if value is None:
        return None
    part = [lambda x: x[1:], lambda x: x[:-1]][p.code() % 2]
    return Value(part(value.tensor), (f"{value.axes[0]}-1", *value.axes[1:]), value.is_exact)


@step
def every_second(p: Program) -> Value | None:
    value = p.pick(lambda v: v.axes[-1:] in (("n",), ("m",)))
    axes = value and (*value.axes[:-1], f"{value.axes[-1]}/2")
    return value and Value(value.tensor[..., ::2], axes, value.is_exact)


@step
def one_row(p: Program) -> Value | None:
    value = p.floats(ranks=(2, 3))
    return value and Value(value.tensor[-1], value.axes[1:], value.is_exact)


@step
def padded(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    if value is None:
        return None
    larger = tf.pad(value.tensor, [[1, 0], [0, 2]], constant_values=0.5)
    return Value(larger, (f"{value.axes[0]}+1", f"{value.axes[1]}+2"), value.is_exact)


@step
def joined(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    other = p.like(value)
    is_exact = value.is_exact and other.is_exact
    if p.code() % 2:
        return Value(tf.stack([value.tensor, other.tensor], -1), (*value.axes, 2), is_exact)
    both = tf.concat([value.tensor, other.tensor], axis=0)
    return Value(both, (f"2*{value.axes[0]}", *value.axes[1:]), is_exact)


@step
def halves(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    twice = tf.tile(value.tensor, [2] + [1] * (len(value.axes) - 1))
    return Value(tf.split(twice, 2)[p.code() % 2], value.axes, value.is_exact)


@step
def wider(p: Program) -> Value | None:
    value = p.floats(ranks=(1,))
    if value is None:
        return None
    wide = tf.broadcast_to(value.tensor, tf.concat([[3], tf.shape(value.tensor)], 0))
    return Value(wide, (3, *value.axes), value.is_exact)


@step
def flat(p: Program) -> Value | None:
    value = p.floats(ranks=(2, 3))
    name = value and "*".join(map(str, value.axes))
    return value and Value(tf.reshape(value.tensor, [-1]), (name,), value.is_exact)


@step
def one_hot(p: Program) -> Value | None:
    value = p.pick(lambda v: v.tensor.dtype == tf.int32 and len(v.axes) < 3)
    return value and Value(tf.one_hot(value.tensor % 4, 4, 2.0, -0.5), (*value.axes, 4), True)


@step
def gathered(p: Program) -> Value | None:
    rows, which = (
        p.floats(ranks=(1, 2)),
        p.pick(lambda v: v.tensor.dtype == tf.int32 and len(v.axes) == 1),
    )
    if rows is None or which is None:
        return None
    taken = tf.gather(rows.tensor, which.tensor % tf.shape(rows.tensor)[0])
    return Value(taken, (*which.axes, *rows.axes[1:]), rows.is_exact)


@step
def scattered(p: Program) -> Value | None:
    rows, which = (
        p.floats(ranks=(1,)),
        p.pick(lambda v: v.tensor.dtype == tf.int32 and len(v.axes) == 1),
    )
    if rows is None or which is None:
        return None
    places = (which.tensor % tf.shape(rows.tensor)[0])[:, tf.newaxis]
    changes = tf.cast(which.tensor % 5, tf.float32) * 0.25
    return Value(tf.tensor_scatter_nd_add(rows.tensor, places, changes), rows.axes, False)


@step
def of_segments(p: Program) -> Value | None:
    which = p.pick(lambda v: v.tensor.dtype == tf.int32 and len(v.axes) == 1)
    rows = which and p.pick(lambda v: v.is_float and v.axes[:1] == which.axes)
    if rows is None:
        return None
    total = tf.math.unsorted_segment_sum(rows.tensor, which.tensor % 3, 3)
    return Value(bounded(total), (3, *rows.axes[1:]), False)


# ---------------------------------------------------------------------------- reductions and products


@step
def reduced(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2, 3))
    if value is None:
        return None
    reduce = [
        tf.reduce_sum,
        tf.reduce_mean,
        tf.math.reduce_variance,
        tf.math.reduce_logsumexp,
        tf.norm,
    ][p.code() % 5]
    if reduce is tf.norm:
        return Value(tf.norm(value.tensor + 8.5, axis=-1), value.axes[:-1], False)
    axis = p.code() % len(value.axes)
    rest = tuple(name for i, name in enumerate(value.axes) if i != axis)
    return Value(bounded(reduce(value.tensor, axis)), rest, False)


@step
def reduced_to_one(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2, 3))
    return value and Value(bounded(tf.reduce_mean(value.tensor) * 1.1), (), False)


@step
def extreme(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2, 3))
    if value is None:
        return None
    reduce = [tf.reduce_max, tf.reduce_min][p.code() % 2]
    return Value(reduce(value.tensor, -1), value.axes[:-1], True)


@step
def place_of_extreme(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2, 3))
    if value is None:
        return None
    find = [tf.argmax, tf.argmin][p.code() % 2]
    return Value(find(value.tensor, -1, output_type=tf.int32), value.axes[:-1], True)


@step
def counted(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2, 3))
    if value is None:
        return None
    are_large = value.tensor > 0.5
    return Value(
        tf.where(
            tf.reduce_any(are_large, -1),
            tf.math.count_nonzero(are_large, -1, dtype=tf.int32),
            tf.cast(tf.reduce_all(are_large, -1), tf.int32) - 3,
        ),
        value.axes[:-1],
        True,
    )


@step
def running(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2, 3))
    if value is None:
        return None
    options = {"exclusive": bool(p.code() % 2), "reverse": bool(p.code() % 2)}
    return Value(bounded(tf.cumsum(value.tensor, axis=-1, **options)), value.axes, False)


@step
def softmax(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2, 3))
    function = [tf.nn.softmax, tf.nn.log_softmax][p.code() % 2]
    return value and Value(bounded(function(value.tensor)), value.axes, False)


@step
def product(p: Program) -> Value | None:
    left = p.floats(ranks=(2,))
    right = left and p.pick(lambda v: v.is_float and len(v.axes) == 2 and v.axes[1] == left.axes[1])
    if left is None or right is None:
        return None
    result = tf.matmul(left.tensor, right.tensor, transpose_b=True) * 0.3
    return Value(bounded(result), (left.axes[0], right.axes[0]), False)


@step
def batched_product(p: Program) -> Value | None:
    value = p.floats(ranks=(3,))
    if value is None:
        return None
    result = tf.einsum("bij,bkj->bik", value.tensor, value.tensor) * 0.2
    return Value(bounded(result), (*value.axes[:2], value.axes[1]), False)


@step
def normalized(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    if value is None:
        return None
    mean, variance = tf.nn.moments(value.tensor, [-1], keepdims=True)
    return Value(
        tf.nn.batch_normalization(value.tensor, mean, variance, 0.1, 1.3, 0.2), value.axes, False
    )


@step
def convolved(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    if value is None:
        return None
    image = value.tensor[tf.newaxis, :, :, tf.newaxis]
    filters = tf.reshape(tf.range(18.0) * 0.05 - 0.4, [3, 3, 1, 2])
    result = tf.nn.conv2d(image, filters, 1, "SAME")
    pool = [tf.nn.max_pool2d, tf.nn.avg_pool2d][p.code() % 2]
    return Value(bounded(pool(result, 2, 1, "SAME"))[0], (*value.axes, 2), False)


@step
def drawn(p: Program) -> Value | None:
    value = p.floats()
    if value is None:
        return None
    seed = [p.code(), p.code()]
    shape = tf.shape(value.tensor)
    draw = [tf.random.stateless_uniform, tf.random.stateless_normal][p.code() % 2]
    return Value(bounded(value.tensor + draw(shape, seed)), value.axes, False)

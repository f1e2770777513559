"""Programs about ragged tensors: indexing, broadcasting, reductions, and what is done with rows."""

import itertools

import numpy as np


def _numbers(tf):
    return tf.ragged.constant([[1, 2], [3]])


def _texts(tf):
    return tf.ragged.constant([["a", "bb"], ["c"]])


def _nested(tf):
    return tf.ragged.constant([[[1.0], [2.0, 3.0]], [], [[4.0]]])


def printed_forms(tf):
    """Uniform rows stand under each other, long ones are broken and shortened."""
    return [
        str(value)
        for value in (
            _numbers(tf),
            _texts(tf),
            _nested(tf),
            tf.ragged.constant([[1.5, 2.25], [3e10]]),
            tf.ragged.constant([[True], []]),
            tf.ragged.constant([], ragged_rank=1),
            tf.ragged.constant([list(range(30)), [1]]),
            tf.ragged.constant([list(range(1200))]),
            tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1),
            tf.ragged.constant([[1, 2], [3, 4]]),
            tf.RaggedTensor.from_row_splits(tf.zeros([0, 3]), [0, 0]),
        )
    ]


def texts_with_ragged_tensors(tf):
    """`tf.strings.format` shows both ends of long rows."""
    long = tf.ragged.constant([list(range(10)), [], list(range(3)), *([[1]] * 8)])
    return [
        tf.strings.format("{} and {}", (_texts(tf), long)),
        tf.strings.format("{}", long, summarize=1),
        tf.strings.format("{}", long, summarize=-1),
        tf.strings.format("{}: {}", (tf.constant([1, 2]), _nested(tf))),
    ]


def brackets(tf):
    """Rows, slices of rows, slices inside of rows, new axes."""
    x, y = _numbers(tf), _nested(tf)
    uniform = tf.RaggedTensor.from_uniform_row_length(_numbers(tf), 2)
    return [
        x[0], x[0, 0], x[-1], x[tf.constant(1)], x[0:1], x[::-1], x[1:], x[:-1], x[5:],
        x[:, :1], x[:, ::-1], x[:, ::2], x[:, -1:], x[:, 1:0:-1], x[0:1, 0:1], x[:, 5:], x[:, :-5:-1],
        x[tf.newaxis], x[..., tf.newaxis], x[:, tf.newaxis], x[...],
        y[0, 1], y[0, 1, 1], y[:, :, :1], y[..., 1:], y[:, 1:, ::-1], y[0], y[1], y[0:2, tf.newaxis],
        uniform[:, 0], uniform[:, -1], uniform[:, 1, :1], uniform[:, ::-1],
    ]  # fmt: skip


def broadcast_operands(tf):
    """Uniform axes of size 1 are broadcast along ragged ones."""
    x, y = _numbers(tf), _nested(tf)
    narrow = tf.RaggedTensor.from_uniform_row_length([1, 2], 1)
    inner = tf.RaggedTensor.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 3])
    return [
        x + x, x + 1, 1 - x, x + [[1], [2]], [[1], [2]] + x, x * tf.constant([[1], [2]]),
        narrow + x, x + narrow, y + [[[1.0]], [[2.0]], [[3.0]]], y + 1.0,
        y + tf.expand_dims(tf.ragged.constant([[10.0, 20.0], [], [30.0]]), -1),
        inner + [10, 20], inner + tf.expand_dims(x, -1), inner * inner, x / 2, x // 2, x % 2, x**2, 2**x,
        -x, abs(-x), x < 2, 2 >= x, x == x, x != [[1], [3]], (x > 1) & (x < 3), (x > 1) | True,
        ~(x > 1), (x > 1) ^ True, _texts(tf) + _texts(tf), _texts(tf) + "!",
        tf.ragged.constant([[1, 2]]) + tf.ragged.constant([[1, 2], [3, 4]]),
    ]  # fmt: skip


def functions_of_elements(tf):
    """Functions of one or two tensors take ragged ones."""
    x, y, texts = _numbers(tf), _nested(tf), _texts(tf)
    return [
        tf.negative(x), tf.abs(x), tf.square(y), tf.sqrt(y), tf.exp(y), tf.math.log1p(y), tf.round(y),
        tf.cast(x, tf.float32), tf.dtypes.saturate_cast(x, tf.int8), tf.bitcast(x, tf.uint32),
        tf.zeros_like(x), tf.ones_like(y), tf.identity(y), tf.stop_gradient(y), tf.nn.relu(y - 2.0),
        tf.nn.gelu(y), tf.nn.leaky_relu(-y), tf.nn.silu(y), tf.math.log_sigmoid(y),
        tf.clip_by_value(y, 2.0, 3.0), tf.math.scalar_mul(2.0, y), tf.debugging.check_numerics(y, "no"),
        tf.add(x, x), tf.maximum(x, 2), tf.math.divide_no_nan(y, 0.0), tf.math.multiply_no_nan(y, y),
        tf.truncatediv(x, 2), tf.math.xlogy(y, 2.0), tf.math.real(tf.complex(y, y)),
        tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=y), tf.add_n([x, x, x]),
        tf.strings.length(texts), tf.strings.upper(texts), tf.strings.substr(texts, 0, 1),
        tf.strings.regex_replace(texts, "b", "z"), tf.strings.regex_full_match(texts, "b+"),
        tf.strings.to_hash_bucket(texts, 10), tf.strings.to_hash_bucket_fast(texts, 10),
        tf.strings.join([texts, "x", texts], separator="_"), tf.strings.as_string(x),
        tf.strings.to_number(tf.ragged.constant([["1"], []])), tf.io.encode_base64(texts),
        tf.strings.unicode_transcode(texts, "UTF-8", "UTF-16-BE"), tf.strings.strip(texts),
        tf.where(x > 1, x, -x), tf.where(x > 1, x, 0), tf.where([[True], [False]], x, -x), tf.where(x > 1),
        tf.one_hot(x, 4), tf.one_hot(x, 4, on_value=5, off_value=1), tf.nn.dropout(y, 0.0),
        tf.nn.embedding_lookup(tf.reshape(tf.range(10.0), [5, 2]), x),
    ]  # fmt: skip


def reductions(tf):
    """Across rows, along rows, inside of rows, and along several axes."""
    x, y = _numbers(tf), _nested(tf)
    functions = (tf.reduce_sum, tf.reduce_prod, tf.reduce_min, tf.reduce_max, tf.reduce_mean)
    found = [f(v, axis) for f in functions for v in (x, y) for axis in (None, 0, 1, -1)]
    found += [f(v, axis, keepdims=True) for f in functions for v in (x, y) for axis in (0, 1, -1)]
    return [
        *found,
        tf.reduce_sum(y, [0, 2]), tf.reduce_sum(y, (1, 2)), tf.reduce_sum(y, []), tf.reduce_sum(y, 2),
        tf.reduce_sum(x, keepdims=True), tf.reduce_mean(y, [1, 2]), tf.reduce_any(x > 1, 1),
        tf.reduce_all(x > 1, 1), tf.reduce_any(x > 1), tf.reduce_all(x > 0, 0),
        tf.math.reduce_variance(y, 2), tf.math.reduce_std(y, 0), tf.math.reduce_variance(y),
        tf.strings.reduce_join(_texts(tf)), tf.strings.reduce_join(_texts(tf), 1),
        tf.strings.reduce_join(_texts(tf), 0, separator="-"),
        tf.nn.softmax(y), tf.cumsum(x, 0), tf.cumsum(x, 1), tf.cumsum(y, 2),
        tf.cumsum(x, 1, exclusive=True), tf.cumsum(x, 1, reverse=True), tf.cumsum(y, 1),
        tf.cumsum(x, 1, exclusive=True, reverse=True),
        tf.math.unsorted_segment_sum(y, [0, 0, 1], 2), tf.math.unsorted_segment_mean(y, [0, 0, 1], 2),
        tf.math.unsorted_segment_max(x, [1, 0], 3), tf.math.unsorted_segment_sqrt_n(y, [0, 1, 1], 2),
        tf.math.bincount(x), tf.math.bincount(x, axis=-1), tf.math.bincount(x, weights=x, minlength=6),
        tf.rank(y), tf.size(y), tf.size(y, out_type=tf.int64),
    ]  # fmt: skip


def arrangements(tf):
    """Rows are joined, stacked, repeated, turned around and taken apart."""
    x, y = _numbers(tf), _nested(tf)
    ones = tf.expand_dims(x, -1)
    return [
        tf.concat([x, x], 0), tf.concat([x, x], 1), tf.concat([x, [[9], [8]]], 1), tf.concat([y, y], 2),
        tf.concat([y, y], -2), tf.concat([x], 0), tf.concat([x, [[1, 2]]], 0),
        tf.stack([x, x]), tf.stack([x, x], 1), tf.stack([x, x], 2), tf.stack([y, y], -1),
        tf.stack([x, tf.ragged.constant([[1], [2, 3]])]), tf.ragged.stack([[1, 2], [3]]),
        tf.ragged.stack([1, 2]), tf.ragged.stack([[[1, 2]], [[3, 4]]]), tf.ragged.stack([x, x], axis=1),
        tf.tile(x, [2, 2]), tf.tile(x, [1, 2]), tf.tile(x, [2, 1]), tf.tile(x, [0, 1]),
        tf.tile(x, [1, 0]), tf.tile(y, [1, 2, 2]), tf.tile(ones, [2, 1, 3]),
        tf.reverse(x, [1]), tf.reverse(x, [0, 1]), tf.reverse(y, [0, -1]), tf.reverse(ones, [2]),
        tf.expand_dims(x, 0), tf.expand_dims(x, 1), ones, tf.expand_dims(y, 2),
        tf.squeeze(ones, -1), tf.squeeze(tf.expand_dims(x, 0), 0), tf.squeeze(tf.expand_dims(x, 1), 1),
        tf.split(x, 2), tf.split(x, [1, 1]), tf.split(tf.expand_dims(x, 1), 1, axis=1),
        tf.reshape(x, [-1]), tf.reshape(y, [2, 2]), x.merge_dims(0, 1), y.merge_dims(1, 2),
        y.merge_dims(0, 1), y.merge_dims(0, 2), y.merge_dims(-2, -1), ones.merge_dims(1, 2),
        ones.merge_dims(0, 2), tf.dynamic_partition(x, [0, 1], 2),
    ]  # fmt: skip


def selections(tf):
    """Rows and elements by number and by mask."""
    x, y = _numbers(tf), _nested(tf)
    numbers = tf.ragged.constant
    mask = tf.ragged.boolean_mask
    return [
        tf.gather(x, [1, 0]), tf.gather(x, 1), tf.gather([10, 20, 30, 40], x), tf.gather(x, [0], axis=1),
        tf.gather(x, [[0], [0]], axis=1, batch_dims=1), tf.gather(y, [[0, 2], [1, 0]]),
        tf.gather(y, numbers([[0, 2], [1]])), tf.gather(y, [0], axis=2),
        tf.gather(x, [[1], [0]], batch_dims=1),
        tf.gather([[1, 2, 3], [4, 5, 6]], numbers([[0, 2], [1]]), batch_dims=1),
        tf.gather(y, numbers([[1, 0], [], [0]]), batch_dims=1),
        tf.gather(y, numbers([[[0], [1, 0]], [], [[0]]]), batch_dims=2),
        tf.gather_nd(x, [[0, 1], [1, 0]]), tf.gather_nd(x, [[1], [0]]),
        tf.gather_nd(y, [[0, 1, 1], [2, 0, 0]]), tf.gather_nd(y, [[0, 1], [2, 0]]),
        tf.gather_nd(x, numbers([[[0, 1]], [[1, 0], [0, 0]]], ragged_rank=1)),
        mask(x, x > 1), mask([[1, 2], [3, 4]], [[True, False], [True, True]]), mask(x, [True, False]),
        mask(y, [True, False, True]), mask(y, numbers([[True, False], [], [True]])), mask(y, y > 1),
        mask([1, 2, 3], [True, False, True]), mask([[1, 2], [3, 4]], [True, False]),
        tf.ragged.stack_dynamic_partitions([1, 2, 3], [0, 2, 0], 3),
        tf.ragged.stack_dynamic_partitions(x, [1, 0], 2),
        tf.ragged.stack_dynamic_partitions(x, numbers([[1, 0], [1]]), 2),
        tf.ragged.map_flat_values(tf.add_n, [x, x]), tf.ragged.map_flat_values(tf.add, x, 1),
    ]  # fmt: skip


def products_of_matrices(tf):
    """Matrices of different sizes are multiplied one by one."""
    matrices = tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], ragged_rank=1)
    ragged = tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0]]])
    return [
        tf.matmul(tf.ragged.constant([[1.0, 2.0], [3.0, 4.0]]), tf.ones([2, 2])),
        tf.matmul(matrices, tf.ones([2, 2, 3])),
        tf.matmul(ragged, tf.ragged.constant([[[1.0], [2.0]], [[3.0]]])),
        tf.matmul(ragged, ragged), tf.matmul(ragged, ragged, transpose_b=True),
        tf.matmul(ragged, ragged, transpose_a=True),
    ]  # fmt: skip


def rows_and_their_forms(tf):
    """Partitions, conversions and ranges."""
    make, x, y = tf.RaggedTensor, _numbers(tf), _nested(tf)
    uniform = make.from_uniform_row_length([1, 2, 3, 4], 2)
    return [
        uniform, uniform.uniform_row_length, make.from_uniform_row_length([], 0, nrows=3),
        make.from_nested_value_rowids([1, 2, 3], [[0, 1], [0, 0, 1]], [3, 2]),
        make.from_tensor([[[1, 0], [0, 0]]], padding=0, ragged_rank=2),
        make.from_tensor([[[1], [0]], [[2], [3]]], lengths=([2, 1], [1, 0, 1])),
        make.from_tensor([[[1, 2], [3, 4]]], ragged_rank=2), y.bounding_shape(axis=[0, 1]),
        x.bounding_shape(axis=1), y.row_lengths(2), y.row_lengths(-1), x.row_lengths(axis=0),
        tf.ragged.range(3), tf.ragged.range([3, 0, 2]), tf.ragged.range([3, 5], [0, 0], -2),
        tf.ragged.range([0.0, 1.0], 2.0, 0.5), tf.ragged.range([0, 3], [3, 9], [1, 2]),
        tf.ragged.range(3, row_splits_dtype=tf.int32), tf.ragged.range(tf.constant([2], tf.int64), 4.0),
        tf.ragged.segment_ids_to_row_splits([0, 0, 2]),
        tf.ragged.segment_ids_to_row_splits([0, 0, 2], num_segments=5),
        tf.ragged.segment_ids_to_row_splits([0, 0, 2], out_type=tf.int32),
        list(map(str, (x.shape, uniform.shape, y.shape, x[:, :1].shape, uniform[:, :1].shape))),
    ]  # fmt: skip


def shapes_of_ragged_tensors(tf):
    """`tf.shape` gives a shape that other functions take."""
    shape = tf.experimental.DynamicRaggedShape
    x, y = _numbers(tf), _nested(tf)
    rows, wide = shape.from_lengths([2, (2, 1)]), shape.from_lengths([2, (2, 1), 2])
    uniform = shape.from_lengths([2, 3], num_row_partitions=1)
    shapes = tf.shape(x), tf.shape(y), rows, wide, uniform, tf.shape(y)[:2], tf.shape(y)[:]
    return [
        [(str(each), each.rank, each.num_row_partitions, each.inner_shape) for each in shapes],
        tf.shape(x)[0], tf.shape(x, out_type=tf.int64)[0], wide[-1], uniform[1], tf.shape(y).is_uniform(1),
        str(tf.shape(x)[:1]), tf.shape(x).static_lengths(),
        tf.shape(x).static_lengths(ragged_lengths=False),
        tf.zeros(wide), tf.ones(tf.shape(y)), tf.fill(rows, 7), tf.broadcast_to([[1], [2]], rows),
        tf.broadcast_to(5, rows), tf.reshape([1, 2, 3], rows), tf.reshape(x, tf.shape(x)),
        str(tf.broadcast_dynamic_shape(rows, shape.from_lengths([2, 1]))),
        str(shape.from_row_partitions(rows.row_partitions)), str(rows.with_dtype(tf.int32).dtype),
    ]  # fmt: skip


def rows_combined_and_written(tf):
    """Crosses of rows, and code points as strings."""
    x, texts = _numbers(tf), _texts(tf)
    return [
        tf.ragged.cross([texts, [["x"], ["y"]]]), tf.ragged.cross([x, texts]),
        tf.ragged.cross([x, tf.sparse.from_dense([[1, 0], [0, 2]])]),
        tf.ragged.cross_hashed([texts, texts], num_buckets=10),
        tf.ragged.cross_hashed([texts, x], num_buckets=100, hash_key=5),
        tf.ragged.cross_hashed([texts, x]),
        tf.strings.unicode_encode(tf.ragged.constant([[97, 98], [99]]), "UTF-8"),
        tf.strings.unicode_encode(tf.ragged.constant([[[97, 98], [99]], []], ragged_rank=2), "UTF-8"),
    ]  # fmt: skip


def in_functions(tf):
    """The same in graphs, with rows that are not known."""
    spec = tf.RaggedTensorSpec([None, None], tf.int32)

    @tf.function(input_signature=[spec])
    def whole(x):
        y = tf.concat([x, x[:, ::-1]], 1) + tf.constant([[1]])
        return (
            y,
            tf.reduce_sum(y, 1),
            tf.reduce_max(y, 0),
            y[0],
            tf.where(y > 2, y, 0),
            tf.tile(y, [2, 1]),
        )

    @tf.function
    def loop(x):
        total = tf.constant(0)
        for i in tf.range(x.nrows()):
            total += tf.reduce_sum(x[i]) * tf.cast(i + 1, tf.int32)
        return total

    x = _numbers(tf)
    return whole(x), whole(tf.ragged.constant([[5], [], [1, 2, 3]])), loop(x)


def gradients(tf):
    """Of values, and of ragged tensors as a whole."""
    x = _nested(tf)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        sums = tf.reduce_sum(tf.square(x)[:2, :, :1] * 3.0)
        others = tf.reduce_sum(tf.reduce_max(tf.concat([x, -x], 2), 2) * 2.0)
        mean = tf.reduce_mean(tf.reduce_mean(x * x, 2).flat_values)
        spread = tf.reduce_sum(tf.gather(x, [0, 0, 2]) + [[[1.0]], [[2.0]], [[3.0]]])
        soft = tf.reduce_sum(tf.square(tf.nn.softmax(x)))
        dense = tf.reduce_sum(tf.square(x.to_tensor()))
    targets = sums, others, mean, spread, soft, dense
    return [tape.gradient(target, x) for target in targets], tape.gradient(sums, [x, x.flat_values])


def sparse_matrices_with_values_at_any_places(tf):
    """`from_sparse` of all matrices of up to three values whose rows are in order, and of other ranks."""
    places = list(itertools.product(range(2), range(3)))
    found = {}
    for count in range(4):
        for chosen in itertools.product(places, repeat=count):
            if [row for row, _ in chosen] != sorted(row for row, _ in chosen):
                continue
            indices = np.asarray(chosen, np.int64).reshape(-1, 2)
            sparse = tf.SparseTensor(indices, tf.range(count), [2, 3])
            try:
                found[str(chosen)] = tf.RaggedTensor.from_sparse(sparse)
            except tf.errors.InvalidArgumentError:
                found[str(chosen)] = "refused"
    for rank in (1, 3):
        try:
            tf.RaggedTensor.from_sparse(tf.SparseTensor([[0] * rank], [1], [2] * rank))
        except ValueError:
            found[rank] = "refused"
    return found

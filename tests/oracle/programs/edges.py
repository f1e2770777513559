"""Programs that call functions at their edges: scalars where vectors are usual, what is known only later."""

import collections
import itertools

import numpy as np

_X = np.arange(6.0, dtype=np.float32).reshape(2, 3)


def _shapes(tf, f, *specs):
    outputs = tf.function(f).get_concrete_function(*specs).outputs
    return [str(output.shape) for output in outputs]


def one_element_picked_by_a_vector(tf):
    """The result is a scalar."""
    return [tf.gather_nd(_X, [1, 2]), tf.gather_nd([3, 4, 5], tf.constant([1]))]


def repeats_of_unknown_shape(tf):
    """One number for all places, or one for each."""
    shapes = [tf.TensorSpec(None, tf.int32), tf.TensorSpec(None, tf.int32)]
    flat = tf.function(lambda x, n: tf.repeat(x, n), input_signature=shapes)
    last = tf.function(lambda x, n: tf.repeat(x, n, axis=1), input_signature=shapes)
    return [
        flat(3, 4), flat([[1, 2], [3, 4]], 2), flat([[1, 1]], [2]), flat([[1, 2]], [2, 0]),
        last([[1, 2], [3, 4]], 3), last([[1, 2], [3, 4]], [0, 2]),
    ]  # fmt: skip


def masked_axis_known_when_run(tf):
    """The first masked axis is a tensor."""
    masked = tf.function(lambda axis: tf.boolean_mask(_X, [True, False], axis=axis))
    return [masked(tf.constant(0)), tf.boolean_mask(_X, [True, False, True], axis=tf.constant(1))]


def blocks_known_when_run(tf):
    """What comes after the axes of space keeps its size."""
    image = tf.TensorSpec([None, 3, 3, 2])
    pairs, unknown = tf.TensorSpec([2, 2], tf.int32), tf.TensorSpec([2], tf.int32)
    return [
        _shapes(tf, lambda x, c: tf.batch_to_space(x, [2, 2], c), image, pairs),
        _shapes(tf, lambda x, b: tf.batch_to_space(x, b, [[0, 0], [0, 0]]), image, unknown),
        _shapes(tf, lambda x, b: tf.space_to_batch(x, b, [[0, 0], [0, 0]]), image, unknown),
    ]


def sequences_of_other_classes(tf):
    """What has a length and elements can be a tensor."""

    class Two:
        def __len__(self):
            return 2

        def __getitem__(self, i):
            if i >= 2:
                raise IndexError(i)
            return [1, 3][i]

    return [
        tf.constant(Two()),
        tf.constant([Two(), Two()]),
        tf.constant(collections.deque([1.5, 2.5])),
        tf.constant(collections.UserList([1, 2])),
    ]


def values_that_are_no_tensors(tf):
    """`get_static_value` gives them back."""
    return [tf.get_static_value(x) for x in (8000, 2.5, "a", np.float32(3), [1, 2])]


def convolutions_with_many_batch_axes(tf):
    """All but the last four axes of an input of volumes are its batch."""
    x = np.arange(48.0, dtype=np.float32).reshape(2, 2, 2, 3, 2, 1)
    filters = np.ones((1, 2, 1, 1, 2), np.float32)
    return [tf.nn.conv3d(x, filters, [1] * 5, "VALID"), tf.nn.convolution(x, filters)]


def diagonals_of_truth_values(tf):
    """What stands elsewhere is False."""
    return [
        tf.linalg.diag(tf.constant([True, True])),
        tf.linalg.diag_part(np.ones((2, 3), bool), k=(0, 1)),
    ]


def complex_matrices_with_three_diagonals(tf):
    """`beta` stands above the diagonal."""
    alpha = np.array([1.0, 2.0, 3.0, 4.0], np.complex64)
    beta = np.array([1.0 + 2.0j, 2.0 - 1.0j, 1.0j], np.complex64)
    matrix = np.diag(alpha) + np.diag(beta, 1) + np.diag(np.conj(beta), -1)
    values, vectors = tf.linalg.eigh_tridiagonal(alpha, beta, eigvals_only=False)
    residual = np.abs(matrix @ vectors.numpy() - vectors.numpy() * values.numpy())
    return values, bool(residual.max() < 1e-4)


def assertions_about_sparse_tensors(tf):
    """Shapes and dtypes are compared, and what is printed begins and ends like the tensor."""
    sparse = tf.SparseTensor([[0, 0]], [1.0], [2, 2])
    tf.debugging.assert_type(sparse, tf.float32)
    tf.debugging.assert_shapes([(sparse, ("N", "N")), (tf.ones([2]), None)])
    refused = []
    for shape in ([499], [None, 3], ("N", "D", "D")):
        try:
            tf.debugging.assert_shapes([(sparse, shape)])
        except ValueError:
            refused.append(shape)
    try:
        tf.debugging.assert_type(sparse, tf.int32)
    except TypeError:
        refused.append(tf.int32.name)
    return refused


def complex_numbers_that_are_near(tf):
    """Distances of complex128 are float64."""
    x, y = tf.constant(1.0 + 0.1j), tf.constant(1.1 + 0.1j)
    tf.debugging.assert_near(x, y, atol=0.0, rtol=0.5)
    try:
        tf.debugging.assert_near(x, y, atol=0.0, rtol=0.01)
    except tf.errors.InvalidArgumentError:
        return "refused"


def ragged_ids_in_the_older_form(tf):
    """Rows are scaled down to a norm, too."""
    table = tf.constant([[2.0, 0.0], [0.0, 3.0]])
    ids = tf.ragged.constant([[0, 1], [0]])
    return tf.compat.v1.nn.embedding_lookup(table, ids, max_norm=1.0).to_list()


def rows_of_variables_in_batches(tf):
    """The raw operation with two batch axes."""
    variable = tf.Variable(np.arange(8.0).reshape(2, 2, 2))
    indices = [[[0, 1], [1, 0]], [[1, 1], [0, 0]]]
    return tf.raw_ops.ResourceGather(
        resource=variable.handle, indices=indices, dtype=tf.float64, batch_dims=2
    )


def frames_of_padded_signals(tf):
    """Axes that are not framed keep their sizes."""

    def padded(shape, axis):
        frame = lambda x: tf.signal.frame(x, 4, 2, pad_end=True, axis=axis)  # noqa: E731
        return _shapes(tf, frame, tf.TensorSpec(shape))

    return [padded([1, 2, None], -1), padded([None, 8], 0), padded([None], -1)]


def paddings_in_part_unknown(tf):
    """Axes of which the padding is known keep a known size."""
    padded = lambda n: tf.pad(tf.ones([4, 4]), tf.stack([[1, 2], n]))  # noqa: E731
    return _shapes(tf, padded, tf.TensorSpec([2], tf.int32))


def slices_fetched_from_a_session(tf):
    """A named tuple of arrays."""
    with tf.Graph().as_default():
        table = tf.compat.v1.placeholder(tf.float32, [4, 2])
        gradient = tf.gradients(tf.gather(table, [1, 2]), table)[0]
        with tf.compat.v1.Session() as session:
            found = session.run(gradient, {table: np.ones((4, 2))})
            return type(found).__name__, found.values, found.indices, found.dense_shape


def gradients_that_begin_with_slices(tf):
    """`grad_ys` may be slices, or the value of one target."""
    x = tf.TensorSpec([2, 2])

    @tf.function(input_signature=[x])
    def sliced(x):
        slices = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]))
        return tf.gradients(tf.identity(x), x, grad_ys=slices)[0].values

    @tf.function(input_signature=[x])
    def nested(x):
        return tf.gradients(x[0] * x[0], x, grad_ys=[[-1.0, 2.0]])

    return [sliced(np.ones((2, 2))), nested(_X[:, :2])]


def methods_with_gradients_of_their_own(tf):
    """The object of a method gets none."""

    class Model:
        @tf.custom_gradient
        def product(self, x, y):
            return x * y, lambda dy: (10.0 * dy, 20.0 * dy)

    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = Model().product(x, y)
    return z, tape.gradient(z, [x, y])


def gradients_of_neighbours(tf):
    """The number next to x moves with x."""
    x, to = tf.constant([0.1, 2.0]), tf.constant([[3.0], [-1.0]])
    with tf.GradientTape() as tape:
        tape.watch([x, to])
        y = tf.math.nextafter(x, to)
    return tape.gradient(y, [x, to])


def recomputed_with_one_argument_twice(tf):
    """Each place gets its own gradient, and what is not used zeros."""
    x, z = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    results = []
    for f in (
        lambda x, y: x * y,
        lambda x, y: (x * y, x * y * 2.0),
        lambda x, y: x,
    ):
        for y in (x, z):
            with tf.GradientTape() as tape:
                tape.watch([x, z])
                total = tf.recompute_grad(f)(x, y)
            results.append(tape.gradient(total, [x, y]))
    return results


def gradients_through_what_is_captured(tf):
    """`tf.gradients` goes on outside of the function in which it is called."""

    @tf.function
    def around(x):
        y = x * x

        def body(i, total):
            return i + 1, total + tf.gradients(y * x, x)[0]

        return [
            tf.cond(x > 0, lambda: tf.gradients(y * x, x)[0], lambda: x),
            tf.cond(x > 0, lambda: tf.gradients(y * x, x, stop_gradients=[y])[0], lambda: x),
            tf.while_loop(lambda i, _: i < 3, body, [0, 0.0])[1],
            tf.function(lambda: tf.gradients([y, x], x)[0])(),
        ]

    constant = tf.constant(3.0)
    variable = tf.Variable(np.arange(2000.0, dtype=np.float32))
    return [
        around(tf.constant(2.0)),
        tf.function(lambda: tf.gradients(constant * constant, constant))(),
        tf.function(lambda: tf.gradients(variable * variable, variable))(),
    ]


def cross_entropy_along_any_axis(tf):
    """The axes that are left keep their order."""
    logits = np.random.RandomState(0).randn(2, 3, 4).astype(np.float32)
    labels = np.random.RandomState(1).rand(2, 3, 4).astype(np.float32)
    unknown = tf.function(
        lambda x, y: tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=x, axis=1),
        input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)],
    )
    return [
        *[
            tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, axis=axis)
            for axis in (0, 1, 2, -1)
        ],
        unknown(logits, labels),
    ]


def gradients_of_complex_signs(tf):
    """The way around zero, and nothing at zero."""
    x = tf.constant([1.0 + 2.0j, 3.0 - 1.0j, 0.0j, 1.0 + 0.0j], tf.complex64)
    start = tf.constant([1.0 + 0.0j, 1.0j, 1.0 + 1.0j, 2.0 - 1.0j], tf.complex64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sign(x)
    return tape.gradient(y, x, output_gradients=start)


def means_of_integers_by_segment(tf):
    """Integers are divided as floats."""
    return [
        tf.math.unsorted_segment_mean(tf.constant([1, 2, 4], dtype), [0, 0, 3], 4)
        for dtype in (tf.int8, tf.int16, tf.int32, tf.int64, tf.float16)
    ]


def checks_of_choices_in_a_session(tf):
    """What a choice requires is checked though only its result is fetched."""
    with tf.Graph().as_default():
        x, y = (tf.compat.v1.placeholder(tf.bool) for _ in range(2))
        pairs = [(x, lambda: tf.constant(1)), (y, lambda: tf.constant(2))]
        chosen = tf.case(pairs)
        with tf.compat.v1.Session() as session:
            found = [session.run(chosen, {x: False, y: True})]
            try:
                session.run(chosen, {x: False, y: False})
            except tf.errors.InvalidArgumentError:
                found.append("none is true")
            return found


def counts_of_sparse_tensors(tf):
    """Of all values, or of those of each row."""
    places = [[0, 0], [0, 1], [1, 0], [2, 1]]
    values = tf.SparseTensor(places, [1, 3, 1, 2], [3, 2])
    weights = tf.SparseTensor(places, [1.0, 2.0, 3.0, 4.0], [3, 2])
    return [
        tf.math.bincount(values),
        tf.math.bincount(values, binary_output=True),
        tf.math.bincount(values, axis=0, maxlength=2),
        tf.math.bincount(values, axis=-1, minlength=6, binary_output=True),
        tf.math.bincount(values, weights=weights),
        tf.math.bincount(values, weights=weights, axis=-1),
    ]


def bins_of_another_dtype(tf):
    """The numbers of bins are int32, whatever is asked for."""
    return tf.histogram_fixed_width_bins([-1.0, 1.5, 15.0], [0.0, 5.0], nbins=5, dtype=tf.int64)


def gather_with_batch_dims_of_any_sign(tf):
    """Shapes, axes and shared axes of `tf.gather` in all combinations, eagerly and staged."""
    found = {}
    for rank, indices_rank in itertools.product((1, 2, 3), (1, 2, 3)):
        params = tf.reshape(tf.range(2**rank), [2] * rank)
        indices = tf.reshape(tf.range(2**indices_rank) % 2, [2] * indices_rank)
        shared = range(-indices_rank, min(rank, indices_rank))
        for batch_dims, axis in itertools.product(shared, (None, *range(-rank, rank))):
            if axis is not None and axis % rank < batch_dims % indices_rank:
                continue  # TensorFlow ends the process at some of these.

            def gather(params, indices, axis=axis, batch_dims=batch_dims):
                return tf.gather(params, indices, axis=axis, batch_dims=batch_dims)

            for form, function in (("eager", gather), ("staged", tf.function(gather))):
                try:
                    result = function(params, indices)
                except (ValueError, tf.errors.InvalidArgumentError):
                    result = "refused"
                found[f"{form} {rank} {indices_rank} {batch_dims} {axis}"] = result
    return found


def empty_tensors_are_false(tf):
    """The truth of tensors of every number of elements and dtype."""
    found = {}
    for shape in ((0,), (0, 2), (2, 0), (), (1,), (1, 1), (2,)):
        for dtype in (tf.float32, tf.int32, tf.bool, tf.complex64):
            try:
                found[f"{shape} {dtype.name}"] = bool(tf.cast(tf.ones(shape), dtype))
            except ValueError:
                found[f"{shape} {dtype.name}"] = "refused"
    return found


def variables_by_their_synchronization(tf):
    """Whether variables are trained that nothing is said of."""
    return [
        tf.Variable(1.0, synchronization=synchronization, trainable=trainable).trainable
        for synchronization in tf.VariableSynchronization
        for trainable in (None, False)
    ]


def elements_that_were_never_written(tf):
    """Reading an element that was never written takes nothing away."""
    found = []
    for clear in (True, False):
        array = tf.TensorArray(tf.float32, size=3, element_shape=[1, 2], clear_after_read=clear)
        found.append(array.read(0))
        array = array.write(1, [[4.0, 5.0]])
        found += [array.read(2), array.stack()]
    return found


def raw_control_flow_of_concrete_functions(tf):
    """`If`, `Case` and `While` as raw operations, eagerly and in a function."""
    spec = tf.TensorSpec((), tf.int32)
    step = tf.function(lambda x: x + 1, input_signature=[spec]).get_concrete_function()
    double = tf.function(lambda x: x * 2, input_signature=[spec]).get_concrete_function()
    test = tf.function(lambda x: x < 5, input_signature=[spec]).get_concrete_function()

    def run(x):
        raw, of = tf.raw_ops, {"input": [x], "Tout": [tf.int32]}
        return [
            raw.If(cond=x > 3, then_branch=step, else_branch=double, **of),
            raw.Case(branch_index=x, branches=[step, double], **of),
            raw.While(cond=test, input=[x], body=step),
            raw.StatelessIf(cond=x > 3, then_branch=step, else_branch=double, **of),
            raw.StatelessWhile(cond=test, input=[x], body=step),
        ]

    return [[run(tf.constant(x)), tf.function(run)(tf.constant(x))] for x in (0, 1, 4)]


def saturated_casts(tf):
    """Values at and beyond the bounds of integers, from all floating dtypes, eagerly and staged."""
    values = [float("inf"), float("-inf"), 1e30, -1e30, 3e9, -3e9, 300.5, -300.5, 127.0, -5.0, 0.0]
    found = []
    for source in ("float16", "bfloat16", "float32", "float64"):
        x = tf.cast(tf.constant(values, tf.float64), source)
        for target in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"):
            found.append(tf.saturate_cast(x, target))
            found.append(tf.function(lambda x, target=target: tf.saturate_cast(x, target))(x))
    return found


def truths_of_tensors(tf):
    """What `bool` says of tensors with no element, one, and several."""
    found = []
    for dtype in ("float32", "int64", "bool", "string", "complex64", "bfloat16"):
        for shape in ([0], [0, 2], [1], [1, 1], []):
            found.append(bool(tf.zeros(shape, dtype)))
    for value in ([0.0], [2.0], [[True]], "", "a", float("nan")):
        found.append(bool(tf.constant(value)))
    for value in ([1, 2], [0, 0], ["a", "b"]):
        try:
            bool(tf.constant(value))
        except ValueError:
            found.append("refused")
    return found


def segments_of_strings_that_begin_empty(tf):
    """No separator stands behind the empty strings with which a segment begins, but behind all others."""
    rows = ["", "a", "", "b"], ["", "", ""], ["a", "", "b"], ["", "a"], ["a", ""], []
    join = tf.strings.unsorted_segment_join
    return [
        [
            join(tf.constant(row, tf.string), tf.ones([len(row)], tf.int32), 3, separator="/")
            for row in rows
        ],
        join([["", "x"], ["b", ""], ["", "y"]], [0, 0, 0], 1, separator="+"),
        join([["", "x"], ["b", ""]], [[0, 0], [1, 0]], 2, separator="+"),
        tf.strings.reduce_join(tf.ragged.constant([["", "a", ""], ["", ""], []]), -1, separator="-"),
        tf.strings.reduce_join([["", "a", ""], ["", "", ""]], -1, separator="-"),
    ]


def split_of_unknown_rank(tf):
    """It is a vector's."""
    text = tf.TensorSpec(None, tf.string)
    white = tf.function(lambda x: tf.strings.split(x), input_signature=[text])
    result = [
        white(["a b", "", " c"]),
        white(tf.zeros([0], tf.string)),
        tf.function(lambda x: tf.strings.split(x, ",").to_tensor("-"), input_signature=[text])(["a,,b"]),
    ]
    for wrong in ("a", [["a"]]):
        try:
            result.append(white(wrong))
        except tf.errors.InvalidArgumentError:
            result.append("refused")
    return result

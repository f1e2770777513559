"""Programs with functions of `compat.v1`, called as TensorFlow 1 had them."""

import numpy as np

_X = np.arange(6.0, dtype=np.float32).reshape(2, 3)
_IMAGE = np.arange(16.0, dtype=np.float32).reshape(1, 4, 4, 1)
_KERNEL = np.ones((2, 2, 1, 1), np.float32)


def reductions(tf):
    """Axes and kept dimensions by their older names."""
    v1 = tf.compat.v1
    return [
        v1.reduce_sum(_X, reduction_indices=1, keep_dims=True),
        v1.reduce_mean(_X, 0, True),
        v1.reduce_any(_X > 3, 1, keep_dims=True),
        v1.count_nonzero(_X, 1, keep_dims=True),
        v1.math.count_nonzero(input=_X),
        v1.norm(_X, 1, 0, keep_dims=True),
        v1.argmax(_X, 1, None, None, tf.int32),
        v1.argmin(_X, dimension=0),
        v1.nn.moments(tf.constant(_X), [0], keep_dims=True),
        v1.nn.weighted_moments(tf.constant(_X), [0], tf.ones([2, 3]), None, True),
        v1.reduce_join([["a", "b"], ["c", "d"]], 1, True, "-"),
        v1.math.bincount([1, 1, 2], minlength=5),
    ]


def arrays(tf):
    """Arguments that stood in another order."""
    v1 = tf.compat.v1
    return [
        v1.transpose(_X, [1, 0], "name", True),
        v1.gather(_X, [1], None, "name", 1),
        v1.shape(_X, "name", tf.int64),
        v1.size(_X, out_type=tf.int64),
        v1.boolean_mask(_X, [True, False, True], "name", 1),
        v1.pad(_X, [[0, 1], [0, 0]], "CONSTANT", "name", 5),
        v1.squeeze(_X[None], squeeze_dims=[0]),
        v1.expand_dims(_X, dim=0),
        v1.ones_like(_X, tf.int32, "name", False),
        v1.reverse_sequence(_X, [1, 2], seq_dim=1, batch_dim=0),
        v1.sparse_segment_sum(_X, [0, 1], [0, 0], "name", 2),
        v1.strings.substr("hello", 1, 2, "name", "BYTE"),
        v1.string_to_number(string_tensor="1.5"),
        v1.decode_raw(bytes=b"\x01\x02", out_type=tf.uint8),
        v1.space_to_batch(_IMAGE, [[0, 0], [0, 0]], 2),
        v1.batch_to_space(np.ones((4, 1, 1, 1), np.float32), [[0, 0], [0, 0]], 2),
    ]


def constants_and_choices(tf):
    """Constants that fill a shape, `where` without broadcasting, results in lists of one."""
    v1 = tf.compat.v1
    return [
        v1.constant(7, shape=[2, 2]),
        v1.constant([1, 2, 3, 4], shape=[2, 2]),
        v1.constant([1, 2], tf.float32, [2], "name", True),
        v1.convert_to_tensor(1, preferred_dtype=tf.float64),
        v1.convert_to_tensor(1, tf.int64, "name"),
        v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]]),
        v1.where(True, [[1, 2]], [[5, 6]]),
        v1.where([True, False]),
        v1.cond(tf.constant(True), lambda: [1], lambda: [2]),
        v1.cond(tf.constant(True), lambda: [1], lambda: [2], strict=True),
        v1.cond(tf.constant(False), fn1=lambda: 1, fn2=lambda: 2),
        v1.while_loop(lambda i: i < 3, lambda i: i + 1, [0]),
        *v1.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), [0, 1]),
    ]


def networks(tf):
    """Layers' functions with the arguments of TensorFlow 1."""
    v1 = tf.compat.v1
    ones = [1, 1, 1, 1]
    return [
        v1.nn.conv2d(_IMAGE, _KERNEL, [1, 2, 2, 1], "SAME"),
        v1.nn.conv2d(_IMAGE, filters=_KERNEL, strides=2, padding="VALID"),
        v1.nn.conv1d(_IMAGE[:, :, 0], _KERNEL[0], 1, "VALID"),
        v1.nn.convolution(_IMAGE, _KERNEL, "VALID", dilation_rate=[2, 2]),
        v1.nn.depthwise_conv2d(_IMAGE, _KERNEL, ones, "VALID", rate=[2, 2]),
        v1.nn.conv2d_transpose(_IMAGE, _KERNEL, [1, 8, 8, 1], [1, 2, 2, 1]),
        v1.nn.max_pool(_IMAGE, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
        v1.nn.avg_pool(value=_IMAGE, ksize=2, strides=2, padding="SAME"),
        v1.nn.pool(_IMAGE, [2, 2], "MAX", "SAME", strides=[2, 2]),
        v1.nn.dilation2d(_IMAGE, _KERNEL[..., 0], ones, ones, "VALID"),
        v1.nn.erosion2d(_IMAGE, _KERNEL[..., 0], ones, ones, "VALID"),
        v1.nn.fractional_max_pool(
            _IMAGE, [1.0, 1.4, 1.4, 1.0], deterministic=True, seed=3, seed2=5
        ),
        v1.nn.softmax(_X, dim=0),
        v1.nn.softmax_cross_entropy_with_logits(labels=_X, logits=_X, dim=0),
        v1.nn.softmax_cross_entropy_with_logits_v2(_X, _X, dim=0),
        v1.math.in_top_k(_X, [2, 1], 1),
    ]


def variable_scopes(tf):
    """Names of variables and operations, sharing, defaults, and what getters are told."""
    v1 = tf.compat.v1
    told = []

    def told_getter(getter, name, **wanted):
        told.append([name, wanted["shape"], wanted["dtype"].name])
        return getter(name, **wanted)

    with tf.Graph().as_default():
        zeros = v1.zeros_initializer()
        with v1.variable_scope("a") as scope:
            w = v1.get_variable("w", [2], initializer=zeros)
            told.append([w.name, scope.name, scope.original_name_scope])
            told.append(tf.constant(1.0, name="c").name)
        with v1.variable_scope("a", reuse=True) as again:
            told.append([v1.get_variable("w").name, again.original_name_scope, again.reuse])
            with v1.variable_scope("b") as inner:
                told.append([inner.name, inner.reuse])
        with v1.variable_scope(scope) as entered:
            told.append([entered.name, entered.reuse, entered.original_name_scope])
            told.append(tf.constant(1.0, name="c").name)
        for _ in range(2):
            with v1.variable_scope(None, "d") as numbered:
                told.append([numbered.name, v1.get_variable("w", [], initializer=zeros).name])
        double = v1.variable_scope(
            "h",
            custom_getter=told_getter,
            regularizer=lambda v: tf.reduce_sum(v),
            initializer=zeros,
        )
        with double:
            v1.get_variable("r", [2])
            v1.get_variable("i", [2], tf.int32, regularizer=lambda v: None)
        told.append(len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)))
        told.append([v.name for v in v1.get_collection("variables", "h")])
        told.append([v.name for v in v1.global_variables()])
        with v1.name_scope(None, "named") as name:
            told.append(name)
        v1.add_to_collections(["k", "m"], 2)
        told.append(v1.get_collection("m"))
    return told


def gradients_in_the_older_order(tf):
    """`gradients` with its older arguments; labels get none."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        labels = tf.constant([[0.5, 0.5]])
        logits = tf.constant([[1.0, 2.0]])
        loss = v1.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        found = v1.gradients(loss, [labels, logits], None, "gradients", True)
        return [found[0] is None, session.run(found[1])]


def confusion_matrices(tf):
    """Counts of classes, in both forms."""
    counted, older = tf.math.confusion_matrix, tf.compat.v1.confusion_matrix
    return [
        counted([1, 2, 4], [2, 2, 4]),
        counted([1, 2], [2, 2], num_classes=4, weights=[0.5, 2.0], dtype=tf.float32),
        counted([1, 2], [2, 2], weights=[0.5, 2.0]),
        counted([[1], [0]], [0, 0]),
        older([1, 2], [2, 0], 3, tf.int64),
    ]


def older_image_sizes(tf):
    """The four ways to another size, each under its name."""
    images, name = tf.reshape(tf.range(24.0), [1, 3, 4, 2]), tf.compat.v1.image
    functions = name.resize_bilinear, name.resize_bicubic, name.resize_nearest_neighbor
    keys = {}, {"align_corners": True}, {"half_pixel_centers": True}
    found = [f(images, [5, 3], **each) for f in functions for each in keys]
    return [*found, name.resize_area(images, [2, 3]), name.resize_area(images, [2, 2], True)]


def names_of_variables_and_slots(tf):
    """Operations and variables have TensorFlow 1's names, by which checkpoints and seeds know them."""
    v1 = tf.compat.v1
    named = {}
    for kind, more in (
        ("GradientDescent", {}), ("Momentum", {"momentum": 0.9}), ("Adam", {}), ("RMSProp", {}),
        ("RMSProp", {"centered": True}), ("Adagrad", {}), ("Adadelta", {}), ("Ftrl", {}),
        ("Ftrl", {"accum_name": "sum"}),
    ):  # fmt: skip
        with tf.Graph().as_default():
            with v1.variable_scope("s"):
                w, b = v1.get_variable("w", [2, 3]), v1.get_variable("b", [3])
            loss = tf.reduce_sum(tf.square(tf.ones([1, 2]) @ w + b))
            optimizer = getattr(v1.train, f"{kind}Optimizer")(0.1, **more)
            train = optimizer.minimize(loss)
            slots = {name: optimizer.get_slot(w, name).name for name in optimizer.get_slot_names()}
            every = [variable.name for variable in v1.global_variables()]
            own = [variable.name for variable in optimizer.variables()]
            named[f"{kind} {more}"] = every, own, slots, train.name
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(5)
        tf.Variable([1.0, 2.0], name="v")
        tf.Variable(lambda: tf.ones([2]) * 3, name="q")
        v1.get_variable("z", initializer=tf.constant([3.0]))
        with tf.name_scope("scope"):
            tf.Variable(1.0)
            v1.get_variable("g", [2])
        with v1.variable_scope("variables"):
            v1.get_variable("g", [2])
            tf.Variable(2.0, name="v")
            tf.Variable(2.0, name="v")
        drawn = (
            v1.get_variable("drawn", [2]),
            tf.Variable(v1.random_normal([2])),
            v1.random_uniform([2]),
        )
        v1.placeholder_with_default(3.0, [])
        operations = [op.name for op in graph.get_operations()]
        missing = v1.report_uninitialized_variables()
        with v1.Session() as session:
            before = len(session.run(missing))
            session.run(v1.global_variables_initializer())
            return named, operations, before, session.run(missing), session.run(drawn)


def gradients_of_convolutions(tf):
    """By function, with each kind of padding."""
    nn = tf.compat.v1.nn
    ones, space = [1, 1, 1, 1], np.arange(8.0, dtype=np.float32).reshape(1, 2, 2, 2, 1)
    pads = [[0, 0], [1, 0], [0, 1], [0, 0]]
    found = []
    for padding, size in (("VALID", 3), ("SAME", 4), (pads, 4)):
        dy = np.linspace(-1, 1, size * size, dtype=np.float32).reshape(1, size, size, 1)
        found += [
            nn.conv2d_backprop_filter(_IMAGE, [2, 2, 1, 1], dy, ones, padding),
            nn.conv2d_backprop_input([1, 4, 4, 1], _KERNEL, dy, ones, padding),
            nn.conv2d_backprop_input([1, 4, 4, 1], None, dy, ones, padding, filters=_KERNEL),
            nn.depthwise_conv2d_native(_IMAGE, _KERNEL, ones, padding),
        ]
    dy = np.ones([1, 1, 1, 1, 1], np.float32)
    for function in (nn.conv3d_backprop_filter, nn.conv3d_backprop_filter_v2):
        found.append(function(space, [2, 2, 2, 1, 1], dy, [1] * 5, "VALID"))
    return found


def sparse_functions_and_switches(tf):
    """Names without their namespace, and what asks for behaviour."""
    v1 = tf.compat.v1
    x = tf.sparse.from_dense([[1.0, 0.0], [2.0, 3.0]])
    v1.assert_integer(tf.constant(1))
    v1.assert_type(tf.constant(1), tf.int32)
    v1.enable_tensor_equality()
    return [
        v1.sparse_reduce_sum(x, 1, True),
        v1.sparse_reduce_max(x, reduction_axes=0),
        [tf.sparse.to_dense(part) for part in v1.sparse_split(sp_input=x, num_split=2, axis=1)],
        v1.resource_variables_enabled(),
        v1.control_flow_v2_enabled(),
        v1.no_regularizer(1.0),
    ]


def images_with_pad(tf):
    """Images within a size, with zeros around, by every method of TensorFlow 1."""
    images = tf.reshape(tf.range(24.0), [1, 4, 6, 1])
    resize = tf.compat.v1.image.resize_image_with_pad
    sizes = (5, 9), (8, 8), (2, 6)
    return [
        resize(images, *size, method, align_corners=corners)
        for size in sizes
        for method in range(4)
        for corners in (False, True)
    ]


def colocated_operations(tf):
    """Operations that are made by name, placed with others, and in containers."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default() as graph, v1.Session() as session:
        a = tf.constant([[1.0, 2.0]], name="a")
        with graph.colocate_with(a.op):
            b = tf.identity(a, name="b")
            with graph.colocate_with(b):
                c = tf.add(a, b, name="c")
        found += [x.op.colocation_groups() for x in (a, b, c)]
        true = v1.AttrValue(b=True)
        product = graph.create_op("MatMul", [a, c], [tf.float32], name="p", attrs={"transpose_b": true})
        found += [product.name, product.outputs[0].shape, session.run(product.outputs[0])]
        with graph.container("box") as name:
            found.append(name)
            v = v1.get_variable("v", initializer=1.0, use_resource=True)
        found += [v.handle.op.get_attr("container"), v1.get_variable("w", [1]).op.name]
        try:
            graph.create_op("MatMul", [[[1.0]], [[2.0]]])
        except TypeError as error:
            found.append(str(error))
        found.append(graph.graph_def_versions.producer > 0)
    return found


def dense_tables_of_vectors(tf):
    """Tables whose keys are vectors, their places in checkpoints, and what they refuse."""
    found = []
    kind = tf.lookup.experimental.DenseHashTable
    table = kind(tf.int64, tf.int64, -1, empty_key=[0, 3], deleted_key=[-1, -1])
    keys = [[11, 5], [12, 1], [1, 1], [2, 2], [3, 1]]
    table.insert(keys, [1, 2, 3, 4, 5])
    look_up = tf.function(lambda x: table.lookup(x))
    for x in (keys[::2], [[9, 9]], [[5, 11]]):
        found += [table.lookup(x), look_up(tf.constant(x, tf.int64))]
    table.erase(tf.constant([[1, 1]], tf.int64))
    found += [table.size(), table.lookup(keys)]
    words = kind(tf.string, tf.float32, [0.0, 0.0], empty_key=["", ""], deleted_key=["x", "x"])
    words.insert([["a", "b"], ["c", "d"]], [[1.0, 2.0], [3.0, 4.0]])
    found.append(words.lookup([["a", "b"], ["b", "a"]]))
    scalars = kind(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-1)
    for refused in (
        lambda: table.lookup([1, 2]),
        lambda: table.lookup([1, 2, 3]),
        lambda: table.lookup([[0, 3]]),
        lambda: table.insert([[1, 2]], [1, 2]),
        lambda: scalars.lookup([[11, 5], [12, 1]]),
        lambda: scalars.insert([[11, 5], [12, 1]], [[11, 0], [12, 1]]),
        lambda: kind(tf.int64, tf.int64, -1, empty_key=[0, 3], deleted_key=-1),
        lambda: kind(tf.int64, tf.int64, -1, empty_key=[0, 3], deleted_key=[0, 3]),
    ):
        try:
            found.append(refused())
        except tf.errors.InvalidArgumentError:
            found.append("InvalidArgumentError")
    return found


def identity_matrices(tf):
    """Sizes of identity matrices, and what is none."""
    found = []
    for size in (3, tf.constant(3), [3], tf.constant([3]), 2.0, "a", -1):
        for function in (lambda: tf.eye(size), lambda: tf.eye(2, size), tf.function(lambda: tf.eye(size))):
            try:
                found.append(function())
            except (TypeError, ValueError, tf.errors.InvalidArgumentError) as error:
                found.append(type(error).__name__)
    return found


def quantized_numbers(tf):
    """Quantized numbers are compared and padded."""
    found = []
    for dtype in (tf.qint8, tf.quint8, tf.qint32):
        x = tf.constant([0, 1, 2], tf.int32).numpy().astype(dtype.as_numpy_dtype)
        tensor = tf.constant(x, dtype)
        found += [tf.equal(x, x), tf.not_equal(tensor, tensor[:1]), tensor == tensor]
        found.append(tf.function(lambda a: tf.equal(a, a[1:2]))(tensor))
        padded = tf.pad(x, [[1, 0]], constant_values=x[1:2].reshape(()))
        found += [padded.dtype.name, tf.equal(padded, tf.concat([tensor[1:2], tensor], 0))]
    return found


def device_functions_see_variables_and_not_their_initializers(tf):
    """A function that counts: it places the variable; its first value stands with it, wherever that is."""
    v1 = tf.compat.v1
    calls = []

    def place(operation):
        calls.append((operation.type, operation.name))
        return f"/job:ps/task:{len(calls) % 3}"

    with tf.Graph().as_default() as graph, graph.device(place):
        a = v1.get_variable("a", [2], use_resource=True)
        v1.get_variable("b", initializer=lambda: tf.ones([2]) * 3.0, use_resource=True)
        with v1.variable_scope("s"):
            v1.get_variable("c", initializer=tf.constant(2.0), use_resource=True)
        with graph.colocate_with(a.op):
            tf.identity(tf.constant(1.0), name="beside")
    operations = graph.get_operations()
    return calls, [(x.type, x.name, x.device, x.colocation_groups()) for x in operations]


def variables_take_shape_and_dtype_from_functions_without_arguments(tf):
    """tf.compat.v1.get_variable without a shape: the function's value says it."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        initializers = {
            "lambda": lambda: tf.ones([2, 3]),
            "default": lambda value=4: tf.constant(value),
            "tensor": tf.constant([1.0]),
            "partial": __import__("functools").partial(tf.fill, [2], 7),
        }
        made = [v1.get_variable(k, initializer=v, use_resource=True) for k, v in initializers.items()]
        for wrong in (lambda shape: tf.ones(shape), tf.compat.v1.zeros_initializer(), None):
            try:
                v1.get_variable("wrong", initializer=wrong, use_resource=True)
            except ValueError as error:
                found.append(type(error).__name__)
        session.run(v1.global_variables_initializer())
        found += [(v.name, v.shape, v.dtype, session.run(v)) for v in made]
    return found

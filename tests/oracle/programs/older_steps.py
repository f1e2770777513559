"""Programs with what TensorFlow 1 has alone: proximal steps, Jacobians in sessions, sparse results."""

import numpy as np


def _optimizers(tf, step):
    train = tf.compat.v1.train
    return [
        train.ProximalGradientDescentOptimizer(0.1),
        train.ProximalGradientDescentOptimizer(0.1, 0.3, 0.2),
        train.ProximalAdagradOptimizer(0.1),
        train.ProximalAdagradOptimizer(0.1, 0.2, 0.4, 0.3),
        train.AdagradDAOptimizer(0.1, step),
        train.AdagradDAOptimizer(0.1, step, 0.2, 0.3, 0.1),
    ]


def proximal_steps(tf):
    """Steps of whole gradients and of some rows, the step being counted."""
    v1, found = tf.compat.v1, []
    for place in range(6):
        with tf.Graph().as_default(), v1.Session() as session:
            step = v1.train.get_or_create_global_step()
            optimizer = _optimizers(tf, step)[place]
            v = v1.get_variable("v", initializer=[3.0, -2.0, 0.01])
            rows = v1.get_variable("rows", initializer=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
            slices = tf.IndexedSlices(
                tf.constant([[1.0, -1.0], [0.5, 0.5], [0.25, 0.0]]), [2, 0, 2], [3, 2]
            )
            pairs = [(v - [1.0, 2.0, 0.0], v), (slices, rows)]
            update = optimizer.apply_gradients(pairs, global_step=step)
            session.run(v1.global_variables_initializer())
            for _ in range(3):
                session.run(update)
            found += session.run([v, rows, step])
            names = optimizer.get_slot_names()
            found.append(sorted(names))
            found += session.run([optimizer.get_slot(rows, name) for name in sorted(names)])
            found.append(sorted(x.name for x in v1.global_variables()))
    return found


def jacobians_in_sessions(tf):
    """Of one tensor, of several, of complex ones and of rows of a table."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session():
        start = np.array([[1.0, 2.0, 3.0], [-1.0, 0.5, 0.25]], np.float32)
        x = tf.constant(start)
        test = v1.test
        found += test.compute_gradient(x, [2, 3], tf.square(x), [2, 3], x_init_value=start)
        w = tf.ones([3, 1])
        y = tf.matmul(x, w)
        starts = [start, np.ones((3, 1), np.float32)]
        for pair in test.compute_gradient([x, w], [[2, 3], [3, 1]], y, [2, 1], starts):
            found += pair
        found.append(
            test.compute_gradient_error([x, w], [[2, 3], [3, 1]], y, [2, 1], starts) < 1e-2
        )
        rows = tf.gather(x, [1, 1])
        found += test.compute_gradient(x, [2, 3], rows, [2, 3], start, delta=0.5)
        z = tf.constant([0j, 0j], tf.complex64)
        found += test.compute_gradient(z, [2], z * z, [2], np.array([1 + 2j, 3j], np.complex64))
        found.append(bool(test.compute_gradient_error(x, [2, 3], tf.tanh(x), [2, 3]) < 1e-2))
    return found


def _parts(tf, x):
    return [x.indices.numpy(), x.values.numpy(), x.dense_shape.numpy()]


def older_sparse_tensors(tf):
    """Reductions with sparse results, merged values, products."""
    v1, found = tf.compat.v1, []
    x = tf.SparseTensor([[0, 0, 1], [0, 2, 0], [1, 1, 1]], [1.0, 2.0, -3.0], [2, 3, 2])
    for reduce in (v1.sparse_reduce_sum_sparse, v1.sparse.reduce_max_sparse):
        for axis in (None, 0, [1, 2], -1):
            found += _parts(tf, reduce(x, axis))
            found += _parts(tf, reduce(x, axis, keepdims=True))
        try:
            reduce(x, 0, reduction_axes=0)
        except ValueError:
            found.append("refused")
    ids = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [3, 1, 0], [3, 2])
    more = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], tf.constant([1, 0, 1], tf.int64), [3, 2])
    values = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [5.0, 6.0, 7.0], [3, 2])
    found += _parts(tf, v1.sparse_merge(ids, values, 4))
    found += _parts(tf, v1.sparse.merge(ids, values, 4, already_sorted=True))
    found += _parts(tf, v1.sparse_merge([ids, more], values, [4, 2]))
    for bad in ((ids, values, [4]), ([ids], values, 4), ([ids], values, [4, 2])):
        try:
            v1.sparse_merge(*bad)
        except (TypeError, ValueError) as error:
            found.append(type(error).__name__)
    a, b = [[1.0, 0.0], [2.0, 3.0]], [[0.5, 1.0], [0.0, 2.0]]
    found.append(v1.sparse_matmul(a, b, transpose_a=True, b_is_sparse=True).numpy())
    half = tf.constant(a, tf.bfloat16)
    found.append(v1.sparse_matmul(half, b, transpose_b=True).numpy())
    return found


def strings_cut_at_bytes(tf):
    """At spaces, at any of several bytes, into bytes, and with empty pieces."""
    v1, found = tf.compat.v1, []
    texts = ["a b  c", "", "d,e f"]
    for arguments in ({}, {"sep": ", "}, {"sep": ""}, {"delimiter": ","}, {"skip_empty": False}):
        found += _parts(tf, v1.string_split(texts, **arguments))
        found.append(v1.string_split(texts, result_type="RaggedTensor", **arguments).to_list())
    try:
        v1.string_split(texts, result_type="list")
    except ValueError:
        found.append("refused")
    return found


def states_of_checkpoints(tf):
    """Messages of the file that says which checkpoints there are."""
    make, found = tf.compat.v1.train.generate_checkpoint_state_proto, []
    for arguments in (
        ("folder", "folder/model-2", ["folder/model-1", "folder/model-2"], [1.0, 2.0], 0.5),
        ("/folder", "/folder/model-1"),
        ("folder", "/folder/model-2", ["folder/model-1"]),
    ):
        found.append(make(*arguments).SerializeToString(deterministic=True))
    try:
        make("folder", "model-2", None, [1.0, 2.0])
    except ValueError:
        found.append("refused")
    return found


def scopes_sessions_and_counters(tf):
    """Older scopes, what sessions tell of themselves, and variables that may have no value."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.op_scope([], "a") as scope, v1.op_scope([], None, "b") as inner:
            found += [scope, inner]
        with v1.variable_op_scope([], None, "layer", v1.ones_initializer()):
            w = v1.get_variable("w", [2])
        count = v1.get_variable("count", initializer=0)
        found.append(w.name)
        session.run([w.initializer, count.initializer])
        following = count.count_up_to(2)
        found += [session.run(following), session.run(following)]
        try:
            session.run(following)
        except tf.errors.OutOfRangeError:
            found.append("refused")
        found.append([node.name for node in session.graph_def.node if node.op == "VarHandleOp"])
        (device,) = session.list_devices()
        found += [device.name, device.device_type, device.memory_limit_bytes]
    return found


def files_beside_the_program(tf):
    """Paths from the file that asks."""
    loader = tf.compat.v1.resource_loader
    return [
        loader.get_data_files_path(),
        loader.get_path_to_datafile("words.txt"),
        loader.readahead_file_path("words.txt"),
    ]


def global_steps_of_eager_code(tf):
    """Made eagerly, counted in functions, and known to optimizers and decays."""
    train = tf.compat.v1.train

    @tf.function
    def count():
        return train.get_or_create_global_step().assign_add(1)

    found = [int(train.get_or_create_global_step().assign_add(1)), count(), count()]
    step = train.get_global_step()
    w = tf.Variable(1.0)
    train.GradientDescentOptimizer(0.1).minimize(lambda: w * w, global_step=step)
    found += [step.name, step.trainable, train.global_step(None, step), int(step), w]
    found.append(train.exponential_decay(0.1, step, 10, 0.5)())
    try:
        train.create_global_step()
    except ValueError:
        found.append("refused")
    with tf.Graph().as_default():
        found += [train.get_global_step(), train.get_or_create_global_step().name]
    return found


def savers_of_one_variable_under_two_names(tf):
    """Two names for a variable are refused."""
    with tf.Graph().as_default():
        w = tf.compat.v1.get_variable("w", initializer=1.0)
        try:
            tf.compat.v1.train.Saver({"a": w, "b": w})
        except ValueError:
            return "refused"

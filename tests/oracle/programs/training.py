"""Programs that train: optimizers of both generations, eagerly, staged and in sessions."""


def _steps(tf, optimizer, staged=False, count=5):
    """A few steps towards the least of a bowl that is steeper on one side; two variables."""
    v, w = tf.Variable([1.0, -2.0]), tf.Variable(3.0)

    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(v * v * tf.constant([1.0, 10.0])) + (w - v[0]) ** 2
        optimizer.apply_gradients(zip(tape.gradient(loss, [v, w]), [v, w], strict=True))
        return loss

    call = tf.function(step) if staged else step
    return [(call(), tf.identity(v), tf.identity(w)) for _ in range(count)]


def descent(tf):
    """Plain gradient descent, eagerly and staged."""
    return [_steps(tf, tf.optimizers.SGD(0.05), staged) for staged in (False, True)]


def descent_with_momentum(tf):
    """Momentum in both forms."""
    return [
        _steps(tf, tf.optimizers.SGD(0.02, momentum=0.9, nesterov=nesterov), staged)
        for nesterov in (False, True)
        for staged in (False, True)
    ]


def adam(tf):
    """Adam with its defaults and with others."""
    return [
        _steps(tf, optimizer, staged)
        for staged in (False, True)
        for optimizer in (tf.optimizers.Adam(0.1), tf.optimizers.Adam(0.1, 0.5, 0.9, 1e-3))
    ]


def rows_of_an_embedding(tf):
    """Gradients that are indexed slices. A row that comes twice counts twice, in Keras's Adam once."""
    results = []
    for optimizer, rows in (
        (tf.optimizers.SGD(0.1), [2, 0, 2]),
        (tf.optimizers.SGD(0.1, momentum=0.5), [2, 0, 2]),
        (tf.optimizers.Adam(0.1), [2, 0]),
    ):
        table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        for _ in range(3):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.gather(table, rows) ** 2)
            optimizer.apply_gradients([(tape.gradient(loss, table), table)])
        results.append(tf.identity(table))
    return results


def a_rate_that_is_changed(tf):
    """The learning rate is assigned between steps, also of a staged one."""
    v, optimizer = tf.Variable(1.0), tf.optimizers.SGD(0.5)

    @tf.function
    def step():
        optimizer.apply_gradients([(v * 2.0, v)])

    step()
    first = tf.identity(v)
    optimizer.learning_rate = 0.1
    step()
    return first, tf.identity(v), tf.identity(optimizer.iterations), float(optimizer.learning_rate)


def a_variable_without_gradient_stays(tf):
    """Pairs whose gradient is None are left out."""
    v, w = tf.Variable(1.0), tf.Variable(1.0)
    optimizer = tf.optimizers.SGD(0.5)
    optimizer.apply_gradients([(tf.constant(1.0), v), (None, w)])
    return tf.identity(v), tf.identity(w), tf.identity(optimizer.iterations)


def _in_session(tf, optimizer, rows=False, count=4):
    """The losses and variables of steps in a session of TensorFlow 1."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=[[1.0, -2.0], [0.5, 4.0], [1.5, 1.0]])
        w = v1.get_variable("w", initializer=3.0)
        taken = tf.gather(v, [2, 0, 2]) if rows else v
        loss = tf.reduce_sum(taken * taken) + (w - 1.0) ** 2
        step = v1.get_variable("step", initializer=0, trainable=False)
        train = optimizer(v1.train).minimize(loss, global_step=step)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            results = []
            for _ in range(count):
                session.run(train)
                results.append(session.run([loss, v, w, step]))
    return results


def descent_in_a_session(tf):
    """Gradient descent, with dense gradients and with rows."""
    return [
        _in_session(tf, lambda t: t.GradientDescentOptimizer(0.1), rows) for rows in (False, True)
    ]


def momentum_in_a_session(tf):
    """Momentum keeps its slots from run to run."""
    return [
        _in_session(tf, lambda t: t.MomentumOptimizer(0.1, 0.9, use_nesterov=nesterov))
        for nesterov in (False, True)
    ]


def adam_in_a_session(tf):
    """Adam keeps its slots and its step from run to run."""
    return _in_session(tf, lambda t: t.AdamOptimizer(0.1))


def older_optimizers_of_eager_functions(tf):
    """`minimize` of a function, as TensorFlow 1.5 showed it."""
    v1 = tf.compat.v1
    results = []
    for optimizer in (
        v1.train.GradientDescentOptimizer(0.1),
        v1.train.MomentumOptimizer(0.1, 0.9),
        v1.train.AdamOptimizer(0.1),
    ):
        v, step = tf.Variable(1.0), tf.Variable(0)
        for _ in range(3):
            optimizer.minimize(lambda v=v: v * v * 3.0, global_step=step, var_list=[v])
        results.append((tf.identity(v), tf.identity(step)))
    return results


def gradients_changed_between(tf):
    """Gradients are computed, clipped and applied."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=[3.0, 4.0])
        optimizer = v1.train.GradientDescentOptimizer(1.0)
        pairs = optimizer.compute_gradients(tf.reduce_sum(v * v))
        clipped = [(tf.clip_by_norm(g, 1.0), x) for g, x in pairs]
        train = optimizer.apply_gradients(clipped)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(train)
            return session.run(v), optimizer.get_name()


def sessions_have_variables_of_their_own(tf):
    """Two sessions over one graph do not see each other's values."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        add = v1.assign_add(v, 1.0)
        with v1.Session() as one, v1.Session() as other:
            one.run(v.initializer)
            other.run(v.initializer)
            return one.run(add), one.run(add), other.run(v), one.run(v)


def what_is_fed_takes_the_place_of_what_is_computed(tf):
    """Placeholders, and tensors amid the graph, one output of several among them."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None], name="x")
        left, right = tf.split(tf.constant([1.0, 2.0]), 2)
        y = tf.reduce_sum(x) * 2.0
        z = y + left + right
        default = v1.placeholder_with_default([1.0, 2.0], [None])
        with v1.Session() as session:
            return [
                session.run(z, {x: [1.0, 2.0]}),
                session.run(z, {y: 10.0}),
                session.run(z, {y: 10.0, left: [100.0]}),
                session.run(z, {y: 10.0, right: [100.0]}),
                session.run({"a": z, "b": [y, (x,)]}, {"x:0": [1.0]}),
                session.run(default),
                session.run(default * 2.0, {default: [5.0]}),
                session.run([y, y], {x: []}),
            ]


def control_dependencies_in_a_session(tf):
    """A read after an assignment sees it; an assertion that fails holds the assignment back."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        x = v1.placeholder(tf.float32, [])
        with tf.control_dependencies([v1.assign(v, x)]):
            after = v.read_value() * 10.0
        with tf.control_dependencies([tf.debugging.Assert(x > 0.0, [x])]):
            guarded = v1.assign(v, 100.0 + x)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            results = [session.run(after, {x: 3.0}), session.run(v)]
            try:
                session.run(guarded.op, {x: -1.0})
            except tf.errors.InvalidArgumentError:
                results.append("refused")
            results.append(session.run(v))
            session.run(guarded.op, {x: 2.0})
            return [*results, session.run(v)]


def sparse_embeddings(tf):
    """Rows of a table combined by ids, with every combiner and with what is left out; and the gradients."""
    table = tf.Variable([[0.5, 1.0], [-2.0, 3.0], [1.5, 0.25], [4.0, -1.0]])
    places = [[0, 0], [0, 1], [2, 0], [2, 3]]
    ids = tf.SparseTensor(places, tf.constant([1, 3, 0, -1], tf.int64), [4, 5])
    weights = tf.SparseTensor(places, [1.0, -0.5, 0.5, 0.25], [4, 5])
    found = {}
    for combiner in ("sum", "mean", "sqrtn"):
        for name, beside in (("alone", None), ("weighted", weights)):
            with tf.GradientTape(persistent=True) as tape:
                safe = tf.nn.safe_embedding_lookup_sparse(
                    table, ids, beside, combiner=combiner, default_id=2, max_norm=2.0
                )
                valid = tf.SparseTensor(places, tf.abs(ids.values), ids.dense_shape)
                plain = tf.nn.embedding_lookup_sparse(table, valid, beside, combiner=combiner)
            slopes = [tf.convert_to_tensor(tape.gradient(x, table)) for x in (safe, plain)]
            found[f"{combiner} {name}"] = (safe, plain, *slopes)
    return found


def labels_for_ctc(tf):
    """Labels with repetitions merged, and the different ones of each row."""
    labels = tf.constant([[1, 1, 2, 2, 1], [3, 3, 4, 4, 4], [0, 0, 0, 0, 0]])
    merged = tf.nn.collapse_repeated(labels, tf.constant([5, 2, 0], tf.int64))
    return merged, tf.nn.ctc_unique_labels(labels)

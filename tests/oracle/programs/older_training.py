"""Programs that train as TensorFlow 1 did: weights of losses, falling rates, optimizers."""

import numpy as np

_LABELS = np.array([[0.0, 1.0, 0.25], [1.0, 0.5, 0.0]], np.float32)
_FOUND = np.array([[0.5, 0.75, 0.1], [0.9, 0.3, 0.2]], np.float32)
_WEIGHTS = (1.0, 0.5, [[1.0], [0.0]], [[1.0, 0.0, 2.0]], [[0.0, 0.0, 0.0]])
_NAMES = ("absolute_difference", "hinge_loss", "huber_loss", "log_loss", "mean_squared_error",
          "sigmoid_cross_entropy")  # fmt: skip


def weighted_losses(tf):
    """Each loss with weights of several shapes."""
    losses = tf.compat.v1.losses
    return [getattr(losses, name)(_LABELS, _FOUND, w) for name in _NAMES for w in _WEIGHTS]


def losses_of_pairs(tf):
    """In a graph: eagerly TensorFlow counts otherwise."""
    losses = tf.compat.v1.losses
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        return session.run(
            [losses.mean_pairwise_squared_error(_LABELS, _FOUND, w) for w in _WEIGHTS]
        )


def reductions_of_losses(tf):
    """Each loss, reduced in each way."""
    losses = tf.compat.v1.losses
    ways = losses.Reduction.all()
    return [
        losses.compute_weighted_loss(_FOUND, w, reduction=way) for way in ways for w in _WEIGHTS
    ]


def losses_of_classes(tf):
    """Cross entropies and cosines, with their own options."""
    losses = tf.compat.v1.losses
    onehot = np.eye(3, dtype=np.float32)[:2]
    return [
        losses.softmax_cross_entropy(onehot, _FOUND, [1.0, 0.5]),
        losses.softmax_cross_entropy(onehot, _FOUND, label_smoothing=0.1),
        losses.sigmoid_cross_entropy(onehot, _FOUND, label_smoothing=0.1),
        losses.sparse_softmax_cross_entropy([1, 2], _FOUND),
        losses.sparse_softmax_cross_entropy([[1], [2]], _FOUND, [[1.0], [0.5]]),
        losses.cosine_distance(_LABELS, _FOUND, axis=1),
        losses.cosine_distance(_LABELS, _FOUND, dim=0),
        losses.huber_loss(_LABELS * 4, _FOUND, delta=0.5),
        losses.absolute_difference(_LABELS.astype(np.float64), _FOUND),
    ]


def collected_losses(tf):
    """Losses are collected in a graph, and added."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v1.losses.mean_squared_error(_LABELS, _FOUND, scope="first")
        v1.losses.absolute_difference(_LABELS, _FOUND, loss_collection=None)
        v1.losses.add_loss(tf.constant(3.0))
        graph.add_to_collection(v1.GraphKeys.REGULARIZATION_LOSSES, tf.constant(10.0))
        total, short = v1.losses.get_total_loss(), v1.losses.get_total_loss(False)
        keys = [key for key in graph.get_all_collection_keys() if "loss" in key]
        return [
            session.run([total, short, v1.losses.get_regularization_loss()]),
            len(v1.losses.get_losses()),
            keys,
        ]


def rates(tf):
    """Rates that fall, at several steps."""
    train = tf.compat.v1.train
    found = []
    for step in (0, 3, 10, 25):
        found += [
            train.exponential_decay(0.5, step, 10, 0.9)(),
            train.exponential_decay(0.5, step, 10, 0.9, staircase=True)(),
            train.natural_exp_decay(0.5, step, 10, 0.9, True)(),
            train.inverse_time_decay(0.5, step, 10, 0.9)(),
            train.polynomial_decay(0.5, step, 10, 0.01, 0.5)(),
            train.polynomial_decay(0.5, step, 10, 0.01, 2.0, cycle=True)(),
            train.cosine_decay(0.5, step, 20, 0.1)(),
            train.cosine_decay_restarts(0.5, step, 5, 2.0, 0.9, 0.1)(),
            train.cosine_decay_restarts(0.5, step, 5, 1.0, 0.9)(),
            train.linear_cosine_decay(0.5, step, 20)(),
            train.piecewise_constant(step, [3, 10], [1.0, 0.5, 0.1])(),
        ]
    return found


def _optimizers(train):
    return [
        train.RMSPropOptimizer(0.1),
        train.RMSPropOptimizer(0.1, 0.8, 0.5, 1e-3, centered=True),
        train.AdagradOptimizer(0.1),
        train.AdadeltaOptimizer(1.0, 0.9, 1e-3),
        train.FtrlOptimizer(0.5),
        train.FtrlOptimizer(0.5, -0.4, 0.2, 0.1, 0.05, l2_shrinkage_regularization_strength=0.1),
        train.FtrlOptimizer(0.5, beta=0.1),
    ]


def steps_of_optimizers(tf):
    """Eager steps, of whole gradients and of some rows."""
    found = []
    for optimizer in _optimizers(tf.compat.v1.train):
        v, rows = tf.Variable([3.0, -2.0]), tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        for _ in range(3):
            slices = tf.IndexedSlices(tf.constant([[1.0, -1.0], [0.5, 0.5]]), [2, 0], [3, 2])
            optimizer.apply_gradients([(v - [1.0, 2.0], v), (slices, rows)])
        found += [v.numpy(), rows.numpy()]
    return found


def a_session_with_a_global_step(tf):
    """A rate of the global step, which `minimize` counts; the gradient of the loss is given."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v = v1.get_variable("v", initializer=[3.0, -2.0])
        step = v1.train.get_or_create_global_step()
        rate = v1.train.exponential_decay(0.5, step, 1, 0.5)
        optimizer = v1.train.RMSPropOptimizer(rate)
        train = optimizer.minimize(v * v, step, grad_loss=tf.constant([1.0, 0.5]), name="go")
        session.run(v1.global_variables_initializer())
        session.run(v1.local_variables_initializer())
        session.run(v1.tables_initializer())
        for _ in range(3):
            session.run(train)
        return [
            train.name,
            session.run([v, rate]),
            v1.train.global_step(session, step),
            v1.train.get_global_step(graph) is step,
            step.dtype.name,
            [x.name for x in graph.get_collection("global_step")],
        ]


def casts_and_versions(tf):
    """Older names of casts."""
    v1 = tf.compat.v1
    return [
        v1.to_complex64([1.0]),
        v1.to_bfloat16([1.0]).dtype.name,
        v1.sparse_tensor_to_dense(tf.sparse.from_dense([1, 0, 2])),
        isinstance(v1.VERSION, str),
        v1.logging.WARN,
    ]


def older_images(tf):
    """Patches and parts of images by their older names."""
    v1, image = tf.compat.v1, np.arange(48.0, dtype=np.float32).reshape(1, 4, 4, 3)
    one = [1, 1, 1, 1]
    return [
        v1.extract_image_patches(image, [1, 2, 2, 1], one, one, "VALID"),
        v1.image.extract_image_patches(image, strides=one, rates=one, padding="SAME", sizes=one),
        *v1.image.sample_distorted_bounding_box([80, 80, 3], [[[0.0, 0.0, 1.0, 1.0]]], 3, 5),
    ]


def older_hessians(tf):
    """Second derivatives in a session."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.constant([1.0, 2.0])
        return session.run(tf.compat.v1.hessians([x[0] * x**3], x, "bend"))


def updates_of_variables(tf):
    """Rows and elements of variables change, eagerly and in a session."""
    v1 = tf.compat.v1
    rows = ("add", "div", "max", "min", "mul", "sub", "update")
    found = []
    for name in rows:
        v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        getattr(v1, f"scatter_{name}")(v, [2, 0], [[2.0, 9.0], [0.5, 4.0]])
        getattr(v1, f"scatter_{name}")(v, [1], 2.0)
        found.append(v.numpy())
    for name in ("add", "sub", "update"):
        v = tf.Variable([1.0, 2.0, 3.0])
        getattr(v1, f"scatter_nd_{name}")(v, [[0], [2]], [0.5, 4.0])
        found.append(v.numpy())
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0, 3.0], use_resource=True)
        update = v1.scatter_add(v, [1], [5.0])
        session.run(v1.global_variables_initializer())
        session.run(update)
        return [*found, session.run(v)]


def older_arithmetic(tf):
    """Older names of divisions, places and layers."""
    v1 = tf.compat.v1
    return [
        v1.div([7, -7], [2, 2]),
        v1.div([7.0, -7.0], 2.0),
        v1.floor_div([7, -7], 2),
        v1.arg_max([[1.0, 3.0], [4.0, 2.0]], 1),
        v1.arg_min([[1.0, 3.0], [4.0, 2.0]], 0, tf.int32),
        v1.nn.xw_plus_b(_FOUND, np.ones((3, 2), np.float32), [1.0, -9.0]),
        v1.nn.relu_layer(_FOUND, np.ones((3, 2), np.float32), [1.0, -9.0]),
    ]

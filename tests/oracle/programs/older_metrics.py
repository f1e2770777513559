"""Programs with `compat.v1.metrics`: batches are added, and the values read in between."""

import numpy as np

_RANDOM = np.random.default_rng(7)
_LABELS = _RANDOM.uniform(size=(3, 8)) < 0.4
_FOUND = _RANDOM.uniform(size=(3, 8)).astype(np.float32)
_WEIGHTS = _RANDOM.integers(0, 3, (3, 8)).astype(np.float32)
_SCORES = _RANDOM.permuted(np.tile(np.arange(6) / 6, (3, 4, 1)), axis=2).astype(np.float32)
_CLASSES = np.array([[[0, 2], [1, 1], [3, 4], [5, 0]]] * 3, np.int64)


def _run(tf, make, batches):
    """Each batch is added; what that gave, the value after it, and the names of the variables."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        feeds = [v1.placeholder(part.dtype, part.shape[1:]) for part in batches]
        value, update = make(v1.metrics, *feeds)
        names = [v.name for v in v1.local_variables()]
        session.run(v1.local_variables_initializer())
        found = [names, len(v1.global_variables()), len(v1.get_collection("metric_variables"))]
        for i in range(len(batches[0])):
            feed = dict(zip(feeds, (part[i] for part in batches), strict=True))
            found += [session.run(update, feed), session.run(value)]
        return found


def means(tf):
    """The family of means, with and without weights."""
    values = _LABELS.astype(np.float32)
    found = []
    for name in (
        "accuracy",
        "mean_absolute_error",
        "mean_squared_error",
        "root_mean_squared_error",
    ):
        for of_weights in ((), (_WEIGHTS,)):
            data = (values, _FOUND.round(), *of_weights)
            found += _run(tf, lambda m, *x, name=name: getattr(m, name)(*x), data)
    normal = (_WEIGHTS - 1).astype(np.float32)
    found += _run(tf, lambda m, *x: m.mean_relative_error(*x), (values, _FOUND, normal))
    found += _run(tf, lambda m, x, w: m.mean(x, w, name="own"), (_FOUND, _WEIGHTS))
    found += _run(tf, lambda m, x: m.mean_tensor(x), (_FOUND,))
    found += _run(tf, lambda m, x, w: m.mean_tensor(x, w), (_FOUND, _WEIGHTS))
    found += _run(tf, lambda m, x, w: m.percentage_below(x, 0.5, w), (_FOUND, _WEIGHTS))
    vectors = _FOUND.reshape(3, 4, 2)
    found += _run(tf, lambda m, x, y: m.mean_cosine_distance(x, y, 1), (vectors, vectors[::-1]))
    return found


def aligned_shapes(tf):
    """A last axis of one element more or less; weights of fewer axes."""
    labels, found = _LABELS[..., None], _FOUND[..., None]
    one = _WEIGHTS[:, :1]
    return [
        _run(tf, lambda m, x, y: m.accuracy(x, y), (labels, _FOUND > 0.5)),
        _run(tf, lambda m, x, y: m.mean_absolute_error(x, y), (_FOUND, found)),
        _run(tf, lambda m, x, y, w: m.mean_squared_error(x, y, w), (found, found, _WEIGHTS)),
        _run(tf, lambda m, x, w: m.mean(x, w), (_FOUND.reshape(3, 4, 2), one[:, None])),
        _run(tf, lambda m, x: m.mean(x, 2), (_FOUND,)),
    ]


def counts(tf):
    """What is found rightly and wrongly."""
    found = []
    for name in ("true_positives", "true_negatives", "false_positives", "false_negatives",
                 "precision", "recall"):  # fmt: skip
        for of_weights in ((), (_WEIGHTS,)):
            data = (_LABELS, _FOUND > 0.5, *of_weights)
            found += _run(tf, lambda m, *x, name=name: getattr(m, name)(*x), data)
    return found


def thresholds(tf):
    """The same at several thresholds, and thresholds that are sought."""
    found = []
    for name in ("true_positives", "true_negatives", "false_positives", "false_negatives",
                 "precision", "recall"):  # fmt: skip
        for of_weights in ((), (_WEIGHTS,)):
            found += _run(
                tf,
                lambda m, x, y, *w, name=name: getattr(m, f"{name}_at_thresholds")(
                    x, y, [0.2, 0.5, 0.9], *w
                ),
                (_LABELS, _FOUND, *of_weights),
            )
    data = (_LABELS, _FOUND, _WEIGHTS)
    for name in ("sensitivity_at_specificity", "specificity_at_sensitivity"):
        for part in (0.1, 0.5, 0.8):
            found += _run(
                tf, lambda m, x, y, w, n=name, p=part: getattr(m, n)(x, y, p, w, 20), data
            )
    return found


def areas(tf):
    """Areas under both curves, summed in each way."""
    data = (_LABELS, _FOUND, _WEIGHTS)
    found = []
    for curve in ("ROC", "PR"):
        for way in ("trapezoidal", "careful_interpolation", "minoring", "majoring"):
            options = {"curve": curve, "summation_method": way}
            found += _run(tf, lambda m, x, y, w, o=options: m.auc(x, y, w, **o), data)
    found += _run(tf, lambda m, x, y, w: m.auc(x, y, thresholds=[0.7, 0.2]), data)
    return found


def classes(tf):
    """Overlaps and accuracies by class."""
    labels, found = (_WEIGHTS.astype(np.int64), _WEIGHTS[:, ::-1].astype(np.int64))
    ones = np.ones_like(_FOUND)
    return [
        _run(tf, lambda m, x, y: m.mean_iou(x, y, 4), (labels, found)),
        _run(tf, lambda m, x, y, w: m.mean_iou(x, y, 3, w), (labels, found, _WEIGHTS)),
        _run(tf, lambda m, x, y: m.mean_per_class_accuracy(x, y, 4), (labels, found)),
        _run(
            tf, lambda m, x, y, w: m.mean_per_class_accuracy(x, y, 3, w), (labels, found, ones / 2)
        ),
    ]


def ranks(tf):
    """The k best of many."""
    found = []
    for k in (1, 3):
        for name in ("recall", "precision"):
            for class_id in (None, 0, 1):
                found += _run(
                    tf,
                    lambda m, x, y, n=name, k=k, c=class_id: getattr(m, f"{n}_at_k")(x, y, k, c),
                    (_CLASSES, _SCORES),
                )
        found += _run(
            tf, lambda m, x, y, k=k: m.average_precision_at_k(x, y, k), (_CLASSES, _SCORES)
        )
        found += _run(tf, lambda m, x, y, k=k: m.recall_at_k(x, y, k), (_CLASSES[..., 0], _SCORES))
    weights = _WEIGHTS[:, :4]
    data = (_CLASSES, _SCORES, weights)
    found += _run(tf, lambda m, x, y, w: m.precision_at_k(x, y, 2, None, w), data)
    found += _run(tf, lambda m, x, y, w: m.average_precision_at_k(x, y, 2, w), data)
    best = np.argsort(-_SCORES, axis=-1)[..., :2].astype(np.int64)
    found += _run(tf, lambda m, x, y: m.recall_at_top_k(x, y), (_CLASSES, best))
    found += _run(tf, lambda m, x, y: m.precision_at_top_k(x, y, 2, 1), (_CLASSES, best))
    return found


def ranks_of_sparse_labels(tf):
    """Labels of rows of different lengths."""
    v1 = tf.compat.v1
    found = []
    for class_id in (None, 0):
        with tf.Graph().as_default(), v1.Session() as session:
            labels = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 0]], [0, 2, 1, 5], [4, 2])
            labels = tf.cast(labels, tf.int64)
            pairs = [
                v1.metrics.recall_at_k(labels, _SCORES[0], 2, class_id),
                v1.metrics.precision_at_k(labels, _SCORES[0], 2, class_id),
            ]
            session.run(v1.local_variables_initializer())
            found += [session.run(update) for _, update in pairs]
    return found


def collected(tf):
    """Results go into collections; a scope that is used twice is numbered."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        for _ in range(2):
            v1.metrics.mean(
                [1.0], metrics_collections="values", updates_collections=["ups", "more"]
            )
        v1.metrics.precision([True], [False], name="p")
        names = [v.name for v in v1.local_variables()]
        sizes = [len(v1.get_collection(key)) for key in ("values", "ups", "more")]
        return names, sizes, [v.name for v in v1.get_collection(v1.GraphKeys.METRIC_VARIABLES)]

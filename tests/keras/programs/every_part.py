"""Every loss, metric, optimizer, schedule, initializer, regularizer, constraint and activation, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

random = np.random.default_rng(29)
SHARES = random.dirichlet(np.ones(4), 6).astype(np.float32)
KINDS = np.array([0, 2, 1, 3, 2, 2])
ONE_HOT = np.eye(4, dtype=np.float32)[KINDS]
NUMBERS, NEAR = (random.uniform(0.1, 2, (6, 4)).astype(np.float32) for _ in range(2))
CHANCES = random.uniform(0.02, 0.98, (6, 4)).astype(np.float32)
EITHER = (random.uniform(0, 1, (6, 4)) > 0.4).astype(np.float32)
WEIGHTS = np.float32([1, 0, 2, 0.5, 1, 3])
LETTERS = np.array([[1, 2, 0], [3, 3, 1]])
LOGITS = random.standard_normal((2, 7, 4)).astype(np.float32)
POINTS = random.standard_normal((6, 4)).astype(np.float32)

# A loss or metric: its arguments, what is true, and what is predicted.
Row = tuple[dict[str, Any], Any, Any]
SIZES: Row = ({}, NUMBERS, NEAR)
BINARY: Row = ({}, EITHER, CHANCES)
CLASSES: Row = ({}, ONE_HOT, SHARES)
SPARSE: Row = ({}, KINDS, SHARES)

LOSSES: dict[str, Row] = {
    "BinaryCrossentropy": ({"label_smoothing": 0.1}, EITHER, CHANCES),
    "BinaryFocalCrossentropy": ({"apply_class_balancing": True}, EITHER, CHANCES),
    "CTC": ({}, LETTERS, LOGITS),
    "CategoricalCrossentropy": ({"label_smoothing": 0.1}, ONE_HOT, SHARES),
    "CategoricalFocalCrossentropy": CLASSES,
    "CategoricalGeneralizedCrossEntropy": SPARSE,
    "CategoricalHinge": CLASSES,
    "Circle": ({"gamma": 8.0}, KINDS, POINTS),
    "CosineSimilarity": SIZES,
    "Dice": BINARY,
    "Hinge": BINARY,
    "Huber": ({"delta": 0.5}, NUMBERS, NEAR),
    "KLDivergence": CLASSES,
    "LogCosh": SIZES,
    "MeanAbsoluteError": SIZES,
    "MeanAbsolutePercentageError": SIZES,
    "MeanSquaredError": SIZES,
    "MeanSquaredLogarithmicError": SIZES,
    "Poisson": SIZES,
    "SparseCategoricalCrossentropy": ({"ignore_class": 1}, KINDS, SHARES),
    "SquaredHinge": BINARY,
    "Tversky": ({"alpha": 0.3, "beta": 0.7}, EITHER, CHANCES),
}

METRICS: dict[str, Row] = {
    "AUC": ({"num_thresholds": 20, "curve": "PR"}, EITHER, CHANCES),
    "Accuracy": ({}, KINDS[:, None], np.argmax(SHARES, 1)[:, None]),
    "BinaryAccuracy": BINARY,
    "BinaryCrossentropy": BINARY,
    "BinaryIoU": ({"target_class_ids": [0, 1], "threshold": 0.3}, EITHER, CHANCES),
    "CategoricalAccuracy": CLASSES,
    "CategoricalCrossentropy": CLASSES,
    "CategoricalHinge": CLASSES,
    "ConcordanceCorrelation": SIZES,
    "CosineSimilarity": SIZES,
    "F1Score": ({"average": "macro"}, ONE_HOT, SHARES),
    "FBetaScore": ({"beta": 2.0, "threshold": 0.4}, ONE_HOT, SHARES),
    "FalseNegatives": BINARY,
    "FalsePositives": ({"thresholds": [0.2, 0.8]}, EITHER, CHANCES),
    "Hinge": BINARY,
    "IoU": ({"num_classes": 4, "target_class_ids": [0, 2]}, KINDS, np.argmax(SHARES, 1)),
    "KLDivergence": CLASSES,
    "LogCoshError": SIZES,
    "MeanAbsoluteError": SIZES,
    "MeanAbsolutePercentageError": SIZES,
    "MeanIoU": ({"num_classes": 4}, KINDS, np.argmax(SHARES, 1)),
    "MeanSquaredError": SIZES,
    "MeanSquaredLogarithmicError": SIZES,
    "OneHotIoU": ({"num_classes": 4, "target_class_ids": [1, 2]}, ONE_HOT, SHARES),
    "OneHotMeanIoU": ({"num_classes": 4}, ONE_HOT, SHARES),
    "PearsonCorrelation": SIZES,
    "Poisson": SIZES,
    "Precision": ({"top_k": 2}, EITHER, CHANCES),
    "PrecisionAtRecall": ({"recall": 0.5, "num_thresholds": 20}, EITHER, CHANCES),
    "R2Score": ({"class_aggregation": "variance_weighted_average"}, NUMBERS, NEAR),
    "Recall": ({"class_id": 1}, EITHER, CHANCES),
    "RecallAtPrecision": ({"precision": 0.5, "num_thresholds": 20}, EITHER, CHANCES),
    "RootMeanSquaredError": SIZES,
    "SensitivityAtSpecificity": ({"specificity": 0.5, "num_thresholds": 20}, EITHER, CHANCES),
    "SparseCategoricalAccuracy": SPARSE,
    "SparseCategoricalCrossentropy": SPARSE,
    "SparseTopKCategoricalAccuracy": ({"k": 2}, KINDS, SHARES),
    "SpecificityAtSensitivity": ({"sensitivity": 0.5, "num_thresholds": 20}, EITHER, CHANCES),
    "SquaredHinge": BINARY,
    "TopKCategoricalAccuracy": ({"k": 2}, ONE_HOT, SHARES),
    "TrueNegatives": BINARY,
    "TruePositives": BINARY,
}
# Metrics that count numbers one by one, and want a weight for each.
COUNTING = {"AUC", "BinaryIoU", "PrecisionAtRecall", "RecallAtPrecision"}
COUNTING |= {"SensitivityAtSpecificity", "SpecificityAtSensitivity"}
COUNTING |= {"FalseNegatives", "FalsePositives", "TrueNegatives", "TruePositives"}
# Metrics of one value, and of a function.
MEANS: dict[str, Callable[[Any], Any]] = {
    "Mean": lambda metrics: metrics.Mean(),
    "MeanMetricWrapper": lambda metrics: metrics.MeanMetricWrapper(lambda y, p: abs(y - p)),
    "Sum": lambda metrics: metrics.Sum(),
}

RATE = {"learning_rate": 0.05}
OPTIMIZERS: dict[str, dict[str, Any]] = {
    "Adadelta": RATE,
    "Adafactor": RATE,
    "Adagrad": RATE,
    "Adam": {**RATE, "amsgrad": True},
    "AdamW": {**RATE, "weight_decay": 0.01},
    "Adamax": RATE,
    "Ftrl": {**RATE, "l1_regularization_strength": 0.01},
    "Lamb": RATE,
    "Lion": RATE,
    "Muon": RATE,
    "Nadam": RATE,
    "RMSprop": {**RATE, "momentum": 0.5, "centered": True},
    "SGD": {**RATE, "momentum": 0.9, "nesterov": True},
    "ScheduleFreeAdamW": RATE,
}

SCHEDULES: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "CosineDecay": ((0.0, 6, 0.1), {"warmup_target": 0.5, "warmup_steps": 3}),
    "CosineDecayRestarts": ((0.5, 3), {}),
    "ExponentialDecay": ((0.5, 3, 0.7), {"staircase": True}),
    "InverseTimeDecay": ((0.5, 3, 0.7), {}),
    "PiecewiseConstantDecay": (([2, 5], [1.0, 0.5, 0.1]), {}),
    "PolynomialDecay": ((0.5, 5, 0.1), {"power": 2.0, "cycle": True}),
}

INITIALIZERS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "Constant": ({"value": 2.5}, (3, 4)),
    "GlorotNormal": ({"seed": 1}, (3, 4)),
    "GlorotUniform": ({"seed": 1}, (2, 3, 4)),
    "HeNormal": ({"seed": 1}, (3, 4)),
    "HeUniform": ({"seed": 1}, (3, 4)),
    "Identity": ({"gain": 2.0}, (3, 4)),
    "LecunNormal": ({"seed": 1}, (3, 4)),
    "LecunUniform": ({"seed": 1}, (3, 4)),
    "Ones": ({}, (3, 4)),
    "Orthogonal": ({"seed": 1}, (5, 3)),
    "RandomNormal": ({"stddev": 0.2, "seed": 1}, (3, 4)),
    "RandomUniform": ({"seed": 1}, (3, 4)),
    "STFT": ({"side": "imag", "window": "hann"}, (8, 1, 5)),
    "TruncatedNormal": ({"seed": 1}, (3, 4)),
    "VarianceScaling": ({"mode": "fan_avg", "distribution": "uniform", "seed": 1}, (3, 4)),
    "Zeros": ({}, (3, 4)),
}

REGULARIZERS = {
    "L1": {"l1": 0.1},
    "L1L2": {"l1": 0.1, "l2": 0.2},
    "L2": {"l2": 0.1},
    "OrthogonalRegularizer": {"factor": 0.1, "mode": "columns"},
}
CONSTRAINTS: dict[str, dict[str, Any]] = {
    "MaxNorm": {"max_value": 1.0},
    "MinMaxNorm": {"min_value": 0.5, "max_value": 1.0, "rate": 0.5},
    "NonNeg": {},
    "UnitNorm": {"axis": 1},
}

# What makes no object of its own: the classes above these, and those that hold others.
ABSTRACT = {
    "losses": {"Loss"},
    "metrics": {"Metric"},
    "optimizers": {"Optimizer", "LossScaleOptimizer", "MultiOptimizer", "OptimizerMap"},
    "optimizers.schedules": {"LearningRateSchedule"},
    "initializers": {"Initializer"},
    "regularizers": {"Regularizer"},
    "constraints": {"Constraint"},
}
TABLES: dict[str, Any] = {
    "losses": LOSSES,
    "metrics": {*METRICS, *MEANS},
    "optimizers": OPTIMIZERS,
    "optimizers.schedules": SCHEDULES,
    "initializers": INITIALIZERS,
    "regularizers": REGULARIZERS,
    "constraints": CONSTRAINTS,
}


def losses(keras: Any) -> dict[str, Any]:
    import tensorflow as tf

    found = {}
    for name, (options, true, predicted) in LOSSES.items():
        loss = getattr(keras.losses, name)(**options)
        x = tf.constant(predicted)
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = loss(true, x)
        found[name] = value
        found[f"{name} gradient"] = tape.gradient(value, x)
        weights = WEIGHTS[: len(predicted)]
        found[f"{name} weighted"] = loss(true, x, sample_weight=weights)
        found[f"{name} staged"] = tf.function(loss)(true, x)
        each = getattr(keras.losses, name)(**options, reduction="none")
        found[f"{name} each"] = each(true, x)
    return {name: np.asarray(value) for name, value in found.items()}


def loss_functions(keras: Any) -> dict[str, Any]:
    """The losses as functions, and the metrics as functions."""
    found = {}
    for kind, table in (("losses", LOSSES), ("metrics", METRICS)):
        module = getattr(keras, kind)
        for name, (_, true, predicted) in table.items():
            function = getattr(module, keras.src.utils.naming.to_snake_case(name), None)
            if function is not None and name != "Circle":
                needed = (0.7,) if name == "CategoricalGeneralizedCrossEntropy" else ()
                found[f"{kind} {name}"] = np.asarray(function(true, predicted, *needed))
    return found


def metrics(keras: Any) -> dict[str, Any]:
    import tensorflow as tf

    found = {}
    for name, (options, true, predicted) in METRICS.items():
        metric = getattr(keras.metrics, name)(**options)
        metric.update_state(true, predicted)
        found[name] = metric.result()
        metric.reset_state()
        step = tf.function(metric.update_state)
        step(tf.constant(true[:4]), tf.constant(predicted[:4]))
        step(tf.constant(true[2:]), tf.constant(predicted[2:]))
        found[f"{name} staged"] = metric.result()
        metric.reset_state()
        weights = np.repeat(WEIGHTS[:, None], 4, 1) if name in COUNTING else WEIGHTS
        found[f"{name} weighted"] = metric(true, predicted, sample_weight=weights)
    for name, make in MEANS.items():
        metric = make(keras.metrics)
        arguments = (NUMBERS, NEAR) if "Wrapper" in name else (NUMBERS,)
        metric.update_state(*arguments)
        found[name] = metric.result()
    return {name: np.asarray(value) for name, value in found.items()}


def optimizers(keras: Any) -> dict[str, Any]:
    """Three steps over variables of two ranks, eagerly and staged."""
    import tensorflow as tf

    found = {}
    for name, options in OPTIMIZERS.items():
        for staged in (False, True):
            optimizer = getattr(keras.optimizers, name)(**options)
            variables = [keras.Variable(POINTS), keras.Variable(POINTS[0])]
            optimizer.build(variables)
            step = tf.function(optimizer.apply) if staged else optimizer.apply
            for i in range(3):
                step([tf.constant(POINTS * 0.1 + i), tf.constant(POINTS[1] * 0.2)])
            for i, variable in enumerate(variables):
                found[f"{name} {i} staged {staged}"] = np.asarray(variable)
            found[f"{name} slots staged {staged}"] = np.int64(len(optimizer.variables))
    return found


def optimizers_of_optimizers(keras: Any) -> dict[str, Any]:
    import tensorflow as tf

    found = {}
    scaled = keras.optimizers.LossScaleOptimizer(
        keras.optimizers.SGD(0.1), initial_scale=8.0, dynamic_growth_steps=2
    )
    variable = keras.Variable(POINTS)
    for factor in (1.0, np.inf, 1.0, 1.0):
        gradient = scaled.scale_loss(tf.constant(POINTS) * factor)
        scaled.apply([gradient], [variable])
        found[f"scaled {len(found)}"] = np.asarray(variable)
        found[f"scale {len(found)}"] = np.asarray(scaled.dynamic_scale)
    return found


def schedules(keras: Any) -> dict[str, Any]:
    found = {}
    for name, (arguments, options) in SCHEDULES.items():
        schedule = getattr(keras.optimizers.schedules, name)(*arguments, **options)
        found[name] = np.float32([schedule(step) for step in range(9)])
    return found


def initializers(keras: Any) -> dict[str, Any]:
    return {
        name: np.asarray(getattr(keras.initializers, name)(**options)(shape))
        for name, (options, shape) in INITIALIZERS.items()
    }


def regularizers_and_constraints(keras: Any) -> dict[str, Any]:
    found = {}
    for module, table in (
        (keras.regularizers, REGULARIZERS),
        (keras.constraints, CONSTRAINTS),
    ):
        for name, options in table.items():
            found[name] = np.asarray(getattr(module, name)(**options)(keras.ops.array(POINTS)))
    return found


def activations(keras: Any) -> dict[str, Any]:
    import tensorflow as tf

    found = {}
    for name in dir(keras.activations):
        if name.startswith("_") or name in ("get", "serialize", "deserialize"):
            continue
        arguments = (0.5, -1.0) if name == "threshold" else ()
        x = tf.constant(POINTS)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(keras.activations, name)(x, *arguments)
        found[name] = np.asarray(y)
        found[f"{name} gradient"] = np.asarray(tape.gradient(y, x))
    return found


def random_numbers(keras: Any) -> dict[str, Any]:
    """The functions of `keras.random`."""
    made = keras.random
    found = {
        "beta": made.beta((4,), 2.0, 3.0, seed=1),
        "binomial": made.binomial((4,), 9.0, 0.3, seed=1),
        "categorical": made.categorical(np.log(SHARES), 3, seed=1),
        "dropout": made.dropout(NUMBERS, 0.5, seed=1),
        "gamma": made.gamma((4,), 2.0, seed=1),
        "normal": made.normal((4,), 1.0, 2.0, seed=1),
        "randint": made.randint((4,), 2, 9, seed=1),
        "shuffle": made.shuffle(NUMBERS, seed=1),
        "truncated_normal": made.truncated_normal((4,), 1.0, 2.0, seed=1),
        "uniform": made.uniform((4,), 1.0, 2.0, seed=1),
    }
    names = {name for name in dir(made) if not name.startswith("_")}
    assert names == {*found, "SeedGenerator"}
    return {name: np.asarray(value) for name, value in found.items()}


def every_class_is_listed(keras: Any) -> dict[str, Any]:
    """The classes that the tables lack: none. A second name of a class is that class."""
    missing = []
    for module_name, table in TABLES.items():
        module = keras
        for part in module_name.split("."):
            module = getattr(module, part)
        listed = {getattr(module, name) for name in {*table, *ABSTRACT[module_name]}}
        missing += [
            f"{module_name}.{name}"
            for name in dir(module)
            if isinstance(getattr(module, name), type) and getattr(module, name) not in listed
        ]
    assert not missing, f"The tables lack {missing}"
    return {"missing": np.int64(len(missing))}


PROGRAMS = (
    every_class_is_listed,
    losses,
    loss_functions,
    metrics,
    optimizers,
    optimizers_of_optimizers,
    schedules,
    initializers,
    regularizers_and_constraints,
    activations,
    random_numbers,
)

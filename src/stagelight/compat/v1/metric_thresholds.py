"""`tf.compat.v1.metrics`: what is found at each of many thresholds, and the area under such curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.metric_variables import (
    added,
    aligned,
    broadcast,
    metric,
    metric_variable,
    ratio,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import control_dependencies
from stagelight.logs import get_logger
from stagelight.ops.debugging.assertions import assert_greater_equal, assert_less_equal
from stagelight.ops.elementwise.cast import cast
from stagelight.types.dtypes import bool_, float32, int32

# What keeps denominators from zero, and the first and the last threshold out of the predictions' range.
_SMALL = 1e-7
_SMALL_OF_AREAS = 1e-6

Counts = dict[str, Any]

_KINDS = ("tp", "fn", "tn", "fp")


def _counts(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any, kinds: Sequence[str]
) -> tuple[Counts, Counts]:
    """Values and updates of the kinds `tp`, `fn`, `tn`, `fp`: vectors, a number for each threshold."""
    predictions, labels, weights = aligned(cast(predictions, float32), cast(labels, bool_), weights)
    message = "predictions must be in [0, 1]"
    checks = [
        assert_greater_equal(predictions, cast(0.0, float32), message=message),
        assert_less_equal(predictions, cast(1.0, float32), message=message),
    ]
    with control_dependencies(checks):
        flat = raw.Reshape(predictions, [1, -1])
    is_label = raw.Reshape(labels, [1, -1])
    limits = raw.ExpandDims(convert_to_tensor(list(thresholds), float32), 1)
    is_found = raw.Greater(flat, limits)
    factors = None if weights is None else raw.Reshape(broadcast(weights, predictions), [1, -1])
    values: Counts = {}
    updates: Counts = {}
    for kind, name, of_label, of_prediction in (
        ("tp", "true_positives", True, True),
        ("fn", "false_negatives", True, False),
        ("tn", "true_negatives", False, False),
        ("fp", "false_positives", False, True),
    ):
        if kind not in kinds:
            continue
        hits = raw.LogicalAnd(
            is_label if of_label else raw.LogicalNot(is_label),
            is_found if of_prediction else raw.LogicalNot(is_found),
        )
        numbers = cast(hits, float32)
        if factors is not None:
            numbers = raw.Mul(numbers, factors)
        variable = metric_variable([len(thresholds)], name=name)
        values[kind] = variable.read_value()
        updates[kind] = added(variable, raw.Sum(numbers, [1]))
    return values, updates


def confusion_matrix_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    includes: Sequence[str] | None = None,
) -> tuple[Counts, Counts]:
    """Values and updates of true and false positives and negatives: a number for each threshold.

    Args:
        labels: tensor that can be cast to bool.
        predictions: numbers in [0, 1], of the same shape.
        thresholds: the thresholds.
        weights: a number for each value, or what can be broadcast to them; 1 if None.
        includes: which of `tp`, `fn`, `tn`, `fp`; all if None.

    Raises:
        ValueError: there are other kinds in `includes`.
    """
    kinds = _KINDS if includes is None else tuple(includes)
    for kind in kinds:
        if kind not in _KINDS:
            raise ValueError(f"Invalid key: {kind}.")
    return _counts(labels, predictions, thresholds, weights, kinds)


def _even_thresholds(number: int) -> list[float]:
    """As many thresholds of one distance, the first below 0 and the last above 1."""
    inner = [(i + 1) / (number - 1) for i in range(number - 2)]
    return [-_SMALL, *inner, 1.0 + _SMALL]


def _both(rule: Callable[[Counts], Tensor], counts: tuple[Counts, Counts]) -> Any:
    return tuple(rule(each) for each in counts)


# ---------------------------------------------------------------------------- counts, and parts of them


def _publish(name: str, kind: str) -> None:
    def rule(labels: Any, predictions: Any, thresholds: Any, weights: Any = None) -> Any:
        return _both(
            lambda counts: counts[kind], _counts(labels, predictions, thresholds, weights, [kind])
        )

    rule.__name__ = rule.__qualname__ = f"{name}_at_thresholds"
    what = name.replace("_", " ")
    rule.__doc__ = f"""How many {what} there are where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.metrics.{name}_at_thresholds
    ...     value, update = count([0, 1, 1], [0.2, 0.4, 0.9], [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).shape)
    (2,)
    """
    metric(name)(rule)


_publish("true_positives", "tp")
_publish("false_negatives", "fn")
_publish("true_negatives", "tn")
_publish("false_positives", "fp")


@metric("precision_at_thresholds")
def precision_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None
) -> Any:
    """The precision where predictions above each threshold count as found.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        thresholds: a list of numbers from 0 to 1.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = [0, 1, 1], [0.2, 0.4, 0.9]
    ...     precision = tf.compat.v1.metrics.precision_at_thresholds
    ...     value, update = precision(labels, predictions, [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).round(3))
    [0.667 1.   ]
    """
    counts = _counts(labels, predictions, thresholds, weights, ("tp", "fp"))
    return _both(lambda n: n["tp"] / (_SMALL + n["tp"] + n["fp"]), counts)


@metric("recall_at_thresholds")
def recall_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None
) -> Any:
    """The recall where predictions above each threshold count as found; see `precision_at_thresholds`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, predictions = [0, 1, 1], [0.2, 0.4, 0.9]
    ...     recall = tf.compat.v1.metrics.recall_at_thresholds
    ...     value, update = recall(labels, predictions, [0.1, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).round(3))
    [1.  0.5]
    """
    counts = _counts(labels, predictions, thresholds, weights, ("tp", "fn"))
    return _both(lambda n: n["tp"] / (_SMALL + n["tp"] + n["fn"]), counts)


# ---------------------------------------------------------------------------- one threshold of many


def _require_part(what: str, value: Any) -> None:
    if value < 0 or value > 1:
        raise ValueError(f"`{what}` must be in the range [0, 1]. Currently, `{what}` got {value}.")


@metric("sensitivity_at_specificity")
def sensitivity_at_specificity(
    labels: Any,
    predictions: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
) -> Any:
    """The recall at the threshold whose specificity `tn / (tn + fp)` is nearest to a given one.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        specificity: a number from 0 to 1.
        num_thresholds: how many thresholds are tried.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     sensitivity = tf.compat.v1.metrics.sensitivity_at_specificity
    ...     value, update = sensitivity([0, 0, 1, 1], [0.1, 0.4, 0.3, 0.9], 0.9)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    0.5
    """
    _require_part("specificity", specificity)
    thresholds = _even_thresholds(num_thresholds)

    def at(n: Counts) -> Tensor:
        found = n["tn"] / (n["tn"] + n["fp"] + _SMALL)
        place = raw.ArgMin(raw.Abs(found - specificity), 0, output_type=int32)
        hits, missed = (raw.GatherV2(n[kind], place, 0) for kind in ("tp", "fn"))
        return hits / (hits + missed + _SMALL)

    kinds = ("tp", "fn", "tn", "fp")
    return _both(at, _counts(labels, predictions, thresholds, weights, kinds))


@metric("specificity_at_sensitivity")
def specificity_at_sensitivity(
    labels: Any,
    predictions: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
) -> Any:
    """The specificity `tn / (tn + fp)` at the threshold whose recall is nearest to a given one.

    Of several such thresholds the greatest counts. See `sensitivity_at_specificity`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     specificity = tf.compat.v1.metrics.specificity_at_sensitivity
    ...     value, update = specificity([0, 0, 1, 1], [0.1, 0.4, 0.3, 0.9], 0.9)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    0.5
    """
    _require_part("sensitivity", sensitivity)
    thresholds = _even_thresholds(num_thresholds)

    def at(n: Counts) -> Tensor:
        distances = raw.Abs(n["tp"] / (n["tp"] + n["fn"] + _SMALL) - sensitivity)
        backwards = raw.ReverseV2(distances, [0])
        place = len(thresholds) - 1 - raw.ArgMin(backwards, 0, output_type=int32)
        right, wrong = (raw.GatherV2(n[kind], place, 0) for kind in ("tn", "fp"))
        return right / (right + wrong + _SMALL)

    kinds = ("tp", "fn", "tn", "fp")
    return _both(at, _counts(labels, predictions, thresholds, weights, kinds))


# ---------------------------------------------------------------------------- areas


@metric(
    "auc",
    order="labels predictions weights num_thresholds metrics_collections updates_collections curve name "
    "summation_method thresholds",
)
def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    curve: str = "ROC",
    summation_method: str = "trapezoidal",
    thresholds: Any = None,
) -> Any:
    """The area under a curve of predictions: of recall over the false positives, or of precision over recall.

    Args:
        labels: what is true, of the predictions' shape.
        predictions: numbers from 0 to 1.
        num_thresholds: at how many thresholds the curve is known.
        curve: "ROC" or "PR".
        summation_method: "trapezoidal", "careful_interpolation" (for "PR"), "minoring" or "majoring".
        thresholds: the thresholds between 0 and 1; of one distance if None.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.auc([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    0.75
    """
    if curve not in ("ROC", "PR"):
        raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
    if summation_method not in ("trapezoidal", "careful_interpolation", "minoring", "majoring"):
        raise ValueError(f"Invalid summation_method: {summation_method}")
    if thresholds is None:
        limits = _even_thresholds(num_thresholds)
    else:
        limits = [-_SMALL, *sorted(thresholds), 1.0 + _SMALL]
    counts = _counts(labels, predictions, limits, weights, ("tp", "fn", "tn", "fp"))
    if curve == "PR" and summation_method == "careful_interpolation":
        return _both(_interpolated_area, counts)
    if curve == "PR" and summation_method == "trapezoidal":
        get_logger().warning(
            "Trapezoidal rule is known to produce incorrect PR-AUCs; "
            'please switch to "careful_interpolation" instead.'
        )
    return _both(lambda n: _area(n, curve, summation_method), counts)


def _area(n: Counts, curve: str, summation_method: str) -> Tensor:
    recall = (n["tp"] + _SMALL_OF_AREAS) / (n["tp"] + n["fn"] + _SMALL_OF_AREAS)
    if curve == "ROC":
        x, y = n["fp"] / (n["fp"] + n["tn"] + _SMALL_OF_AREAS), recall
    else:
        x, y = recall, (n["tp"] + _SMALL_OF_AREAS) / (n["tp"] + n["fp"] + _SMALL_OF_AREAS)
    widths = x[:-1] - x[1:]
    if summation_method == "minoring":
        heights = raw.Minimum(y[:-1], y[1:])
    elif summation_method == "majoring":
        heights = raw.Maximum(y[:-1], y[1:])
    else:
        heights = (y[:-1] + y[1:]) / 2.0
    return raw.Sum(raw.Mul(widths, heights), [0])


def _interpolated_area(n: Counts) -> Tensor:
    """The area under precision over recall, where between thresholds true positives rise with all found.

    Davis and Goadrich, "The relationship between precision-recall and ROC curves", 2006.
    """
    tp, found = n["tp"], n["tp"] + n["fp"]
    rise = tp[:-1] - tp[1:]
    slope = ratio(rise, raw.Maximum(found[:-1] - found[1:], 0.0))
    intercept = tp[1:] - slope * found[1:]
    is_positive = raw.LogicalAnd(raw.Greater(found[:-1], 0.0), raw.Greater(found[1:], 0.0))
    growth = ratio(found[:-1], raw.Maximum(found[1:], 0.0))
    growth = raw.SelectV2(is_positive, growth, raw.OnesLike(growth))
    parts = slope * (rise + intercept * raw.Log(growth))
    return raw.Sum(ratio(parts, raw.Maximum(tp[1:] + n["fn"][1:], 0.0)), [0])

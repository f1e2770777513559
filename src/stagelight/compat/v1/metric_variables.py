"""What all of `tf.compat.v1.metrics` share: local variables that collect, and a value and an update each.

A metric is a pair: a tensor that computes the value from the variables, and an operation that adds a batch
to them and gives the value after it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collections
from stagelight.compat.v1.older_variable import make_variable
from stagelight.compat.v1.value_weights import require_broadcastable
from stagelight.compat.v1.variable_scopes import variable_scope
from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.types.dtypes import float32

_ADDED = ("metrics_collections", "updates_collections", "name")

_SHARED = """
    The other arguments are those of all metrics:

        weights: a number for each value, or what can be broadcast to them; 1 if None.
        metrics_collections, updates_collections: collections of the graph for both results.
        name: the name of the scope of its variables.

    Returns:
        The metric's value, and what adds a batch to it when it is run, which gives the value after that.

    Raises:
        RuntimeError: ops run eagerly.
        ValueError: shapes do not fit.
"""


def metric(
    scope: str | Callable[[Any], str], order: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Publishes a function that gives a value and an update as a metric: in a scope, with collections.

    Args:
        scope: the scope of the variables, where no other is asked for; or a function of the arguments
            that gives it.
        order: the names of the arguments, if the collections and the scope's name are not last.
    """

    def published(rule: Callable[..., Any]) -> Callable[..., Any]:
        name = rule.__name__
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        own = list(inspect.signature(rule).parameters.values())
        added = [inspect.Parameter(each, kind, default=None) for each in _ADDED]
        if order:
            places = order.split()
            parameters = sorted([*own, *added], key=lambda one: places.index(one.name))
        else:
            parameters = [*own, *added]
        signature = inspect.Signature(parameters)

        @functools.wraps(rule)
        def function(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            arguments = given.arguments
            collections = [arguments.pop(each) for each in _ADDED[:2]]
            if CONTEXT.stage is None:
                raise RuntimeError(
                    f"tf.metrics.{name} is not supported when eager execution is enabled. Call it "
                    "within `with tf.Graph().as_default():`, or use `tf.keras.metrics`. (AG409)"
                )
            default = scope if isinstance(scope, str) else scope(arguments)
            with variable_scope(arguments.pop("name"), default):
                results = rule(**arguments)
            for keys, result in zip(collections, results, strict=True):
                add_to_collections(keys or (), result)
            return results

        del function.__wrapped__  # Its signature is not this one's.
        function.__signature__ = signature  # type: ignore[attr-defined]
        text, example, lines = (inspect.getdoc(rule) or "").partition("\n>>> ")
        function.__doc__ = f"{text}\n{inspect.cleandoc(_SHARED)}\n{example}{lines}\n"
        return public(f"compat.v1.metrics.{name}")(function)

    return published


def metric_variable(
    shape: Any, dtype: Any = float32, validate_shape: bool = True, name: str | None = None
) -> Variable:
    """A local variable of zeros that collects.

    Args:
        shape: the shape of the zeros.
        dtype: their dtype.
        validate_shape: whether the variable keeps that shape; if not, other shapes can be assigned.
        name: the variable's name.
    """
    return make_variable(
        lambda: zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        synchronization=VariableSynchronization.ON_READ,
        aggregation=VariableAggregation.SUM,
        validate_shape=validate_shape,
        name=name,
    )


def added(variable: Variable, value: Any) -> Tensor:
    """The variable's value after an addition."""
    return convert_to_tensor(variable.assign_add(value))


def whole_sum(x: Tensor) -> Tensor:
    """The sum of all elements."""
    return raw.Sum(x, raw.Range(0, raw.Rank(x), 1))


def ratio(x: Any, y: Any) -> Tensor:
    """`x / y`, zero where y is."""
    return raw.DivNoNan(x, y)


def broadcast(weights: Any, values: Tensor, dtype: Any = float32) -> Tensor:
    """Weights of the values' shape."""
    weights = cast(convert_to_tensor(weights), dtype)
    require_broadcastable(weights, values)
    return raw.Mul(weights, raw.OnesLike(cast(values, dtype)))


def aligned(predictions: Any, labels: Any, weights: Any = None) -> tuple[Tensor, Any, Any]:
    """Predictions, labels and weights of one rank: a last axis of one element is dropped or added."""
    predictions = convert_to_tensor(predictions)
    if labels is not None:
        labels = convert_to_tensor(labels)
        predictions, labels = _squeezed(predictions, labels), _squeezed(labels, predictions)
        if not predictions.shape.is_compatible_with(labels.shape):
            raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    if weights is None:
        return predictions, labels, None
    weights = convert_to_tensor(weights)
    ranks = weights.shape.rank, predictions.shape.rank
    if None not in ranks and ranks[0] != 0 and ranks[0] + 1 == ranks[1]:
        weights = raw.ExpandDims(weights, -1)
    elif ranks[0] != 0:
        weights = _squeezed(weights, predictions)
    return predictions, labels, weights


def _squeezed(x: Tensor, other: Tensor) -> Tensor:
    """`x` without its last axis if that has one element and x has one axis more than the other."""
    known = x.shape.rank is not None and other.shape.rank is not None
    if known:
        has_more = x.shape.rank == other.shape.rank + 1 and x.shape[-1] in (None, 1)  # type: ignore[operator]
        return raw.Squeeze(x, squeeze_dims=[-1]) if has_more else x
    if x.shape.rank is not None and (x.shape.rank == 0 or x.shape[-1] not in (None, 1)):
        return x
    is_more = raw.Equal(raw.Rank(x), raw.AddV2(raw.Rank(other), 1))
    squeezed: Tensor = cond(is_more, lambda: raw.Squeeze(x, squeeze_dims=[-1]), lambda: x)
    return squeezed


def flat(values: Sequence[Tensor]) -> list[Tensor]:
    """Each as a vector."""
    return [x if x.shape.rank == 1 else raw.Reshape(x, [-1]) for x in values]

"""Functions and classes of TensorFlow's inside that libraries import by path."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

import stagelight as tf
from stagelight import nest
from stagelight.graph import structured_values
from stagelight.ops.random.streams import op_seeds
from stagelight.types.type_spec import TypeSpec

# `python.autograph.pyct.transformer.Base`
NodeTransformer = ast.NodeTransformer

# `python.ops.control_flow_util`: conditionals and loops are operations that have functions.
ENABLE_CONTROL_FLOW_V2 = True


def in_xla_context(graph: Any) -> bool:
    """`GraphOrParentsInXlaContext`: whether a graph is compiled by XLA; none is."""
    return False


def case(
    cond_fn: Callable[..., Any],
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """`_case_helper`: what the first function gives whose predicate is true, by another `cond`."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, Mapping) else pred_fn_pairs)
    if not pairs:
        raise ValueError("Argument `pred_fn_pairs` must be a non-empty list of pairs.")
    with tf.name_scope(name or "case"):
        checks = []
        if exclusive:
            truths = [tf.cast(predicate, tf.int32) for predicate, _ in pairs]
            message = "Input error: exclusive=True: more than 1 conditions evaluated as True"
            checks.append(tf.debugging.assert_less_equal(tf.add_n(truths), 1, message))
        if default is None:
            *pairs, (predicate, default) = pairs
            last = "None of conditions evaluated as True"
            checks.append(
                tf.debugging.Assert(tf.reduce_any([p for p, _ in [*pairs, (predicate, 0)]]), [last])
            )
        rest = default
        for predicate, function in reversed(pairs):
            rest = _chosen(cond_fn, predicate, function, rest, cond_kwargs)
        with tf.control_dependencies([check for check in checks if check is not None]):
            return rest()


def _chosen(
    cond_fn: Callable[..., Any],
    predicate: Any,
    function: Callable[[], Any],
    rest: Callable[[], Any],
    kwargs: dict[str, Any],
) -> Callable[[], Any]:
    return lambda: cond_fn(predicate, function, rest, **kwargs)


def pfor(
    loop_fn: Callable[[Any], Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: int | None = None,
    warn: bool = False,
) -> Any:
    """`parallel_for.pfor`: the results of a function of 0 to `iters - 1`, stacked."""
    return tf.vectorized_map(loop_fn, tf.range(iters), fallback_to_while_loop)


def constant_value_as_shape(tensor: Any) -> Any:
    """What is known of a shape that a tensor holds: a `TensorShape`."""
    value = tf.get_static_value(tensor, partial=True)
    if value is None:
        length = tf.convert_to_tensor(tensor).shape.num_elements()
        return tf.TensorShape(None if length is None else [None] * length)
    return tf.TensorShape([None if x is None or x < 0 else int(x) for x in np.ravel(value)])


def convert_variables_to_tensors(values: Any) -> Any:
    """`variable_utils`: a structure with the values of variables in their places."""
    return nest.map_structure(
        lambda x: tf.convert_to_tensor(x) if isinstance(x, tf.Variable) else x, values
    )


class BatchableTypeSpec(TypeSpec):
    """A spec whose values can be rows of a batch: `_batch(size)` and `_unbatch()` say of which."""

    def _batch(self, batch_size: Any) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")


class NamesOfSpecs(Mapping[Any, str]):
    """`_TYPE_SPEC_TO_NAME`: the registered classes of specs, each with its name."""

    def __getitem__(self, kind: Any) -> str:
        name = structured_values.registered_name(kind)
        if name is None:
            raise KeyError(kind)
        return name

    def __iter__(self) -> Iterator[Any]:
        return iter(structured_values.REGISTERED_SPECS.values())

    def __len__(self) -> int:
        return len(structured_values.REGISTERED_SPECS)

    def pop(self, kind: Any) -> str | None:
        """The name, which goes from the other table."""
        name = structured_values.registered_name(kind)
        if name is not None:
            del structured_values.REGISTERED_SPECS[name]
        return name


NAMES_OF_SPECS = NamesOfSpecs()


def prevent_gradient(input: Any, message: str = "", name: str | None = None) -> Any:
    """The tensor, whose gradient is an error.

    Raises:
        LookupError: when a tape or `tf.gradients` comes here.
    """
    return tf.raw_ops.PreventGradient(input=input, message=message, name=name)


def parameterized_truncated_normal(
    shape: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = tf.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Normal numbers between two bounds: of all rows alike, or of each its own."""
    with tf.name_scope(name or "parameterized_truncated_normal"):
        parameters = [tf.convert_to_tensor(x, dtype) for x in (means, stddevs, minvals, maxvals)]
        return tf.raw_ops.ParameterizedTruncatedNormal(
            shape=tf.convert_to_tensor(shape, tf.int32),
            means=parameters[0],
            stdevs=parameters[1],
            minvals=parameters[2],
            maxvals=parameters[3],
            **op_seeds(seed),
        )


def add_operators(operators: Sequence[Any], operator_name: str | None = None) -> list[Any]:
    """`linear_operator_addition`: the sum of linear operators, a diagonal one where all are."""
    linalg = tf.linalg
    diagonal = (
        linalg.LinearOperatorDiag,
        linalg.LinearOperatorIdentity,
        linalg.LinearOperatorScaledIdentity,
    )
    if all(isinstance(each, diagonal) for each in operators):
        kind, parts = linalg.LinearOperatorDiag, [each.diag_part() for each in operators]
    else:
        kind, parts = linalg.LinearOperatorFullMatrix, [each.to_dense() for each in operators]
    return [kind(functools.reduce(operator.add, parts), name=operator_name or kind.__name__)]


def as_it_is(kind: Any) -> Any:
    """`make_composite_tensor`: operators are composites already."""
    return kind


def unmarked(*args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    """`tf_export` and its like: what a library makes public of TensorFlow is as it was."""
    return lambda exported: exported

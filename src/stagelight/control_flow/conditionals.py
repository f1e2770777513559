"""`tf.cond`, `tf.case` and `tf.switch_case`.

Eagerly Python runs the branch that is taken. While a graph is built every branch is traced into a graph of
its own, and one operation runs the graph that is taken (see `branches`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.control_flow.branches import apply_branches
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.tracing import trace_into
from stagelight.public import public

_numbers = itertools.count(1)

Branch = Callable[[], Any]


def function_name(scope: str, word: str) -> str:
    """A name for a graph made under a scope, such as "cond_true_12"."""
    return f"{scope}{word}_{next(_numbers)}".replace("/", "_")


@public("cond")
def cond(
    pred: Any,
    true_fn: Branch | None = None,
    false_fn: Branch | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` if `pred` is true, else `false_fn()`.

    While a graph is built both functions are traced, and one of them runs when the graph runs. What they
    return must agree in structure and dtypes.

    Args:
        pred: scalar boolean tensor.
        true_fn, false_fn: functions without arguments; they use tensors and variables from outside.
        name: name of the operation.

    Returns:
        What the function that ran returned.

    Raises:
        TypeError: a branch cannot be called, the branches' results differ, or `pred` is a Python bool in
            a graph.
        ValueError: the branches return different numbers of tensors.

    >>> x = tf.constant(3.0)
    >>> tf.cond(x > 2.0, lambda: x * 10.0, lambda: x - 1.0)
    <tf.Tensor: shape=(), dtype=float32, numpy=30.0>
    """
    for word, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"'{word}' must be callable. Received: {function!r}")
    if CONTEXT.stage is None:
        return true_fn() if pred else false_fn()  # type: ignore[misc]
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    with CONTEXT.stage.name_scope(name or "cond") as scope:
        condition = as_scalar(convert_to_tensor(pred))
        graphs = [
            traced_branch(function_name(scope, "true"), true_fn, condition),  # type: ignore[arg-type]
            traced_branch(function_name(scope, "false"), false_fn, condition),  # type: ignore[arg-type]
        ]
        _make_agree(graphs, "cond", ("true_fn", "false_fn"))
        outputs = apply_branches(False, condition, graphs, scope)
        return _packed(graphs, outputs)


@public("__internal__.smart_cond.smart_cond")
def smart_cond(
    pred: Any,
    true_fn: Branch | None = None,
    false_fn: Branch | None = None,
    name: str | None = None,
) -> Any:
    """`tf.cond` where the condition is not known; where it is, a call of the one branch.

    Args:
        pred: a bool, 0 or 1, or a scalar boolean tensor.
        true_fn, false_fn: functions without arguments.
        name: name of the operation.

    Raises:
        TypeError: a branch cannot be called, or `pred` is no condition.

    >>> tf.__internal__.smart_cond.smart_cond(True, lambda: "yes", lambda: "no")
    'yes'
    """
    for word, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"Argument `{word}` must be callable.")
    if isinstance(pred, Tensor):
        known = constant_value(pred)
        if known is None:
            return cond(pred, true_fn, false_fn, name)
        pred = bool(known)
    if pred not in (0, 1):
        raise TypeError(
            "Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: "
            f"pred={pred} of type {type(pred).__name__}"
        )
    return true_fn() if pred else false_fn()  # type: ignore[misc]


def as_scalar(tensor: Tensor) -> Tensor:
    """A condition of one element as a scalar."""
    if tensor.shape.rank == 0:
        return tensor
    return raw.Squeeze(tensor)


def traced_branch(name: str, function: Branch, placeholder: Tensor) -> FuncGraph:
    """The graph of a branch. An operation among its results becomes a tensor that waits for it."""
    graph = FuncGraph(name, CONTEXT.stage)

    def run() -> Any:
        result = function()
        return nest.map_structure(
            lambda leaf: _after(leaf, placeholder) if isinstance(leaf, Operation) else leaf, result
        )

    trace_into(graph, run)
    return graph


def _after(operation: Operation, value: Tensor) -> Tensor:
    with CONTEXT.stage.control_dependencies([operation]):
        return raw.Identity(value)


def _make_agree(graphs: Sequence[FuncGraph], what: str, names: Sequence[str]) -> None:
    """Gives indices of slices one dtype; all else must be alike in structure and dtypes in all branches."""
    _share_dtype_of_indices(graphs)
    first = graphs[0]
    for name, other in zip(names[1:], graphs[1:], strict=True):
        if len(first.outputs) != len(other.outputs):
            raise ValueError(
                f"Lengths of branch outputs of {what} must match.\n"
                f"{names[0]} returned {len(first.outputs)} tensors: {first.structured_outputs}\n"
                f"{name} returned {len(other.outputs)} tensors: {other.structured_outputs} (AG307)"
            )
        try:
            nest.assert_same_structure(
                first.structured_outputs, other.structured_outputs, expand_composites=True
            )
            for a, b in zip(
                nest.flatten(first.structured_outputs, expand_composites=True),
                nest.flatten(other.structured_outputs, expand_composites=True),
                strict=True,
            ):
                _check_leaves(a, b)
        except (ValueError, TypeError) as error:
            raise TypeError(
                f"{names[0]} and {name} arguments to tf.{what} must have the same number, type, and "
                f"overall structure of return values.\n\n{names[0]} output: "
                f"{first.structured_outputs}\n{name} output: {other.structured_outputs}\n\n"
                f"Error details:\n{error} (AG307)"
            ) from None


def _share_dtype_of_indices(graphs: Sequence[FuncGraph]) -> None:
    """Where branches return slices with indices of int32 and of int64, all of them return int64."""
    rows = [nest.flatten(graph.structured_outputs) for graph in graphs]
    mixed = [
        i
        for i, leaves in enumerate(zip(*rows, strict=False))
        if all(isinstance(leaf, IndexedSlices) for leaf in leaves)
        and len({leaf.indices.dtype for leaf in leaves}) > 1
    ]
    if not mixed:
        return
    for graph, row in zip(graphs, rows, strict=True):
        for i in mixed:
            with graph.as_default():
                wide = raw.Cast(row[i].indices, DstT="int64")
            row[i] = IndexedSlices(row[i].values, wide, row[i].dense_shape)
        graph.structured_outputs = nest.pack_sequence_as(graph.structured_outputs, row)
        tensors = nest.flatten(graph.structured_outputs, expand_composites=True)
        graph.outputs = [tensor for tensor in tensors if tensor is not None]


def _check_leaves(a: Any, b: Any) -> None:
    if (a is None) != (b is None):
        raise TypeError(f"{a} and {b}: one is None, the other is a tensor")
    if a is not None and a.dtype is not b.dtype:
        raise TypeError(f"{a} and {b} have different types")


def _common_form(values: Sequence[Any]) -> Any:
    """One of the values of a result in all branches; of composites the spec of all, where they differ."""
    first = values[0]
    if not is_composite(first):
        return first
    spec = first._type_spec
    common = spec.most_specific_common_supertype([value._type_spec for value in values[1:]])
    return first if common is None or common == spec else common


def _packed(graphs: Sequence[FuncGraph], outputs: Sequence[Tensor]) -> Any:
    """The outputs, each behind an `Identity`, in the form that the branches return."""
    remaining = iter([raw.Identity(x) for x in outputs])
    rows = [nest.flatten(graph.structured_outputs) for graph in graphs]
    structured = nest.pack_sequence_as(
        graphs[0].structured_outputs, [*map(_common_form, zip(*rows, strict=True))]
    )
    leaves = [
        None if leaf is None else next(remaining)
        for leaf in nest.flatten(structured, expand_composites=True)
    ]
    return nest.pack_sequence_as(structured, leaves, expand_composites=True)


# ---------------------------------------------------------------------------- switch_case


@public("switch_case")
def switch_case(
    branch_index: Any,
    branch_fns: Mapping[int, Branch] | Sequence[Any],
    default: Branch | None = None,
    name: str = "switch_case",
) -> Any:
    """Calls the function of the given number.

    Args:
        branch_index: int32 scalar tensor.
        branch_fns: functions without arguments: a list of them, a dict by numbers, or a list of pairs
            (number, function). The numbers are 0, 1, ... n - 1.
        default: called for every other index; the last of `branch_fns` if None.
        name: name of the operation.

    Returns:
        What the function returned. In a graph all functions return the same structure and dtypes.

    Raises:
        TypeError: `branch_index` is not int32, or something is not callable.
        ValueError: the numbers are not 0 to n - 1.

    >>> tf.switch_case(tf.constant(1), [lambda: "zero", lambda: "one", lambda: "many"])
    'one'
    """
    functions = _numbered(branch_fns, default, name)
    if CONTEXT.stage is None:
        index = _as_index(branch_index)
        i = int(index)  # type: ignore[call-overload]
        return functions[i if 0 <= i < len(functions) else -1]()
    if isinstance(branch_index, int):
        raise TypeError("branch_index must not be a Python int", branch_index)
    with CONTEXT.stage.name_scope(name) as scope:
        index = _as_index(branch_index)
        graphs = [
            traced_branch(function_name(scope, f"branch{number}"), function, index)
            for number, function in enumerate(functions)
        ]
        names = [f"branch {number}" for number in range(len(graphs))]
        _make_agree(graphs, "switch_case", names)
        return _packed(graphs, apply_branches(True, index, graphs, scope))


def _as_index(branch_index: Any) -> Tensor:
    index = convert_to_tensor(branch_index)
    if not index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {index.dtype!r}")
    if index.dtype.name != "int32":
        index = raw.Cast(index, DstT="int32")
    return as_scalar(index)


def _numbered(branch_fns: Any, default: Branch | None, name: str) -> list[Branch]:
    """The functions in order, the one for other indices last."""
    if not isinstance(branch_fns, (Mapping, list, tuple)):
        raise TypeError(
            "'branch_fns' must be a list, tuple, or dict. "
            f"Received {branch_fns!r} with type {type(branch_fns)}."
        )
    pairs: list[Any] = list(branch_fns.items() if isinstance(branch_fns, Mapping) else branch_fns)
    if pairs and all(callable(item) for item in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(
                "Each entry in 'branch_fns' must be a 2-tuple of an integer and a function. "
                f"Received {pair!r}."
            )
        if not isinstance(pair[0], int) or not callable(pair[1]):
            raise TypeError(
                f"Branches of {name!r} are functions under Python integers. Received: {pair!r}"
            )
    if not pairs:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    keys = [key for key, _ in pairs]
    if min(keys) < 0 or max(keys) >= len(pairs) or len(set(keys)) != len(pairs):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(pairs)}) but found "
            f"{{{','.join(map(str, sorted(keys)))}}}."
        )
    functions = [function for _, function in sorted(pairs, key=lambda pair: pair[0])]
    if default is not None:
        if not callable(default):
            raise TypeError(f"default must be callable. Received: {default!r}")
        functions.append(default)
    return functions


# ---------------------------------------------------------------------------- case


@public("case")
def case(
    pred_fn_pairs: Any,
    default: Branch | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Calls the function of the first condition that is true.

    Args:
        pred_fn_pairs: list of pairs (boolean scalar tensor, function without arguments).
        default: called where no condition is true; if None, that is an error, except that in a graph the
            last function is called where it has been checked that one is true.
        exclusive: whether more than one true condition is an error.
        strict: kept for TensorFlow's signature; a list of one value is always a list.
        name: name scope of the operations.

    Returns:
        What the function returned.

    Raises:
        TypeError: something is no such pair.
        ValueError: no pairs.
        InvalidArgumentError: no condition is true and there is no default, or with `exclusive` several are.

    >>> x = tf.constant(5)
    >>> tf.case([(x < 3, lambda: "small"), (x < 10, lambda: "medium")], default=lambda: "large")
    'medium'
    """
    allows_python = CONTEXT.stage is None
    predicates, functions = _checked_pairs(pred_fn_pairs, default, allows_python)
    if CONTEXT.stage is None:
        return _eager_case(predicates, functions, default, exclusive)
    return _chain(cond, predicates, functions, default, exclusive, name)


def case_by(
    cond_fn: Callable[..., Any],
    pred_fn_pairs: Any,
    default: Branch | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """`case` by another function than `cond`. Not public, but libraries import it as `_case_helper`.

    Args:
        cond_fn: called as `cond` is, with `cond_kwargs`: one that knows some conditions while tracing.
        pred_fn_pairs, default, exclusive, name: as for `case`.
        allow_python_preds: whether conditions may be Python's bools.

    Raises:
        TypeError, ValueError, InvalidArgumentError: as for `case`.
    """
    predicates, functions = _checked_pairs(pred_fn_pairs, default, allow_python_preds)
    choose = functools.partial(cond_fn, **cond_kwargs)
    return _chain(choose, predicates, functions, default, exclusive, name or "case")


def _chain(
    choose: Callable[[Any, Branch, Branch], Any],
    predicates: Sequence[Any],
    functions: Sequence[Branch],
    default: Branch | None,
    exclusive: bool,
    name: str,
) -> Any:
    """The first condition, otherwise the second, and so on, behind checks of how many are true."""
    with op_scope(name):
        checks = []
        if exclusive:
            at_most_one = raw.LessEqual(_true_count(predicates), 1)
            message = "Input error: exclusive=True: more than 1 conditions evaluated as True"
            checks.append(_assert(at_most_one, message, predicates))
        if default is None:
            message = "Input error: None of conditions evaluated as True"
            at_least_one = raw.Greater(_true_count(predicates), 0)
            checks.append(_assert(at_least_one, message, predicates))
            default = functions[-1]
            predicates, functions = predicates[:-1], functions[:-1]
        result: Branch = default
        for predicate, function in reversed(list(zip(predicates, functions, strict=True))):
            result = functools.partial(choose, predicate, function, result)
        if not checks or CONTEXT.stage is None:
            return result()
        # A graph that is run in parts has to come by the checks.
        with CONTEXT.stage.control_dependencies(checks):
            return nest.map_structure(_passed_on, result())


def _passed_on(value: Any) -> Any:
    return raw.Identity(value) if isinstance(value, Tensor) else value


def _true_count(predicates: Sequence[Any]) -> Any:
    packed = raw.Pack([as_scalar(convert_to_tensor(p)) for p in predicates], axis=0)
    return raw.Sum(raw.Cast(packed, DstT="int32"), 0)


def _assert(condition: Any, message: str, predicates: Sequence[Any]) -> Any:
    return raw.Assert(condition, [convert_to_tensor(message), *map(convert_to_tensor, predicates)])


def _checked_pairs(
    pairs: Any, default: Branch | None, allows_python: bool
) -> tuple[list[Any], list[Branch]]:
    if isinstance(pairs, Mapping):
        pairs = [(key.deref() if hasattr(key, "deref") else key, pairs[key]) for key in pairs]
    if not isinstance(pairs, (list, tuple)):
        raise TypeError(
            "'pred_fn_pairs' must be a list, tuple, or dict. "
            f"Received {pairs!r} with type {type(pairs)}."
        )
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair!r}.")
        predicate, function = pair
        if isinstance(predicate, Tensor):
            if predicate.dtype.name != "bool":
                raise TypeError(
                    f"'pred' must be Tensor of type bool. Received tensor of type {predicate.dtype.name}."
                )
        elif not (allows_python and isinstance(predicate, bool)):
            raise TypeError(f"'pred' must be a Tensor. Received: {predicate!r}")
        if not callable(function):
            raise TypeError(f"'fn' for pred {predicate!r} must be callable. Received: {function!r}")
    if not pairs:
        raise ValueError("Must provide at least one item in 'pred_fn_pairs'")
    if default is not None and not callable(default):
        raise TypeError(f"default must be callable. Received: {default!r}")
    return [predicate for predicate, _ in pairs], [function for _, function in pairs]


def _eager_case(
    predicates: Sequence[Any], functions: Sequence[Branch], default: Branch | None, exclusive: bool
) -> Any:
    values = [bool(p) for p in predicates]
    shown = [p._array.item() if isinstance(p, EagerTensor) else p for p in predicates]
    if exclusive and sum(values) > 1:
        raise InvalidArgumentError(
            None,
            None,
            f"Input error: exclusive=True: more than 1 conditions evaluated as True: {shown}",
        )
    for value, function in zip(values, functions, strict=True):
        if value:
            return function()
    if default is None:
        raise InvalidArgumentError(
            None,
            None,
            f"Input error: None of conditions evaluated as True: {shown}. Give default=.",
        )
    return default()

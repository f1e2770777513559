"""`tf.while_loop`.

Eagerly it is a Python loop. While a graph is built condition and body are traced once, and one operation
repeats them (see `loop_ops`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.control_flow.conditionals import as_scalar, function_name
from stagelight.control_flow.loop_graphs import LoopVariable, traced_loop
from stagelight.control_flow.loop_ops import apply_loop
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import list_data
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public
from stagelight.state.tensor_array import TensorArray
from stagelight.types.shapes import as_shape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value


@public("while_loop")
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Repeats `loop_vars = body(*loop_vars)` while `cond(*loop_vars)`.

    Args:
        cond: function of the loop variables that gives a scalar boolean tensor.
        body: function of the loop variables that gives their next values.
        loop_vars: list or tuple, perhaps nested, of tensors, numbers, `tf.TensorArray`s and other objects
            made of tensors: the values before the first round.
        shape_invariants: in the structure of `loop_vars`, for variables whose shape changes, what is true
            of it in every round: a shape, a spec, or None for the shape that the variable begins with. The
            invariant of a sparse tensor of rank `r` is the shape `[r]`.
        parallel_iterations: a hint for other executors: a positive number, also as an eager tensor.
        back_prop: False cuts gradients off.
        swap_memory: a hint for other executors.
        maximum_iterations: the loop ends after this many rounds.
        name: name of the operation.

    Returns:
        The last values, in the structure of `loop_vars`.

    Raises:
        TypeError: a function cannot be called, a variable's dtype changes, or a spec among
            `shape_invariants` does not describe its variable.
        ValueError: the body returns another structure, or a shape changes that the invariant fixes.

    >>> tf.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s + i), (0, 0))
    (<tf.Tensor: shape=(), dtype=int32, numpy=4>, <tf.Tensor: shape=(), dtype=int32, numpy=6>)
    """
    for word, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise TypeError(f"'{word}' must be callable. Received: {function!r}")
    if parallel_iterations < 1:
        raise TypeError(
            f"'parallel_iterations' must be a positive integer. Received: {parallel_iterations!r}"
        )
    if not isinstance(loop_vars, (list, tuple)):
        raise TypeError(
            f"'loop_vars' must be a list or tuple of loop variables. Received: {loop_vars!r}"
        )
    if CONTEXT.stage is None:
        result = _python_loop(cond, body, loop_vars, maximum_iterations)
    else:
        result = staged_while(
            cond,
            body,
            loop_vars,
            shape_invariants,
            maximum_iterations=maximum_iterations,
            parallel_iterations=int(parallel_iterations),
            name=name,
        )
    if not back_prop:
        return nest.map_structure(raw.StopGradient, result, expand_composites=True)
    return result


def _python_loop(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, maximum_iterations: Any
) -> Any:
    limit = None if maximum_iterations is None else int(maximum_iterations)
    values = loop_vars
    rounds = 0
    while (limit is None or rounds < limit) and cond(*values):
        values = _same_form(body(*values), loop_vars)
        rounds += 1
    return nest.map_structure(
        lambda x: x if isinstance(x, Tensor) or hasattr(x, "_type_spec") else convert_to_tensor(x),
        values,
    )


def _same_form(results: Any, loop_vars: Any) -> Any:
    """A body's results as a list or tuple, as the body gave them: eagerly they are the loop's results.

    Raises:
        ValueError, TypeError: they have another structure.
    """
    if not isinstance(results, (list, tuple)) or (
        len(loop_vars) == 1
        and nest.is_nested(loop_vars[0])
        and not nest.is_nested(results[0] if results else None)
    ):
        results = [results]
    nest.assert_same_structure(list(results), list(loop_vars), check_types=False)
    _check_keys(results, loop_vars)
    return results


def _check_keys(results: Any, loop_vars: Any) -> None:
    """Asks that mappings have the keys of those in their place.

    Raises:
        ValueError: they have others: their items would be taken for each other.
    """
    found, wanted = nest.entries(results), nest.entries(loop_vars)
    if found is None or wanted is None:
        return
    both_mappings = isinstance(results, Mapping) and isinstance(loop_vars, Mapping)
    if both_mappings and found.keys() != wanted.keys():
        raise ValueError(
            "The body of a loop must return mappings of the same set of keys as those in `loop_vars`. "
            f"Required: {list(loop_vars)}. Received: {list(results)} (AG306)"
        )
    for result, variable in zip(found.values(), wanted.values(), strict=False):
        _check_keys(result, variable)


def staged_while(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    shape_invariants: Any = None,
    *,
    maximum_iterations: Any = None,
    parallel_iterations: int = 10,
    name: str | None = None,
    joins_shapes: bool = False,
    names: Sequence[str] | None = None,
) -> Any:
    """A loop in the graph being built.

    Args:
        cond, body, loop_vars, shape_invariants: as in `while_loop`.
        maximum_iterations, parallel_iterations, name: likewise.
        joins_shapes: whether a shape that changes is generalised until it holds in every round, an axis
            that grows to None; otherwise that is an error.
        names: what messages call the loop variables, one for each flat one.

    Returns:
        The last values, in the structure of `loop_vars`.
    """
    given = nest.flatten(loop_vars)
    flat = [convert_to_tensor(x) for x in nest.flatten(loop_vars, expand_composites=True)]
    loop_vars = nest.pack_sequence_as(loop_vars, flat, expand_composites=True)
    loop_vars, variables = _loop_variables(loop_vars, flat, shape_invariants)
    stage = CONTEXT.stage
    with stage.name_scope(name or "while") as scope:
        limit = convert_to_tensor(
            -1 if maximum_iterations is None else maximum_iterations, name="maximum_iterations"
        )
        limit = as_scalar(limit)
        counter = convert_to_tensor(0, limit.dtype, name="loop_counter")
        own = [
            LoopVariable(counter.shape, counter.dtype, None, "while_loop_counter"),
            LoopVariable(limit.shape, limit.dtype, None, "while_maximum_iterations"),
        ]

        def goes_on(count: Any, most: Any, *values: Any) -> Any:
            wanted = cond(*nest.pack_sequence_as(loop_vars, list(values), expand_composites=True))
            wanted = as_scalar(convert_to_tensor(wanted))
            if maximum_iterations is None:
                return wanted
            return raw.LogicalAnd(raw.Less(count, most), wanted)

        last: list[Any] = []

        def next_round(count: Any, most: Any, *values: Any) -> list[Any]:
            packed = nest.pack_sequence_as(loop_vars, list(values), expand_composites=True)
            results = _same_form(body(*packed), loop_vars)
            last[:] = [results]
            tensors = nest.flatten(results, expand_composites=True)
            converted = [
                convert_to_tensor(t) if isinstance(t, Tensor) else _like_variable(t, v)
                for t, v in zip(tensors, variables, strict=True)
            ]
            return [raw.AddV2(count, 1, name="add"), most, *converted]

        while True:
            graph_names = (function_name(scope, "cond"), function_name(scope, "body"))
            graphs = traced_loop(graph_names, [*own, *variables], goes_on, next_round)
            checked = _checked(graphs[1], variables, flat, joins_shapes, names)
            if checked is None:
                break
            variables = checked
        outputs = apply_loop(*graphs, [counter, limit, *flat], scope, parallel_iterations)
    result = nest.pack_sequence_as(loop_vars, outputs[2 : 2 + len(flat)], expand_composites=True)
    _tell_arrays(nest.flatten(result), given, nest.flatten(last[0]))
    return result


def _like_variable(value: Any, variable: LoopVariable) -> Tensor:
    """A Python value that a body returns, in its variable's dtype where that can hold it."""
    try:
        return convert_to_tensor(value, dtype_hint=variable.dtype)
    except (TypeError, ValueError):
        return convert_to_tensor(value)


def _loop_variables(
    loop_vars: Any, flat: Sequence[Any], shape_invariants: Any
) -> tuple[Any, list[LoopVariable]]:
    """The flat loop variables, and the structure in which they are packed in every round."""
    if shape_invariants is None:
        shapes = [x.shape for x in flat]
    else:
        leaves = nest.flatten(loop_vars)
        invariants = nest.flatten(shape_invariants)
        if len(leaves) != len(invariants):
            raise ValueError(
                "`shape_invariants` must have the structure of `loop_vars`. Received: "
                f"loop_vars={loop_vars}, shape_invariants={shape_invariants} (AG306)"
            )
        specs = [*map(invariant_spec, leaves, invariants)]
        # Arrays are packed as themselves: all states of one share what is known of it.
        forms = [
            leaf if isinstance(leaf, (Tensor, TensorArray)) else spec
            for leaf, spec in zip(leaves, specs, strict=True)
        ]
        loop_vars = nest.pack_sequence_as(loop_vars, forms)
        shapes = [as_shape(spec.shape) for spec in nest.flatten(specs, expand_composites=True)]
    # TF: an invariant that the start does not meet is no error. What both say is known.
    shapes = [
        shape if x.shape.is_subtype_of(shape) else shape.most_specific_compatible_shape(x.shape)
        for x, shape in zip(flat, shapes, strict=True)
    ]
    return loop_vars, [
        LoopVariable(shape, x.dtype, getattr(x, "handle_data", None))
        for x, shape in zip(flat, shapes, strict=True)
    ]


def invariant_spec(variable: Any, invariant: Any) -> TypeSpec:
    """The spec of a loop variable in every round.

    Args:
        variable: a tensor, a `TensorArray`, or another composite tensor, as it enters the loop.
        invariant: a shape, a spec, or None for the spec of `variable`.

    Raises:
        TypeError: a spec that does not describe `variable`, or what is neither shape nor spec.
        ValueError: a shape whose rank does not fit the kind of `variable`.
    """
    if invariant is None or (
        # The shape of its handle says nothing of the elements.
        isinstance(variable, TensorArray) and not isinstance(invariant, TypeSpec)
    ):
        return type_spec_from_value(variable)
    if isinstance(invariant, TypeSpec):
        if not invariant.is_compatible_with(variable):
            raise TypeError(
                f"TypeSpec {invariant!r} is not compatible with {variable!r}, a loop variable of "
                f"{type_spec_from_value(variable)!r}. (AG306)"
            )
        return invariant
    shape = as_shape(invariant)
    if isinstance(variable, Tensor):
        return TensorSpec(shape, variable.dtype)
    try:
        return variable._shape_invariant_to_type_spec(shape)
    except NotImplementedError:
        raise TypeError(
            f"The shape invariant of a {type(variable).__name__} must be a "
            f"{type(variable._type_spec).__name__}. Received: {invariant!r} (AG306)"
        ) from None


def _checked(
    body: FuncGraph,
    variables: Sequence[LoopVariable],
    flat: Sequence[Any],
    joins_shapes: bool,
    names: Sequence[str] | None,
) -> list[LoopVariable] | None:
    """None if a round keeps dtypes and shapes, else the generalised variables to trace again with.

    Raises:
        TypeError: a dtype changes.
        ValueError: a shape changes that may not.
    """
    joined = []
    for i, (variable, x, y) in enumerate(zip(variables, flat, body.outputs[2:], strict=True)):
        if y.dtype is not variable.dtype:
            called = _loop_variable_name(i, names, x, body)
            raise TypeError(
                f"Loop var {called} enters the loop with type {variable.dtype!r} but has type "
                f"{y.dtype!r} after 1 iteration. {called} type should remain constant. Use tf.cast. (AG306)"
            )
        shape = variable.shape.most_specific_compatible_shape(y.shape)
        if shape != variable.shape and not joins_shapes:
            called = _loop_variable_name(i, names, x, body)
            raise ValueError(
                f"Input tensor `{called}` enters the loop with shape {variable.shape}, but has shape "
                f"{y.shape} after one iteration. To allow the shape to vary across iterations, use the "
                "`shape_invariants` argument of tf.while_loop to specify a less-specific shape. (AG306)"
            )
        joined.append(
            LoopVariable(shape, x.dtype, _joined_handle_data(variable.handle_data, y.handle_data))
        )
    return None if joined == list(variables) else joined


def _loop_variable_name(i: int, names: Sequence[str] | None, x: Any, body: FuncGraph) -> str:
    """What messages call a loop variable: an eager tensor has no name, its placeholder has one."""
    if names is not None:
        return names[i]
    return str((x if isinstance(x, SymbolicTensor) else body.inputs[i + 2]).name)


def _joined_handle_data(before: Any, after: Any) -> Any:
    """What is true of the elements of both lists; None when unknown."""
    if before is None or after is None or before[1] is not after[1]:
        return None
    inside = [getattr(data, "elements", None) for data in (before, after)]
    shape = before[0].most_specific_compatible_shape(after[0])
    return list_data(shape, before[1], _joined_handle_data(*inside))


def _tell_arrays(results: Sequence[Any], given: Sequence[Any], last: Sequence[Any]) -> None:
    """Tells arrays that left a loop the sizes with which they came, and the shapes of what was written."""
    for result, before, inside in zip(results, given, last, strict=True):
        if hasattr(result, "merge_element_shape"):
            result.merge_element_shape(inside.element_shape)
            result.take_size(before)

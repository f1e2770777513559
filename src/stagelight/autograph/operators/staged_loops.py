"""`while` and `for` loops whose condition or range is symbolic: they become one `While` operation.

What a round may change is the loop's state, symbol by symbol. Leaves that are tensors, or can become
tensors, are carried by the graph; any other object must be the same after a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from stagelight.autograph.operators.dispatch import (
    FOR_STMT,
    FOR_UNTIL,
    WHILE_CHANGED,
    WHILE_STMT,
    surroundings,
)
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.exceptions import (
    HANDLERS,
    AlwaysRaises,
    as_python_tells_it,
    is_missing_value,
    is_raised_by_user,
)
from stagelight.autograph.operators.staged_blocks import GetState, SetState, Surroundings
from stagelight.autograph.operators.staged_conditionals import staged_exception, staged_if
from stagelight.autograph.operators.staged_loop_state import LoopState
from stagelight.autograph.operators.staged_speculation import SPECULATION
from stagelight.autograph.operators.staged_truth import (
    is_condition,
    register_for_conditions,
    truth_of,
)
from stagelight.control_flow import loops
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.errors import OperatorNotAllowedInGraphError
from stagelight.graph.effects import Summaries, effects_of_operation, joined_effects
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor

ExtraTest = Callable[[], Any] | None


def run_loop(
    state: LoopState,
    test: Callable[..., Any],
    round_: Callable[..., None],
    counters: Sequence[Tensor],
    options: dict[str, Any],
    step: Callable[..., Sequence[Tensor]],
    maximum_iterations: Any = None,
) -> Sequence[Tensor]:
    """A `While` over counters of the loop's own and the carried state; the counters afterwards.

    Args:
        state: the symbols.
        test: `test(*counters)`, with the symbols set.
        round_: `round_(*counters)`, with the symbols set; it changes them.
        counters: the counters' values before the loop.
        options: what `set_loop_options` said.
        step: the counters after a round.
        maximum_iterations: a bound that is known, None where there is none.
    """
    count = len(counters)
    limit = options.get("maximum_iterations")

    def cond(*values: Any) -> Any:
        state.set(values[count:])
        try:
            outcome = test(*values[:count])
            ELEMENT_COPIES.check()
            return outcome
        finally:
            state.put_back()

    def body(*values: Any) -> list[Any]:
        state.set(values[count:])
        handlers = HANDLERS.count()
        try:
            round_(*values[:count])
        except Exception as error:
            if is_raised_by_user(error):
                told = error
            elif is_missing_value(error):
                SPECULATION.takes_failure()  # Another round may have set the name.
                told = as_python_tells_it(error)
            else:
                raise
            HANDLERS.refuse(error, handlers)
            staged_exception(told)
        except AlwaysRaises:
            pass
        return [*step(*values[:count]), *state.after_round()]

    def attempt() -> Any:
        invariants = state.shape_invariants(options)
        if invariants is not None:
            invariants = [*(x.shape for x in counters), *invariants]
        return loops.staged_while(
            cond,
            body,
            [*counters, *state.tensors()],
            invariants,
            maximum_iterations=maximum_iterations if limit is None else limit,
            parallel_iterations=options.get("parallel_iterations") or 10,
            joins_shapes=invariants is None,
            names=[*["the loop's counter"] * count, *state.leaf_names],
        )

    results = state.build(attempt)
    state.set(results[count:])
    return list(results[:count])


def staged_while(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
    *,
    first_test: Callable[[], Any] | None = None,
) -> None:
    """A `while` statement as one operation; see `loops.while_stmt` for the arguments.

    If the test has effects, `first_test` gives its first value.
    """
    state = LoopState(get_state, set_state, symbol_names, (body, test), opts)
    try:
        run_loop(state, lambda: _pure(test, get_state, set_state), body, (), opts, lambda: ())
    except _TestHasEffects:
        first = first_test or test
        _while_with_effects(first, test, body, get_state, set_state, symbol_names, opts)


def staged_rest_of_while(outcome: Any, *loop: Any) -> None:
    """The rounds that are left of a `while` statement, whose test has just given `outcome`."""
    staged_while(*loop, first_test=lambda: outcome)


class _TestHasEffects(BaseException):
    """The condition of a `while` changes symbols or objects."""


def _pure(test: Callable[[], Any], get_state: GetState, set_state: SetState) -> Any:
    """The condition of a loop, which must not change anything.

    Raises:
        _TestHasEffects: it does, by `:=` or in a function that it calls.
    """
    before = get_state()
    surroundings = Surroundings((test,), set_state, before)
    outcome = test()
    is_changed = any(a is not b for a, b in zip(before, get_state(), strict=True))
    if surroundings.changes() or is_changed:
        raise _TestHasEffects
    return truth_of(outcome, "a while loop")


def _while_with_effects(
    first_test: Callable[[], Any],
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `while` whose condition has effects: it is evaluated before the loop, then in each round."""
    goes_on = [truth_of(first_test(), "a while loop")]
    first = convert_to_tensor(goes_on[0])

    def round_(_: Any) -> None:
        body()
        goes_on[:] = [truth_of(test(), "a while loop")]

    state = LoopState(get_state, set_state, symbol_names, (body, test), opts)
    run_loop(
        state,
        lambda wanted: wanted,
        round_,
        (first,),
        opts,
        lambda _: (convert_to_tensor(goes_on[0]),),
    )


def staged_for(
    iter_: Any,
    extra_test: ExtraTest,
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over a tensor's first axis as one operation; see `loops.for_stmt`."""
    if iter_.shape.rank == 0:
        raise TypeError("Cannot iterate over a scalar tensor.")
    if iter_.op.op_def.name == "Range":
        _for_range(iter_, extra_test, body, get_state, set_state, symbol_names, opts)
        return
    size = iter_.shape[0] if iter_.shape.rank is not None else None
    limit = raw.StridedSlice(raw.Shape(iter_), [0], [1], [1], shrink_axis_mask=1)
    element_at = _elements(iter_)
    for_count(
        limit, element_at, extra_test, body, get_state, set_state, symbol_names, opts, size=size
    )


def for_count(
    limit: Any,
    element_at: Callable[[Tensor], Any],
    extra_test: ExtraTest,
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
    *,
    size: int | None = None,
    start: Any = 0,
    step: Callable[[Tensor], Tensor] = lambda i: raw.AddV2(i, 1),
) -> Sequence[Tensor]:
    """A loop over `element_at(i)` for i from `start` to a limit; the last i, in a list.

    The limit is a tensor, or a function that gives it anew before each round.
    """
    runs = size is not None and size > 0
    state = LoopState(get_state, set_state, symbol_names, (body, extra_test), opts, runs)
    return run_loop(
        state,
        lambda i: both(raw.Less(i, limit() if callable(limit) else limit), extra_test),
        lambda i: body(element_at(i)),
        (convert_to_tensor(start),),
        opts,
        lambda i: (step(i),),
        size,
    )


def _elements(tensor: Any) -> Callable[[Tensor], Any]:
    """A function that gives the i-th element, cheaply also in the backward pass."""
    if not tensor.dtype.is_floating:
        return lambda i: raw.GatherV2(tensor, i, 0)
    shape = tensor.shape[1:].as_list() if tensor.shape.rank is not None else None
    known = shape is not None and None not in shape
    element_shape = (
        np.asarray(shape, np.int32)
        if known
        else raw.StridedSlice(raw.Shape(tensor), [1], [0], [1], end_mask=1)
    )
    elements = raw.TensorListFromTensor(tensor, element_shape)

    def element_at(i: Tensor) -> Any:
        element = raw.TensorListGetItem(elements, i, element_shape, element_dtype=tensor.dtype)
        element.set_shape(tensor.shape[1:])
        return element

    return element_at


def _for_range(
    iter_: Any,
    extra_test: ExtraTest,
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A loop over `tf.range`: the numbers are counted, not stored."""
    start, limit, delta = iter_.op.inputs
    step = constant_value(delta)

    def goes_on(i: Tensor) -> Any:
        if step is not None:
            return raw.Less(i, limit) if step >= 0 else raw.Greater(i, limit)
        upwards = raw.GreaterEqual(delta, raw.ZerosLike(delta))
        return raw.SelectV2(upwards, raw.Less(i, limit), raw.Greater(i, limit))

    size = iter_.shape[0] if iter_.shape.rank == 1 else None
    runs = size is not None and size > 0
    state = LoopState(get_state, set_state, symbol_names, (body, extra_test), opts, runs)
    run_loop(
        state,
        lambda i: both(goes_on(i), extra_test),
        body,
        (start,),
        opts,
        lambda i: (raw.AddV2(i, delta),),
        size,
    )


def both(goes_on: Any, extra_test: ExtraTest) -> Any:
    """Whether a loop goes on by its own count and by its extra test."""
    if extra_test is None:
        return goes_on
    outcome = truth_of(extra_test())
    if isinstance(outcome, Tensor):
        return raw.LogicalAnd(goes_on, outcome)
    return goes_on if outcome else outcome


def staged_rest(
    stop: Any,
    rest: Iterator[Any],
    extra_test: Callable[[], Any],
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """What is left of a Python loop once only the graph knows whether it goes on.

    Each further round is traced, and runs if the loop has not ended before it.
    """
    goes_on = stop
    captured = len(opts.get("captured", ()))
    for element in rest:
        staged_if(
            goes_on,
            partial(body, element),
            lambda: None,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names) - captured,
            captured,
        )
        goes_on = extra_test()


class _DiscardedGraph(FuncGraph):
    """A graph in which code is traced only to see what it does."""


def _traced_graph() -> Any:
    """The graph that is traced and kept."""
    stage = CONTEXT.stage
    while isinstance(stage, _DiscardedGraph):
        stage = stage.enclosing_graph
    return stage


def _first_test(test: Callable[[], Any], get_state: GetState, set_state: SetState) -> Any:
    """A loop's condition, only to see of what kind it is; it leaves nothing behind."""
    stage = CONTEXT.stage
    if not isinstance(stage, FuncGraph):
        return test()
    scratch = _DiscardedGraph("scratch", stage)
    before = get_state()
    surroundings = Surroundings((test,), set_state, before)
    with scratch.as_default():
        outcome = test()
    is_staged = is_condition(outcome)
    if is_staged or scratch.operations:
        set_state(before)
        surroundings.restore()
    if not is_staged and scratch.operations:
        return test()  # Python runs the loop: what the test did must be in the graph.
    return outcome


def _attempt(function: Callable[[], Any]) -> Any:
    """What a function gives, or NotImplemented where it needs a Python value of a tensor."""
    stage = CONTEXT.stage
    if not isinstance(stage, FuncGraph):
        return function()
    count = len(stage.operations)
    surroundings = Surroundings((function,))
    try:
        return function()
    except OperatorNotAllowedInGraphError:
        if any(operation.op_def.is_stateful for operation in list(stage.operations)[count:]):
            raise  # These are not taken back.
        surroundings.restore()
        return NotImplemented


def _operation_count() -> int:
    stage = CONTEXT.stage
    return len(stage.operations) if isinstance(stage, FuncGraph) else 0


def _resources_since(count: int) -> tuple[bool, bool]:
    stage = CONTEXT.stage
    if not isinstance(stage, FuncGraph):
        return False, False
    summaries = Summaries()
    found = joined_effects(
        [effects_of_operation(x, summaries) for x in list(stage.operations)[count:]]
    )
    return bool(found.reads), bool(found.writes or found.iterates) or found.touches_all


surroundings.first_test = _first_test
surroundings.graph = _traced_graph
surroundings.attempt = _attempt
surroundings.operation_count = _operation_count
surroundings.resources_since = _resources_since
register_for_conditions(WHILE_STMT, staged_while)
register_for_conditions(WHILE_CHANGED, staged_rest_of_while)
register_for_conditions(FOR_UNTIL, staged_rest)
FOR_STMT.register(SymbolicTensor, staged_for)

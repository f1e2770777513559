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
from stagelight.autograph.operators.staged_conditionals import staged_if
from stagelight.autograph.operators.staged_values import (
    as_value,
    has_same_structure,
    is_carried,
    is_same_object,
    is_undefined,
    kind_of,
    leaves_of,
    packed_like,
    placeholder_like,
)
from stagelight.control_flow import loops
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.types.shapes import as_shape

GetState = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]
ExtraTest = Callable[[], Any] | None


class LoopState:
    """The symbols of a loop, and which of their leaves the graph carries.

    Args:
        get_state, set_state: read and write the symbols.
        names: what they are called.
        one_round: runs the loop's body once, to see what symbols without a value become; it is
            traced into a graph that is thrown away.

    Attributes:
        tensors: the carried leaves before the loop, as tensors.
        tensor_names: the symbols that they are of.
    """

    def __init__(
        self,
        get_state: GetState,
        set_state: SetState,
        names: Sequence[str],
        one_round: Callable[[], Any],
    ) -> None:
        self._get_state = get_state
        self._set_state = set_state
        self._names = names
        self._values = get_state()
        if any(map(is_undefined, self._values)):
            self._values = self._with_placeholders(one_round)
        self._leaves = [
            [as_value(leaf) if is_carried(as_value(leaf)) else leaf for leaf in leaves_of(value)]
            for value in self._values
        ]
        self._is_carried = [[is_carried(leaf) for leaf in leaves] for leaves in self._leaves]
        self._given = list(self._carried_leaves(self._leaves))
        self.tensors: list[Tensor] = [convert_to_tensor(leaf) for leaf in self._given]
        self.tensor_names = [
            name
            for name, carried in zip(names, self._is_carried, strict=True)
            for is_tensor in carried
            if is_tensor
        ]

    def _carried_leaves(self, leaves_by_symbol: Sequence[Sequence[Any]]) -> Iterator[Any]:
        for leaves, carried in zip(leaves_by_symbol, self._is_carried, strict=True):
            for leaf, is_tensor in zip(leaves, carried, strict=True):
                if is_tensor:
                    yield leaf

    def _with_placeholders(self, one_round: Callable[[], Any]) -> tuple[Any, ...]:
        """The values before the loop, with something of the right kind where there is none."""
        before = self._values
        with FuncGraph("scratch", CONTEXT.stage).as_default():
            try:
                one_round()
                after = self._get_state()
            finally:
                self._set_state(before)
        return tuple(
            placeholder_like(new) if is_undefined(old) and not is_undefined(new) else old
            for old, new in zip(before, after, strict=True)
        )

    def set(self, tensors: Sequence[Any]) -> None:
        """Writes the symbols: the carried leaves are the given tensors."""
        remaining = iter(tensors)
        self._set_state(
            tuple(
                packed_like(
                    value,
                    [
                        next(remaining) if is_tensor else leaf
                        for leaf, is_tensor in zip(leaves, carried, strict=True)
                    ],
                )
                for value, leaves, carried in zip(
                    self._values, self._leaves, self._is_carried, strict=True
                )
            )
        )

    def after_round(self) -> list[Tensor]:
        """The carried leaves of the symbols' values now.

        Raises:
            TypeError, ValueError: they do not match those before the loop.
        """
        after = self._get_state()
        tensors: list[Tensor] = []
        position = 0
        for i, (name, before, value) in enumerate(
            zip(self._names, self._values, after, strict=True)
        ):
            if is_undefined(before):
                continue  # It stays without a value that anybody may read.
            if not has_same_structure(before, value):
                raise TypeError(
                    f"'{name}' does not have the same nested structure after one iteration. "
                    f"Before the loop: {kind_of(before)}. After an iteration: {kind_of(value)}."
                )
            for leaf, old, is_tensor in zip(
                leaves_of(value), self._leaves[i], self._is_carried[i], strict=True
            ):
                if is_tensor:
                    tensors.append(self._matched(name, leaf, self.tensors[position]))
                    position += 1
                elif not is_same_object(old, leaf):
                    raise TypeError(
                        f"'{name}' must not be changed by a staged loop, since it is no tensor. Before "
                        f"the loop: {kind_of(old)}. After an iteration: {kind_of(leaf)}."
                    )
        return tensors

    @staticmethod
    def _matched(name: str, leaf: Any, before: Tensor) -> Tensor:
        leaf = as_value(leaf)
        if not is_carried(leaf):
            raise TypeError(
                f"'{name}' is {kind_of(leaf)} at the end of the iteration, but was "
                f"{kind_of(before)} before the loop."
            )
        tensor = (
            leaf if isinstance(leaf, Tensor) else convert_to_tensor(leaf, dtype_hint=before.dtype)
        )
        if tensor.dtype is not before.dtype:
            raise TypeError(
                f"'{name}' has dtype {before.dtype.name} before the loop, but dtype {tensor.dtype.name} "
                "after one iteration. Use tf.cast, or begin with a value of the right dtype."
            )
        return tensor

    def shape_invariants(self, options: dict[str, Any]) -> list[Any] | None:
        """For each carried leaf the shape that `set_loop_options` gave for it."""
        given = options.get("shape_invariants")
        if not given:
            return None
        by_id = {id(tensor): as_shape(shape) for tensor, shape in given}
        return [
            by_id.get(id(leaf), tensor.shape)
            for leaf, tensor in zip(self._given, self.tensors, strict=True)
        ]


def run_loop(
    state: LoopState,
    test: Callable[..., Any],
    round_: Callable[..., None],
    counters: Sequence[Tensor],
    options: dict[str, Any],
    step: Callable[..., Sequence[Tensor]],
    maximum_iterations: Any = None,
) -> None:
    """A `While` over counters of the loop's own and the carried state.

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

    def cond(*values: Any) -> Any:
        state.set(values[count:])
        return test(*values[:count])

    def body(*values: Any) -> list[Any]:
        state.set(values[count:])
        round_(*values[:count])
        return [*step(*values[:count]), *state.after_round()]

    invariants = state.shape_invariants(options)
    if invariants is not None:
        invariants = [*(x.shape for x in counters), *invariants]
    limit = options.get("maximum_iterations")
    results = loops.staged_while(
        cond,
        body,
        [*counters, *state.tensors],
        invariants,
        maximum_iterations=maximum_iterations if limit is None else limit,
        parallel_iterations=options.get("parallel_iterations") or 10,
        joins_shapes=invariants is None,
        names=[*["the loop's counter"] * count, *state.tensor_names],
    )
    state.set(results[count:])


def staged_while(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `while` statement as one operation; see `loops.while_stmt` for the arguments."""
    state = LoopState(get_state, set_state, symbol_names, body)
    run_loop(state, lambda: _checked_test(test()), body, (), opts, lambda: ())


def _checked_test(outcome: Any) -> Any:
    if isinstance(outcome, Tensor) and outcome.shape.rank not in (None, 0):
        raise ValueError(
            f"The condition of a while loop must be a scalar. Received a tensor of shape {outcome.shape}. "
            "Use tf.reduce_all or tf.reduce_any to reduce it."
        )
    return outcome


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
    for_count(limit, element_at, extra_test, body, get_state, set_state, symbol_names, opts, size)


def for_count(
    limit: Any,
    element_at: Callable[[Tensor], Any],
    extra_test: ExtraTest,
    body: Callable[[Any], Any],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
    size: int | None = None,
) -> None:
    """A loop over `element_at(i)` for i from 0 to a limit that is a tensor."""
    zero = convert_to_tensor(0)
    state = LoopState(get_state, set_state, symbol_names, lambda: body(element_at(zero)))
    run_loop(
        state,
        lambda i: both(raw.Less(i, limit), extra_test),
        lambda i: body(element_at(i)),
        (zero,),
        opts,
        lambda i: (raw.AddV2(i, 1),),
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

    state = LoopState(get_state, set_state, symbol_names, lambda: body(start))
    run_loop(
        state,
        lambda i: both(goes_on(i), extra_test),
        body,
        (start,),
        opts,
        lambda i: (raw.AddV2(i, delta),),
        iter_.shape[0] if iter_.shape.rank == 1 else None,
    )


def both(goes_on: Any, extra_test: ExtraTest) -> Any:
    """Whether a loop goes on by its own count and by its extra test."""
    if extra_test is None:
        return goes_on
    outcome = extra_test()
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
    for element in rest:
        staged_if(
            goes_on,
            partial(body, element),
            lambda: None,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names),
        )
        goes_on = extra_test()


def _first_test(test: Callable[[], Any]) -> Any:
    """A loop's condition, only to see of what kind it is; it leaves no operations behind."""
    stage = CONTEXT.stage
    if not isinstance(stage, FuncGraph):
        return test()
    scratch = FuncGraph("scratch", stage)
    with scratch.as_default():
        outcome = test()
    if not isinstance(outcome, SymbolicTensor) and scratch.operations:
        return test()  # Python runs the loop: what the test did must be in the graph.
    return outcome


surroundings.first_test = _first_test
WHILE_STMT.register(SymbolicTensor, staged_while)
WHILE_CHANGED.register(SymbolicTensor, staged_while)
FOR_STMT.register(SymbolicTensor, staged_for)
FOR_UNTIL.register(SymbolicTensor, staged_rest)

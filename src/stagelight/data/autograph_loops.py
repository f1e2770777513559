"""`for` loops over datasets and iterators in staged functions.

A loop over a dataset becomes a `scan` that runs the body, with the loop's state, and a `reduce` that keeps
the last state: so the graph's size does not depend on the data. A loop over an iterator, which others may
advance too, becomes a `While` that asks for the next element.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stagelight.autograph.operators.dispatch import FOR_STMT
from stagelight.autograph.operators.staged_conditionals import conditional, staged_if
from stagelight.autograph.operators.staged_loops import LoopState, both, run_loop
from stagelight.autograph.operators.staged_truth import is_staging
from stagelight.control_flow.calls import tell_variables
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import Dataset
from stagelight.data.folding import apply_scan, trace_scan
from stagelight.data.iterators import Iterator
from stagelight.data.optionals import get_next_as_optional
from stagelight.data.structure import normalized


def staged_for_dataset(
    dataset: Dataset,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over a dataset; see autograph's `for_stmt` for the arguments."""
    state = LoopState(get_state, set_state, symbol_names, (body, extra_test), opts)

    def one_round(tensors: Any, element: Any) -> Any:
        state.set(tensors)
        body(element)
        return tuple(convert_to_tensor(leaf) for leaf in state.after_round())

    def scanned(tensors: Any, element: Any) -> Any:
        if extra_test is None:
            after = one_round(tensors, element)
            return after, (after, convert_to_tensor(True))
        state.set(tensors)
        goes_on = extra_test()
        if not isinstance(goes_on, Tensor):
            after = one_round(tensors, element) if goes_on else tensors
            return after, (after, convert_to_tensor(goes_on))
        names = [f"state {i}" for i in range(len(tensors))]
        after = conditional(goes_on, lambda: one_round(tensors, element), lambda: tensors, names)
        return after, (after, goes_on)

    def attempt() -> Any:
        # A loop without a state still runs, for its effects.
        carried = tuple(state.tensors())
        tensors = normalized(carried or (convert_to_tensor(0),))
        step: Callable[[Any, Any], Any] = scanned if carried else _stateless(scanned)
        function = trace_scan(dataset, tensors, step)
        # Tapes watch the variables that the body reads: their gradient is refused, and not None.
        tell_variables(function.graph)
        steps: Any = apply_scan(dataset, tensors, function)
        if extra_test is not None:
            steps = steps.take_while(lambda _, goes_on: goes_on)
        final = steps.reduce(tensors, lambda _, step: step[0])
        return final if carried else ()

    state.set(state.build(attempt))


def staged_for_iterator(
    iterator: Iterator,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over an iterator; see autograph's `for_stmt` for the arguments.

    Each round asks for an element first, so that a `break` leaves the rest to whoever asks next.
    """
    state = LoopState(get_state, set_state, symbol_names, (body, extra_test), opts)
    captured = len(opts.get("captured", ()))
    found: list[Any] = []

    def round_(_: Any) -> None:
        optional = get_next_as_optional(iterator)
        has_value = optional.has_value()
        # As partial objects: what they change is found through their arguments.
        staged_if(
            has_value,
            partial(_round_with, body, optional),
            _no_round,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names) - captured,
            captured,
        )
        found[:] = [has_value]

    run_loop(
        state,
        lambda goes_on: both(goes_on, extra_test),
        round_,
        (convert_to_tensor(True),),
        opts,
        lambda _: (found[0],),
    )


def _round_with(body: Callable[[Any], Any], optional: Any) -> None:
    body(optional.get_value())


def _no_round() -> None:
    pass


def _stateless(scanned: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def with_nothing(nothing: Any, element: Any) -> Any:
        _, (_, goes_on) = scanned((), element)
        return nothing, (nothing, goes_on)

    return with_nothing


FOR_STMT.register(Dataset, staged_for_dataset, when=is_staging)
FOR_STMT.register(Iterator, staged_for_iterator, when=is_staging)

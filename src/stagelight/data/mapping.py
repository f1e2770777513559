"""`map`: a function of each element, run on several elements at once or by several threads where it pays.

A function that is pure, over a source that gives its elements in blocks, is run on blocks: the order and
the results are those of one element after the other. Other functions are called in threads, if that is
asked for, from the moment when they turn out to take long.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.data.blocks import Computed, Gather, IteratorState, RowByRow, blocks_of, rows_of
from stagelight.data.dataset import Dataset, dataset_method
from stagelight.data.element_function import (
    ElementFunction,
    OfFunction,
    dataset_of_function,
    define_of_function,
)
from stagelight.data.elements import Elements
from stagelight.data.iteration import Iteration
from stagelight.data.parallel_calls import called_in_parallel
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.types.dtypes import int64


class _Mapped(OfFunction):
    """`parallel_calls` is 1, a number, or `AUTOTUNE`."""

    def __init__(
        self,
        source: Elements,
        function: ElementFunction,
        parallel_calls: int = 1,
        deterministic: str = "true",
        **_: Any,
    ) -> None:
        super().__init__(source, function)
        self._parallel_calls = parallel_calls
        self._keeps_order = deterministic != "false"

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        part = iteration.part()
        source = self._source.make_iterator(part)
        compute: Any = None if source.read_ahead == 1 else self._function.on_blocks()
        if compute is not None and not iteration.was_saved_with("pending"):
            fetch = blocks_of(source, part).next_block
            return Computed(fetch, compute, iteration.place(rest=(), is_new=True))
        apply = self._function.begun(iteration)
        rows = rows_of(source, part)
        # Random numbers are drawn in the order of the elements.
        if self._parallel_calls == 1 or self._function.draws_random_numbers:
            return RowByRow(itertools.starmap(apply, rows))
        return RowByRow(
            called_in_parallel(apply, rows, iteration, self._parallel_calls, self._keeps_order)
        )

    def gather(self) -> Gather | None:
        rows = self._source.gather()
        run = None if rows is None else self._function.on_blocks()
        if rows is None or run is None:
            return None
        return lambda indices: run(*rows(indices))


define_of_function(
    "MapDataset",
    _Mapped,
    more_attrs={
        "use_inter_op_parallelism": True,
        "preserve_cardinality": False,
        "force_synchronous": False,
    },
)
define_of_function(
    "ParallelMapDatasetV2",
    _Mapped,
    more_inputs="num_parallel_calls: int64",
    more_attrs={
        "use_inter_op_parallelism": True,
        "deterministic": "default",
        "preserve_cardinality": False,
        "use_unbounded_threadpool": False,
    },
)


def deterministic_attr(deterministic: bool | None) -> str:
    """What ops call whether they keep the order."""
    return {None: "default", True: "true", False: "false"}[deterministic]


@dataset_method("map")
def map_(
    self: Dataset,
    map_func: Callable[..., Any],
    num_parallel_calls: Any = None,
    deterministic: bool | None = None,
    synchronous: bool | None = None,
    use_unbounded_threadpool: bool = False,
    name: str | None = None,
) -> Dataset:
    """The elements `map_func(element)`.

    Args:
        map_func: a function of an element (of its parts, if it is a tuple); it is staged.
        num_parallel_calls: how many elements may be worked on at the same time; `tf.data.AUTOTUNE`
            leaves it to the pipeline. Threads are used where a call takes long.
        deterministic: False allows elements in the order in which they are done.
        synchronous: True forbids parallel calls.
        use_unbounded_threadpool: a hint.
        name: name of the operation.

    Raises:
        TypeError: the function returns what is no element.
        ValueError: `synchronous` together with `num_parallel_calls`.

    >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x + 1)]
    [1, 2, 3]
    """
    function = StructuredFunction(map_func, spread(self.element_spec), "Dataset_map")
    spec = function.output_spec
    if num_parallel_calls is None or function.is_debugged:
        return dataset_of_function(
            self,
            "MapDataset",
            function,
            spec,
            preserve_cardinality=True,
            force_synchronous=synchronous is True,
        )
    if synchronous:
        raise ValueError(
            "`synchronous` is not supported with `num_parallel_calls`, but `num_parallel_calls` was "
            f"set to {num_parallel_calls} and `synchronous` was set to True."
        )
    return dataset_of_function(
        self,
        "ParallelMapDatasetV2",
        function,
        spec,
        (convert_to_tensor(num_parallel_calls, int64),),
        deterministic=deterministic_attr(deterministic),
        preserve_cardinality=True,
        use_unbounded_threadpool=use_unbounded_threadpool,
    )

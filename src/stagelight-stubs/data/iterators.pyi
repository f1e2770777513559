from typing import Any
from stagelight.data.optionals import Optional as Optional
from __future__ import annotations
import itertools
import threading
from collections.abc import Callable
from collections.abc import Iterator as PythonIterator
from types import ModuleType
from typing import Any
import numpy as np
from stagelight import errors, nest
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.inference import SCALAR, Inferred, as_described
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.blocks import Components, RowIterators, read_blocks, rows_of
from stagelight.data.dataset import ELEMENT_ATTRS, Dataset, dataset_method
from stagelight.data.elements import Elements, PipelineFunction, elements_of
from stagelight.data.iteration import Iteration, State
from stagelight.data.parallel_calls import made_ahead
from stagelight.data.saved_places import decoded, encoded
from stagelight.data.structure import packed, packer, types_and_shapes
from stagelight.data.tensor_code import tensor_maker
from stagelight.fork_safety import cached_property, renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.ops.resources.resource_variables import make_handle
from stagelight.public import public
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import resource
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec
class IteratorResource:
    """Where an iteration stands. What an iterator's handle leads to.

    Attributes:
        ready: elements that are at hand, in their structure; who takes one needs no lock.
        described: the dtypes and shapes of an element's components, of an iterator of a session.
        string_handle: the string that leads to it; empty if there is none yet.
    """
    __slots__: Any

    def __init__(self, elements: Elements | None=None, element_spec: Any=None) -> None:
        ...

    def start(self, elements: Elements, state: State | None=None) -> None:
        """Begins to iterate over a dataset, or to go on from what `state` gave."""

    def _begun(self, elements: Elements) -> PythonIterator[Components]:
        ...

    def _through(self, blocks: PythonIterator[RowIterators | list[Components]]) -> PythonIterator[Components]:
        ...

    def pipeline_functions(self) -> PythonIterator[PipelineFunction]:
        """The functions that advancing it may run; see `graph.effect_analysis`."""

    def next(self) -> Components:
        """The next element's components.

        Raises:
            OutOfRangeError: there is none.
            InvalidArgumentError: a function of the pipeline raised an OutOfRangeError.
            FailedPreconditionError: it was not begun.
        """

    def advance(self) -> Components | None:
        """The next element's components; None if there is none.

        Raises:
            InvalidArgumentError, FailedPreconditionError: as `next` does.
        """

    def _go_on(self) -> None:
        """Lets the next element be asked for after one has failed, which ends generators."""

    def state(self) -> State:
        """Where the iteration stands, and the structure of the pipeline.

        Raises:
            FailedPreconditionError: a part of the pipeline does not tell.
        """

    def restore(self, state: State) -> None:
        """Goes on from where `state` was asked for, over the dataset that this iterates over.

        Raises:
            NotFoundError: it is a state of a pipeline of another structure.
        """
    ready: Any
    handle_data: Any
    described: Any
    string_handle: Any
def _chain(structure: Any) -> str:
    """A structure of a pipeline as text: "Batched(Mapped(Range))"."""
def _row_packer(element_spec: Any) -> Callable[[RowIterators], PythonIterator[Any]]:
    """The function that gives the elements of a block's rows, which it takes from them one by one."""
def iterator_of(handle: EagerTensor) -> IteratorResource:
    """What an iterator's handle leads to."""
def _new_iterator(xp: ModuleType, **_: Any) -> np.ndarray:
    ...
def _make_iterator(xp: ModuleType, dataset: Any, iterator: Any) -> None:
    ...
class IteratorSpec(TypeSpec):
    """The spec of an iterator: the spec of its elements.

    >>> tf.data.IteratorSpec(tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __init__(self, element_spec: Any) -> None:
        ...

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""

    @property
    def value_type(self) -> type:
        """`tf.data.Iterator`."""

    @property
    def _component_specs(self) -> TensorSpec:
        ...

    def _to_components(self, value: Any) -> Tensor:
        ...

    def _from_components(self, components: Any) -> Iterator:
        ...

    def _serialize(self) -> tuple[Any, ...]:
        ...
_STATE: str
class Iterator(CompositeTensor, Trackable):
    """An iteration over a dataset; functions that take it advance it at each call.

    `tf.train.Checkpoint(iterator=iterator)` keeps its place. Restored over the same pipeline, it goes on
    from there; a pipeline that calls Python or draws random numbers in its functions refuses to be saved.

    >>> iterator = iter(tf.data.Dataset.range(3))
    >>> int(next(iterator)), int(iterator.get_next())
    (0, 1)
    >>> path = tf.train.Checkpoint(iterator=iterator).save("/tmp/place")
    >>> later = iter(tf.data.Dataset.range(3))
    >>> _ = tf.train.Checkpoint(iterator=later).restore(path)
    >>> int(next(later))
    2
    """

    def __init__(self, handle: Tensor, element_spec: Any) -> None:
        ...

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""

    @cached_property
    def _type_spec(self) -> IteratorSpec:
        ...

    def __iter__(self) -> Iterator:
        ...

    def __next__(self) -> Any:
        ...

    def get_next(self) -> Any:
        """The next element.

        Raises:
            OutOfRangeError: there is none.
        """

    def _serialize_to_tensors(self) -> dict[str, Any]:
        ...

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        ...

    def __repr__(self) -> str:
        ...

    def get_next_as_optional(iterator) -> Optional:
        """The next element of an iterator, or none at the end.

        >>> iterator = iter(tf.data.Dataset.range(1))
        >>> bool(tf.data.experimental.get_next_as_optional(iterator).has_value())
        True
        >>> bool(iterator.get_next_as_optional().has_value())
        False
        """
def iterate(self: Dataset) -> Any:
    """An iterator over the elements."""
class NumpyIterator(Trackable):
    """An iteration over a dataset whose elements come as NumPy values; see `Dataset.as_numpy_iterator`.

    Checkpoints keep its place, as that of `tf.data.Iterator`. Arrays cannot be written to: they may be
    the pipeline's own.

    >>> iterator = tf.data.Dataset.range(3).as_numpy_iterator()
    >>> int(next(iterator)), int(iterator.next())
    (0, 1)
    >>> later = tf.data.Dataset.range(3).as_numpy_iterator()
    >>> later.restore(iterator.save())
    >>> int(next(later))
    2
    """

    def __init__(self, dataset: Dataset) -> None:
        ...

    def __iter__(self) -> NumpyIterator:
        ...

    def __next__(self) -> Any:
        ...

    def next(self) -> Any:
        """The next element.

        Raises:
            StopIteration: there is none.
        """

    def save(self) -> Tensor:
        """Where the iteration stands, a string scalar.

        Raises:
            FailedPreconditionError: a part of the pipeline does not tell.
        """

    def restore(self, state: Tensor) -> None:
        """Goes on from where `save` was called, on an iterator over the same pipeline."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        ...

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        ...

    def __repr__(self) -> str:
        ...
def _as_numpy(leaf: Any) -> Any:
    ...
def as_numpy_iterator(self: Dataset) -> NumpyIterator:
    """The elements as NumPy values.

    >>> [int(x) for x in tf.data.Dataset.range(2).as_numpy_iterator()]
    [0, 1]
    """

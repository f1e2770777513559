"""Iterators over datasets: in Python, and as resources that functions advance."""

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

    __slots__ = (
        "__weakref__",
        "_elements",
        "_is_ahead",
        "_iteration",
        "_lock",
        "_pack",
        "_rows",
        "described",
        "handle_data",
        "ready",
        "string_handle",
    )

    def __init__(self, elements: Elements | None = None, element_spec: Any = None) -> None:
        self._elements: Elements | None = None
        self._is_ahead = False
        self._rows: PythonIterator[Components] = iter(())
        self._pack = None if element_spec is None else _row_packer(element_spec)
        self.ready: PythonIterator[Any] = iter(())
        self._iteration = Iteration()
        if elements is not None:
            self.start(elements)
        self._lock = renewed_in_child(threading.RLock())
        self.handle_data = None
        self.described: Any = ((), ())
        self.string_handle = b""

    def start(self, elements: Elements, state: State | None = None) -> None:
        """Begins to iterate over a dataset, or to go on from what `state` gave."""
        self._elements = elements
        self._is_ahead = (
            elements.completes_at_end() if state is None else state.get("is_ahead", False)
        )
        self._iteration = Iteration(state)
        self._rows = self._begun(elements)

    def _begun(self, elements: Elements) -> PythonIterator[Components]:
        self.ready = iter(())
        if self._is_ahead:
            # TF: each pipeline ends in a prefetch, so that caches are complete with the last element.
            return made_ahead(elements, self._iteration, 1)
        state = elements.make_iterator(self._iteration)
        if state.read_ahead == 1:
            return rows_of(state, self._iteration)
        return self._through(read_blocks(state, self._iteration))

    def _through(
        self, blocks: PythonIterator[RowIterators | list[Components]]
    ) -> PythonIterator[Components]:
        for block in blocks:
            if isinstance(block, list):
                yield from block
                continue
            if self._pack is not None:
                self.ready = self._pack(block)
            yield from zip(*block, strict=True)

    def pipeline_functions(self) -> PythonIterator[PipelineFunction]:
        """The functions that advancing it may run; see `graph.effect_analysis`."""
        return iter(()) if self._elements is None else self._elements.pipeline_functions()

    def next(self) -> Components:
        """The next element's components.

        Raises:
            OutOfRangeError: there is none.
            InvalidArgumentError: a function of the pipeline raised an OutOfRangeError.
            FailedPreconditionError: it was not begun.
        """
        row = self.advance()
        if row is None:
            raise errors.OutOfRangeError(None, None, "End of sequence")
        return row

    def advance(self) -> Components | None:
        """The next element's components; None if there is none.

        Raises:
            InvalidArgumentError, FailedPreconditionError: as `next` does.
        """
        with self._lock:
            try:
                row = next(self._rows, None)
                if row is not None:
                    return row
            except errors.OutOfRangeError as error:
                # A function of the pipeline failed so: without an end of the dataset it is no end.
                self._go_on()
                raise errors.InvalidArgumentError(
                    None, None, f"Function invocation produced OutOfRangeError: {error.message}"
                ) from error
            except BaseException:
                self._go_on()
                raise
            if self._elements is None:
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    "GetNext() failed because the iterator has not been initialized. Ensure that you "
                    "have run the initializer operation for this iterator before getting the next "
                    "element.",
                )
        return None

    def _go_on(self) -> None:
        """Lets the next element be asked for after one has failed, which ends generators."""
        if self._elements is not None:
            self._iteration.resume()
            self._rows = self._begun(self._elements)

    def state(self) -> State:
        """Where the iteration stands, and the structure of the pipeline.

        Raises:
            FailedPreconditionError: a part of the pipeline does not tell.
        """
        structure = None if self._elements is None else self._elements.structure()
        with self._lock:
            own = {"structure": structure, "is_ahead": self._is_ahead}
            return {**own, **self._iteration.state()}

    def restore(self, state: State) -> None:
        """Goes on from where `state` was asked for, over the dataset that this iterates over.

        Raises:
            NotFoundError: it is a state of a pipeline of another structure.
        """
        if self._elements is None:
            return
        saved, own = state.get("structure"), self._elements.structure()
        if saved != own:
            raise errors.NotFoundError(
                None,
                None,
                "Failed to restore dataset iterator from checkpoint. Make sure the dataset definition has "
                "not changed between the process that saved the checkpoint and the one that is restoring it. "
                f"The saved pipeline is {_chain(saved)}, this one is {_chain(own)}.",
            )
        with self._lock:
            self.start(self._elements, state)


def _chain(structure: Any) -> str:
    """A structure of a pipeline as text: "Batched(Mapped(Range))"."""
    if not isinstance(structure, list) or not structure:
        return "unknown"
    inputs = ", ".join(map(_chain, structure[1:]))
    return f"{structure[0]}({inputs})" if inputs else str(structure[0])


def _row_packer(element_spec: Any) -> Callable[[RowIterators], PythonIterator[Any]]:
    """The function that gives the elements of a block's rows, which it takes from them one by one."""
    # Tensors, and tuples of them, come in large numbers: no Python code of ours packs them. A row is taken
    # as a whole before its tensors are made, when other threads may run.
    if type(element_spec) is TensorSpec:
        dtype = itertools.repeat(element_spec.dtype)
        return lambda rows: map(tensor_maker(), rows[0], dtype)
    if type(element_spec) is tuple and all(type(part) is TensorSpec for part in element_spec):
        dtypes = itertools.repeat(tuple([part.dtype for part in element_spec]))

        def tuples(rows: RowIterators) -> PythonIterator[Any]:
            makers = itertools.repeat(tensor_maker())
            return map(tuple, map(map, makers, zip(*rows, strict=True), dtypes))

        return tuples
    pack = packer(element_spec)
    return lambda rows: map(pack, zip(*rows, strict=True))


def iterator_of(handle: EagerTensor) -> IteratorResource:
    """What an iterator's handle leads to."""
    array: Any = handle._array
    iterator: IteratorResource = array[()]
    return iterator


define(
    "IteratorGetNext",
    "iterator: resource",
    "components: output_types",
    ELEMENT_ATTRS,
    infer=as_described,
    kernel=lambda xp, iterator, **_: iterator[()].next(),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS | Trait.WRITES | Trait.ITERATES,
)


def _new_iterator(xp: ModuleType, **_: Any) -> np.ndarray:
    return make_handle(IteratorResource())._array


for _name in ("AnonymousIterator", "AnonymousIteratorV3"):
    define(
        _name,
        "",
        "handle: resource",
        ELEMENT_ATTRS,
        infer=lambda **_: Inferred(SCALAR, resource),
        kernel=_new_iterator,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


def _make_iterator(xp: ModuleType, dataset: Any, iterator: Any) -> None:
    iterator[()].start(elements_of(dataset))


define(
    "MakeIterator",
    "dataset: variant, iterator: resource",
    "",
    infer=lambda dataset, iterator: (),
    kernel=_make_iterator,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)


@public("data.IteratorSpec")
class IteratorSpec(TypeSpec):
    """The spec of an iterator: the spec of its elements.

    >>> tf.data.IteratorSpec(tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    @property
    def value_type(self) -> type:
        """`tf.data.Iterator`."""
        return Iterator

    @property
    def _component_specs(self) -> TensorSpec:
        return TensorSpec((), resource)

    def _to_components(self, value: Any) -> Tensor:
        return value._handle

    def _from_components(self, components: Any) -> Iterator:
        return Iterator(components, self._element_spec)

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)


# What a checkpoint calls the place of an iterator.
_STATE = "ITERATOR_STATE"


@public("data.Iterator")
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
        self._handle = handle
        self._element_spec = element_spec
        self._packed = packer(element_spec)
        self._resource = iterator_of(handle) if isinstance(handle, EagerTensor) else None

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    @cached_property
    def _type_spec(self) -> IteratorSpec:
        return IteratorSpec(self._element_spec)

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        if CONTEXT.plain and self._resource is not None:
            for element in self._resource.ready:
                return element
            made = self._resource.advance()
            if made is None:
                raise StopIteration
            return self._packed(made)
        try:
            return self.get_next()
        except errors.OutOfRangeError:
            raise StopIteration from None

    def get_next(self) -> Any:
        """The next element.

        Raises:
            OutOfRangeError: there is none.
        """
        if CONTEXT.plain and self._resource is not None:
            return self._packed(self._resource.next())
        attrs = types_and_shapes(self._element_spec)
        components = apply(registry.lookup("IteratorGetNext"), (self._handle,), attrs)
        return packed(self._element_spec, components)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        if not isinstance(self._handle, EagerTensor):
            raise NotImplementedError
        return {_STATE: convert_to_tensor(encoded(iterator_of(self._handle).state()))}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        if isinstance(self._handle, EagerTensor):
            data = restored_tensors[_STATE]._array
            if data.ndim or not isinstance(data.item(), bytes):
                raise errors.InvalidArgumentError(
                    None, None, "The checkpoint has the place of an iterator in another form."
                )
            iterator_of(self._handle).restore(decoded(data.item()))

    def __repr__(self) -> str:
        return f"<tf.data.Iterator of {self._element_spec}>"


@dataset_method("__iter__")
def iterate(self: Dataset) -> Any:
    """An iterator over the elements."""
    if isinstance(self._variant_tensor, EagerTensor) and CONTEXT.stage is None:
        elements, spec = elements_of(self._variant_tensor), self.element_spec
        handle: Tensor = make_handle(IteratorResource(elements, spec))
        return Iterator(handle, spec)
    if CONTEXT.stage is not None and not isinstance(CONTEXT.stage, FuncGraph):
        raise RuntimeError(
            "`tf.data.Dataset` only supports Python-style iteration in eager mode or within tf.function. "
            "In a tf.Graph use tf.compat.v1.data.make_one_shot_iterator. (AG411)"
        )
    attrs = types_and_shapes(self.element_spec)
    handle = apply(registry.lookup("AnonymousIteratorV3"), (), attrs)
    apply(registry.lookup("MakeIterator"), (self._variant_tensor, handle))
    return Iterator(handle, self.element_spec)


@public("data.NumpyIterator")
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
        self._iterator: Any = iter(dataset)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        element = next(self._iterator)
        if isinstance(element, Tensor):
            return _as_numpy(element)
        return nest.map_structure(_as_numpy, element)

    def next(self) -> Any:
        """The next element.

        Raises:
            StopIteration: there is none.
        """
        return self.__next__()

    def save(self) -> Tensor:
        """Where the iteration stands, a string scalar.

        Raises:
            FailedPreconditionError: a part of the pipeline does not tell.
        """
        place: Tensor = self._iterator._serialize_to_tensors()[_STATE]
        return place

    def restore(self, state: Tensor) -> None:
        """Goes on from where `save` was called, on an iterator over the same pipeline."""
        self._iterator._restore_from_tensors({_STATE: state})

    def _serialize_to_tensors(self) -> dict[str, Any]:
        found: dict[str, Any] = self._iterator._serialize_to_tensors()
        return found

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        self._iterator._restore_from_tensors(restored_tensors)

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator})"


def _as_numpy(leaf: Any) -> Any:
    value = None if leaf is None else leaf.numpy()
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
    return value


@dataset_method("as_numpy_iterator")
def as_numpy_iterator(self: Dataset) -> NumpyIterator:
    """The elements as NumPy values.

    >>> [int(x) for x in tf.data.Dataset.range(2).as_numpy_iterator()]
    [0, 1]
    """
    return NumpyIterator(self)

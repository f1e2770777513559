"""Iterators over datasets in graphs: made once, begun by an operation, advanced at each run of a session."""

from __future__ import annotations

from typing import Any

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.op_def import STATEFUL
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import Dataset
from stagelight.data.structure import get_structure, packed, types_and_shapes
from stagelight.graph.cloning import copy_operations
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations, part_of
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.state.resource import unique_resource_name
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import as_dtype, string, variant
from stagelight.types.shapes import as_shape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec

# ---------------------------------------------------------------------------- what elements are


@public("compat.v1.data.get_output_types")
def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of an element, in its structure; of a dataset among them its spec.

    >>> dataset = tf.data.Dataset.from_tensors({"a": 1, "b": [2.0]})
    >>> tf.compat.v1.data.get_output_types(dataset)
    {'a': tf.int32, 'b': tf.float32}
    """
    return nest.map_structure(_dtype, get_structure(dataset_or_iterator))


@public("compat.v1.data.get_output_shapes")
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of an element, in its structure; of a dataset among them its spec.

    >>> dataset = tf.data.Dataset.from_tensors({"a": 1, "b": [2.0]})
    >>> tf.compat.v1.data.get_output_shapes(dataset)
    {'a': TensorShape([]), 'b': TensorShape([1])}
    """
    return nest.map_structure(_shape, get_structure(dataset_or_iterator))


@public("compat.v1.data.get_output_classes")
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of an element's leaves: `tf.Tensor`, `tf.SparseTensor`, or a spec of what is neither.

    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(2)) is tf.Tensor
    True
    """
    return nest.map_structure(_class, get_structure(dataset_or_iterator))


def _dtype(spec: TypeSpec) -> Any:
    return getattr(spec, "dtype", spec)


def _shape(spec: TypeSpec) -> Any:
    return getattr(spec, "shape", spec)


def _class(spec: TypeSpec) -> Any:
    if isinstance(spec, TensorSpec):
        return Tensor
    return SparseTensor if isinstance(spec, SparseTensorSpec) else spec


def _spec(types: Any, shapes: Any, classes: Any) -> Any:
    """The spec of elements that are told by their types, shapes and classes."""
    if isinstance(types, dict):
        return {key: _spec(types[key], *_parts(key, shapes, classes)) for key in types}
    if isinstance(types, (tuple, list)):
        items = [_spec(part, *_parts(i, shapes, classes)) for i, part in enumerate(types)]
        return type(types)(*items) if hasattr(types, "_fields") else tuple(items)
    if classes is None or classes is Tensor:
        return TensorSpec(as_shape(shapes), as_dtype(types))
    return (
        SparseTensorSpec(as_shape(shapes), as_dtype(types)) if classes is SparseTensor else classes
    )


def _parts(key: Any, *structures: Any) -> list[Any]:
    return [None if structure is None else structure[key] for structure in structures]


# ---------------------------------------------------------------------------- iterators


@public("compat.v1.data.Iterator")
class Iterator(Trackable):
    """Where an iteration stands, in a graph. Each run of `get_next()` by a session takes an element.

    Made by `tf.compat.v1.data.make_one_shot_iterator`, `make_initializable_iterator`,
    `Iterator.from_structure` and `Iterator.from_string_handle`.

    Args:
        iterator_resource: its handle.
        initializer: the operation that begins it; None if there is none.
        output_types, output_shapes, output_classes: what an element is, in its structure.

    >>> with tf.Graph().as_default():
    ...     small, large = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 12)
    ...     iterator = tf.compat.v1.data.Iterator.from_structure(tf.int64, [])
    ...     begin_small, begin_large = map(iterator.make_initializer, (small, large))
    ...     element = iterator.get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         session.run(begin_small)
    ...         print(session.run(element), session.run(element))
    ...         session.run(begin_large)
    ...         print(session.run(element))
    0 1
    10
    """

    def __init__(
        self,
        iterator_resource: Tensor,
        initializer: Operation | None,
        output_types: Any,
        output_shapes: Any,
        output_classes: Any,
    ) -> None:
        self._handle = iterator_resource
        self._initializer = initializer
        self._element_spec = _spec(output_types, output_shapes, output_classes)

    @classmethod
    def _of_spec(
        cls, handle: Tensor, element_spec: Any, initializer: Operation | None = None
    ) -> Iterator:
        described = (nest.map_structure(part, element_spec) for part in (_dtype, _shape, _class))
        return cls(handle, initializer, *described)

    @staticmethod
    def from_structure(
        output_types: Any,
        output_shapes: Any = None,
        shared_name: str | None = None,
        output_classes: Any = None,
    ) -> Iterator:
        """An iterator over datasets of one structure; `make_initializer` begins it over one of them.

        Args:
            output_types: the dtypes of an element, in its structure.
            output_shapes: the shapes; unknown if None.
            shared_name: by what name sessions keep it; its own if None.
            output_classes: `tf.Tensor` (so if None), `tf.SparseTensor` or specs.
        """
        spec = _spec(output_types, output_shapes, output_classes)
        return Iterator._of_spec(_uninitialized(spec, shared_name), spec)

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> Iterator:
        """The iterator that a string leads to, which may be fed: see `string_handle`.

        Args:
            string_handle: a string scalar, such as a placeholder.
            output_types, output_shapes, output_classes: as for `from_structure`.

        Raises:
            InvalidArgumentError: when a session runs it, if the string leads to no iterator, or to one with
                other elements.
        """
        spec = _spec(output_types, output_shapes, output_classes)
        tensor = convert_to_tensor(string_handle, string)
        op = registry.lookup("IteratorFromStringHandleV2")
        return Iterator._of_spec(apply(op, (tensor,), types_and_shapes(spec)), spec)

    @property
    @guarded
    def initializer(self) -> Operation:
        """The operation that begins it.

        Raises:
            ValueError: there is none.
        """
        if self._initializer is None:
            raise ValueError(
                "The iterator does not have an initializer. This means it was likely created using "
                "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
                "`tf.data.Dataset.make_initializable_iterator()` instead."
            )
        return self._initializer

    def make_initializer(self, dataset: Dataset, name: str | None = None) -> Operation:
        """An operation that begins the iterator over a dataset.

        Raises:
            TypeError: the dataset has other elements.
        """
        types, shapes = get_output_types(dataset), get_output_shapes(dataset)
        if types != self.output_types:
            raise TypeError(
                f"Expected output types {self.output_types!r} but got dataset with output types {types!r}."
            )
        pairs = zip(
            nest.flatten(self._element_spec), nest.flatten(dataset.element_spec), strict=True
        )
        if not all(mine.is_compatible_with(theirs) for mine, theirs in pairs):
            raise TypeError(
                f"Expected output shapes compatible with {self.output_shapes!r} but got dataset with "
                f"output shapes {shapes!r}."
            )
        with op_scope(name or "make_initializer"):
            return _begin(dataset, self._handle)

    def get_next(self, name: str | None = None) -> Any:
        """The element that comes next, at each run.

        Args:
            name: the operation's name.

        Raises:
            OutOfRangeError: when a session runs it and there is none.
            FailedPreconditionError: when a session runs it and it was not begun.
        """
        attrs = types_and_shapes(self._element_spec)
        components = apply(registry.lookup("IteratorGetNext"), (self._handle,), attrs, name)
        return packed(self._element_spec, components)

    def string_handle(self, name: str | None = None) -> Tensor:
        """A string that leads to the iterator, in the session that computes it."""
        return apply(registry.lookup("IteratorToStringHandle"), (self._handle,), {}, name)

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    @property
    def output_types(self) -> Any:
        """See `tf.compat.v1.data.get_output_types`."""
        return get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        """See `tf.compat.v1.data.get_output_shapes`."""
        return get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        """See `tf.compat.v1.data.get_output_classes`."""
        return get_output_classes(self)


def _begin(dataset: Dataset, handle: Tensor) -> Operation:
    apply(registry.lookup("MakeIterator"), (dataset._variant_tensor, handle))
    operation: Operation = CONTEXT.stage.operations[-1]
    return operation


def _uninitialized(element_spec: Any, shared_name: str | None) -> Tensor:
    """The handle of an iterator that is to be begun."""
    attrs = types_and_shapes(element_spec)
    attrs |= {"container": "", "shared_name": shared_name or unique_resource_name("iterator")}
    handle: Tensor = apply(registry.lookup("IteratorV2"), (), attrs)
    return handle


@public("compat.v1.data.make_initializable_iterator")
def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Iterator:
    """An iterator over a dataset, to be begun by its `initializer`, as often as that is run.

    Args:
        dataset: what it gives; it may depend on placeholders and variables.
        shared_name: by what name sessions keep it; its own if None.

    Raises:
        RuntimeError: ops run eagerly.

    >>> with tf.Graph().as_default():
    ...     count = tf.compat.v1.placeholder(tf.int64, [])
    ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.data.Dataset.range(count))
    ...     element = iterator.get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         session.run(iterator.initializer, {count: 2})
    ...         print(session.run(element), session.run(element))
    0 1
    """
    if CONTEXT.stage is None:
        raise RuntimeError(
            "`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration "
            "instead. (AG409)"
        )
    spec = dataset.element_spec
    handle = _uninitialized(spec, shared_name)
    return Iterator._of_spec(handle, spec, _begin(dataset, handle))


@public("compat.v1.data.make_one_shot_iterator")
def make_one_shot_iterator(dataset: Dataset) -> Any:
    """An iterator over a dataset that is begun by itself, once in each session.

    Args:
        dataset: what it gives; it is made when the session first asks, from constants alone.

    Returns:
        An iterator; `iter(dataset)` where ops run eagerly or a function is traced.

    Raises:
        ValueError: the dataset depends on a placeholder, a variable or the like.

    >>> with tf.Graph().as_default():
    ...     iterator = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(2))
    ...     element = iterator.get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         print(session.run(element), session.run(element))
    0 1
    """
    stage = CONTEXT.stage
    if stage is None or isinstance(stage, FuncGraph):
        return iter(dataset)
    spec = dataset.element_spec
    attrs = types_and_shapes(spec)
    attrs |= {
        "dataset_factory": _by_value(dataset._variant_tensor),
        "shared_name": unique_resource_name("iterator"),
    }
    return Iterator._of_spec(apply(registry.lookup("OneShotIterator"), (), attrs), spec)


# What only reads files counts as without state for TensorFlow.
_READS_FILES = ("MatchingFiles", "ReadFile")


def _by_value(tensor: Any) -> FuncGraph:
    """A function that makes a dataset anew: a copy of all that leads to it."""
    graph = FuncGraph(f"_make_dataset_{unique_resource_name('factory')}", None)
    if not isinstance(tensor, SymbolicTensor):
        with graph.as_default():
            graph.outputs = [graph.capture(tensor)]
        return graph
    operations = needed_operations(part_of(tensor.graph, (), (tensor,)))
    for operation in operations:
        if operation.type == "Placeholder":
            raise ValueError(
                f"Cannot capture a placeholder (name:{operation.name}, type:Placeholder) by value."
            )
        is_of_dataset = any(output.dtype is variant for output in operation.outputs)
        is_own = operation.type.startswith(("Dummy", "Anonymous"))
        is_stateful = operation.op_def.traits & STATEFUL and operation.type not in _READS_FILES
        if is_stateful and not is_of_dataset and not is_own:
            raise ValueError(
                f"Cannot capture a stateful node (name:{operation.name}, type:{operation.type}) by "
                "value.: A likely cause of this error is that the dataset for which you are calling "
                "`make_one_shot_iterator()` captures a stateful object, such as a `tf.Variable` or "
                "`tf.lookup.StaticHashTable`, which is not supported. Use "
                "`make_initializable_iterator()` instead."
            )
    tensors: dict[int, SymbolicTensor] = {}
    graph.adopt(copy_operations(operations, graph, tensors).values())
    graph.outputs = [tensors[id(tensor)]]
    return graph

"""Variables that are shared by name: `get_variable`, and the scopes that say how."""

from __future__ import annotations

import functools
import itertools
import re
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from stagelight.compat.v1.graph_collections import (
    GraphKeys,
    add_to_collection,
    collect_variable,
    get_collection,
)
from stagelight.compat.v1.older_initializers import GlorotUniform, Zeros, needs_no_arguments
from stagelight.compat.v1.partitioned_variables import (
    PartitionedVariable,
    make_partitioned_variable,
    partitions_of,
    require_same_division,
    shape_of_whole,
)
from stagelight.compat.v1.variable_stores import STORE, building_graph, graph_of_store
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.scopes import name_scope
from stagelight.public import public, publish
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.types.dtypes import DType, as_dtype, float32
from stagelight.types.shapes import as_shape

AUTO_REUSE = "auto"
# The entry of a graph's attachments that has its variables in parts, by name.
_STORE_OF_PARTS = "variables in parts"
publish("compat.v1.AUTO_REUSE", AUTO_REUSE)

# What a scope hands down to the scopes within it.
_HANDED_DOWN = (
    "initializer", "regularizer", "caching_device", "partitioner", "custom_getter", "constraint",
    "use_resource",
)  # fmt: skip


@public("compat.v1.VariableScope")
class VariableScope:
    """What `get_variable` follows here: names, defaults, and whether variables are shared.

    Attributes:
        name: what stands before the names of variables, without the last slash.
        reuse: True where variables must exist, `AUTO_REUSE` where they may, False where they must not. Of a
            scope that is made in eager code it is `AUTO_REUSE`.
        original_name_scope: the name scope that was opened with it.
        dtype, initializer, regularizer, constraint, custom_getter: defaults of `get_variable`.

    >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("a") as scope:
    ...     scope.name, scope.reuse
    ('a', False)
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        name_scope: str = "",
        dtype: Any = float32,
        use_resource: Any = None,
        constraint: Any = None,
    ) -> None:
        # TF: a scope that eager code makes lets functions that are traced in it get or make variables.
        self.reuse = AUTO_REUSE if CONTEXT.stage is None else reuse
        self.name = name
        self.initializer = initializer
        self.regularizer = regularizer
        self.caching_device = caching_device
        self.partitioner = partitioner
        self.custom_getter = custom_getter
        self.original_name_scope = name_scope
        self.dtype: DType = as_dtype(dtype)
        self.use_resource = use_resource
        self.constraint = constraint

    def reuse_variables(self) -> None:
        """From here on variables must exist."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """Sets the default initializer."""
        self.initializer = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        """Sets the default regularizer."""
        self.regularizer = regularizer

    def set_custom_getter(self, custom_getter: Any) -> None:
        """Sets what is called instead of `get_variable`."""
        self.custom_getter = custom_getter

    def set_dtype(self, dtype: Any) -> None:
        """Sets the default dtype."""
        self.dtype = as_dtype(dtype)

    def set_caching_device(self, caching_device: Any) -> None:
        """Sets where copies of variables are kept for reading. There is one device: none are made.

        Raises:
            NotImplementedError: outside of graphs, as in TensorFlow.
        """
        if CONTEXT.stage is None:
            raise NotImplementedError(
                "Caching devices are not yet supported when eager execution is enabled."
            )
        self.caching_device = caching_device

    def set_partitioner(self, partitioner: Any) -> None:
        """Sets the default partitioner."""
        self.partitioner = partitioner

    def set_use_resource(self, use_resource: Any) -> None:
        """Sets whether variables stand behind handles. Here all do.

        Raises:
            ValueError: it is False outside of graphs, as in TensorFlow.
        """
        if CONTEXT.stage is None and not use_resource:
            raise ValueError(
                "When eager execution is enabled, use_resource cannot be set to false."
            )
        self.use_resource = use_resource

    def get_collection(self, name: str) -> list[Any]:
        """What is in a collection of the default graph, as far as it was made in this scope."""
        return get_collection(name, f"{re.escape(self.name)}/" if self.name else "")

    def trainable_variables(self) -> list[Any]:
        """The trainable variables that were made in this scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        """The global variables that were made in this scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The local variables that were made in this scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def _within(self, name: str, reuse: Any) -> VariableScope:
        """A scope that inherits from this one. TF: what is reused stays so in inner scopes."""
        inherited = {key: getattr(self, key) for key in _HANDED_DOWN}
        return VariableScope(reuse or self.reuse, name, dtype=self.dtype, **inherited)


class _Place(threading.local):
    """The scope that a thread is in."""

    def __init__(self) -> None:
        self.scopes: weakref.WeakKeyDictionary[Any, VariableScope] = weakref.WeakKeyDictionary()
        self.counts: weakref.WeakKeyDictionary[Any, Counter[str]] = weakref.WeakKeyDictionary()


_place = _Place()


@public("compat.v1.get_variable_scope")
def get_variable_scope() -> VariableScope:
    """The scope that `get_variable` follows here.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.get_variable_scope().name
    ''
    """
    graph = graph_of_store()
    found = _place.scopes.get(graph)
    if found is None:
        found = _place.scopes[graph] = VariableScope(False)
    return found


def _unique(default_name: str, outer: VariableScope) -> str:
    """The default name, with a number where a scope of this name was opened already."""
    counts = _place.counts.setdefault(graph_of_store(), Counter())
    names = itertools.chain([default_name], (f"{default_name}_{i}" for i in itertools.count(1)))
    return next(name for name in names if not counts[_joined(outer.name, name)])


def _joined(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name


@public("compat.v1.variable_scope")
@contextmanager
def variable_scope(
    name_or_scope: Any,
    default_name: str | None = None,
    values: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: Any = None,
    constraint: Any = None,
    auxiliary_name_scope: bool = True,
) -> Iterator[VariableScope]:
    """Puts a name before those of `get_variable`, and says whether variables are shared.

    Args:
        name_or_scope: the scope's name, a scope to be entered once more, or None.
        default_name: the name if the first argument is None; numbered where it was used before.
        values: accepted for compatibility.
        initializer, regularizer, dtype, constraint: defaults of `get_variable` inside.
        caching_device, partitioner, use_resource: kept with the scope.
        custom_getter: called instead of `get_variable`, as `custom_getter(getter, name, ...)`.
        reuse: True to get variables that exist, `tf.compat.v1.AUTO_REUSE` to get or make them.
            None inherits.
        auxiliary_name_scope: whether operations made inside have the scope's name, too.

    Yields:
        The `VariableScope`.

    Raises:
        TypeError: neither a name nor a default name is given.

    >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer"):
    ...     w = tf.compat.v1.get_variable("w", [2])
    >>> w.name
    'layer/w:0'
    """
    outer = get_variable_scope()
    operations_name = None
    if name_or_scope is None:
        if default_name is None:
            raise TypeError("If default_name is None then name_or_scope is required.")
        name_or_scope = _unique(default_name, outer)
        operations_name = default_name
        reuse = False if reuse is True else reuse
    if isinstance(name_or_scope, VariableScope):
        entered = name_or_scope
        inner = entered._within(entered.name, reuse)
        inner.original_name_scope = entered.original_name_scope
        last_name = entered.name.rpartition("/")[2]
    else:
        last_name = str(name_or_scope)
        inner = outer._within(_joined(outer.name, last_name), reuse)
    given = {
        "initializer": initializer,
        "regularizer": regularizer,
        "caching_device": caching_device,
        "partitioner": partitioner,
        "use_resource": use_resource,
        "constraint": constraint,
    }
    for key, value in given.items():
        if value is not None:
            setattr(inner, key, value)
    if custom_getter is not None:
        inner.custom_getter = _chained(custom_getter, inner.custom_getter)
    if dtype is not None:
        inner.set_dtype(dtype)
    graph = graph_of_store()
    _place.scopes[graph] = inner
    counts = _place.counts.setdefault(graph, Counter())
    before = Counter(counts) if isinstance(name_or_scope, VariableScope) else None
    if before is None:
        counts[inner.name] += 1
    try:
        with ExitStack() as stack:
            if auxiliary_name_scope and last_name:
                # TF: operations are numbered by themselves, not as variables are.
                scope = stack.enter_context(name_scope(operations_name or last_name))
                inner.original_name_scope = inner.original_name_scope or scope
            yield inner
    finally:
        _place.scopes[graph] = outer
        if before is not None:
            counts.clear()
            counts.update(before)
        else:  # TF: who enters the scope once more meets the same default names.
            for name in [name for name in counts if name.startswith(f"{inner.name}/")]:
                del counts[name]


def _chained(inner: Callable[..., Any], outer: Callable[..., Any] | None) -> Callable[..., Any]:
    """A getter whose own getter is that of the outer scope."""
    if outer is None:
        return inner

    def chained(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return inner(functools.partial(outer, getter), *args, **kwargs)

    return chained


@public("compat.v1.get_variable")
def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Callable[[Any], Any] | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
) -> Variable:
    """The variable of that name in the current variable scope: made, or shared.

    Args:
        name: its name.
        shape: its shape; not needed where the initializer is a value.
        dtype: its dtype; that of the scope if None.
        initializer: a value, or a function of shape and dtype. If None that of the scope, else Glorot's
            uniform one for floating dtypes and zeros for others.
        regularizer: a function of the variable whose result goes to the regularization losses.
        trainable: whether it is trainable.
        collections: the collections of the graph that it is put into; that of global variables if None.
        partitioner: a function of shape and dtype that says into how many parts each axis is divided, such as
            `fixed_size_partitioner(3)`; that of the scope if None. Then the variable is one of parts.
        caching_device, validate_shape, use_resource: accepted for compatibility.
        custom_getter: called as `custom_getter(getter, name, ...)` to make it.
        constraint: a function applied after updates.
        synchronization, aggregation: how it is kept on several devices.

    Raises:
        ValueError: it exists and reuse was not asked for, or the other way round; or its shape is not
            known or differs.

    >>> with tf.Graph().as_default():
    ...     w = tf.compat.v1.get_variable("w", [2])
    >>> w.shape
    TensorShape([2])
    """
    scope = get_variable_scope()
    wanted = {
        "shape": shape,
        "dtype": scope.dtype if dtype is None else as_dtype(dtype),
        "initializer": scope.initializer if initializer is None else initializer,
        "regularizer": scope.regularizer if regularizer is None else regularizer,
        "reuse": scope.reuse,
        "trainable": trainable,
        "collections": collections,
        "partitioner": scope.partitioner if partitioner is None else partitioner,
        "constraint": scope.constraint if constraint is None else constraint,
        "synchronization": synchronization,
        "aggregation": aggregation,
    }
    full_name = _joined(scope.name, name)
    getter = custom_getter or scope.custom_getter
    if getter is not None:
        variable: Variable = getter(getter=_true_getter, name=full_name, **wanted)
        return variable
    return _true_getter(full_name, **wanted)


def _true_getter(
    name: str, shape: Any = None, dtype: Any = float32, reuse: Any = False, **wanted: Any
) -> Any:
    """The variable of that full name: from the graph's store, or made; in parts with a partitioner."""
    partitioner = wanted.pop("partitioner", None)
    is_divided = partitioner is not None and as_shape(shape).rank != 0
    if is_divided or (reuse is True and name in _store_of(_STORE_OF_PARTS)):
        return _divided_variable(name, shape, dtype, reuse, partitioner, **wanted)
    return _single_variable(name, shape, dtype, reuse, **wanted)


def _divided_variable(
    name: str, shape: Any, dtype: Any, reuse: Any, partitioner: Any, **wanted: Any
) -> PartitionedVariable:
    """The variable of that full name, in parts."""
    store: dict[str, PartitionedVariable] = _store_of(_STORE_OF_PARTS)
    found = store.get(name)
    if found is not None:
        _check_found(found, name, shape, as_dtype(dtype), reuse)
        if partitioner is not None:
            require_same_division(found, partitioner)
        return found
    initializer = wanted.pop("initializer", None)
    whole = shape_of_whole(shape, initializer)
    division = partitions_of(partitioner, whole, as_dtype(dtype))

    def make_part(part_name: str, part_shape: list[int], own: Any) -> Variable:
        own_shape = part_shape if callable(own) else None
        return _single_variable(part_name, own_shape, dtype, reuse, initializer=own, **wanted)

    if initializer is None or isinstance(initializer, type):
        initializer = _default_initializer(as_dtype(dtype), initializer)
    made = make_partitioned_variable(make_part, name, whole, dtype, division, initializer)
    return store.setdefault(name, made)


def _store_of(kind: str) -> dict[str, Any]:
    """The store of the graph. TF: eager code makes a variable each time, and stores none."""
    return {} if CONTEXT.stage is None else graph_of_store().attached.setdefault(kind, {})


def _single_variable(
    name: str, shape: Any = None, dtype: Any = float32, reuse: Any = False, **wanted: Any
) -> Variable:
    """The variable of that full name, in one part."""
    store: dict[str, Variable] = _store_of(STORE)
    reuse = False if CONTEXT.stage is None else reuse
    found = store.get(name)
    if found is not None:
        _check_found(found, name, shape, as_dtype(dtype), reuse)
        return found
    if f"{name}/part_0" in store:
        raise ValueError(
            "No partitioner was provided, but a partitioned version of the variable was found: "
            f"{name}/part_0. Perhaps a variable of the same name was already created with partitioning?"
        )
    if reuse is True:
        raise ValueError(
            f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you "
            "mean to set reuse=tf.AUTO_REUSE in VarScope?"
        )
    variable = _made(name, shape, dtype, wanted)
    store[name] = variable
    if CONTEXT.stage is not None:
        collect_variable(variable, wanted.get("collections"))
    regularizer = wanted.get("regularizer")
    if regularizer is not None:
        with name_scope(f"{name}/Regularizer/"):
            loss = regularizer(variable)
        if loss is not None:
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
    return variable


def _check_found(
    found: Variable | PartitionedVariable, name: str, shape: Any, dtype: DType, reuse: Any
) -> None:
    if reuse is False or reuse is None:
        raise ValueError(
            f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or "
            "reuse=tf.AUTO_REUSE in VarScope?"
        )
    if shape is not None and not found.shape.is_compatible_with(shape):
        raise ValueError(
            f"Trying to share variable {name}, but specified shape {shape} and found shape "
            f"{found.shape}."
        )
    if dtype is not found.dtype:
        raise ValueError(
            f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype "
            f"{found.dtype.name}."
        )


def _made(name: str, shape: Any, dtype: Any, wanted: dict[str, Any]) -> Variable:
    value = _initial_value(name, shape, as_dtype(dtype), wanted.get("initializer"))
    keywords = {
        key: wanted[key]
        for key in ("trainable", "constraint", "synchronization", "aggregation")
        if wanted.get(key) is not None
    }
    if CONTEXT.stage is None:
        with name_scope(""):
            return Variable(value, name=name, **keywords)
    home = building_graph()
    with home.as_default(), home.control_dependencies(None), home.name_scope(None):
        return Variable(value, name=name, **keywords)


def _initial_value(name: str, shape: Any, dtype: DType, initializer: Any) -> Any:
    if initializer is not None and (
        not callable(initializer) or (shape is None and needs_no_arguments(initializer))
    ):
        return initializer
    if shape is None:
        raise ValueError(
            f"Shape of a new variable ({name}) must be fully defined, but instead was None."
        )
    if initializer is None or isinstance(initializer, type):
        initializer = _default_initializer(dtype, initializer)
    return lambda: initializer(shape, dtype=dtype)


def _default_initializer(dtype: DType, initializer: type | None) -> Any:
    """An initializer of a class, by default Glorot's for floating dtypes and zeros for others."""
    return (initializer or (GlorotUniform if dtype.is_floating else Zeros))()

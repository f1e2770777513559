"""Values with a part for each replica, and how structures are divided among replicas and put together."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.dispatch import CONTEXT
from stagelight.public import public
from stagelight.types.type_spec import TypeSpec, type_spec_from_value


@public("distribute.ReduceOp")
class ReduceOp(enum.Enum):
    """How the values of the replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"

    @classmethod
    def named(cls, name: Any) -> ReduceOp:
        """The reduction of a name, in any case, or the reduction itself.

        Raises:
            ValueError: there is none of that name.
        """
        if isinstance(name, cls):
            return name
        found = cls.__members__.get(name.upper()) if isinstance(name, str) else None
        if found is None:
            raise ValueError(f"Unknown reduction. Required: SUM or MEAN. Received: {name!r}")
        return found


@public("distribute.DistributedValues", "types.experimental.distributed.DistributedValues")
class DistributedValues:
    """A value for each replica.

    Variables made in a strategy's scope, elements of distributed datasets and what `strategy.run` returns
    are such values. `strategy.experimental_local_results` gives the parts.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> with strategy.scope():
    ...     v = tf.Variable(1.0)
    >>> isinstance(v, tf.distribute.DistributedValues)
    True
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The parts, one for each replica."""
        return self._values

    def _here(self) -> Any:
        """The part of the replica that runs; the first one elsewhere."""
        place = CONTEXT.place
        return self._values[(0 if place is None else place.part) or 0]

    def __repr__(self) -> str:
        parts = ",\n".join(f"  {i}: {value!r}" for i, value in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{parts}\n}}"

    def __str__(self) -> str:
        parts = ",\n".join(f"  {i}: {value!s}" for i, value in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{parts}\n}}"


class PerReplicaSpec(TypeSpec):
    """The spec of values that differ among replicas: the spec of each."""

    def __init__(self, *value_specs: TypeSpec) -> None:
        self._value_specs = tuple(value_specs)

    @property
    def value_type(self) -> type:
        """`PerReplica`."""
        return PerReplica

    def _serialize(self) -> tuple[Any, ...]:
        return self._value_specs

    @property
    def _component_specs(self) -> tuple[TypeSpec, ...]:
        return self._value_specs

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        parts: tuple[Any, ...] = value.values
        return parts

    def _from_components(self, components: Any) -> PerReplica:
        return PerReplica(components)

    def __repr__(self) -> str:
        return f"PerReplicaSpec({', '.join(map(repr, self._value_specs))})"


@public("types.experimental.distributed.PerReplica")
class PerReplica(DistributedValues, CompositeTensor):
    """A value for each replica, such as its part of a batch. Functions and loops take it as one value.

    >>> tf.distribute.get_strategy().run(lambda: tf.constant(1)).numpy()
    np.int32(1)
    """

    @property
    def _type_spec(self) -> PerReplicaSpec:
        return PerReplicaSpec(*map(type_spec_from_value, self._values))


@public("types.experimental.distributed.Mirrored")
class Mirrored(DistributedValues):
    """A value that all replicas have alike. It computes as the part of the replica that runs.

    >>> with tf.distribute.MirroredStrategy(["CPU:0"]).scope():
    ...     v = tf.Variable(2.0)
    >>> isinstance(v, tf.types.experimental.distributed.Mirrored)
    True
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_values":
            raise AttributeError(name)
        return getattr(self._here(), name)

    def _as_graph_element(self) -> Any:
        """What a session fetches: the part of the replica that runs."""
        here = self._here()
        return here._as_graph_element() if hasattr(here, "_as_graph_element") else here


_OPERATORS = (
    "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "rfloordiv", "mod",
    "rmod", "pow", "rpow", "matmul", "rmatmul", "lt", "le", "gt", "ge", "and", "rand", "or", "ror", "xor",
    "rxor", "getitem", "neg", "abs", "invert", "bool", "float", "int", "len", "array",
)  # fmt: skip


def _delegated(method: str) -> Callable[..., Any]:
    def operator(self: Mirrored, *args: Any, **kwargs: Any) -> Any:
        others = [arg._here() if isinstance(arg, Mirrored) else arg for arg in args]
        return getattr(self._here(), method)(*others, **kwargs)

    operator.__name__ = method
    return guarded(operator)


for _name in _OPERATORS:
    setattr(Mirrored, f"__{_name}__", _delegated(f"__{_name}__"))

register_conversion(Mirrored, lambda value, dtype, name: convert_to_tensor(value._here(), dtype))


def is_variable(value: Any) -> bool:
    """Whether it is a variable of a strategy, which replicas take as a whole."""
    return isinstance(value, DistributedValues) and hasattr(value, "distribute_strategy")


def part_of(replica: int, structure: Any) -> Any:
    """A structure with the parts of one replica."""

    def part(value: Any) -> Any:
        if not isinstance(value, DistributedValues) or is_variable(value):
            return value
        return value.values[replica]

    return nest.map_structure(part, structure)


def regrouped(
    values: Sequence[Any],
    wrap: Callable[[Sequence[Any]], Any] = PerReplica,
    always: bool = False,
) -> Any:
    """One structure of values for each replica as one structure of distributed values.

    Args:
        values: the structures, in the order of the replicas.
        wrap: makes the distributed value of a leaf.
        always: whether leaves that are the same object in all replicas are wrapped too.

    Raises:
        ValueError: the structures differ.
    """
    first = values[0]
    if isinstance(first, (list, tuple)) and not isinstance(first, DistributedValues):
        _require_alike(values, len)
        items = [regrouped(item, wrap, always) for item in zip(*values, strict=True)]
        if isinstance(first, list):
            return items
        return type(first)(*items) if hasattr(first, "_fields") else tuple(items)
    if isinstance(first, Mapping):
        _require_alike(values, lambda mapping: sorted(map(str, mapping)))
        items = [(key, regrouped([v[key] for v in values], wrap, always)) for key in first]
        return type(first)(items)  # type: ignore[call-arg]
    is_same = all(value is first for value in values[1:])
    if is_same and is_variable(first):
        return first
    container = getattr(first, "_distributed_container", None)
    if container is not None:
        return container()
    if is_same and not always:
        return first
    return wrap(values)


def _require_alike(values: Sequence[Any], form: Callable[[Any], Any]) -> None:
    forms = []
    for value in values:
        if not isinstance(value, (list, tuple, Mapping)):
            raise ValueError(f"The replicas' results differ in their structure: {list(values)}")
        forms.append(form(value))
    if any(other != forms[0] for other in forms):
        raise ValueError(f"The replicas' results differ in their structure: {list(values)}")

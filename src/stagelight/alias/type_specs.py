"""What libraries ask of specs: their classes by name, and the base of those that go into batches.

`tensorflow.python.framework.type_spec` and `type_spec_registry`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.graph.structured_values import register_spec, registered_name, registered_spec
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import IndexedSlicesSpec, TensorArraySpec, TensorSpec, VariableSpec
from stagelight.types.type_spec import TypeSpec

_OWN: dict[str, type[TypeSpec]] = {
    "tf.IndexedSlicesSpec": IndexedSlicesSpec,
    "tf.RaggedTensorSpec": RaggedTensorSpec,
    "tf.SparseTensorSpec": SparseTensorSpec,
    "tf.TensorArraySpec": TensorArraySpec,
    "tf.TensorSpec": TensorSpec,
    "tf.VariableSpec": VariableSpec,
}


def get_name(cls: type[TypeSpec]) -> str:
    """The name of a class of specs.

    Raises:
        ValueError: it has none.
    """
    own = next((name for name, kind in _OWN.items() if kind is cls), None)
    name = own or registered_name(cls)
    if name is None:
        raise ValueError(f"TypeSpec {cls.__module__}.{cls.__name__} has not been registered.")
    return name


def register(name: str) -> Callable[[type[TypeSpec]], type[TypeSpec]]:
    """Gives a class of specs a name, under which files know it.

    Raises:
        ValueError: another class has it.
    """

    def named(cls: type[TypeSpec]) -> type[TypeSpec]:
        register_spec(name, cls)
        return cls

    return named


def lookup(name: str) -> type[TypeSpec]:
    """The class of specs of a name.

    Raises:
        ValueError: no class has it.
    """
    found = _OWN.get(name) or registered_spec(name)
    if found is None:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return found


class BatchableTypeSpec(TypeSpec):
    """A spec whose values can be rows of a batch: `_batch(size)` and `_unbatch()` say of which."""

    def _batch(self, batch_size: Any) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")

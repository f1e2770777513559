"""`tensorflow.python.util.tf_export`: the names that libraries make public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from stagelight.public import find, recorded

T = TypeVar("T")

TENSORFLOW = "tensorflow"
KERAS = "keras"
_V1 = "compat.v1."


class Exports:
    """The public names of one library: gives decorators, and leads from names to objects and back."""

    def __init__(self) -> None:
        self._objects: dict[str, Any] = {}
        # By the `id` of the objects, which the other table keeps.
        self._names: dict[int, str] = {}

    def __call__(self, *args: str, v1: Any = None, allow_multiple_exports: bool = True) -> Export:
        """A decorator: gives the object these names.

        Args:
            *args: the names of TensorFlow 2.
            v1: those of TensorFlow 1, below `compat.v1`; None for the same.
            allow_multiple_exports: taken for TensorFlow's sake.
        """
        return Export(self, (*args, *(_V1 + name for name in (args if v1 is None else v1))))

    def add(self, names: Sequence[str], exported: Any) -> None:
        """Gives an object names."""
        for name in names:
            self._objects[name] = exported
            self._names.setdefault(id(exported), name)

    def name_of(self, exported: Any) -> str | None:
        """The first name of an object, one of TensorFlow 2's if it has any; None if it has none."""
        return self._names.get(id(exported))

    def object_of(self, name: str) -> Any:
        """The object of a name, None if there is none."""
        return self._objects.get(name)


@dataclass(frozen=True)
class Export:
    """The decorator that gives an object names."""

    _exports: Exports
    _names: Sequence[str]

    def __call__(self, exported: T) -> T:
        self._exports.add(self._names, exported)
        return exported

    def export_constant(self, module_name: str, name: str) -> None:
        """Says that a module has a public constant: it is found there."""


keras_export = Exports()
tf_export = Exports()


def get_canonical_name_for_symbol(
    symbol: Any, api_name: str = TENSORFLOW, add_prefix_to_v1_names: bool = False
) -> str | None:
    """The first public name of a function or class: `math.tanh`; None if it has none."""
    if api_name == KERAS:
        name = keras_export.name_of(symbol)
    else:
        name = next((name for name, value in recorded().items() if value is symbol), None)
        name = tf_export.name_of(symbol) if name is None else name
    return name if name is None or add_prefix_to_v1_names else name.removeprefix(_V1)


def get_symbol_from_name(name: str) -> Any:
    """The function or class of a public name, None if there is none."""
    try:
        return find(name)
    except LookupError:
        return keras_export.object_of(name) or tf_export.object_of(name)

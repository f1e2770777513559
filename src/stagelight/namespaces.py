"""Turns the table of public names into modules: `math.tanh` becomes `stagelight.math.tanh`.

A namespace that is also a package or module of the library (`nest`, `errors`, `data`) gets its names set
on it; for the others a module is made. Done once, when the package is imported, and again for the names
that a package adds which is imported on first use, be it as `tf.data` or by `from stagelight.data import
Dataset`. Names of modules that are imported on use (`public.homes`) are resolved one by one
when they are asked for. `compat.v1` has every name that it does not have a form of its own for; those are
resolved in the same way, so that `tf.compat.v1.logging` imports one module and nothing beside it.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from types import ModuleType
from typing import Any

from stagelight.public import find, homes, on_completion, recorded

ROOT = __name__.rpartition(".")[0]
V1 = f"{ROOT}.compat.v1"

# Public namespaces whose package is imported when it is first asked for: name -> module.
LAZY = {
    "autodiff": "autodiff",
    "autograph": "autograph",
    "compat": "compat",
    "contrib": "contrib.eager",
    "data": "data",
    "distribute": "distribute",
    "onnx": "onnx",
    "optimizers": "train",
    "summary": "summary",
    "test": "testing",
    "train": "train",
}

# Namespaces that are attributes of others, and are imported on first use.
_NESTED = {
    f"{ROOT}.compat": {"v1": V1},
    f"{V1}.compat": {"v1": V1, "v2": f"{ROOT}.compat.v2"},
}

# Names that mean something else in TensorFlow 1, for which there is no form.
_NOT_IN_V1 = frozenset(
    (
        "saved_model.load",
        "test.compute_gradient",
        *(f"summary.{x}" for x in ("audio", "histogram", "image", "scalar", "text")),
    )
)

# Names that are modules of Keras, and what they are called there.
KERAS = {"initializers": "initializers", "keras": "", "losses": "losses", "metrics": "metrics"}


def install() -> None:
    """Sets every public name on its namespace, now and whenever names are added."""
    for name, package in LAZY.items():
        if package.partition(".")[0] != name and f"{ROOT}.{name}" not in sys.modules:
            _load_on_use(_module(name), package)
    _set_names()
    on_completion(_set_names)


def _load_on_use(namespace: ModuleType, package: str) -> None:
    """Lets a namespace that is no package import the one that its names come from."""

    def load(name: str) -> Any:
        if name == "__all__":
            return _all_of(namespace)
        if name.startswith("__") or f"{ROOT}.{package}" in sys.modules:
            raise AttributeError(f"module {namespace.__name__!r} has no attribute {name!r}")
        importlib.import_module(f"{ROOT}.{package}")
        return getattr(namespace, name)

    def names() -> list[str]:
        importlib.import_module(f"{ROOT}.{package}")
        return sorted(vars(namespace) if namespace.__dir__ is names else namespace.__dir__())

    namespace.__getattr__ = load  # type: ignore[method-assign]
    namespace.__dir__ = names  # type: ignore[method-assign]


def _all_of(namespace: ModuleType) -> list[str]:
    """What `from ... import *` takes of a namespace: its names, also those that are found on use."""
    return [name for name in dir(namespace) if not name.startswith("_")]


def _find_on_use(namespace: ModuleType, names: dict[str, str]) -> None:
    """Lets a namespace import the modules that record its names.

    Args:
        names: attribute -> the public name that it is.
    """

    nested = _NESTED.get(namespace.__name__, {})

    def get(name: str) -> Any:
        if name == "__all__":
            return _all_of(namespace)
        if name in nested:
            return importlib.import_module(nested[name])
        if name == "keras" and namespace.__name__ == V1:
            return importlib.import_module(f"{ROOT}.alias.keras").keras_module(of_version_1=True)
        if name not in names:
            raise AttributeError(f"module {namespace.__name__!r} has no attribute {name!r}")
        value = find(names[name])
        setattr(namespace, name, value)
        return value

    namespace.__getattr__ = get  # type: ignore[method-assign]
    namespace.__dir__ = lambda: sorted({*vars(namespace), *names, *nested})  # type: ignore[method-assign]


def _package_of(name: str) -> str | None:
    """The package that must be imported before a public name is set; None if there is none."""
    if name.startswith("compat.v1."):
        return "compat.v1"
    return LAZY.get(name.partition(".")[0])


def _is_expected(name: str) -> bool:
    """Whether a public name is set already: not if its package is imported on use, and was not yet."""
    package = _package_of(name)
    return package is None or f"{ROOT}.{package}" in sys.modules


def is_shared(name: str) -> bool:
    """Whether `compat.v1` has a public name too, if it has no form of its own."""
    return not name.startswith(("compat.v1.", "contrib.")) and name not in _NOT_IN_V1


def _find_names_on_use() -> None:
    names: dict[str, dict[str, str]] = {}
    with_v1 = V1 in sys.modules
    for name in homes:
        namespace, _, attribute = name.rpartition(".")
        if namespace and _is_expected(name):
            names.setdefault(namespace, {})[attribute] = name
        if with_v1 and is_shared(name):
            older = f"compat.v1.{namespace}" if namespace else "compat.v1"
            names.setdefault(older, {}).setdefault(attribute, name)
    for namespace, own in names.items():
        _find_on_use(_module(namespace), own)


def _set_names() -> None:
    _find_names_on_use()
    with_v1 = V1 in sys.modules
    own = {*homes} if with_v1 else set()
    for name, value in recorded().items():
        if homes.is_pending(name):
            continue  # Its module has more of it: it is found on use.
        if _is_expected(name):
            _set(name, value)
        if with_v1 and is_shared(name) and f"compat.v1.{name}" not in own:
            _set(f"compat.v1.{name}", value)


def _set(name: str, value: Any) -> None:
    namespace, _, attribute = name.rpartition(".")
    setattr(_module(namespace), attribute, value)


@cache
def _modules_of_the_package() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(sys.modules[ROOT].__path__))


def _module(namespace: str) -> ModuleType:
    """The module of a namespace, made with those above it if there is none."""
    full_name = f"{ROOT}.{namespace}" if namespace else ROOT
    module = sys.modules.get(full_name)
    if module is None and namespace in _modules_of_the_package():
        module = importlib.import_module(full_name)
    if module is None:
        module = ModuleType(full_name, f"Public names of `tf.{namespace}`.")
        module.__path__ = []  # so that `import stagelight.compat.v1` finds children
        sys.modules[full_name] = module
        parent, _, child = namespace.rpartition(".")
        setattr(_module(parent), child, module)
    return module


def lazy_names() -> set[str]:
    """The names of the root that are imported on first use."""
    return {*LAZY, *KERAS, *[name for name in homes if "." not in name]}


def lazy_attribute(name: str) -> Any:
    """The value of a name of the root that is imported on first use.

    Raises:
        AttributeError: there is no such name.
    """
    if name == "__all__":
        return _all_of(sys.modules[ROOT])
    if name in KERAS:
        keras = importlib.import_module(f"{ROOT}.keras")
        return getattr(keras, KERAS[name]) if KERAS[name] else keras
    if name not in LAZY:
        try:
            value = find(name)
        except LookupError:
            raise AttributeError(f"module {ROOT!r} has no attribute {name!r}") from None
        setattr(sys.modules[ROOT], name, value)
        return value
    module = importlib.import_module(f"{ROOT}.{LAZY[name]}")
    return getattr(sys.modules[ROOT], name, module)

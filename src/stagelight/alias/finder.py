"""`install_as_tensorflow`: from then on `import tensorflow` gives Stagelight."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import itertools
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import stagelight
from stagelight import config
from stagelight.alias import generated_ops, legacy_layers
from stagelight.alias.messages import MESSAGES
from stagelight.alias.names import (
    CLASSES,
    INNER_KERAS,
    INNER_KERAS_MODULES,
    INNER_KERAS_PACKAGE,
    KERAS,
    KERAS_2_PACKAGE,
    KERAS_2_V1_PACKAGE,
    KERAS_PACKAGE,
    MODULES,
    NAMESPACES,
    TENSORFLOW,
    WHOLE,
)
from stagelight.formats import schema, versions
from stagelight.logs import get_logger
from stagelight.public import on_completion, public, when_published


@public("install_as_tensorflow")
def install_as_tensorflow() -> None:
    """Makes `import tensorflow` give Stagelight in this process, for libraries that are made for TensorFlow.

    Call it before anything imports `tensorflow` or `keras`. Calling it again changes nothing.

    Raises:
        RuntimeError: the real TensorFlow is imported already.

    >>> import stagelight
    >>> stagelight.install_as_tensorflow()  # doctest: +SKIP
    >>> import keras  # doctest: +SKIP
    """
    if any(isinstance(finder, TensorFlowFinder) for finder in sys.meta_path):
        return
    real = sys.modules.get(TENSORFLOW)
    if real is not None:
        raise RuntimeError(
            "The real tensorflow is imported already, from "
            f"{getattr(real, '__file__', 'an unknown place')}: Stagelight cannot take its name any more. "
            "Call install_as_tensorflow() before anything imports tensorflow or keras."
        )
    for public_name, (module, name) in CLASSES.items():
        when_published(public_name, functools.partial(_rename, module, name))
    # Programs set levels and handlers of TensorFlow's logger.
    get_logger().parent = logging.getLogger(TENSORFLOW)
    sys.meta_path.insert(0, TensorFlowFinder())


def _rename(module: str, name: str, kind: Any) -> None:
    """Lets libraries recognise a class."""
    kind.__module__ = f"{TENSORFLOW}.{module}"
    kind.__name__ = kind.__qualname__ = name


class TensorFlowFinder(importlib.abc.MetaPathFinder):
    """Finds `tensorflow` and what is below it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module that the alias serves; None for others."""
        root, _, below = fullname.partition(".")
        if root == stagelight.__name__ and below.startswith("keras."):
            found = _existing_module(below)
            return None if found is None else _spec(fullname, _ExistingLoader(found))
        if root != TENSORFLOW:
            return None
        if not below:
            return _spec(fullname, _RootLoader())
        if below == _V2_ROOT:
            return _spec(fullname, _RootLoader(_ONLY_IN_V2))
        below = below.removeprefix(_V2)  # It is the root.
        if below == INNER_KERAS and _has_keras_2():
            return _spec(fullname, _InnerKerasLoader())
        inner_keras = _module_of_inner_keras(below)
        if inner_keras is not None:
            return _spec(fullname, _ExistingLoader(inner_keras))
        found = _existing_module(below)
        if found is not None:
            return _spec(fullname, _ExistingLoader(found))
        if generated_ops.is_of_ops(below) or any(
            name == below or name.startswith(f"{below}.") for name in _TABLES
        ):
            return _spec(fullname, _TableLoader(below))
        return None

    def find_distributions(self, context: Any = None) -> Iterator[importlib.metadata.Distribution]:
        """What `importlib.metadata` finds: the distribution `tensorflow`, where it or all are asked for."""
        if context is None or context.name in (None, TENSORFLOW):
            yield _Distribution()


class _Distribution(importlib.metadata.Distribution):
    """The distribution `tensorflow`: libraries ask whether it is installed, and in which version."""

    def read_text(self, filename: str) -> str | None:
        """The text of a file of its metadata; None for what it does not have."""
        if filename == "METADATA":
            return f"Metadata-Version: 2.1\nName: {TENSORFLOW}\nVersion: {versions.TENSORFLOW}\n"
        return f"{TENSORFLOW}\n" if filename == "top_level.txt" else None

    def locate_file(self, path: Any) -> Path:
        """Where a file of the package is."""
        return Path(str(stagelight.__file__)).parent.parent / path


# What is found by tables; a name below `compat.v2` is that of the root.
_TABLES = (*MODULES, *NAMESPACES, *MESSAGES)
_COMPAT = "compat"
_V2_ROOT = f"{_COMPAT}.v2"
_V2 = f"{_V2_ROOT}."
# What `tensorflow.compat.v2` has and `tensorflow` does not.
_ONLY_IN_V2 = {
    "enable_v2_behavior": "compat.v1.enable_v2_behavior",
    "disable_v2_behavior": "compat.v1.disable_v2_behavior",
}
_V1 = f"{_COMPAT}.v1"
_V1_KERAS = f"{_V1}.keras"
_V1_LAYERS = f"{_V1}.layers"


def _spec(fullname: str, loader: Any) -> importlib.machinery.ModuleSpec:
    return importlib.machinery.ModuleSpec(fullname, loader, origin="stagelight", is_package=True)


def _existing_module(below: str) -> ModuleType | None:
    """A public namespace of Stagelight, or a module of Keras, by its name below `tensorflow`."""
    is_older = below.startswith(_V1_KERAS)
    if below == _V1_LAYERS and legacy_layers.uses_legacy_layers():
        return importlib.import_module(legacy_layers.LEGACY_LAYERS)
    first, _, rest = below.removeprefix("compat.v1." if is_older else "").partition(".")
    if first in KERAS:
        package = KERAS_PACKAGE
        if config.uses_keras_2():
            package = KERAS_2_V1_PACKAGE if is_older else KERAS_2_PACKAGE
        parts = [part for part in (package, KERAS[first], rest) if part]
        name = ".".join(parts)
    else:
        name = f"{stagelight.__name__}.{below}"
        parent = below.rpartition(".")[0]
        if parent and _existing_module(parent) is None:
            return None
        above = sys.modules[name.rpartition(".")[0]]
        if name not in sys.modules:
            getattr(above, below.rpartition(".")[2], None)  # What is imported on use is imported.
    found = sys.modules.get(name)
    if found is None and first in KERAS:
        found = importlib.import_module(name)
    return found


def _module_of_inner_keras(below: str) -> ModuleType | None:
    """A module of Keras 2 by its name below `tensorflow.python.keras`, None if it is no such module."""
    if not below.startswith(f"{INNER_KERAS}.") or below in MODULES or not _has_keras_2():
        return None
    inner = below.removeprefix(f"{INNER_KERAS}.")
    for old, new in INNER_KERAS_MODULES.items():
        if inner == old or inner.startswith(f"{old}."):
            inner = new + inner.removeprefix(old)
            break
    try:
        return importlib.import_module(f"{INNER_KERAS_PACKAGE}.{inner}")
    except ModuleNotFoundError:
        return None


def _has_keras_2() -> bool:
    """Whether Keras 2 is installed."""
    return importlib.util.find_spec(INNER_KERAS_PACKAGE.partition(".")[0]) is not None


class _RootLoader(importlib.abc.Loader):
    """Fills `tensorflow` itself: Stagelight's public names, each under a version of TensorFlow's.

    Args:
        added: further names, and the public names that they are.
    """

    def __init__(self, added: Mapping[str, str] = MappingProxyType({})) -> None:
        self._added = added

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Sets the public names. What is imported on use is looked up on use, and then set."""
        public_names = [name for name in dir(stagelight) if not _is_own(name)]
        own = vars(stagelight)

        def set_names() -> None:
            for name in public_names:
                if name in own and name not in KERAS and name != _COMPAT:
                    setattr(module, name, own[name])

        def look_up(name: str) -> Any:
            if (
                name in KERAS or name == _COMPAT
            ):  # These are filled when they are imported by this name.
                value: Any = importlib.import_module(f"{TENSORFLOW}.{name}")
            else:
                value = _public_value(self._added.get(name, name))
            setattr(module, name, value)
            return value

        set_names()
        on_completion(set_names)  # Names may come to mean other objects.
        module.__file__ = stagelight.__file__
        module.__doc__ = stagelight.__doc__
        vars(module).update(
            __version__=versions.TENSORFLOW,
            __git_version__=_public_value("version.GIT_VERSION"),
            __compiler_version__=_public_value("version.COMPILER_VERSION"),
        )
        module.__getattr__ = look_up  # type: ignore[method-assign]
        module.__dir__ = lambda: sorted({*vars(module), *public_names, *KERAS, *self._added})  # type: ignore[method-assign]


def _is_own(name: str) -> bool:
    """Whether a name of Python's modules, not a public one such as `__internal__`."""
    return name.startswith("__") and name not in ("__internal__", "__operators__")


class _TableLoader(importlib.abc.Loader):
    """Fills a module that the table lists, or one of generated ops, or a package of such modules."""

    def __init__(self, below: str) -> None:
        self._below = below

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Sets the names of the table."""
        module.__file__ = stagelight.__file__
        for name, target in MODULES.get(self._below, {}).items():
            if name == WHOLE:
                others = importlib.import_module(target)
                vars(module).update({k: v for k, v in vars(others).items() if k[:2] != "__"})
            else:
                setattr(module, name, _target(target))
        for name in MESSAGES.get(self._below, ()):
            _set_message(module, name)
        if self._below in NAMESPACES:
            module.__getattr__ = functools.partial(  # type: ignore[method-assign]
                _of_namespaces, NAMESPACES[self._below], module.__name__
            )
        elif generated_ops.is_of_ops(self._below):
            module.__getattr__ = functools.partial(  # type: ignore[method-assign]
                generated_ops.function_of, module.__name__
            )


def _set_message(module: ModuleType, name: str) -> None:
    """Sets a message, or an enum with its values."""
    message = getattr(schema, name)
    setattr(module, name, message)
    if hasattr(message, "items"):
        vars(module).update(message.items())


class _ExistingLoader(importlib.abc.Loader):
    """Gives a module that is there already under its second name."""

    def __init__(self, found: ModuleType) -> None:
        self._found = found

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Python makes a module, which `exec_module` throws away."""

    def exec_module(self, module: ModuleType) -> None:
        """Puts the module in the place of the new one: Python goes on with what stands there.

        What the table has below it is set on it, since Python would look below its own name.
        """
        fullname = module.__name__
        sys.modules[fullname] = self._found
        if fullname == f"{TENSORFLOW}.{_COMPAT}":
            legacy_layers.set_legacy_layers()
            on_completion(legacy_layers.set_legacy_layers)  # `compat.v1` may be imported later.
        for below in (*_TABLES, _V2_ROOT):
            parent, _, name = below.rpartition(".")
            if parent == fullname.removeprefix(f"{TENSORFLOW}.").removeprefix(_V2):
                setattr(self._found, name, importlib.import_module(f"{TENSORFLOW}.{below}"))


class _InnerKerasLoader(importlib.abc.Loader):
    """Fills the package `tensorflow.python.keras` lazily (PEP 562): submodules, then Keras 2's own names.

    It is a module of its own, not Keras's: `from tensorflow.python.keras import testing_utils` looks for a
    submodule below the name of the module it has, and Keras 2 has that one elsewhere.
    """

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Sets what looks names up."""
        module.__file__ = stagelight.__file__
        module.__getattr__ = _of_inner_keras  # type: ignore[method-assign]


def _of_inner_keras(name: str) -> Any:
    """What a name of `tensorflow.python.keras` is in Keras 2.

    Raises:
        AttributeError: there is none of that name.
    """
    if not name.startswith("__"):
        submodule = _module_of_inner_keras(f"{INNER_KERAS}.{name}")
        if submodule is not None:
            return submodule
    return getattr(importlib.import_module(INNER_KERAS_PACKAGE), name)


def _of_namespaces(namespaces: Sequence[str], module: str, name: str) -> Any:
    """What a name of a module of TensorFlow's is in public namespaces.

    Raises:
        AttributeError: none of them has it.
    """
    base = name.removesuffix("_v2").removesuffix("V2")
    roots = ("", "compat.v1") if base != name else ("compat.v1", "")
    for root, namespace in itertools.product(roots, namespaces):
        with contextlib.suppress(AttributeError):
            return _public_value(".".join(part for part in (root, namespace, base) if part))
    if module.startswith(f"{TENSORFLOW}.python.ops."):
        return generated_ops.function_of(module, name)  # TF: they import the functions of ops, too.
    raise AttributeError(f"module {module!r} has no attribute {name!r} in Stagelight")


def _target(target: str) -> Any:
    """What an entry of the table leads to."""
    module, _, name = target.rpartition(":")
    if not module:
        return _public_value(target)
    return getattr(importlib.import_module(module), name)


def _public_value(dotted: str) -> Any:
    """The object of a public name.

    Raises:
        AttributeError: there is none.
    """
    return functools.reduce(getattr, dotted.split("."), stagelight)

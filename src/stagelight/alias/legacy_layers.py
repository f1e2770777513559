"""`tf.compat.v1.layers` of programs that ask for Keras 2: TensorFlow takes it from there, as `tf.keras`.

Libraries subclass these layers and use what they have from Keras 2, such as `input_spec` and `losses`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Any

import stagelight
from stagelight import config
from stagelight.alias.names import KERAS_2_V1_PACKAGE

LEGACY_LAYERS = f"{KERAS_2_V1_PACKAGE}.__internal__.legacy.layers"

_V1 = f"{stagelight.__name__}.compat.v1"
_LAYERS = "layers"


class _LazyLayers(ModuleType):
    """A module that imports the layers of Keras 2 when one of its names is asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(LEGACY_LAYERS), name)

    def __dir__(self) -> list[str]:
        return dir(importlib.import_module(LEGACY_LAYERS))


def uses_legacy_layers() -> bool:
    """Whether the program asks for Keras 2, and it is installed."""
    return config.uses_keras_2() and importlib.util.find_spec("tf_keras") is not None


def set_legacy_layers() -> None:
    """Makes `compat.v1.layers` that of Keras 2, if the program asks for it."""
    v1 = sys.modules.get(_V1)  # It is set when it is imported, if it is not yet: see `finder`.
    if v1 is not None and uses_legacy_layers() and not isinstance(v1.layers, _LazyLayers):
        setattr(v1, _LAYERS, _LazyLayers(f"{_V1}.{_LAYERS}"))

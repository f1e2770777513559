"""`tf.keras`: Keras itself, running on the alias. `import stagelight.keras` leads here too."""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

from stagelight.alias.finder import install_as_tensorflow
from stagelight.alias.names import KERAS_PACKAGE


def keras_module() -> ModuleType:
    """Keras with the names that `tf.keras` has.

    Raises:
        ImportError: Keras is not installed, or runs on another backend already.
    """
    if importlib.util.find_spec("keras") is None:
        raise ImportError(
            'tf.keras needs the package "keras", which is not installed. Install the extra: '
            'pip install "stagelight[keras]"'
        )
    install_as_tensorflow()
    os.environ.setdefault("KERAS_BACKEND", "tensorflow")
    return importlib.import_module(KERAS_PACKAGE)

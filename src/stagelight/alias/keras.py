"""`tf.keras`: Keras itself, running on the alias. `import stagelight.keras` leads here too.

It is Keras 3, or Keras 2 where a program says TF_USE_LEGACY_KERAS=1: the package `tf_keras`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

from stagelight import config
from stagelight.alias.finder import install_as_tensorflow
from stagelight.alias.names import KERAS_2_PACKAGE, KERAS_2_V1_PACKAGE, KERAS_PACKAGE


def keras_module(of_version_1: bool = False) -> ModuleType:
    """Keras with the names that `tf.keras` has, or `tf.compat.v1.keras`; Keras 3 has the same in both.

    Raises:
        ImportError: Keras is not installed, or runs on another backend already.
    """
    if config.uses_keras_2():
        return _keras_2(of_version_1)
    if importlib.util.find_spec("keras") is None:
        raise ImportError(
            'tf.keras needs the package "keras", which is not installed. Install the extra: '
            'pip install "stagelight[keras]"'
        )
    install_as_tensorflow()
    os.environ.setdefault("KERAS_BACKEND", "tensorflow")
    return importlib.import_module(KERAS_PACKAGE)


def _keras_2(of_version_1: bool) -> ModuleType:
    if importlib.util.find_spec("tf_keras") is None:
        raise ImportError(
            'TF_USE_LEGACY_KERAS=1 makes tf.keras Keras 2, the package "tf_keras", which is not installed. '
            "Install it: pip install tf_keras"
        )
    install_as_tensorflow()
    return importlib.import_module(KERAS_2_V1_PACKAGE if of_version_1 else KERAS_2_PACKAGE)

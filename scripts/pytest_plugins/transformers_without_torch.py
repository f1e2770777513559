"""Pytest plugin (`-p transformers_without_torch`): placeholders of PyTorch objects are false.

The tests of transformers expect the mappings of PyTorch models to be None where there is no PyTorch
(`MAPPING.items() if MAPPING else []`). The lazy module of transformers 4.52 has placeholder classes
there, and their `items` raises ImportError while TensorFlow tests are collected.
"""

from transformers.utils.import_utils import DummyObject

DummyObject.__bool__ = lambda placeholder: False  # type: ignore[method-assign]

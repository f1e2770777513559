"""Keras programs, by family: each file lists its own in `PROGRAMS`.

They take the module `keras`, make their data from seeds, and return a dict of what is compared between
Stagelight and TensorFlow.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def classes(shape: tuple[int, ...], count: int = 4, samples: int = 100) -> tuple[Any, Any]:
    """Random inputs of a shape, and the class of each."""
    random = np.random.default_rng(3)
    x = random.standard_normal((samples, *shape)).astype(np.float32)
    return x, random.integers(0, count, samples)


def words(length: int = 12, size: int = 30, count: int = 4, samples: int = 60) -> tuple[Any, Any]:
    """Random rows of word numbers, padded with zeros, and the class of each."""
    random = np.random.default_rng(5)
    x = random.integers(1, size, (samples, length))
    for row, keep in zip(x, random.integers(1, length + 1, samples), strict=True):
        row[keep:] = 0
    return x, random.integers(0, count, samples)


def trained(model: Any, x: Any, y: Any, epochs: int = 3, **options: Any) -> dict[str, Any]:
    """What training a compiled model leaves: the losses of each epoch, evaluation, predictions."""
    batch_size = options.pop("batch_size", 32)
    history = model.fit(x, y, epochs=epochs, batch_size=batch_size, verbose=0, **options)
    found = {f"history {key}": np.float32(v) for key, v in sorted(history.history.items())}
    for key, value in model.evaluate(
        x, y, batch_size=batch_size, verbose=0, return_dict=True
    ).items():
        found[f"evaluated {key}"] = np.float32(value)
    found["predicted"] = np.asarray(model.predict(x[:40], verbose=0))
    return found

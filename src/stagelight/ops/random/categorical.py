"""Class indices drawn from unnormalised log probabilities, by inverting the cumulative sum.

The rows of a batch take float64 uniforms from one stream, one after the other. TensorFlow splits
large batches over threads and then gives each part its own place in the stream, so that its
numbers depend on the machine; these are the numbers of one thread, which TensorFlow also gives for
work below its threshold for splitting.
"""

from __future__ import annotations

import numpy as np

from stagelight.ops.random.philox import Philox
from stagelight.ops.random.uniform import uniform


def reserved_outputs(batch: int, num_samples: int) -> int:
    """How many outputs a stateful kernel reserves in its stream (256 blocks each)."""
    return batch * ((num_samples + 3) // 4 * 4) * 2


def categorical(
    source: Philox, logits: np.ndarray, num_samples: int, dtype: np.dtype
) -> np.ndarray:
    """Samples of class indices.

    Args:
        source: where in the stream to begin.
        logits: floating `[batch, classes]`; entries that are not finite have no weight.
        num_samples: how many to draw per row.
        dtype: int32 or int64.

    Returns:
        `[batch, num_samples]`.
    """
    batch, _ = logits.shape
    draws = uniform(source, (batch, num_samples), np.dtype(np.float64))
    indices = np.empty((batch, num_samples), dtype)
    wide = logits.astype(np.float64)
    for row in range(batch):
        is_finite = np.isfinite(wide[row])
        largest = np.max(wide[row], initial=-np.inf, where=is_finite)
        weights = np.zeros(wide[row].size)
        np.exp(wide[row] - largest, out=weights, where=is_finite)
        cumulative = np.cumsum(weights)
        indices[row] = np.searchsorted(cumulative, draws[row] * cumulative[-1], side="right")
    return indices

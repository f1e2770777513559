"""`tf.train.checkpoints_iterator`: the checkpoints of a folder as they are written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from stagelight.public import public
from stagelight.saving.checkpoint_state import latest_checkpoint

_PAUSE_SECONDS = 1.0


def _newer(folder: Any, than: str | None, timeout: float | None) -> str | None:
    """The latest checkpoint once it is another one; None if it takes longer than that."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != than:
            return found
        if end is not None and time.monotonic() + _PAUSE_SECONDS > end:
            return None
        time.sleep(_PAUSE_SECONDS)


@public("train.checkpoints_iterator", "compat.v1.train.checkpoints_iterator")
def checkpoints_iterator(
    checkpoint_dir: Any,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Gives the latest checkpoint of a folder, waits for the next one, and so on.

    Args:
        checkpoint_dir: the folder.
        min_interval_secs: the least seconds between two.
        timeout: for how many seconds to wait for a new one; None for ever.
        timeout_fn: called when there is none for so long: True ends it. If None that ends it.

    Yields:
        The path of a checkpoint; older ones that were written meanwhile are passed over.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = tf.train.Checkpoint(v=tf.Variable(1.0)).save(os.path.join(folder, "model"))
    >>> [os.path.basename(path) for path in tf.train.checkpoints_iterator(folder, timeout=0)]
    ['model-1']
    """
    last: str | None = None
    while True:
        found = _newer(checkpoint_dir, last, timeout)
        if found is None:
            # TF: without a function the end of the time is the end.
            if timeout_fn is None or timeout_fn():
                return
            continue
        last = found
        begun = time.monotonic()
        yield found
        pause = begun + min_interval_secs - time.monotonic()
        if pause > 0:
            time.sleep(pause)

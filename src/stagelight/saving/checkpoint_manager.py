"""`tf.train.CheckpointManager`: keeps the last few checkpoints of a folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stagelight.formats.tensor_bundle import index_file
from stagelight.public import public
from stagelight.saving.checkpoint import Checkpoint, CheckpointOptions
from stagelight.saving.checkpoint_state import get_checkpoint_state, update_checkpoint_state
from stagelight.saving.kept_checkpoints import KeptCheckpoints
from stagelight.state.variable import Variable


@public("train.CheckpointManager")
class CheckpointManager:
    """Writes checkpoints into a folder, and deletes the oldest.

    A new checkpoint stands, and the state file names it, before an old one is deleted: at any moment
    there is one to restore. What no manager wrote is not deleted, nor what was written in the future.

    Args:
        checkpoint: what to save.
        directory: the folder; it is made.
        max_to_keep: how many are kept; None: all.
        keep_checkpoint_every_n_hours: of those that are to be deleted, one for each such time is kept
            for good.
        checkpoint_name: what the names of files begin with.
        step_counter: a variable that counts steps, for `checkpoint_interval`.
        checkpoint_interval: how many steps are at least between two checkpoints.
        init_fn: what `restore_or_initialize` calls if there is no checkpoint.

    Raises:
        ValueError: `max_to_keep` is not positive, or an interval has no counter.

    >>> import tempfile
    >>> step = tf.Variable(0)
    >>> checkpoint = tf.train.Checkpoint(step=step)
    >>> manager = tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), max_to_keep=2)
    >>> for _ in range(3):
    ...     path = manager.save()
    >>> len(manager.checkpoints)
    2
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Variable | None = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(
                f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}."
            )
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError(
                "`step_counter` should be passed if `checkpoint_interval` is not None."
            )
        self._checkpoint = checkpoint
        self._directory = os.fspath(directory)
        hours = keep_checkpoint_every_n_hours or None
        self._kept = KeptCheckpoints(max_to_keep, hours and hours * 3600)
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._init_fn = init_fn
        self._last_step: int | None = None
        state = get_checkpoint_state(self._directory)
        self._latest: str | None = None
        if state is not None:
            self._latest = state.model_checkpoint_path or None
            paths = list(state.all_model_checkpoint_paths)
            times = list(state.all_model_checkpoint_timestamps)
            if len(times) == len(paths):  # Only managers note times.
                now, preserved = time.time(), state.last_preserved_timestamp
                if preserved:
                    self._kept.last_preserved = min(preserved, now)
                self._kept.written = {
                    path: min(when, now)
                    for path, when in zip(paths, times, strict=True)
                    if min(when, now) > min(preserved, now) and index_file(path).exists()
                }

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    @property
    def checkpoint(self) -> Checkpoint:
        """What is saved."""
        return self._checkpoint

    @property
    def checkpoint_interval(self) -> int | None:
        """How many steps are at least between two checkpoints."""
        return self._interval

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the latest checkpoint, or None."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of those that are kept and may be deleted later, the oldest first."""
        return list(self._kept.written)

    def save(
        self,
        checkpoint_number: Any = None,
        check_interval: bool = True,
        options: CheckpointOptions | None = None,
    ) -> str | None:
        """Writes a checkpoint and deletes what is too old.

        Args:
            checkpoint_number: its number; by default it is counted.
            check_interval: whether to write none if the last was too few steps ago; none is written of the
                step of the last in any case.
            options: see `CheckpointOptions`.

        Returns:
            Its path; None if none was written.
        """
        step = None if self._step_counter is None else int(self._step_counter.numpy())
        if None not in (self._interval, step, self._last_step):
            # TF: no step is saved twice, whatever the interval.
            since = step - self._last_step  # type: ignore[operator]
            if since == 0 or (check_interval and since < self._interval):  # type: ignore[operator]
                return None
        counter = self._checkpoint.save_counter
        counter.assign_add(1)
        number = int(counter.numpy() if checkpoint_number is None else checkpoint_number)
        path = self._checkpoint.write(f"{self._prefix}-{number}", options)
        self._last_step = step
        self._latest = path
        deleted = self._kept.add(path)
        update_checkpoint_state(
            self._directory,
            path,
            list(self._kept.written),
            list(self._kept.written.values()),
            self._kept.last_preserved,
        )
        for old in deleted:
            delete_checkpoint(old)
        return path

    def restore_or_initialize(self) -> str | None:
        """Restores the latest checkpoint; if there is none, calls `init_fn`.

        Returns:
            The path that was restored, or None.
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._step_counter is not None:
                self._last_step = int(self._step_counter.numpy())
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self) -> None:
        """Does nothing: a checkpoint is on the disk when `save` returns."""


def delete_checkpoint(prefix: str) -> None:
    """Deletes a checkpoint, its index first: without one there is no checkpoint."""
    index_file(prefix).unlink(missing_ok=True)
    folder, name = os.path.split(prefix)
    for path in Path(folder).iterdir():
        if path.name.startswith(f"{name}.data-"):
            path.unlink(missing_ok=True)

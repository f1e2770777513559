"""What `tf.train.Checkpoint.restore` returns: it is asked whether all was found."""

from __future__ import annotations

from typing import Any

from stagelight.formats.tensor_bundle import BundleReader
from stagelight.saving.object_graph import (
    full_name,
    names_of_nodes,
    nodes_from,
    nodes_with_slots_from,
    values_of,
)
from stagelight.saving.restoration import Restoration


class CheckpointLoadStatus:
    """What a restoration has found so far; more may be found when objects are made."""

    def __init__(self, checkpoint: Any, restoration: Restoration) -> None:
        self._checkpoint = checkpoint
        self._restoration = restoration

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Checks that every value was given to an object, and every object with values got them.

        Raises:
            AssertionError: it is not so; the message names the first that was not.
        """
        self.assert_existing_objects_matched()
        graph = self._restoration.graph
        for position, keys in self._restoration.unused():
            raise AssertionError(
                f"Unresolved object in checkpoint {names_of_nodes(graph)[position]}: "
                f"{', '.join(keys)}. No object of the program has this place."
            )
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Checks that every object with values that the program has was in the checkpoint.

        Raises:
            AssertionError: one was not; the message names it.
        """
        lost = self._unmatched()
        if lost:
            shown = ", ".join(f"{value!r}, at {path!r}" for path, value in lost[:10])
            raise AssertionError(
                f"Object not assigned a value from checkpoint: {shown}. Found {len(lost)} such objects: "
                "the checkpoint does not have their places, or has them for other objects."
            )
        return self

    def _unmatched(self) -> list[tuple[str, Any]]:
        """The objects with values of the program, by path, to which nothing of the checkpoint is bound."""
        restoration = self._restoration
        find = nodes_with_slots_from if restoration.with_slots else nodes_from
        objects = [(node.path, node.value) for node in find(self._checkpoint)]
        objects += [("", value) for x in restoration.unbound if (value := x()) is not None]
        found = {id(value) for value in restoration.bound_objects()}
        found.add(id(self._checkpoint._save_counter))
        return [(path, x) for path, x in objects if id(x) not in found and values_of(x)]

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Checks that something beside the root was found.

        Raises:
            AssertionError: nothing was.
        """
        if len(self._restoration.bound_objects()) <= 1:
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that "
                "the checkpoint does not match the Python program."
            )
        return self

    def expect_partial(self) -> CheckpointLoadStatus:
        """Says that not all needs to be found: no warning tells what was not."""
        self._restoration.warns = False
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Does nothing: values were restored at once."""

    def initialize_or_restore(self, session: Any = None) -> None:
        """Does nothing: values were restored at once."""


class NameBasedStatus(CheckpointLoadStatus):
    """What was found in a checkpoint of TensorFlow 1, which knows variables by their names."""

    def __init__(
        self, checkpoint: Any, reader: BundleReader, missing: list[Any], used: set[str]
    ) -> None:
        self._checkpoint = checkpoint
        self._reader = reader
        self._missing = missing
        self._used = used

    def assert_consumed(self) -> CheckpointLoadStatus:
        """See `CheckpointLoadStatus`."""
        self.assert_existing_objects_matched()
        lost = sorted(set(self._reader.all_keys()) - self._used)
        if lost:
            raise AssertionError(f"Unused attributes in the checkpoint: {', '.join(lost)}")
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """See `CheckpointLoadStatus`."""
        if self._missing:
            names = ", ".join(full_name(value) for value in self._missing)
            raise AssertionError(f"Objects not assigned a value from checkpoint: {names}")
        return self

    def expect_partial(self) -> CheckpointLoadStatus:
        """See `CheckpointLoadStatus`."""
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """See `CheckpointLoadStatus`."""
        if not self._used:
            raise AssertionError("Nothing in the checkpoint has the name of a variable.")
        return self


class InitializationOnlyStatus:
    """The status of `restore(None)`: there was nothing to restore."""

    def assert_consumed(self) -> Any:
        """Raises AssertionError: no checkpoint was given."""
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_existing_objects_matched = assert_consumed
    assert_nontrivial_match = assert_consumed

    def expect_partial(self) -> InitializationOnlyStatus:
        """Says that not all needs to be found."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Raises AssertionError: no checkpoint was given."""
        self.assert_consumed()

    def initialize_or_restore(self, session: Any = None) -> None:
        """Does nothing: variables have their initial values."""

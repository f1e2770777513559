"""Slot variables in saved models: what an optimizer keeps for each variable that it trains.

The node of an optimizer refers to them, they are no children. What stands for the optimizer of a loaded model
keeps them, so that they get the values of the checkpoint and can be asked for; optimizers of a library that
registered a class make them by `add_slot`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.variable import Variable

# By the position of a slot variable the position of its optimizer, and the reference to it.
SlotReferences = dict[int, tuple[int, Any]]


class RestoredOptimizer(AutoTrackable):
    """Stands for an optimizer of a loaded model."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], Variable] = {}

    def keep_slot(self, variable: Any, slot_name: str, slot_variable: Variable) -> None:
        """Takes a slot variable that is made already."""
        self._kept[id(variable), slot_name] = slot_variable

    def get_slot(self, var: Any, slot_name: str) -> Variable | None:
        """The slot variable of that name of a variable; None if there is none."""
        return self._kept.get((id(var), slot_name))

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        return sorted({name for _, name in self._kept})

    def _create_or_restore_slot_variable(
        self, slot_variable_position: Any, slot_name: str, variable: Any
    ) -> Variable | None:
        return self.get_slot(variable, slot_name)

    def _trackable_children(self, save_type: str = "checkpoint", **_: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type)
        return {name: child for name, child in children.items() if child is not self._kept}


def user_object(*, has_slots: bool) -> AutoTrackable:
    """What stands for an object of a class that is not known; an optimizer has slot variables."""
    # A class of its own, so that it may be called if it has a function of that name.
    base = RestoredOptimizer if has_slots else AutoTrackable
    return type("_UserObject", (base,), {})()


def references(messages: Sequence[Any]) -> SlotReferences:
    """The references to slot variables in the nodes of a model's objects."""
    return {
        slot.slot_variable_node_id: (position, slot)
        for position, message in enumerate(messages)
        for slot in message.slot_variables
    }


def made_node(
    reference: tuple[int, Any] | None, node: Callable[[int], Any], make: Callable[[], Any]
) -> Any:
    """The object of a node; a slot variable is one that its optimizer has.

    Args:
        reference: the position of the optimizer and its reference to the node; None for other objects.
        node: gives the object at a position.
        make: makes the object of its own message.
    """
    if reference is None:
        return make()
    owner, slot = reference
    optimizer, variable = node(owner), node(slot.original_variable_node_id)
    if not isinstance(optimizer, RestoredOptimizer) and hasattr(optimizer, "add_slot"):
        return optimizer.add_slot(var=variable, slot_name=slot.slot_name)
    made = make()
    if isinstance(optimizer, RestoredOptimizer):
        optimizer.keep_slot(variable, slot.slot_name, made)
    return made

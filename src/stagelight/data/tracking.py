"""What a saved model needs of a dataset that its functions capture: how it is made."""

from __future__ import annotations

from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import apply
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.dataset import Dataset, as_input
from stagelight.state.resource import TrackableResource


class VariantTracker(TrackableResource):
    """A dataset as a resource: saving stages the operations that give it, and loading runs them again.

    Args:
        dataset: an eager dataset.
    """

    # A dataset that only Python iterates over is of no use to a model.
    _is_saved_if_captured = True

    def __init__(self, dataset: Dataset) -> None:
        super().__init__()
        self._dataset = dataset
        self._handle = dataset._variant_tensor

    def _create_resource(self) -> Tensor:
        return _made_again(self._dataset)


def _made_again(dataset: Dataset) -> Tensor:
    """Applies the ops that gave a dataset, and those of the datasets that it is made of."""
    if dataset._origin is None:
        return dataset._variant_tensor
    op_name, inputs, attrs = dataset._origin
    tensors = [_made_again(x) if isinstance(x, Dataset) else as_input(x) for x in inputs]
    variant: Tensor = apply(registry.lookup(op_name), tensors, attrs)
    return variant


def _trackable_children(
    self: Dataset, save_type: str = "checkpoint", **kwargs: Any
) -> dict[str, Any]:
    """How it is made, for a saved model. A checkpoint has nothing of it."""
    if save_type != "savedmodel" or not isinstance(self._variant_tensor, EagerTensor):
        return {}
    if self._tracker is None:
        self._tracker = VariantTracker(self)
    return {"_variant_tracker": self._tracker}


Dataset._trackable_children = _trackable_children  # type: ignore[attr-defined]

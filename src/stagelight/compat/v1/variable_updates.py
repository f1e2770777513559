"""`tf.compat.v1.scatter_update` and its like: some rows or elements of a variable change."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.public import public
from stagelight.state.variable import Variable

# What `r`, which was there, becomes by an update `u`: formula, and the result for r = 4 and u = 2.
_ROWS = {
    "scatter_add": ("r + u", 6.0, False),
    "scatter_div": ("r / u", 2.0, False),
    "scatter_max": ("max(r, u)", 4.0, False),
    "scatter_min": ("min(r, u)", 2.0, False),
    "scatter_mul": ("r * u", 8.0, False),
    "scatter_sub": ("r - u", 2.0, False),
    "scatter_update": ("u", 2.0, True),
}
_ELEMENTS = {
    "scatter_nd_add": ("r + u", 6.0, False),
    "scatter_nd_sub": ("r - u", 2.0, False),
    "scatter_nd_update": ("u", 2.0, True),
}


def _rows(name: str, ref: Variable, indices: Any, updates: Any) -> Any:
    indices = convert_to_tensor(indices)
    values = convert_to_tensor(updates, ref.dtype)
    if values.shape.rank == 0:  # One number for all.
        rows = raw.Shape(raw.GatherV2(ref.read_value(), indices, 0))
        values = raw.BroadcastTo(values, rows)
    return getattr(ref, name)(IndexedSlices(values, indices))


def _publish(name: str, formula: str, result: float, locks: bool, is_by_element: bool) -> None:
    def scatter(
        ref: Variable, indices: Any, updates: Any, use_locking: bool = locks, name: Any = None
    ) -> Any:
        if is_by_element:
            return getattr(ref, own)(indices, updates)
        return _rows(own, ref, indices, updates)

    own = name
    what = "elements or slices" if is_by_element else "rows"
    at = "[[0]]" if is_by_element else "[0]"
    scatter.__name__ = scatter.__qualname__ = name
    scatter.__doc__ = f"""Changes some {what} of a variable: `r` becomes `{formula}`.

    Args:
        ref: the variable.
        indices: integer tensor, which {what}.
        updates: tensor, the u of each of them.
        use_locking: accepted for compatibility.
        name: accepted for compatibility.

    Returns:
        What the variable's method `{name}` returns: in a graph it is to be run.

    Raises:
        InvalidArgumentError: an index is out of range, or shapes do not fit.

    >>> v = tf.Variable([4.0, 0.5])
    >>> result = tf.compat.v1.{name}(v, {at}, [2.0])
    >>> v.numpy().tolist()
    [{result}, 0.5]
    """
    public(f"compat.v1.{name}")(scatter)


for _name, _rule in _ROWS.items():
    _publish(_name, *_rule, is_by_element=False)
for _name, _rule in _ELEMENTS.items():
    _publish(_name, *_rule, is_by_element=True)

"""Public names of `tf.compat.v1.__operators__`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.arrays.indexing import getitem as getitem
from stagelight.ops.ragged.indexing import _getitem as _ragged_getitem
from typing import Any
from stagelight.core.tensor import Tensor

def add(x: Tensor, y: Any) -> Any:
    """`x + y`.

    >>> int(tf.__operators__.add(tf.constant(1), 2)) == int(3)
    True
    """
def eq(x: Tensor, y: Any) -> Any:
    """`x == y`.

    >>> int(tf.__operators__.eq(tf.constant(1), 2)) == int(False)
    True
    """
def ne(x: Tensor, y: Any) -> Any:
    """`x != y`.

    >>> int(tf.__operators__.ne(tf.constant(1), 2)) == int(True)
    True
    """
ragged_getitem = _ragged_getitem

"""`tf.experimental.numpy`: the functions of NumPy that libraries use of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, bool_


@public("experimental.numpy.finfo")
def finfo(dtype: Any) -> Any:
    """The limits of a floating dtype, as NumPy tells them.

    >>> float(tf.experimental.numpy.finfo(tf.float32).eps)
    1.1920928955078125e-07
    """
    return ml_dtypes.finfo(as_dtype(dtype).numpy_dtype)


@public("experimental.numpy.select")
def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Tensor:
    """Each element from the first choice whose condition is true.

    Args:
        condlist: boolean tensors.
        choicelist: as many tensors of one dtype, which broadcast with the conditions.
        default: where no condition is true.

    Raises:
        ValueError: the lists have different lengths.

    >>> tf.experimental.numpy.select([[True, False], [True, True]], [[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    if len(condlist) != len(choicelist):
        raise ValueError(
            f"There must be a choice for each condition. Received: {len(condlist)} conditions, "
            f"{len(choicelist)} choices"
        )
    choices = [convert_to_tensor(choice) for choice in choicelist]
    result = convert_to_tensor(default, choices[0].dtype if choices else None)
    for condition, choice in reversed(list(zip(condlist, choices, strict=True))):
        result = raw.SelectV2(convert_to_tensor(condition, bool_), choice, result)
    return result

"""Letters in lower and upper case: `tf.strings.lower`, `tf.strings.upper`."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import invalid, same_as_input
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import mapped
from stagelight.public import public


def _case_kernel(
    of_bytes: Callable[[bytes], bytes], of_text: Callable[[str], str]
) -> Callable[..., np.ndarray]:
    """The kernel for ASCII letters, or for all of Unicode's."""

    def of_utf8(text: bytes) -> bytes:
        return of_text(text.decode(errors="replace")).encode()

    def kernel(xp: ModuleType, text: np.ndarray, *, encoding: str = "") -> np.ndarray:
        if encoding not in ("", "utf-8"):
            raise invalid(f"only utf-8 or '' (no encoding) is supported, received {encoding}")
        return mapped(of_utf8 if encoding else of_bytes, text)

    return kernel


for _name, _kernel in (
    ("StringLower", _case_kernel(bytes.lower, str.lower)),
    ("StringUpper", _case_kernel(bytes.upper, str.upper)),
):
    define(
        _name,
        "input: string",
        "output: string",
        {"encoding": ""},
        infer=same_as_input,
        kernel=_kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


@public("strings.lower")
def lower(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """Upper case letters become lower case ones.

    Args:
        input: string tensor.
        encoding: "" for the letters of ASCII, "utf-8" for those of Unicode.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: another encoding.

    >>> tf.strings.lower("CamelCase").numpy()
    b'camelcase'
    """
    return raw.StringLower(input, encoding=encoding, name=name)


@public("strings.upper")
def upper(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """Lower case letters become upper case ones.

    Args:
        input: string tensor.
        encoding: "" for the letters of ASCII, "utf-8" for those of Unicode.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: another encoding.

    >>> tf.strings.upper("CamelCase").numpy()
    b'CAMELCASE'
    """
    return raw.StringUpper(input, encoding=encoding, name=name)

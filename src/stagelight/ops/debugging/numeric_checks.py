"""Checks for NaN and infinity: `tf.debugging.check_numerics`, and the same after every op.

`enable_check_numerics` installs a callback of `core.dispatch` that looks at every floating output:
eagerly at once, in a graph through a `CheckNumericsV2` operation that is put behind it.
"""

from __future__ import annotations

import linecache
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, pushed, set_callbacks
from stagelight.core.inference import invalid, same_as_input
from stagelight.core.op_def import OpDef, Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- CheckNumerics


def _listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b, and c`."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def _check(xp: ModuleType, x: np.ndarray, *, message: str) -> np.ndarray:
    if np.isfinite(x).all():
        return x
    found = [name for name, test in (("Inf", np.isinf), ("NaN", np.isnan)) if bool(test(x).any())]
    raise invalid(f"{message} : Tensor had {_listed(found)} values")


def _kinds(x: np.ndarray) -> list[tuple[str, int]]:
    """The names and numbers of the values that are not finite."""
    counts = (
        ("-Inf", np.count_nonzero(np.isneginf(x))),
        ("+Inf", np.count_nonzero(np.isposinf(x))),
        ("NaN", np.count_nonzero(np.isnan(x))),
    )
    return [(name, int(count)) for name, count in counts if count]


def _check_with_signs(xp: ModuleType, x: np.ndarray, *, message: str) -> np.ndarray:
    if np.isfinite(x).all():
        return x
    raise invalid(f"{message} : Tensor had {_listed([name for name, _ in _kinds(x)])} values")


def _check_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.CheckNumerics(
        dy,
        message="Not a number (NaN) or infinity (Inf) values detected in gradient. "
        + op.attr_value("message"),
    )


for _name, _kernel in (("CheckNumerics", _check), ("CheckNumericsV2", _check_with_signs)):
    define(
        _name,
        "tensor: T",
        "output: T",
        {"T": types(dtypes.FLOATING), "message": attr("string")},
        infer=same_as_input,
        kernel=_kernel,
        gradient=_check_gradient,
        traits=Trait.SIDE_EFFECT,
    )


@public("debugging.check_numerics")
def check_numerics(tensor: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor as it is, if it has no NaN and no infinity.

    Args:
        tensor: floating tensor.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        `tensor`.

    Raises:
        InvalidArgumentError: it has NaN or infinity, or is not floating.

    >>> tf.debugging.check_numerics(tf.constant([1.0, 2.0]), "loss").numpy()
    array([1., 2.], dtype=float32)
    """
    return raw.CheckNumerics(tensor, message=message, name=name)


@public("debugging.assert_all_finite")
def assert_all_finite(x: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor as it is, if it has no NaN and no infinity.

    Args:
        x: floating tensor.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        `x`.

    Raises:
        InvalidArgumentError: it has NaN or infinity, or is not floating.

    >>> tf.debugging.assert_all_finite(tf.constant(1.0), "loss").numpy()
    np.float32(1.0)
    """
    with op_scope(name or "VerifyFinite"):
        return check_numerics(convert_to_tensor(x, name="x"), message)


# ---------------------------------------------------------------------------- after every op


@dataclass(frozen=True)
class _Limits:
    """How much of the stack a message shows."""

    stack_height: int
    path_length: int


class _CheckAllOutputs:
    """The callback: every floating output must be finite."""

    def __init__(self, limits: _Limits) -> None:
        self._limits = limits

    def __call__(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        outputs: Sequence[Tensor],
    ) -> Sequence[Tensor] | None:
        if op_def.has(Trait.INPUT) or op_def.name in ("Const", "CheckNumerics", "CheckNumericsV2"):
            return None
        if CONTEXT.stage is None:
            for index, output in enumerate(outputs):
                self._check_eager(op_def, inputs, outputs, index, output)
            return None
        return [
            self._checked(op_def, inputs, outputs, index, output)
            for index, output in enumerate(outputs)
        ]

    def _check_eager(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        index: int,
        output: Any,
    ) -> None:
        if output.dtype not in dtypes.FLOATING or np.isfinite(output._array).all():
            return
        kinds = _kinds(output._array)
        counts = "".join(
            f"  # of {'+NaN' if name == 'NaN' else name} elements: {count}\n"
            for name, count in kinds
        )
        raise invalid(
            _heading(op_def, outputs, index, "eagerly-executing op", output)
            + counts
            + _inputs_text(inputs)
            + f"\n : Tensor had {_listed([name for name, _ in kinds])} values [Op:{op_def.name}]"
        )

    def _checked(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        index: int,
        output: Any,
    ) -> Tensor:
        """In a graph: the output behind a check."""
        if output.dtype not in dtypes.FLOATING:
            return output
        message = (
            _heading(op_def, outputs, index, "graph op", output)
            + _inputs_text(inputs)
            + f'  Graph name: "{output.graph.name}"\n\n'
            + self._stack_text(output.op.frames)
        )
        with pushed(callbacks=()):
            name = f"{output.op.name}/CheckNumericsV2"
            return raw.CheckNumericsV2(output, message=message, name=name)

    def _stack_text(self, frames: Sequence[tuple[str, int, str]]) -> str:
        """Where the user's code made the operation, outermost caller first."""
        lines = ['  Stack trace of op\'s creation ("->": inferred user code):\n']
        for path, line, function in reversed(frames[: self._limits.stack_height]):
            shown = path
            if len(path) > self._limits.path_length:
                shown = "..." + path[-(self._limits.path_length - 3) :]
            lines.append(f"    + {shown} (L{line}) {function}\n")
            lines.append(f" -> |   {linecache.getline(path, line).strip()}\n")
        return "".join(lines)


def _heading(
    op_def: OpDef, outputs: Sequence[Tensor], index: int, kind: str, output: Tensor
) -> str:
    return (
        f'\n\n!!! Detected Infinity or NaN in output {index} of {kind} "{op_def.name}" '
        f"(# of outputs: {len(outputs)}) !!!\n"
        f"  dtype: {output.dtype}\n  shape: {output.shape}\n"
    )


def _inputs_text(inputs: Sequence[Tensor]) -> str:
    if not inputs:
        return "\n"
    if len(inputs) == 1:
        return f"\n  Input tensor: {inputs[0]!s}\n"
    rows = "".join(f"         {i}: {tensor!s}\n" for i, tensor in enumerate(inputs))
    return f"\n  Input tensors ({len(inputs)}):\n{rows}"


@public("debugging.enable_check_numerics")
def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """Makes every op fail that gives NaN or infinity, in this thread and threads yet to be started.

    Functions that are traced from now on are checked too; those traced before are not.

    Args:
        stack_height_limit: how many of the user's callers a message shows.
        path_length_limit: how many characters of their files' names.

    >>> tf.debugging.enable_check_numerics()
    >>> try:
    ...     tf.math.log(tf.constant(0.0))
    ... except tf.errors.InvalidArgumentError as error:
    ...     print("-Inf values" in str(error))
    True
    >>> tf.debugging.disable_check_numerics()
    """
    others = [each for each in CONTEXT.callbacks if not isinstance(each, _CheckAllOutputs)]
    limits = _Limits(stack_height_limit, path_length_limit)
    set_callbacks((*others, _CheckAllOutputs(limits)))


@public("debugging.disable_check_numerics")
def disable_check_numerics() -> None:
    """Ends what `enable_check_numerics` began.

    >>> tf.debugging.disable_check_numerics()
    """
    set_callbacks(
        tuple(each for each in CONTEXT.callbacks if not isinstance(each, _CheckAllOutputs))
    )

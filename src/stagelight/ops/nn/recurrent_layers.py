"""`CudnnRNNV3`: a recurrent layer as one operation of a graphics processor.

Libraries write it into a function that stands beside one for other processors; there is no kernel for it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from stagelight import errors
from stagelight.core.inference import UNKNOWN, Inferred
from stagelight.core.op_def import attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(
    input: Tensor,
    input_h: Tensor,
    input_c: Tensor,
    params: Tensor,
    sequence_lengths: Tensor,
    *,
    rnn_mode: str = "lstm",
    direction: str = "unidirectional",
    **_: Any,
) -> tuple[Inferred, ...]:
    dtype = input.dtype
    output: Any = UNKNOWN
    if input.shape.rank == 3 and input_h.shape.rank == 3:
        units = input_h.shape[-1]
        directions = 2 if direction == "bidirectional" else 1
        output = TensorShape([*input.shape[:2], None if units is None else directions * units])
    state = input_h.shape if rnn_mode == "lstm" else TensorShape([])
    row = TensorShape([None])
    return (
        Inferred(output, dtype),
        Inferred(input_h.shape, dtype),
        Inferred(state, dtype),
        Inferred(row, dtype),
        Inferred(row, dtypes.int8),
    )


def _kernel(xp: ModuleType, *arrays: Any, **attrs: Any) -> Any:
    raise errors.NotFoundError(
        None,
        None,
        "Could not find device for node: CudnnRNNV3. It runs on graphics processors of NVIDIA. "
        "Use the layer's implementation for the CPU, such as tf.keras.layers.LSTM.",
    )


define(
    "CudnnRNNV3",
    "input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32",
    "output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8",
    {
        "T": types((dtypes.bfloat16, dtypes.half, dtypes.float32, dtypes.float64)),
        "rnn_mode": attr("string", "lstm"),
        "input_mode": attr("string", "linear_input"),
        "direction": attr("string", "unidirectional"),
        "dropout": 0.0,
        "seed": 0,
        "seed2": 0,
        "num_proj": 0,
        "is_training": True,
        "time_major": True,
    },
    infer=_infer,
    kernel=_kernel,
    differentiable=False,
)

"""Sounds as WAV: `tf.audio.encode_wav`."""

from __future__ import annotations

import io
import wave
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import float32, int32, string

_SCALE = 32768


def _infer(audio: Tensor, sample_rate: Tensor) -> Inferred:
    require_rank(audio, 2, "audio")
    require_rank(sample_rate, 0, "sample_rate")
    return Inferred(SCALAR, string)


def _encode(xp: ModuleType, audio: np.ndarray, sample_rate: np.ndarray) -> np.ndarray:
    if audio.ndim != 2 or sample_rate.ndim:
        raise ValueError("ranks")  # The inference tells what is required.
    if int(sample_rate) <= 0:
        raise invalid(f"sample_rate must be positive. Received: {int(sample_rate)}")
    if 0 in audio.shape:
        raise invalid(f"audio must not be empty. Received shape: {list(audio.shape)}")
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(audio.shape[1])
        sound.setsampwidth(2)
        sound.setframerate(int(sample_rate))
        scaled = np.nan_to_num(audio) * np.float32(_SCALE)
        rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
        sound.writeframes(np.clip(rounded, -_SCALE, _SCALE - 1).astype("<i2").tobytes())
    return np.asarray(file.getvalue(), object)


define(
    "EncodeWav",
    "audio: float32, sample_rate: int32",
    "contents: string",
    infer=_infer,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("audio.encode_wav")
def encode_wav(audio: Any, sample_rate: Any, name: str | None = None) -> Tensor:
    """A sound as a WAV file, 16 bits a sample.

    Args:
        audio: `[frames, channels]`, float32 from -1 to 1; what is beyond is cut off.
        sample_rate: frames a second, an int32 scalar.
        name: the operation's name.

    Returns:
        The file, a string scalar.

    Raises:
        InvalidArgumentError: `audio` has not two axes or no elements, or the rate is not positive.

    >>> tf.audio.encode_wav([[0.0], [1.0]], 8000).numpy()[:4]
    b'RIFF'
    """
    return raw.EncodeWav(
        convert_to_tensor(audio, float32), convert_to_tensor(sample_rate, int32), name=name
    )

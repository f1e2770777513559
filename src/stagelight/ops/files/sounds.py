"""Sounds as WAV files of 16 bits a sample: `tf.audio.encode_wav`, `tf.audio.decode_wav`.

Source: the RIFF format: chunks of four letters, a length and bytes; "fmt " says how samples stand in
"data". A sample is `value / 32768`.
"""

from __future__ import annotations

import struct
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import float32, int32, string
from stagelight.types.shapes import TensorShape

_SCALE = 32768
_PCM = 1
_EXTENSIBLE = 0xFFFE


def _infer(audio: Tensor, sample_rate: Tensor) -> Inferred:
    require_rank(audio, 2, "audio")
    require_rank(sample_rate, 0, "sample_rate")
    return Inferred(SCALAR, string)


def _encode(xp: ModuleType, audio: np.ndarray, sample_rate: np.ndarray) -> np.ndarray:
    if audio.ndim != 2 or sample_rate.ndim:
        raise ValueError("ranks")  # The inference tells what is required.
    rate, channels = int(sample_rate), audio.shape[1]
    if rate <= 0:
        raise invalid(f"sample_rate must be in (0, 2^32), got: {rate}")
    if not channels:
        raise invalid(f"num_channels must be in (0, 2^16), got: {channels}")
    if channels >= 1 << 16:
        raise invalid(f"num_channels must be in (0, 2^16), got: {channels}")
    if audio.size >= 1 << 30:
        raise invalid(f"A sound of {audio.size} samples is too large for a WAV file.")
    scaled = np.nan_to_num(audio) * np.float32(_SCALE)
    rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    data = np.clip(rounded, -_SCALE, _SCALE - 1).astype("<i2").tobytes()
    # TF: of bytes a second, and a frame, the lower bits are written.
    form = (16, 1, channels, rate, 2 * channels * rate & 0xFFFFFFFF, 2 * channels & 0xFFFF, 16)
    header = struct.pack("<4sI4s4sIHHIIHH", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", *form)
    return np.asarray(header + struct.pack("<4sI", b"data", len(data)) + data, object)


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


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """The first chunk of each name."""
    for expected, at in ((b"RIFF", 0), (b"WAVE", 8)):
        if len(data) < at + 4:
            raise invalid(f"Data too short when trying to read string at byte {at}")
        found = data[at : at + 4]
        if found != expected:
            raise invalid(
                f"Header mismatch: Expected {expected.decode()} but found {found.decode('latin-1')}"
            )
    chunks: dict[bytes, bytes] = {}
    at = 12
    while at + 8 <= len(data) and b"data" not in chunks:
        name, (length,) = data[at : at + 4], struct.unpack_from("<I", data, at + 4)
        at += 8
        if at + length > len(data):
            raise invalid(
                f"Data too short when trying to read string: the chunk {name!r} at byte {at} has {length} "
                f"bytes, and {len(data) - at} are there"
            )
        chunks.setdefault(name, data[at : at + length])
        at += length + length % 2
    for name in (b"fmt ", b"data"):
        if name not in chunks:
            raise invalid(f"Data too short when trying to read string: there is no chunk {name!r}")
    return chunks


def _decode(
    xp: ModuleType, contents: np.ndarray, *, desired_channels: int = -1, desired_samples: int = -1
) -> tuple[np.ndarray, np.ndarray]:
    if contents.ndim:
        raise invalid(f"contents must be scalar, got shape {shape_text(contents.shape)}")
    chunks = _chunks(contents.item())
    if len(chunks[b"fmt "]) < 16:
        raise invalid("Bad audio format for WAV: its chunk has fewer than 16 bytes")
    kind, channels, rate, _, block, bits = struct.unpack_from("<HHIIHH", chunks[b"fmt "])
    if kind not in (_PCM, _EXTENSIBLE) or bits != 16:
        raise invalid(f"Can only read 16-bit WAV files, but received {bits} of format {kind}")
    if not channels or block != 2 * channels:
        raise invalid(f"Bad number of channels for WAV: Expected at least 1, but got {channels}")
    data = chunks[b"data"]
    samples = np.frombuffer(data[: len(data) // block * block], "<i2").reshape(-1, channels)
    audio = samples.astype(np.float32) / np.float32(_SCALE)
    if desired_channels != -1 and desired_channels != channels:
        # TF: the last channel stands for those that are missing.
        audio = audio[:, np.minimum(np.arange(desired_channels), channels - 1)]
    if desired_samples != -1:
        missing = max(0, desired_samples - len(audio))
        audio = np.pad(audio[:desired_samples], ((0, missing), (0, 0)))
    return np.ascontiguousarray(audio), np.asarray(rate, np.int32)


def _infer_decode(
    contents: Tensor, *, desired_channels: int = -1, desired_samples: int = -1
) -> tuple[Inferred, ...]:
    require_rank(contents, 0, "contents")
    shape = [None if size == -1 else size for size in (desired_samples, desired_channels)]
    return Inferred(TensorShape(shape), float32), Inferred(SCALAR, int32)


define(
    "DecodeWav",
    "contents: string",
    "audio: float32, sample_rate: int32",
    {"desired_channels": -1, "desired_samples": -1},
    infer=_infer_decode,
    kernel=_decode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("audio.decode_wav")
def decode_wav(
    contents: Any, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None
) -> Any:
    """The sound in a 16-bit WAV file.

    Args:
        contents: string scalar, the bytes of the file.
        desired_channels: how many channels are given; -1 gives those that there are.
        desired_samples: how many samples; more are cut off, missing ones are zero. -1 gives all.
        name: name of the operation.

    Returns:
        The pair `audio`, float32 `[samples, channels]` between -1 and 1, and `sample_rate`, int32 scalar.

    Raises:
        InvalidArgumentError: the bytes are no such file.

    >>> file = tf.audio.encode_wav([[0.0], [0.5]], 8000)
    >>> audio, rate = tf.audio.decode_wav(file)
    >>> audio.numpy().tolist(), int(rate)
    ([[0.0], [0.5]], 8000)
    """
    return raw.DecodeWav(
        contents,
        desired_channels=desired_channels,
        desired_samples=desired_samples,
        name=name,
    )

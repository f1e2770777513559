"""Rules of Fourier transforms."""

from __future__ import annotations

from typing import Any

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.values import known_sizes

_RANKS = {"FFT": 1, "FFT2D": 2, "FFT3D": 3, "FFTND": None}


def _axes(operation: Operation, rank: int) -> tuple[int, ...]:
    count = int(operation.type[-2]) if operation.type.endswith("D") else 1
    return tuple(range(-count, 0))


@lowers("FFT", "FFT2D", "FFT3D")
def _fft(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return jnp.fft.fftn(x, axes=_axes(operation, x.ndim))


@lowers("IFFT", "IFFT2D", "IFFT3D")
def _ifft(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return jnp.fft.ifftn(x, axes=_axes(operation, x.ndim))


@lowers("RFFT", "RFFT2D", "RFFT3D")
def _rfft(lowering: Lowering, operation: Operation, x: Any, length: Any) -> Any:
    sizes = known_sizes(length, "the length of the transform")
    return jnp.fft.rfftn(x, s=sizes, axes=_axes(operation, x.ndim))


@lowers("IRFFT", "IRFFT2D", "IRFFT3D")
def _irfft(lowering: Lowering, operation: Operation, x: Any, length: Any) -> Any:
    sizes = known_sizes(length, "the length of the transform")
    return jnp.fft.irfftn(x, s=sizes, axes=_axes(operation, x.ndim))

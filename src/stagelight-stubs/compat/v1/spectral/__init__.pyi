"""Public names of `tf.compat.v1.spectral`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.signal.cosine_transforms import dct as dct
from stagelight.ops.signal.cosine_transforms import idct as idct
from stagelight.signal import fft as fft
from stagelight.signal import fft2d as fft2d
from stagelight.signal import fft3d as fft3d
from stagelight.signal import ifft as ifft
from stagelight.signal import ifft2d as ifft2d
from stagelight.signal import ifft3d as ifft3d
from stagelight.signal import irfft as irfft
from stagelight.signal import irfft2d as irfft2d
from stagelight.signal import irfft3d as irfft3d
from stagelight.signal import rfft as rfft
from stagelight.signal import rfft2d as rfft2d
from stagelight.signal import rfft3d as rfft3d

"""What programs ask of the library before they test: which devices there are, what it was built with."""

from __future__ import annotations

import unittest
from typing import Any

from stagelight.public import public
from stagelight.types.physical_devices import list_logical_devices


@public("test.gpu_device_name")
def gpu_device_name() -> str:
    """The name of a GPU; "" if there is none.

    >>> tf.test.gpu_device_name()
    ''
    """
    gpus = list_logical_devices("GPU")
    return gpus[0].name if gpus else ""


@public("test.is_gpu_available")
def is_gpu_available(
    cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None
) -> bool:
    """Whether there is a GPU.

    >>> tf.test.is_gpu_available()
    False
    """
    return bool(list_logical_devices("GPU"))


@public("test.is_built_with_cuda")
def is_built_with_cuda() -> bool:
    """Whether the library can use CUDA: no.

    >>> tf.test.is_built_with_cuda()
    False
    """
    return False


@public("test.is_built_with_rocm")
def is_built_with_rocm() -> bool:
    """Whether the library can use ROCm: no.

    >>> tf.test.is_built_with_rocm()
    False
    """
    return False


@public("test.is_built_with_gpu_support")
def is_built_with_gpu_support() -> bool:
    """Whether the library can use GPUs: no.

    >>> tf.test.is_built_with_gpu_support()
    False
    """
    return is_built_with_cuda() or is_built_with_rocm()


@public("test.is_built_with_xla")
def is_built_with_xla() -> bool:
    """Whether functions can be compiled as a whole, `tf.function(jit_compile=True)`: yes, by LLVM.

    >>> tf.test.is_built_with_xla()
    True
    """
    return True


@public("sysconfig.get_build_info")
def get_build_info() -> dict[str, Any]:
    """What the library was built with: it is Python alone, without libraries for GPUs.

    >>> tf.sysconfig.get_build_info()["is_cuda_build"]
    False
    """
    return {
        "is_cuda_build": is_built_with_cuda(),
        "is_rocm_build": is_built_with_rocm(),
        "is_tensorrt_build": False,
    }


@public("test.main")
def main(argv: list[str] | None = None) -> Any:
    """Runs all tests of the program, as `unittest.main` does.

    Args:
        argv: The command line; None: that of the process.

    >>> callable(tf.test.main)
    True
    """
    return unittest.main(argv=argv)

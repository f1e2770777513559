"""Public names of `tf.compat.v1.test`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_testing import compute_gradient as compute_gradient
from stagelight.compat.v1.older_testing import compute_gradient_error as compute_gradient_error
from stagelight.compat.v1.older_testing import get_temp_dir as get_temp_dir
from stagelight.test import TestCase as TestCase
from stagelight.test import gpu_device_name as gpu_device_name
from stagelight.test import is_built_with_cuda as is_built_with_cuda
from stagelight.test import is_built_with_gpu_support as is_built_with_gpu_support
from stagelight.test import is_built_with_rocm as is_built_with_rocm
from stagelight.test import is_built_with_xla as is_built_with_xla
from stagelight.test import is_gpu_available as is_gpu_available
from stagelight.test import main as main

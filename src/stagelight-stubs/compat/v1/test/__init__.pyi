"""Public names of `tf.compat.v1.test`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_testing import compute_gradient as compute_gradient
from stagelight.compat.v1.older_testing import compute_gradient_error as compute_gradient_error
from stagelight.compat.v1.older_testing import get_temp_dir as get_temp_dir
from stagelight.testing.builds import gpu_device_name as gpu_device_name
from stagelight.testing.builds import is_built_with_cuda as is_built_with_cuda
from stagelight.testing.builds import is_built_with_gpu_support as is_built_with_gpu_support
from stagelight.testing.builds import is_built_with_rocm as is_built_with_rocm
from stagelight.testing.builds import is_built_with_xla as is_built_with_xla
from stagelight.testing.builds import is_gpu_available as is_gpu_available
from stagelight.testing.builds import main as main
from stagelight.testing.test_case import TestCase as TestCase

"""Public names of `tf.compat.v1.debugging`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import assert_equal as assert_equal
from stagelight.compat.v1 import assert_greater as assert_greater
from stagelight.compat.v1 import assert_greater_equal as assert_greater_equal
from stagelight.compat.v1 import assert_integer as assert_integer
from stagelight.compat.v1 import assert_less as assert_less
from stagelight.compat.v1 import assert_less_equal as assert_less_equal
from stagelight.compat.v1 import assert_near as assert_near
from stagelight.compat.v1 import assert_negative as assert_negative
from stagelight.compat.v1 import assert_non_negative as assert_non_negative
from stagelight.compat.v1 import assert_non_positive as assert_non_positive
from stagelight.compat.v1 import assert_none_equal as assert_none_equal
from stagelight.compat.v1 import assert_positive as assert_positive
from stagelight.compat.v1 import assert_rank as assert_rank
from stagelight.compat.v1 import assert_rank_at_least as assert_rank_at_least
from stagelight.compat.v1 import assert_rank_in as assert_rank_in
from stagelight.compat.v1 import assert_scalar as assert_scalar
from stagelight.compat.v1 import assert_type as assert_type
from stagelight.compat.v1 import verify_tensor_all_finite as _assert_all_finite
from stagelight.config import disable_traceback_filtering as disable_traceback_filtering
from stagelight.config import enable_traceback_filtering as enable_traceback_filtering
from stagelight.config import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from stagelight.ops.debugging.assert_operation import assert_true as _Assert
from stagelight.ops.debugging.numeric_checks import check_numerics as check_numerics
from stagelight.ops.debugging.numeric_checks import disable_check_numerics as disable_check_numerics
from stagelight.ops.debugging.numeric_checks import enable_check_numerics as enable_check_numerics
from stagelight.ops.debugging.shape_assertions import assert_shapes as assert_shapes
from stagelight.ops.debugging.type_assertions import assert_proper_iterable as assert_proper_iterable
from stagelight.ops.debugging.type_assertions import assert_same_float_dtype as assert_same_float_dtype
from stagelight.ops.debugging.type_assertions import is_numeric_tensor as is_numeric_tensor
from stagelight.ops.elementwise.floating_point import is_finite as is_finite
from stagelight.ops.elementwise.floating_point import is_inf as is_inf
from stagelight.ops.elementwise.floating_point import is_nan as is_nan
from stagelight.ops.reductions.monotonicity import is_non_decreasing as is_non_decreasing
from stagelight.ops.reductions.monotonicity import is_strictly_increasing as is_strictly_increasing
from stagelight.staging.mode_comparison import compare_modes as compare_modes
from stagelight.staging.stepping import step_through as step_through
from stagelight.types.device_options import get_log_device_placement as get_log_device_placement
from stagelight.types.device_options import set_log_device_placement as set_log_device_placement
from typing import Any

Assert = _Assert
assert_all_finite = _assert_all_finite

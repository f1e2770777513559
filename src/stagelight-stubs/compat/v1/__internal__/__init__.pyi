"""Public names of `tf.compat.v1.__internal__`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import execute_fn_for_device as execute_fn_for_device
from stagelight.alias.keras_2 import get_enclosing_xla_context as get_enclosing_xla_context
from stagelight.alias.keras_2 import load_context as load_context
from stagelight.alias.keras_2 import take_note as _record_gradient
from stagelight.alias.keras_2 import take_note as _register_call_context_function
from stagelight.alias.keras_2 import take_note as _register_clear_session_function
from stagelight.alias.keras_2 import take_note as _register_get_session_function
from stagelight.alias.keras_2 import take_note as _register_load_model_function
from stagelight.compat.v1.__internal__ import autograph as autograph
from stagelight.compat.v1.__internal__ import decorator as decorator
from stagelight.compat.v1.__internal__ import dispatch as dispatch
from stagelight.compat.v1.__internal__ import distribute as distribute
from stagelight.compat.v1.__internal__ import eager_context as eager_context
from stagelight.compat.v1.__internal__ import feature_column as feature_column
from stagelight.compat.v1.__internal__ import function as function
from stagelight.compat.v1.__internal__ import mixed_precision as mixed_precision
from stagelight.compat.v1.__internal__ import nest as nest
from stagelight.compat.v1.__internal__ import ops as ops
from stagelight.compat.v1.__internal__ import saved_model as saved_model
from stagelight.compat.v1.__internal__ import smart_cond as smart_cond
from stagelight.compat.v1.__internal__ import tf2 as tf2
from stagelight.compat.v1.__internal__ import tracking as tracking
from stagelight.compat.v1.__internal__ import train as train
from stagelight.compat.v1.__internal__ import types as types
from stagelight.core.composite import CompositeTensor as CompositeTensor
from stagelight.core.tensor import EagerTensor as EagerTensor
from stagelight.graph.func_graph import FuncGraph as FuncGraph
from stagelight.graph.operation import SymbolicTensor as SymbolicTensor
from stagelight.graph.scopes import get_current_name_scope as _get_name_scope
from typing import Any

get_name_scope = _get_name_scope
record_gradient = _record_gradient
register_call_context_function = _register_call_context_function
register_clear_session_function = _register_clear_session_function
register_get_session_function = _register_get_session_function
register_load_model_function = _register_load_model_function

"""Public names of `tf.compat.v1.initializers`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_initializers import Constant as _constant
from stagelight.compat.v1.older_initializers import GlorotNormal as _glorot_normal
from stagelight.compat.v1.older_initializers import GlorotUniform as _glorot_uniform
from stagelight.compat.v1.older_initializers import Identity as _identity
from stagelight.compat.v1.older_initializers import Ones as _ones
from stagelight.compat.v1.older_initializers import Orthogonal as _orthogonal
from stagelight.compat.v1.older_initializers import RandomNormal as _random_normal
from stagelight.compat.v1.older_initializers import RandomUniform as _random_uniform
from stagelight.compat.v1.older_initializers import TruncatedNormal as _truncated_normal
from stagelight.compat.v1.older_initializers import UniformUnitScaling as _uniform_unit_scaling
from stagelight.compat.v1.older_initializers import VarianceScaling as _variance_scaling
from stagelight.compat.v1.older_initializers import Zeros as _zeros
from stagelight.compat.v1.older_initializers import he_normal as he_normal
from stagelight.compat.v1.older_initializers import he_uniform as he_uniform
from stagelight.compat.v1.older_initializers import lecun_normal as lecun_normal
from stagelight.compat.v1.older_initializers import lecun_uniform as lecun_uniform
from stagelight.compat.v1.variables import global_variables_initializer as _global_variables
from stagelight.compat.v1.variables import local_variables_initializer as _local_variables
from stagelight.compat.v1.variables import tables_initializer as tables_initializer
from stagelight.compat.v1.variables import variables_initializer as _variables
from typing import Any

constant = _constant
global_variables = _global_variables
glorot_normal = _glorot_normal
glorot_uniform = _glorot_uniform
identity = _identity
local_variables = _local_variables
ones = _ones
orthogonal = _orthogonal
random_normal = _random_normal
random_uniform = _random_uniform
truncated_normal = _truncated_normal
uniform_unit_scaling = _uniform_unit_scaling
variables = _variables
variance_scaling = _variance_scaling
zeros = _zeros

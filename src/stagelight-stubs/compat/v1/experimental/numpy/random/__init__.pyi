"""Public names of `tf.compat.v1.experimental.numpy.random`. Written by `scripts/public_stubs.py`."""

from stagelight.numpy_style.random import poisson as poisson
from stagelight.numpy_style.random import rand as rand
from stagelight.numpy_style.random import randint as randint
from stagelight.numpy_style.random import randn as randn
from stagelight.numpy_style.random import random as random
from stagelight.numpy_style.random import seed as seed
from stagelight.numpy_style.random import standard_normal as standard_normal
from stagelight.numpy_style.random import uniform as uniform

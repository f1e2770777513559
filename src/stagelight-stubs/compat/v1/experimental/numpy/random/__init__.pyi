"""Public names of `tf.compat.v1.experimental.numpy.random`. Written by `scripts/public_stubs.py`."""

from stagelight.experimental.numpy.random import poisson as poisson
from stagelight.experimental.numpy.random import rand as rand
from stagelight.experimental.numpy.random import randint as randint
from stagelight.experimental.numpy.random import randn as randn
from stagelight.experimental.numpy.random import random as random
from stagelight.experimental.numpy.random import seed as seed
from stagelight.experimental.numpy.random import standard_normal as standard_normal
from stagelight.experimental.numpy.random import uniform as uniform

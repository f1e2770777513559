"""Public names of `tf.compat.v1.random.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.random.experimental import Algorithm as Algorithm
from stagelight.random.experimental import Generator as Generator
from stagelight.random.experimental import create_rng_state as create_rng_state
from stagelight.random.experimental import get_global_generator as get_global_generator
from stagelight.random.experimental import index_shuffle as index_shuffle
from stagelight.random.experimental import set_global_generator as set_global_generator
from stagelight.random.experimental import stateless_fold_in as stateless_fold_in
from stagelight.random.experimental import stateless_shuffle as stateless_shuffle
from stagelight.random.experimental import stateless_split as stateless_split

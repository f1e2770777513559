"""Public names of `tf.compat.v1.random.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.random.generator_ops import create_rng_state as create_rng_state
from stagelight.ops.random.keys import Algorithm as Algorithm
from stagelight.ops.random.seed_derivation import fold_in as _stateless_fold_in
from stagelight.ops.random.seed_derivation import split as _stateless_split
from stagelight.ops.random.shuffle_ops import index_shuffle as index_shuffle
from stagelight.ops.random.shuffle_ops import stateless_shuffle as stateless_shuffle
from stagelight.state.random_generator import Generator as Generator
from stagelight.state.random_generator import get_global_generator as get_global_generator
from stagelight.state.random_generator import set_global_generator as set_global_generator
from typing import Any

stateless_fold_in = _stateless_fold_in
stateless_split = _stateless_split

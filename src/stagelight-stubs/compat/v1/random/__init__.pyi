"""Public names of `tf.compat.v1.random`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_random import get_seed as get_seed
from stagelight.compat.v1.older_random import multinomial as multinomial
from stagelight.compat.v1.older_random import random_poisson_of_rate as _poisson
from stagelight.compat.v1.older_random import stateless_multinomial as stateless_multinomial
from stagelight.compat.v1.random import experimental as experimental
from stagelight.ops.random.streams import set_seed as _set_random_seed
from stagelight.random import Algorithm as Algorithm
from stagelight.random import Generator as Generator
from stagelight.random import all_candidate_sampler as all_candidate_sampler
from stagelight.random import categorical as categorical
from stagelight.random import create_rng_state as create_rng_state
from stagelight.random import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from stagelight.random import fold_in as fold_in
from stagelight.random import gamma as gamma
from stagelight.random import get_global_generator as get_global_generator
from stagelight.random import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from stagelight.random import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from stagelight.random import normal as normal
from stagelight.random import set_global_generator as set_global_generator
from stagelight.random import set_seed as set_seed
from stagelight.random import shuffle as shuffle
from stagelight.random import split as split
from stagelight.random import stateless_binomial as stateless_binomial
from stagelight.random import stateless_categorical as stateless_categorical
from stagelight.random import stateless_gamma as stateless_gamma
from stagelight.random import stateless_normal as stateless_normal
from stagelight.random import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from stagelight.random import stateless_poisson as stateless_poisson
from stagelight.random import stateless_truncated_normal as stateless_truncated_normal
from stagelight.random import stateless_uniform as stateless_uniform
from stagelight.random import truncated_normal as truncated_normal
from stagelight.random import uniform as uniform
from stagelight.random import uniform_candidate_sampler as uniform_candidate_sampler
from typing import Any

poisson = _poisson
set_random_seed = _set_random_seed

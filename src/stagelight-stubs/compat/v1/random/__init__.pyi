"""Public names of `tf.compat.v1.random`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_random import get_seed as get_seed
from stagelight.compat.v1.older_random import multinomial as multinomial
from stagelight.compat.v1.older_random import random_poisson_of_rate as _poisson
from stagelight.compat.v1.older_random import stateless_multinomial as stateless_multinomial
from stagelight.compat.v1.random import experimental as experimental
from stagelight.ops.random.binomial_ops import stateless_binomial as stateless_binomial
from stagelight.ops.random.bounded_normal_ops import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
from stagelight.ops.random.candidate_samplers import all_candidate_sampler as all_candidate_sampler
from stagelight.ops.random.candidate_samplers import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from stagelight.ops.random.candidate_samplers import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from stagelight.ops.random.candidate_samplers import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from stagelight.ops.random.candidate_samplers import uniform_candidate_sampler as uniform_candidate_sampler
from stagelight.ops.random.categorical_ops import random_categorical as _categorical
from stagelight.ops.random.categorical_ops import stateless_categorical as stateless_categorical
from stagelight.ops.random.gamma_ops import random_gamma as _gamma
from stagelight.ops.random.gamma_ops import stateless_gamma as stateless_gamma
from stagelight.ops.random.generator_ops import create_rng_state as create_rng_state
from stagelight.ops.random.keys import Algorithm as Algorithm
from stagelight.ops.random.normal_ops import random_normal as _normal
from stagelight.ops.random.normal_ops import random_truncated_normal as _truncated_normal
from stagelight.ops.random.normal_ops import stateless_normal as stateless_normal
from stagelight.ops.random.normal_ops import stateless_truncated_normal as stateless_truncated_normal
from stagelight.ops.random.poisson_ops import stateless_poisson as stateless_poisson
from stagelight.ops.random.seed_derivation import fold_in as fold_in
from stagelight.ops.random.seed_derivation import split as split
from stagelight.ops.random.shuffle_ops import random_shuffle as _shuffle
from stagelight.ops.random.streams import set_seed as _set_random_seed
from stagelight.ops.random.streams import set_seed as set_seed
from stagelight.ops.random.uniform_ops import random_uniform as _uniform
from stagelight.ops.random.uniform_ops import stateless_uniform as stateless_uniform
from stagelight.state.random_generator import Generator as Generator
from stagelight.state.random_generator import get_global_generator as get_global_generator
from stagelight.state.random_generator import set_global_generator as set_global_generator
from typing import Any

categorical = _categorical
gamma = _gamma
normal = _normal
poisson = _poisson
set_random_seed = _set_random_seed
shuffle = _shuffle
truncated_normal = _truncated_normal
uniform = _uniform

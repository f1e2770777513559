"""Public names of `tf.compat.v1.distributions`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.continuous_distributions import Laplace as Laplace
from stagelight.compat.v1.continuous_distributions import Normal as Normal
from stagelight.compat.v1.continuous_distributions import Uniform as Uniform
from stagelight.compat.v1.count_distributions import DirichletMultinomial as DirichletMultinomial
from stagelight.compat.v1.count_distributions import Multinomial as Multinomial
from stagelight.compat.v1.discrete_distributions import Bernoulli as Bernoulli
from stagelight.compat.v1.discrete_distributions import Categorical as Categorical
from stagelight.compat.v1.distribution import Distribution as Distribution
from stagelight.compat.v1.distribution import FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from stagelight.compat.v1.distribution import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED
from stagelight.compat.v1.distribution import RegisterKL as RegisterKL
from stagelight.compat.v1.distribution import ReparameterizationType as ReparameterizationType
from stagelight.compat.v1.distribution import kl_divergence as kl_divergence
from stagelight.compat.v1.gamma_distributions import Beta as Beta
from stagelight.compat.v1.gamma_distributions import Dirichlet as Dirichlet
from stagelight.compat.v1.gamma_distributions import Exponential as Exponential
from stagelight.compat.v1.gamma_distributions import Gamma as Gamma
from stagelight.compat.v1.student_distribution import StudentT as StudentT

"""Distributions of TensorFlow 1, compared with SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import stagelight as tf

v1 = tf.compat.v1
ds = v1.distributions
# By name: one of ours and of SciPy's, and values.
PAIRS = {
    "Normal": (ds.Normal(1.0, 2.5), stats.norm(1.0, 2.5), [-3.0, 0.3, 8.0]),
    "Laplace": (ds.Laplace(1.0, 2.5), stats.laplace(1.0, 2.5), [-3.0, 0.3, 8.0]),
    "Uniform": (ds.Uniform(-1.0, 2.5), stats.uniform(-1.0, 3.5), [-3.0, 0.3, 8.0]),
    "Gamma": (ds.Gamma(2.0, 2.5), stats.gamma(2.0, scale=0.4), [0.1, 1.0, 7.0]),
    "Exponential": (ds.Exponential(2.5), stats.expon(scale=0.4), [0.1, 1.0, 7.0]),
    "Beta": (ds.Beta(2.0, 2.5), stats.beta(2.0, 2.5), [0.1, 0.5, 0.9]),
    "Bernoulli": (ds.Bernoulli(probs=0.3), stats.bernoulli(0.3), [0, 1]),
    "Dirichlet": (ds.Dirichlet([1.5, 2.0, 4.0]), stats.dirichlet([1.5, 2.0, 4.0]), [0.2, 0.3, 0.5]),
}


@pytest.mark.parametrize("name", PAIRS)
def test_densities_and_statistics_are_those_of_scipy(name):
    own, theirs, values = PAIRS[name]
    density = theirs.pmf if name == "Bernoulli" else theirs.pdf
    np.testing.assert_allclose(own.prob(values), density(values), rtol=1e-4)
    for statistic in ("mean", "entropy"):
        expected = getattr(theirs, statistic)()
        np.testing.assert_allclose(getattr(own, statistic)(), expected, rtol=1e-4)
    np.testing.assert_allclose(own.variance(), theirs.var(), rtol=1e-4)
    if name not in ("Bernoulli", "Dirichlet"):
        np.testing.assert_allclose(own.cdf(values), theirs.cdf(values), rtol=1e-4)
        np.testing.assert_allclose(
            own.survival_function(values), theirs.sf(values), rtol=1e-3, atol=1e-7
        )


@pytest.mark.parametrize("name", PAIRS)
def test_samples_have_its_mean_and_deviation(name):
    own, theirs, _ = PAIRS[name]
    samples = own.sample(4000, seed=1).numpy().astype(np.float64)
    np.testing.assert_allclose(samples.mean(0), theirs.mean(), atol=0.15)
    np.testing.assert_allclose(samples.var(0), theirs.var(), rtol=0.2)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_tails_of_the_normal_cdf(dtype):
    z = np.concatenate([np.linspace(-40.0, 12.0, 200), [-20.0, -10.0, 5.0, 8.0]]).astype(dtype)
    normal = ds.Normal(tf.constant(0.0, dtype), 1.0)
    expected = stats.norm.logcdf(z.astype(np.float64))
    np.testing.assert_allclose(normal.log_cdf(z), expected, rtol=1e-4, atol=1e-12)
    np.testing.assert_allclose(normal.log_survival_function(-z), expected, rtol=1e-4, atol=1e-12)


def test_divergences_are_the_mean_difference_of_logarithms():
    pairs = [
        (ds.Normal(0.0, 1.0), ds.Normal(1.0, 2.0)),
        (ds.Gamma(2.0, 1.0), ds.Gamma(3.0, 1.5)),
        (ds.Beta(2.0, 3.0), ds.Beta(3.0, 1.5)),
        (ds.Dirichlet([2.0, 3.0]), ds.Dirichlet([1.5, 1.0])),
        (ds.Bernoulli(probs=0.3), ds.Bernoulli(probs=0.6)),
        (ds.Categorical(probs=[0.2, 0.8]), ds.Categorical(probs=[0.5, 0.5])),
    ]
    for a, b in pairs:
        samples = a.sample(20_000, seed=2)
        estimate = np.mean(a.log_prob(samples) - b.log_prob(samples))
        np.testing.assert_allclose(ds.kl_divergence(a, b), estimate, rtol=0.1, atol=0.01)


def test_divergences_are_registered_by_class_and_its_bases():
    class Own(ds.Normal):
        pass

    assert float(ds.kl_divergence(Own(0.0, 1.0), ds.Normal(1.0, 1.0))) == 0.5
    ds.RegisterKL(Own, ds.Uniform)(lambda a, b, name=None: tf.constant(7.0))
    assert float(Own(0.0, 1.0).kl_divergence(ds.Uniform())) == 7.0
    with pytest.raises(ValueError, match="already been registered"):
        ds.RegisterKL(Own, ds.Uniform)(lambda a, b, name=None: a)
    with pytest.raises(NotImplementedError, match="No KL"):
        ds.kl_divergence(ds.Uniform(), ds.Normal(0.0, 1.0))


def test_parameters_are_checked_on_demand():
    invalid = tf.errors.InvalidArgumentError
    for make in (
        lambda x: ds.Normal(0.0, x, validate_args=True).entropy(),
        lambda x: ds.Laplace(0.0, x, validate_args=True).entropy(),
        lambda x: ds.Gamma(x, 1.0, validate_args=True).entropy(),
        lambda x: ds.Beta(1.0, x, validate_args=True).entropy(),
        lambda x: ds.Uniform(0.0, x, validate_args=True).entropy(),
        lambda x: ds.Dirichlet([1.0, x], validate_args=True).entropy(),
        lambda x: ds.Bernoulli(probs=x, validate_args=True).entropy(),
        lambda x: ds.Gamma(x + 1.5, 1.0, allow_nan_stats=False).mode(),
    ):
        with pytest.raises(invalid):
            make(-1.0)
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [])
            result = make(x)
            session.run(result, {x: 0.5})
            with pytest.raises(invalid):
                session.run(result, {x: -1.0})


def test_arguments_that_are_no_distribution():
    with pytest.raises(ValueError, match="floating point"):
        ds.Normal(0, 1)
    for given in ({}, {"logits": 1.0, "probs": 0.5}):
        with pytest.raises(ValueError, match="not both"):
            ds.Bernoulli(**given)
    with pytest.raises(NotImplementedError, match="covariance is not implemented: Categorical"):
        ds.Categorical([0.5, 0.5]).covariance()

"""The slope of gamma samples is the derivative that numbers give, also where densities vanish."""

import numpy as np
import pytest
import scipy.special

from stagelight.ops.random.gamma_slope import sample_slope


@pytest.mark.parametrize("alpha", [0.01, 0.5, 1.0, 3.0, 50.0, 1e4])
@pytest.mark.parametrize("place", [0.001, 0.3, 0.5, 0.9, 0.9999])
def test_samples_keep_their_place(alpha: float, place: float) -> None:
    """The sample at a place of the distribution, by the inverse distribution function."""
    sample = scipy.special.gammaincinv(alpha, place)
    if sample < 1e-280:
        pytest.skip("no float64 is at this place")
    step = alpha * 1e-5
    ends = scipy.special.gammaincinv([alpha - step, alpha + step], place)
    expected = (ends[1] - ends[0]) / (2 * step)
    found = sample_slope(np.array([alpha]), np.array([sample]))
    np.testing.assert_allclose(found, [expected], rtol=2e-5)


def test_tails_do_not_overflow() -> None:
    """From TensorFlow, in float64, where its own density does not vanish."""
    alpha = np.array([3.0, 50.0, 1.0, 50.0])
    sample = np.array([1e-8, 0.1, 100.0, 100.0])
    expected = [6.55893282e-08, 1.24736838e-02, 5.19228779, 1.39085435]
    np.testing.assert_allclose(sample_slope(alpha, sample), expected, rtol=1e-8)
    far = sample_slope(np.array([1.0, 1e4]), np.array([2e4, 1e-8]))
    assert np.all(np.isfinite(far) & (far > 0))


def test_outside_of_the_domain() -> None:
    alpha = np.array([1.0, -1.0, 1.0, 0.0, np.nan])
    sample = np.array([0.0, 1.0, -1.0, 1.0, 1.0])
    found = sample_slope(alpha, sample)
    assert found[0] == 0.0
    assert np.isnan(found[1:]).all()

"""Histograms refuse limits and numbers of bins of other ranks, eagerly and while they are traced."""

from __future__ import annotations

import pytest

import stagelight as tf

BAD = [([0.0, 5.0], [1, 2]), ([[0.0, 5.0]], 5), ([0.0], 5), ([0.0, 1.0, 2.0], 5)]


@pytest.mark.parametrize(("limits", "bins"), BAD)
def test_histograms_refuse_other_ranks(limits, bins):
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.histogram_fixed_width([1.0, 2.0], limits, bins)
    with pytest.raises(ValueError):
        tf.function(lambda x: tf.histogram_fixed_width(x, limits, bins))([1.0, 2.0])


def test_bins_refuse_several_numbers_of_bins():
    with pytest.raises(tf.errors.InvalidArgumentError, match="nbins"):
        tf.histogram_fixed_width_bins([1.0, 2.0], [0.0, 5.0], [1, 2])

"""Samples of `tf.nn.with_space_to_batch`."""

from __future__ import annotations

from tests.ops.samples import Bad, Sample, random

_x, _filters = random.floats(2, 9, 7, 3), random.floats(3, 2, 3, 4)


def _dilated(rates, padding, **options):
    def call(tf, x, filters):
        return tf.nn.with_space_to_batch(
            x,
            rates,
            padding,
            lambda y, num_spatial_dims, padding: tf.nn.conv2d(y, filters, 1, padding),
            filter_shape=filters.shape[:2],
            **options,
        )

    return call


_LOOSE = {"rtol": 1e-5, "atol": 1e-5}  # sums in another order

SAMPLES = [
    *[
        Sample("SpaceToBatchND", _dilated(rates, padding), (_x, _filters), static="call", **_LOOSE)
        for rates in ([2, 3], [1, 2], [1, 1])
        for padding in ("SAME", "VALID")
    ],
    Bad("SpaceToBatchND", _dilated([0, 1], "SAME"), (_x, _filters), error=("ValueError",)),
    Bad("SpaceToBatchND", _dilated([2, 2], "OTHER"), (_x, _filters), error=("ValueError",)),
    Bad(
        "SpaceToBatchND",
        _dilated([2, 2], "SAME", spatial_dims=[2, 1]),
        (_x, _filters),
        error=("ValueError",),
    ),
]

"""Resizing and splitting as TensorFlow 1 has them. The numbers are TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
SQUARES = (np.arange(4, dtype=np.float32) ** 2).reshape(1, 1, 4, 1)


@pytest.mark.parametrize(
    ("method", "align_corners", "expected"),
    [
        (v1.image.ResizeMethod.AREA, True, [1 / 3, 3.0, 9.0]),
        ("area", False, [0.25, 2.5, 7.75]),
        (v1.image.ResizeMethod.NEAREST_NEIGHBOR, True, [0.0, 4.0, 9.0]),
        (v1.image.ResizeMethod.BILINEAR, True, [0.0, 2.5, 9.0]),
    ],
)
def test_pixels_are_points(method, align_corners, expected):
    images = v1.image.resize(SQUARES, [1, 3], method, align_corners=align_corners)
    np.testing.assert_allclose(images.numpy().ravel(), expected, rtol=1e-6)


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="Resize method is not implemented: 'nosuch'"):
        v1.image.resize(SQUARES, [1, 3], "nosuch")


def test_split_gives_a_sparse_tensor():
    pieces = v1.strings.split(["a bc", "d"])
    assert pieces.indices.numpy().tolist() == [[0, 0], [0, 1], [1, 0]]
    assert pieces.values.numpy().tolist() == [b"a", b"bc", b"d"]
    assert v1.strings.split(source="a b").dense_shape.numpy().tolist() == [1, 2]
    assert v1.strings.split([["a b"], ["c"]]).dense_shape.numpy().tolist() == [2, 1, 2]
    assert v1.strings.split("a b", result_type="RaggedTensor").to_list() == [[b"a", b"b"]]
    with pytest.raises(ValueError, match="result_type must be"):
        v1.strings.split("a", result_type="list")

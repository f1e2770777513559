"""Seeds become TensorFlow's keys and counters; algorithms are read from names and numbers."""

import numpy as np
import pytest

from stagelight.ops.random.keys import Algorithm, algorithm_id, key_counter, philox_of_seed
from stagelight.ops.random.uniform import full_int


@pytest.mark.parametrize(
    "seed", [[1, 2], [0, 0], [-1, 2**31 - 1], [-(2**62), 5], [2**40, -7]], ids=str
)
def test_seeds_are_scrambled_as_tensorflow_does(recorded, seed: list[int]) -> None:
    array = np.array(seed, np.int64)
    for alg in (Algorithm.PHILOX, Algorithm.AUTO_SELECT):
        key, counter = key_counter(array, alg.value)
        recorded(f"key {seed}", key)
        recorded(f"counter {seed}", counter)
    recorded(f"split {seed}", full_int(philox_of_seed(array), (3, 2), np.dtype(np.int64)))


def test_split_gives_numbers_known_from_the_documentation() -> None:
    # tf.random.split([1, 2], num=3), from its docstring.
    seeds = full_int(philox_of_seed(np.array([1, 2], np.int32)), (3, 2), np.dtype(np.int32))
    expected = [[1105988140, 1738052849], [-335576002, 370444179], [10670227, -246211131]]
    assert seeds.tolist() == expected


def test_algorithms_are_read_leniently() -> None:
    for alg in ("philox", " Philox ", Algorithm.PHILOX, 1):
        assert algorithm_id(alg) == 1
    assert algorithm_id("three-fry") == 2
    assert [algorithm_id(name) for name in ("auto_select", "AutoSelect")] == [3, 3]


def test_unknown_algorithms_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unsupported value mt19937.*threefry for the ThreeFry"):
        algorithm_id("mt19937")
    with pytest.raises(ValueError, match=r"unsupported value 9\. Supported values are 1 for"):
        key_counter(np.array([1, 2]), 9)
    with pytest.raises(TypeError, match=r"value 1\.5 and type"):
        algorithm_id(1.5)  # type: ignore[arg-type]

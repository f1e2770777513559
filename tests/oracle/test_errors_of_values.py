"""What goes wrong with values and sizes when a staged function runs: class and words are TensorFlow's."""

import pytest

from tests.runtime.failing_programs import PROGRAMS, error_of


@pytest.mark.parametrize("name", PROGRAMS)
def test_class_and_words_of_an_error_are_tensorflows(name, tensorflow, stagelight):
    expected, found = error_of(tensorflow, name), error_of(stagelight, name)
    assert found[0] == expected[0]
    # TensorFlow adds the node's name to some; here some say what to do about it.
    words = expected[1].split(", node name:")[0]
    assert found[1].startswith(words)

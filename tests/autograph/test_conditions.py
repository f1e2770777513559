"""What counts as one condition: a tensor of one element, whatever its shape."""

import pytest

import stagelight as tf


@pytest.mark.parametrize("shape", [[], [1], [1, 1]])
@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("knows_shape", [True, False])
def test_one_element_of_any_shape_is_a_condition(shape, value, knows_shape):
    @tf.function(input_signature=[tf.TensorSpec(shape if knows_shape else None, tf.bool)])
    def rounds(goes_on):
        count = 0
        while goes_on:
            count += 1
            if count == tf.fill([1, 1], 3):
                break
        return count, 1 if goes_on else 2

    count, chosen = rounds(tf.fill(shape, value))
    assert (int(count), int(chosen)) == ((3, 1) if value else (0, 2))


def test_a_condition_that_turns_out_to_have_several_elements_is_refused():
    @tf.function(input_signature=[tf.TensorSpec(None, tf.bool)])
    def choose(condition):
        return 1 if condition else 2

    with pytest.raises(tf.errors.InvalidArgumentError, match="2 values"):
        choose(tf.constant([True, True]))

"""TensorFlow 1's `contrib`, as far as the announcement of eager execution (2017) shows it."""

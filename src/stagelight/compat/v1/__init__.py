"""What TensorFlow 1 programs use: sessions, placeholders, `get_variable`, and older names of ops.

Each name is imported when it is asked for. A module here has no name that is public in `tf.compat.v1`: Python
sets modules as attributes of their package.
"""

from stagelight.public import names_are_complete

names_are_complete()

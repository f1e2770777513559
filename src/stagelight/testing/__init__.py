"""`tf.test`: what programs test themselves with.

`test_case` has the class with assertions about arrays, `numeric_gradients` the comparison of gradients with
differences, `builds` what programs ask before they test.
"""

from stagelight.public import names_are_complete
from stagelight.testing import builds as builds
from stagelight.testing import numeric_gradients as numeric_gradients
from stagelight.testing import test_case as test_case

names_are_complete()

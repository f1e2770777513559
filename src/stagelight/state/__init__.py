"""State that outlives a call: variables, modules, random generators, tensor arrays, lookup tables.

`variable_operators` and `variable_slices` give variables their operators and brackets, so they come with
each part.
"""

from stagelight.state import variable_operators as variable_operators
from stagelight.state import variable_slices as variable_slices

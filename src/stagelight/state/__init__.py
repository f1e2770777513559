"""State that outlives a call: variables, modules, random generators, tensor arrays, lookup tables."""

from stagelight.state import initializers as initializers
from stagelight.state import lookup_tables as lookup_tables
from stagelight.state import module as module
from stagelight.state import random_generator as random_generator
from stagelight.state import tensor_array as tensor_array
from stagelight.state import trackable as trackable
from stagelight.state import variable as variable
from stagelight.state import variable_operators as variable_operators
from stagelight.state import variable_slices as variable_slices

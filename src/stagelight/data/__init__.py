"""`tf.data`: input pipelines.

A dataset is a variant tensor around an object that can be iterated over (`elements`), with the spec of its
elements. Sources and transformations are ops, so they stand in graphs like any other; each file holds the
op, what it iterates, and the public method. `dataset` has the class, `iterators` the iterators,
`structured_function` how functions of elements are traced.
"""

from stagelight.data import autograph_loops as autograph_loops
from stagelight.data import batching as batching
from stagelight.data import element_functions as element_functions
from stagelight.data import iterators as iterators
from stagelight.data import optionals as optionals
from stagelight.data import options as options
from stagelight.data import ordering as ordering
from stagelight.data import shuffling as shuffling
from stagelight.data import sources as sources
from stagelight.public import names_are_complete

names_are_complete()

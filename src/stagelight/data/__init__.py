"""`tf.data`: input pipelines.

A dataset is a variant tensor around an object that can be iterated over (`elements`), with the spec of its
elements. Sources and transformations are ops, so they stand in graphs like any other; each file holds the
op, what it iterates, and the public method. `dataset` has the class, `iterators` the iterators,
`structured_function` how functions of elements are traced.
"""

from stagelight.data import autograph_builtins as autograph_builtins
from stagelight.data import autograph_loops as autograph_loops
from stagelight.data import batching as batching
from stagelight.data import buckets as buckets
from stagelight.data import caching as caching
from stagelight.data import cardinality as cardinality
from stagelight.data import checked_records as checked_records
from stagelight.data import choosing as choosing
from stagelight.data import combining as combining
from stagelight.data import component_bytes as component_bytes
from stagelight.data import csv_dataset as csv_dataset
from stagelight.data import csv_files as csv_files
from stagelight.data import dataset as dataset
from stagelight.data import element_function as element_function
from stagelight.data import elements as elements
from stagelight.data import example_files as example_files
from stagelight.data import failures as failures
from stagelight.data import file_lists as file_lists
from stagelight.data import file_readers as file_readers
from stagelight.data import fingerprints as fingerprints
from stagelight.data import flattening as flattening
from stagelight.data import folding as folding
from stagelight.data import generators as generators
from stagelight.data import group_reductions as group_reductions
from stagelight.data import iteration as iteration
from stagelight.data import iteration_seeds as iteration_seeds
from stagelight.data import iterators as iterators
from stagelight.data import mapping as mapping
from stagelight.data import numbers as numbers
from stagelight.data import older_forms as older_forms
from stagelight.data import optionals as optionals
from stagelight.data import options as options
from stagelight.data import ordering as ordering
from stagelight.data import padding as padding
from stagelight.data import parallel_calls as parallel_calls
from stagelight.data import record_writer as record_writer
from stagelight.data import resampling as resampling
from stagelight.data import saved_datasets as saved_datasets
from stagelight.data import saved_places as saved_places
from stagelight.data import selecting as selecting
from stagelight.data import service as service
from stagelight.data import session_iterators as session_iterators
from stagelight.data import shard_files as shard_files
from stagelight.data import shuffling as shuffling
from stagelight.data import single_elements as single_elements
from stagelight.data import snapshots as snapshots
from stagelight.data import sql_dataset as sql_dataset
from stagelight.data import structure as structure
from stagelight.data import structured_function as structured_function
from stagelight.data import table_initializers as table_initializers
from stagelight.data import tensor_sources as tensor_sources
from stagelight.data import tracking as tracking
from stagelight.data import uniqueness as uniqueness
from stagelight.data import windows as windows
from stagelight.data import written_records as written_records
from stagelight.public import names_are_complete

names_are_complete()

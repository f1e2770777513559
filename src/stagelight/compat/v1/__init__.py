"""What TensorFlow 1 programs use: sessions, placeholders, `get_variable`, and older names of ops."""

# Not as `data` and `train`: those are namespaces, with TensorFlow 1's own names in them.
from stagelight import data as _data  # noqa: F401
from stagelight import train as _train  # noqa: F401
from stagelight.compat.v1 import adaptive_optimizers as adaptive_optimizers
from stagelight.compat.v1 import app as app
from stagelight.compat.v1 import batched_inputs as batched_inputs
from stagelight.compat.v1 import checkpoint_starts as checkpoint_starts
from stagelight.compat.v1 import datasets as datasets
from stagelight.compat.v1 import decayed_rates as decayed_rates
from stagelight.compat.v1 import default_graph as default_graph
from stagelight.compat.v1 import device_specs as device_specs
from stagelight.compat.v1 import evaluation as evaluation
from stagelight.compat.v1 import file_writer as file_writer
from stagelight.compat.v1 import flags as flags
from stagelight.compat.v1 import global_steps as global_steps
from stagelight.compat.v1 import graph_collections as graph_collections
from stagelight.compat.v1 import graph_equality as _graph_equality  # noqa: F401
from stagelight.compat.v1 import graph_surgery as graph_surgery
from stagelight.compat.v1 import input_producers as input_producers
from stagelight.compat.v1 import iterators as iterators
from stagelight.compat.v1 import kernel_layers as kernel_layers
from stagelight.compat.v1 import layer_functions as layer_functions
from stagelight.compat.v1 import layers as layers
from stagelight.compat.v1 import meta_graph_export as meta_graph_export
from stagelight.compat.v1 import meta_graph_import as meta_graph_import
from stagelight.compat.v1 import metric_classes as metric_classes
from stagelight.compat.v1 import metric_counts as metric_counts
from stagelight.compat.v1 import metric_means as metric_means
from stagelight.compat.v1 import metric_ranks as metric_ranks
from stagelight.compat.v1 import metric_thresholds as metric_thresholds
from stagelight.compat.v1 import model_builder as model_builder
from stagelight.compat.v1 import model_signatures as model_signatures
from stagelight.compat.v1 import monitored_session as monitored_session
from stagelight.compat.v1 import moving_averages as moving_averages
from stagelight.compat.v1 import normalization_layer as normalization_layer
from stagelight.compat.v1 import older_behaviour as older_behaviour
from stagelight.compat.v1 import older_convolutions as older_convolutions
from stagelight.compat.v1 import older_cross_entropies as older_cross_entropies
from stagelight.compat.v1 import older_forms as older_forms
from stagelight.compat.v1 import older_images as older_images
from stagelight.compat.v1 import older_initializers as older_initializers
from stagelight.compat.v1 import older_logging as older_logging
from stagelight.compat.v1 import older_losses as older_losses
from stagelight.compat.v1 import older_names as older_names
from stagelight.compat.v1 import older_optimizers as older_optimizers
from stagelight.compat.v1 import older_random as older_random
from stagelight.compat.v1 import older_scopes as older_scopes
from stagelight.compat.v1 import older_signatures as older_signatures
from stagelight.compat.v1 import older_sparse as older_sparse
from stagelight.compat.v1 import older_switches as older_switches
from stagelight.compat.v1 import older_testing as older_testing
from stagelight.compat.v1 import older_variable as older_variable
from stagelight.compat.v1 import proximal_optimizers as proximal_optimizers
from stagelight.compat.v1 import queue_runners as queue_runners
from stagelight.compat.v1 import ragged_placeholders as ragged_placeholders
from stagelight.compat.v1 import readers as readers
from stagelight.compat.v1 import recurrences as recurrences
from stagelight.compat.v1 import resource_loader as _resource_loader  # noqa: F401
from stagelight.compat.v1 import rnn_cell_wrappers as rnn_cell_wrappers
from stagelight.compat.v1 import rnn_cells as rnn_cells
from stagelight.compat.v1 import saved_models as saved_models
from stagelight.compat.v1 import saver as saver
from stagelight.compat.v1 import saving_hooks as saving_hooks
from stagelight.compat.v1 import session as session
from stagelight.compat.v1 import session_hooks as session_hooks
from stagelight.compat.v1 import session_manager as session_manager
from stagelight.compat.v1 import session_options as session_options
from stagelight.compat.v1 import step_hooks as step_hooks
from stagelight.compat.v1 import summaries as summaries
from stagelight.compat.v1 import supervisor as supervisor
from stagelight.compat.v1 import templates as templates
from stagelight.compat.v1 import variable_scopes as variable_scopes
from stagelight.compat.v1 import variable_updates as variable_updates
from stagelight.compat.v1 import variables as variables
from stagelight.compat.v1 import wrapped_functions as wrapped_functions

"""What TensorFlow 1 programs use: sessions, placeholders, `get_variable`, and older names of ops."""

# Not as `data` and `train`: those are namespaces, with TensorFlow 1's own names in them.
from stagelight import data as _data  # noqa: F401
from stagelight import train as _train  # noqa: F401
from stagelight.compat.v1 import default_graph as default_graph
from stagelight.compat.v1 import evaluation as evaluation
from stagelight.compat.v1 import graph_collections as graph_collections
from stagelight.compat.v1 import layers as layers
from stagelight.compat.v1 import older_forms as older_forms
from stagelight.compat.v1 import older_images as older_images
from stagelight.compat.v1 import older_initializers as older_initializers
from stagelight.compat.v1 import older_names as older_names
from stagelight.compat.v1 import older_optimizers as older_optimizers
from stagelight.compat.v1 import older_random as older_random
from stagelight.compat.v1 import older_signatures as older_signatures
from stagelight.compat.v1 import saver as saver
from stagelight.compat.v1 import session as session
from stagelight.compat.v1 import variable_scopes as variable_scopes
from stagelight.compat.v1 import variables as variables

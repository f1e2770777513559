"""Public names of `tf.compat.v1.nn.rnn_cell`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.rnn_cell_wrappers import DropoutWrapper as DropoutWrapper
from stagelight.compat.v1.rnn_cell_wrappers import MultiRNNCell as MultiRNNCell
from stagelight.compat.v1.rnn_cell_wrappers import ResidualWrapper as ResidualWrapper
from stagelight.compat.v1.rnn_cells import BasicLSTMCell as BasicLSTMCell
from stagelight.compat.v1.rnn_cells import BasicRNNCell as BasicRNNCell
from stagelight.compat.v1.rnn_cells import GRUCell as GRUCell
from stagelight.compat.v1.rnn_cells import LSTMCell as LSTMCell
from stagelight.compat.v1.rnn_cells import LSTMStateTuple as LSTMStateTuple
from stagelight.compat.v1.rnn_cells import RNNCell as RNNCell

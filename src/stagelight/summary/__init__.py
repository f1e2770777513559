"""`tf.summary`: what a program tells of itself at its steps, in event files for TensorBoard.

- `writers`: `SummaryWriter`, the default writer of a thread, the default step
- `values`: `write`, and the kinds of values: scalars, texts, histograms, images, sounds
- `readers`: the events of a file
- `graphs`: graphs, and those of the functions that are traced meanwhile
"""

from stagelight.public import names_are_complete
from stagelight.summary import graphs as graphs
from stagelight.summary import readers as readers
from stagelight.summary import values as values
from stagelight.summary import writers as writers

names_are_complete()

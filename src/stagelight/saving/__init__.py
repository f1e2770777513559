"""State on disk: checkpoints and saved models.

- `object_graph`: the objects of a program, what they are called, and the values they have
- `restoration`: the objects of a checkpoint, matched with those of a program, now or when these are made
- `checkpoint`: `tf.train.Checkpoint` and the status of a restoration
- `checkpoint_state`: the file that says which checkpoints there are
- `kept_checkpoints`: which of them are kept
- `checkpoint_manager`: `tf.train.CheckpointManager`, which keeps the last few
- `checkpoint_reader`: single values of a checkpoint, by key
- `checkpoint_waiting`: the checkpoints of a folder as they are written
- `trackable_view`: `tf.train.TrackableView`
- `saved_model`: `tf.saved_model`
"""

from stagelight.saving import checkpoint as checkpoint
from stagelight.saving import checkpoint_manager as checkpoint_manager
from stagelight.saving import checkpoint_reader as checkpoint_reader
from stagelight.saving import checkpoint_state as checkpoint_state
from stagelight.saving import checkpoint_waiting as checkpoint_waiting

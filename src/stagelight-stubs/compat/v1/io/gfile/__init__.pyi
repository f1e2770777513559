"""Public names of `tf.compat.v1.io.gfile`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.files.file_system import GFile as GFile
from stagelight.ops.files.file_system import copy as copy
from stagelight.ops.files.file_system import exists as exists
from stagelight.ops.files.file_system import get_registered_schemes as get_registered_schemes
from stagelight.ops.files.file_system import glob as glob
from stagelight.ops.files.file_system import isdir as isdir
from stagelight.ops.files.file_system import join as join
from stagelight.ops.files.file_system import listdir as listdir
from stagelight.ops.files.file_system import makedirs as makedirs
from stagelight.ops.files.file_system import mkdir as mkdir
from stagelight.ops.files.file_system import remove as remove
from stagelight.ops.files.file_system import rename as rename
from stagelight.ops.files.file_system import rmtree as rmtree
from stagelight.ops.files.file_system import stat as stat
from stagelight.ops.files.file_system import walk as walk

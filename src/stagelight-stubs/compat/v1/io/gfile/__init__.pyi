"""Public names of `tf.compat.v1.io.gfile`. Written by `scripts/public_stubs.py`."""

from stagelight.io.gfile import GFile as GFile
from stagelight.io.gfile import copy as copy
from stagelight.io.gfile import exists as exists
from stagelight.io.gfile import get_registered_schemes as get_registered_schemes
from stagelight.io.gfile import glob as glob
from stagelight.io.gfile import isdir as isdir
from stagelight.io.gfile import join as join
from stagelight.io.gfile import listdir as listdir
from stagelight.io.gfile import makedirs as makedirs
from stagelight.io.gfile import mkdir as mkdir
from stagelight.io.gfile import remove as remove
from stagelight.io.gfile import rename as rename
from stagelight.io.gfile import rmtree as rmtree
from stagelight.io.gfile import stat as stat
from stagelight.io.gfile import walk as walk

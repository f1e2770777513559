"""Public names of `tf.compat.v1.resource_loader`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.resource_files import get_data_files_path as get_data_files_path
from stagelight.compat.v1.resource_files import get_path_to_datafile as get_path_to_datafile
from stagelight.compat.v1.resource_files import get_root_dir_with_all_resources as get_root_dir_with_all_resources
from stagelight.compat.v1.resource_files import load_resource as load_resource
from stagelight.compat.v1.resource_files import readahead_file_path as readahead_file_path

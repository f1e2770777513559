"""Pytest plugin (`-p install_alias`): `import tensorflow` is Stagelight, in conftests and tests alike."""

import stagelight

stagelight.install_as_tensorflow()

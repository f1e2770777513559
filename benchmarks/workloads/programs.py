"""Programs in text, a setup and a statement for each library."""

from __future__ import annotations

IMPORTS = {
    "stagelight": "import stagelight as tf\n",
    "tensorflow": "import tensorflow as tf\n",
    "jax": "import jax, jax.numpy as jnp\n",
    "torch": "import torch\n",
    "numpy": "import numpy as np\n",
}


def alike(setup: str, statement: str) -> dict[str, tuple[str, str]]:
    """The same program for Stagelight and TensorFlow."""
    return program("stagelight", setup, statement) | program("tensorflow", setup, statement)


def program(library: str, setup: str, statement: str) -> dict[str, tuple[str, str]]:
    return {library: (IMPORTS[library] + setup, statement)}


# Resident memory of this process in MiB; where there is no /proc, the most it ever had.
RESIDENT = """
import resource, sys
def resident():
    try:
        with open("/proc/self/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (2 ** 20 if sys.platform == "darwin" else 2 ** 10)
"""

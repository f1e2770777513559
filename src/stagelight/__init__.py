"""Stagelight: TensorFlow 2's programming model, small and quick. `import stagelight as tf`.

The public names are declared where things are defined, with `@public`; `namespaces` makes them into this
package's modules. The folders, from the bottom: `types`, `core`, `ops` and `graph`, `state` and
`autodiff`, `passes`, `runtime`, `control_flow`, `autograph`, `staging`, `data`.
"""

from typing import Any

from stagelight import autodiff as autodiff
from stagelight import graph as graph
from stagelight import namespaces as namespaces
from stagelight import ops as ops
from stagelight import staging as staging
from stagelight import state as state
from stagelight.core import registry

__version__ = "0.1.0"

namespaces.install()
registry.add_provider(lambda: namespaces.lazy_attribute("data"))


def __getattr__(name: str) -> Any:
    return namespaces.lazy_attribute(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *namespaces.names_on_use()})

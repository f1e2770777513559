"""Stagelight: TensorFlow 2's programming model, small and quick. `import stagelight as tf`.

Public names are declared where things are defined, with `@public`; `index` says which module that is, and
`namespaces` makes them into this package's modules when they are asked for. `docs/architecture.md` shows
the folders as floors: each imports from lower ones only.
"""

from typing import Any

from stagelight import boundary, index, namespaces, public, tracebacks
from stagelight.core import dispatch as _dispatch
from stagelight.core import registry

public.homes.expect(index.PUBLIC_NAMES)
public.expect_methods(index.METHODS)
registry.homes.expect(index.OPS)
boundary.when_leaving(tracebacks.without_library_frames)
_dispatch.expect_large_evaluator("runtime.large_arrays")

# What belongs to tensors: their operators, brackets and shapes.
from stagelight.ops.arrays import indexing as _indexing  # noqa: E402, F401
from stagelight.ops.arrays import shape as _shape  # noqa: E402, F401
from stagelight.ops.elementwise import operators as _operators  # noqa: E402, F401

__version__ = "0.1.0"

namespaces.install()


def __getattr__(name: str) -> Any:
    return namespaces.lazy_attribute(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *namespaces.lazy_names()})

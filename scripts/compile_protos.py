"""Compiles the .proto files of `stagelight.formats` into the descriptor set that the package loads.

    .venv/bin/python -m pip install grpcio-tools
    .venv/bin/python scripts/compile_protos.py

Run it after a change in src/stagelight/formats/protos and commit what it writes. Why it is a
descriptor set and not Python code: docs/decisions/0001-protobuf-descriptor-set.md.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.resources import files
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
PROTOS = SOURCE / "stagelight" / "formats" / "protos"
DESCRIPTOR_SET = PROTOS / "schema.binpb"


def descriptor_set() -> bytes:
    """The compiled .proto files as a serialized FileDescriptorSet, each after those it imports.

    Raises:
        ImportError: grpcio-tools is not installed.
        ValueError: a .proto file is wrong; the compiler has written why to the standard error.
    """
    from grpc_tools import protoc

    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "schema.binpb")
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={SOURCE}",
                f"--proto_path={files('grpc_tools') / '_proto'}",  # google/protobuf/*.proto
                "--include_imports",
                f"--descriptor_set_out={output}",
                *sorted(str(path) for path in PROTOS.glob("*.proto")),
            ]
        )
        if status:
            raise ValueError("The .proto files do not compile.")
        return output.read_bytes()


def main() -> int:
    compiled = descriptor_set()
    DESCRIPTOR_SET.write_bytes(compiled)
    print(f"{DESCRIPTOR_SET.relative_to(SOURCE.parent)}: {len(compiled)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The message classes: loaded on first use, TensorFlow's bytes and text, nothing is lost."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2, text_format

from stagelight.formats import schema

FROM_TENSORFLOW = Path(__file__).parent / "from_tensorflow"
GRAPHS = sorted(path.stem for path in FROM_TENSORFLOW.glob("*.pb"))
SOURCE = Path(__file__).parents[2] / "src"


def python(program: str, **environment: str) -> str:
    """What a fresh process prints."""
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": ":".join([str(SOURCE), *sys.path]), **environment},
        capture_output=True, text=True, check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def stored_files() -> dict[str, descriptor_pb2.FileDescriptorProto]:
    stored = (SOURCE / "stagelight/formats/protos/schema.binpb").read_bytes()
    return {file.name: file for file in descriptor_pb2.FileDescriptorSet.FromString(stored).file}


def graph_def(name: str) -> object:
    return schema.GraphDef.FromString((FROM_TENSORFLOW / f"{name}.pb").read_bytes())


def test_compiled_schema_is_up_to_date():
    pytest.importorskip("grpc_tools", reason="needs grpcio-tools")
    from scripts import compile_protos

    compiled = descriptor_pb2.FileDescriptorSet.FromString(compile_protos.descriptor_set())
    assert {file.name: file for file in compiled.file} == stored_files(), (
        "Run scripts/compile_protos.py."
    )


def test_every_message_and_enum_of_the_schema_is_offered():
    messages = [message.name for file in stored_files().values() for message in file.message_type]
    enums = [enum.name for file in stored_files().values() for enum in file.enum_type]
    assert sorted(schema.MESSAGES) == sorted(messages)
    assert sorted(schema.ENUMS) == sorted(enums)


def test_names_cannot_clash_with_those_of_tensorflow():
    for file in stored_files().values():
        assert file.name.startswith("stagelight/")
        assert file.package.split(".")[0] == "stagelight"


def test_protobuf_is_imported_on_first_use():
    assert python(
        "import sys; from stagelight.formats import schema, tensor_proto\n"
        "assert not hasattr(schema, 'Missing') and 'GraphDef' in dir(schema)\n"
        "print('google.protobuf' in sys.modules); schema.GraphDef()\n"
        "print('google.protobuf' in sys.modules)"
    ).split() == ["False", "True"]


def test_many_threads_may_load_at_once():
    assert python(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from stagelight.formats import schema\n"
        "with ThreadPoolExecutor(16) as threads:\n"
        "    print(len(set(threads.map(lambda i: schema.GraphDef, range(200)))))"
    ) == "1"


def test_protobuf_in_pure_python_serves_too():
    assert python(
        "from stagelight.formats import schema\n"
        "from google.protobuf.internal import api_implementation\n"
        "assert api_implementation.Type() == 'python'\n"
        f"path = {str(FROM_TENSORFLOW / 'loop')!r}\n"
        "graph = schema.GraphDef.FromString(open(path + '.pb', 'rb').read())\n"
        "assert str(graph) == open(path + '.pbtxt').read()\n"
        "print(schema.TensorShapeProto.Dim(size=3).size)",
        PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION="python",
    ) == "3"


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'Graph'"):
        _ = schema.Graph


def test_enums_know_names_and_numbers():
    assert schema.DataType.DT_BFLOAT16 == 14
    assert schema.DataType.Name(101) == "DT_FLOAT_REF"
    assert schema.DataType.Value("DT_FLOAT4_E2M1FN") == 33
    assert schema.FullTypeId.TFT_DATASET == 10102


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_from_tensorflow_keeps_its_bytes(name):
    stored = (FROM_TENSORFLOW / f"{name}.pb").read_bytes()
    written = graph_def(name).SerializeToString(deterministic=True)
    # Implementations of protobuf differ in how they order the entries of a map.
    assert sorted(written) == sorted(stored)
    assert schema.GraphDef.FromString(written).SerializeToString(deterministic=True) == written
    assert schema.GraphDef.FromString(written) == graph_def(name)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_from_tensorflow_has_no_unknown_fields(name):
    graph = graph_def(name)
    size = graph.ByteSize()
    graph.DiscardUnknownFields()
    assert graph.ByteSize() == size


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_prints_as_tensorflow_prints_it(name):
    text = (FROM_TENSORFLOW / f"{name}.pbtxt").read_text(encoding="utf-8")
    assert str(graph_def(name)) == text
    assert text_format.Parse(text, schema.GraphDef()) == graph_def(name)


def test_message_prints_its_attributes_sorted_by_key():
    graph = schema.GraphDef()
    node = graph.node.add(name="x", op="Placeholder")
    node.attr["shape"].shape.unknown_rank = True
    node.attr["dtype"].type = schema.DataType.DT_FLOAT
    graph.versions.producer = 12
    text = """\
node {
  name: "x"
  op: "Placeholder"
  attr {
    key: "dtype"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "shape"
    value {
      shape {
        unknown_rank: true
      }
    }
  }
}
versions {
  producer: 12
}
"""
    assert str(graph) == repr(graph) == text
    nested = schema.FunctionDef.ArgAttrs()
    for key in "qwertyuiop":
        nested.attr[key].b = True
    keys = [line.split('"')[1] for line in str(nested).splitlines() if "key" in line]
    assert keys == sorted("qwertyuiop")


def with_unknown_field(message: bytes) -> bytes:
    return message + b"\xfa\x3f\x05later"  # field 1023, five bytes


@pytest.mark.parametrize("name", GRAPHS)
def test_unknown_fields_survive(name):
    graph = graph_def(name)
    node = graph.node[0]
    node.ParseFromString(with_unknown_field(node.SerializeToString()))
    stored = with_unknown_field(graph.SerializeToString(deterministic=True))
    again = schema.GraphDef.FromString(stored)
    copied = schema.GraphDef()
    copied.CopyFrom(again)
    for message in (again, copied):
        written = message.SerializeToString(deterministic=True)
        assert sorted(written) == sorted(stored)
        assert written.count(b"later") == 2
        assert schema.GraphDef.FromString(written) == again


def test_messages_can_be_copied_and_pickled():
    graph = graph_def("loop")
    assert copy.deepcopy(graph) == graph
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_missing_line_differs_from_line_zero():
    place = schema.GraphDebugInfo.FileLineCol(col=0)
    assert place.HasField("col") and not place.HasField("line")


def test_broken_bytes_are_a_decode_error():
    from google.protobuf.message import DecodeError

    with pytest.raises(DecodeError):
        schema.GraphDef.FromString(b"\x0a\xff\xff\xff\xff\x07abc")


def test_parsed_says_what_is_wrong_with_bytes():
    message = schema.GraphDef(node=[schema.NodeDef(name="a")])
    assert schema.parsed(schema.GraphDef, message.SerializeToString()) == message
    with pytest.raises(ValueError, match=r"\w"):
        schema.parsed(schema.GraphDef, b"\x0a\xff\xff\xff\xff\x07abc")
    with pytest.raises(TypeError):
        schema.parsed(schema.GraphDef, None)

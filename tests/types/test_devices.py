"""Device names: reading, the one written form, nesting."""

import pickle

import pytest

import stagelight as tf
from stagelight.types.devices import (
    LOCAL_CPU,
    DeviceSpec,
    canonical_name,
    device_spec,
    full_name,
    merge_names,
)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("/gpu:0", "/device:GPU:0"),
        ("cpu:0", "/device:CPU:0"),
        ("/device:gpu:*", "/device:GPU:*"),
        ("gpu", "/device:GPU:*"),
        ("/tpu:1", "/device:TPU:1"),
        ("/device:XLA_CPU:0", "/device:XLA_CPU:0"),
        ("/job:worker/replica:1/task:2/cpu:3", "/job:worker/replica:1/task:2/device:CPU:3"),
        ("/job:worker/task:2", "/job:worker/task:2"),
        ("", ""),
        (None, ""),
        (DeviceSpec(job="w"), "/job:w"),
    ],
)
def test_names_have_one_form(name, canonical):
    assert canonical_name(name) == canonical


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("/foo", "Unknown attribute 'foo' is encountered while parsing the device spec: '/foo'"),
        ("/device:GPU", "Unknown attribute 'device'"),
        ("/job", "Unknown attribute 'job'"),
        ("/gpu:x", "invalid literal for int"),
        ("/task:", "invalid literal for int"),
        ("/cpu:0/gpu:1", "Multiple device types are not allowed"),
        (5, "Expecting a string device name. Got <class 'int'>"),
    ],
)
def test_malformed_names_are_refused(name, message):
    with pytest.raises(ValueError, match=message):
        canonical_name(name)


def test_spec_has_parts():
    spec = DeviceSpec.from_string("/job:w/replica:1/task:2/gpu:3")
    assert (spec.job, spec.replica, spec.task) == ("w", 1, 2)
    assert (spec.device_type, spec.device_index) == ("GPU", 3)
    assert repr(spec) == ("<DeviceSpec(job=w, replica=1, task=2, device_type=GPU, device_index=3)>")
    assert spec == DeviceSpec("w", 1, 2, "gpu", 3)
    assert hash(spec) == hash(DeviceSpec("w", 1, 2, "gpu", 3))
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert DeviceSpec().parse_from_string("/cpu:0") == device_spec("/cpu:0")


def test_spec_needs_numbers():
    with pytest.raises(ValueError, match="invalid literal"):
        DeviceSpec(replica="a")


def test_replace_gives_parts_anew():
    spec = DeviceSpec(job="w").replace(task=3, device_type="gpu")
    assert spec.to_string() == "/job:w/task:3/device:GPU:*"


@pytest.mark.parametrize(
    ("outer", "inner", "merged"),
    [
        ("/job:w", "/gpu:1", "/job:w/device:GPU:1"),
        ("/job:w/gpu:0", "/cpu:0", "/job:w/device:CPU:0"),
        ("/gpu:1", "/gpu", "/device:GPU:1"),
        ("/job:w/gpu:0", "/cpu", "/job:w/device:CPU:0"),
        ("/cpu:0", "", "/device:CPU:0"),
        ("", "/cpu:0", "/device:CPU:0"),
        ("", "", ""),
    ],
)
def test_inner_scope_replaces_parts_of_the_outer(outer, inner, merged):
    assert merge_names(outer, inner) == merged


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("", LOCAL_CPU),
        ("/cpu:0", LOCAL_CPU),
        ("/gpu", "/job:localhost/replica:0/task:0/device:GPU:0"),
        ("/job:w", "/job:w/replica:0/task:0/device:CPU:0"),
    ],
)
def test_full_name_has_every_part(name, full):
    assert full_name(name) == full


def test_only_cpu_and_gpu_are_known_in_small_letters():
    assert DeviceSpec(device_type="gpu").to_string() == "/device:GPU:*"
    assert DeviceSpec(device_type="Cpu").to_string() == "/device:Cpu:*"
    assert DeviceSpec.from_string("/device:MyDevice:1").to_string() == "/device:MyDevice:1"
    assert DeviceSpec.from_string("/Gpu:1").device_type == "GPU"


def test_older_specs_change():
    spec = tf.compat.v1.DeviceSpec(job="muu", device_type="gpu")
    spec.job, spec.device_index = "wof", 2
    assert spec.to_string() == "/job:wof/device:GPU:2"
    assert spec == tf.compat.v1.DeviceSpec.from_string("/job:wof/device:GPU:2")
    spec.merge_from(DeviceSpec.from_string("/job:muu/task:1/device:MyDevice:3"))
    assert spec.to_string() == "/job:muu/task:1/device:MyDevice:3"
    assert spec.parse_from_string("/replica:7/cpu:0") is spec
    assert spec.to_string() == "/replica:7/device:CPU:0"
    assert hash(spec) == hash(DeviceSpec.from_string("/replica:7/cpu:0"))
    assert type(spec.replace(task=1)) is type(spec)
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_current_specs_do_not_change():
    with pytest.raises(AttributeError):
        DeviceSpec(job="muu").job = "wof"

"""No model gets out of `trust="none"`: a table of attacks, hostile names in every place, and all ops."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.core import registry
from stagelight.formats import schema
from stagelight.runtime.isolated_runs import worker_of
from stagelight.saving.saved_model import trust
from tests.saving.escapes import ATTACKS, SECRET, Files, X, edited_model

_REFUSALS = (tf.errors.OpError, OSError, ValueError, NotImplementedError, TypeError)


@pytest.fixture(params=["native", "host, with calls that are not inlined"])
def executor(request):
    tf.config.optimizer.set_experimental_options({"function_optimization": "calls" not in request.param})
    with config.changed(executor=request.param.partition(",")[0]):
        yield request.param
    tf.config.optimizer.set_experimental_options({"function_optimization": True})


@pytest.fixture
def files(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    return Files(tmp_path / "marker", secret)


def use(model):
    """Calls all that a model has, often enough for each plan to be made, and under a tape."""
    told = []
    for _ in range(20):
        told.append(model.f(tf.constant(1.5)))
    with tf.GradientTape() as tape:
        x = tf.constant(1.5)
        tape.watch(x)
        y = model.f(x)
    if isinstance(y, tf.Tensor) and y.dtype.is_floating:
        tape.gradient(y, x)
    for signature in model.signatures.values():
        told.append(signature(x=tf.constant(1.5)))
    return told


@pytest.mark.parametrize("name", ATTACKS)
def test_no_model_escapes(name, tmp_path, files, executor):
    attack = ATTACKS[name]
    folder = edited_model(tmp_path / "model", attack, files)
    told = ""
    try:
        told = use(tf.saved_model.load(folder, trust="none"))
        assert not attack.is_refused
        told = repr(told)
    except _REFUSALS as error:
        told = str(error)
    assert not files.marker.exists()
    assert SECRET not in told


@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.has_right_value])
@pytest.mark.parametrize("trust_of_model", ["none", "full"])
def test_machine_code_believes_no_shape_of_a_file(name, trust_of_model, tmp_path, files):
    """It fails, or computes what the host does, which takes arrays as they are."""
    folder = edited_model(tmp_path / "model", ATTACKS[name], files)

    def result(executor):
        with config.changed(executor=executor):
            try:
                return repr(tf.saved_model.load(folder, trust=trust_of_model).f(tf.constant(1.5)))
            except _REFUSALS:
                return "refused"

    assert result("native") in ("refused", result("host"))


# ---------------------------------------------------------------------------- the table of ops


def modules(table):
    return {f"{package}.{name}" for package, names in table.items() for name in names.split()}


def test_each_module_with_ops_is_classified():
    reaching, unreviewed = modules(trust._REACHING), modules(trust._UNREVIEWED)
    own = {registry.homes.module_of(name) for name in registry.homes}
    assert own == trust._FAMILIES | reaching | unreviewed
    assert not trust._FAMILIES & (reaching | unreviewed)
    assert not reaching & unreviewed


def test_each_text_attr_of_an_allowed_op_is_classified():
    """So an attr that names a file cannot come with a new op, or a new attr, unseen."""
    found = {
        key
        for name in registry.homes
        if not trust.needs_trust(name)
        for key, definition in registry.lookup(name).attrs.items()
        if "string" in definition.kind
    }
    assert found == set(trust.TEXT_ATTRS)


def test_a_library_function_has_no_name_of_an_op():
    graph = tf.Graph()
    message = graph.as_graph_def()
    message.library.function.add().signature.name = "MatMul"
    with tf.Graph().as_default(), pytest.raises(ValueError, match="an op has the same name"):
        tf.graph_util.import_graph_def(message)


# ---------------------------------------------------------------------------- names


def named_model(folder):
    """A model with names of every kind: of functions, arguments, results, keys, variables, tables."""
    module = tf.Module()
    module.weights = {"kernel": tf.Variable(2.0, name="kernel"), "bias": tf.Variable(1.0)}
    keys = tf.lookup.KeyValueTensorInitializer(["1.5", "b"], [1, 2])
    module.table = tf.lookup.StaticHashTable(keys, -1, name="words")

    @tf.function
    def inner(value):
        text = tf.strings.join([tf.strings.as_string(value), "z"], separator="-")
        return tf.strings.length(text)

    @tf.function(input_signature=[{"x": X, "other": X}])
    def f(features):
        total = features["x"] * module.weights["kernel"] + features["other"]
        while total < 10.0:
            total = total + module.weights["bias"]
        found = module.table.lookup(tf.strings.as_string(features["x"]))
        return {"total": total, "parts": [inner(total), found], "length": inner(features["x"])}

    module.f = f
    served = tf.function(lambda x, other: {"total": f({"x": x, "other": other})["total"]})
    spec = tf.TensorSpec([], tf.float32, name="other")
    tf.saved_model.save(module, folder, {"serve": served.get_concrete_function(X, spec)})
    path = folder / "saved_model.pb"
    message = schema.SavedModel.FromString(path.read_bytes())
    for function in message.meta_graphs[0].graph_def.library.function:
        for node in function.node_def:
            node.attr["_private"].s = b"1"  # A file may add attrs that no op declares.
    path.write_bytes(message.SerializeToString())
    return path


def texts_of(message):
    """All texts in a message, names of map entries too."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE and field.message_type.GetOptions().map_entry:
            for key in value:
                if isinstance(key, str):
                    yield key
                item = value[key]
                if hasattr(item, "ListFields"):
                    yield from texts_of(item)
                elif isinstance(item, str):
                    yield item
        elif field.type == field.TYPE_MESSAGE:
            for item in value if field.is_repeated else [value]:
                yield from texts_of(item)
        elif field.type == field.TYPE_STRING:
            yield from value if field.is_repeated else [value]


def with_texts(message, new):
    """Replaces all texts in a message, names of map entries too."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE and field.message_type.GetOptions().map_entry:
            for key in list(value):
                if not isinstance(key, str):
                    continue
                item = value[key]
                if hasattr(item, "ListFields"):
                    copied = type(item)()
                    copied.CopyFrom(item)
                    with_texts(copied, new)
                    del value[key]
                    value[new(key)].CopyFrom(copied)
                else:
                    del value[key]
                    value[new(key)] = new(item) if isinstance(item, str) else item
        elif field.type == field.TYPE_MESSAGE:
            for item in value if field.is_repeated else [value]:
                with_texts(item, new)
        elif field.type == field.TYPE_STRING:
            if field.is_repeated:
                value[:] = [new(text) for text in value]
            else:
                setattr(message, field.name, new(value))


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    path = named_model(tmp_path_factory.mktemp("named") / "model")
    content = path.read_bytes()
    message = schema.SavedModel.FromString(content)
    # One process for all examples.
    worker = worker_of(trust.limits_of(False, None, None, f"The model at {path.parent}"))
    yield path, content, sorted(set(texts_of(message)))
    worker.end()


# What a hostile name is made of: it ends a literal, a call, a line, and has Python of its own.
_PIECES = ["'", '"', "\n", "\r", "\\", ")", "(", ",", "=", "#", ";", " ", "\0", "{", "}", "{0}", "%s", "*",
           "__class__", "lambda", "PYTHON", "é", ":", "^", "/", "a"]  # fmt: skip
_NAMES = st.lists(st.sampled_from(_PIECES), min_size=1, max_size=8).map("".join)
# What runs Python where it is pasted into a call, a literal, a format, an index or a line.
INJECTIONS = (
    "a=PYTHON, b", "a=0, *PYTHON, b", "', x=PYTHON, y='", '", x=PYTHON, y="', "'+PYTHON+'", "a), PYTHON, (b",
    "a[PYTHON]", "a if PYTHON else b", "{PYTHON}", "a\nPYTHON\n#", "a:\n PYTHON\n#", "a = PYTHON #",
)  # fmt: skip
_INJECTIONS = st.sampled_from(INJECTIONS)
# A name of each kind: of an attr, a function, a node, an argument, a key of a result, a variable.
VICTIMS = ("_private", "__inference_inner", "StringJoin", "other", "total", "kernel")


def check_hostile_name(named, place, hostile, whole):
    """Gives one thing of a model a hostile name, wherever it is named; no Python comes of it."""
    texts = named[2]
    check_hostile_name_of(named, texts[int(place * len(texts))], hostile, whole)


def check_hostile_name_of(named, victim, hostile, whole):
    path, content, _ = named
    marker = path.parent / "marker"
    marker.unlink(missing_ok=True)
    python = f"open({str(marker)!r}, 'w').write('x')"
    hostile = hostile.replace("PYTHON", python)
    replacement = hostile if whole else victim + hostile

    def new(text):
        head, colon, rest = text.partition(":")
        is_control = head.startswith("^")
        return "^" * is_control + replacement + colon + rest if head.lstrip("^") == victim else text

    message = schema.SavedModel.FromString(content)
    with_texts(message, new)
    path.write_bytes(message.SerializeToString())
    try:
        model = tf.saved_model.load(path.parent, trust="none")
        x = tf.constant(1.5)
        for function in model.signatures.values():
            for _ in range(20):
                function(**dict.fromkeys(function.structured_input_signature[1], x))
        for _ in range(20):
            model.f({"x": x, "other": x})
    except tf.errors.InternalError:
        raise
    except (*_REFUSALS, AttributeError):  # The attribute `f` may be the one that is renamed.
        pass
    finally:
        path.write_bytes(content)
    assert not marker.exists()


_OF_FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.parametrize("victim", VICTIMS)
def test_no_injection_becomes_python(named, executor, victim):
    (name, *_) = [text for text in named[2] if text.startswith(victim)]
    for injection in INJECTIONS:
        for whole in (False, True):
            check_hostile_name_of(named, name, injection, whole)


@settings(max_examples=40, deadline=None, suppress_health_check=_OF_FIXTURES)
@given(place=st.floats(0, 1, exclude_max=True), hostile=_NAMES | _INJECTIONS, whole=st.booleans())
def test_no_name_becomes_python(named, executor, place, hostile, whole):
    check_hostile_name(named, place, hostile, whole)


@pytest.mark.slow
@settings(max_examples=2000, deadline=None, suppress_health_check=_OF_FIXTURES)
@given(place=st.floats(0, 1, exclude_max=True), hostile=_NAMES | _INJECTIONS, whole=st.booleans())
def test_no_name_of_many_becomes_python(named, executor, place, hostile, whole):
    check_hostile_name(named, place, hostile, whole)

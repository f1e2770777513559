"""Programs that work on graphs of TensorFlow 1: templates, gradients by name, cut graphs, warm starts."""

import os
import tempfile


def templates(tf):
    """Variables are made once, in a scope of their own."""
    v1 = tf.compat.v1

    def line(x, name):
        w = v1.get_variable(name, initializer=2.0)
        v1.get_local_variable("count", initializer=0.0)
        return v1.identity(x * w, name="out")

    with tf.Graph().as_default(), v1.Session() as session:
        first = v1.make_template("line", line, name="w")
        second = v1.make_template("line", line, name="w")
        early = v1.make_template("early", line, create_scope_now_=True, name="v")
        own = v1.make_template("any", line, unique_name_="own", name="w")
        ys = [first(1.0), first(2.0), second(3.0), early(4.0), early(5.0), own(6.0)]
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        found = [[y.op.name for y in ys], session.run(ys)]
        for each in (first, second, early, own):
            found.append([v.name for v in each.variables])
            found.append([v.name for v in each.trainable_variables])
            found += [each.name, each.variable_scope.name, each.variable_scope_name]
        names = iter(["a", "b"])
        changing = v1.make_template("changing", lambda x: line(x, next(names)))
        changing(1.0)
        try:
            changing(1.0)
        except ValueError:
            found.append("refused")
        return found


_registered = set()


def gradients_by_name(tf):
    """Operations whose gradient is another one."""
    if tf.__name__ not in _registered:
        _registered.add(tf.__name__)

        @tf.RegisterGradient("OlderPartsThrice")
        def thrice(op, gradient):
            return gradient * 3.0 * op.inputs[0] + 0.0 * op.outputs[0]

        tf.no_gradient("OlderPartsNone")
    found = []
    for make in (lambda: tf.RegisterGradient("Square")(None), lambda: tf.no_gradient(1)):
        try:
            make()
        except (KeyError, TypeError) as error:
            found.append(type(error).__name__)
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
        x = tf.constant([1.0, 2.0])
        with graph.gradient_override_map({"Square": "OlderPartsThrice"}):
            y = tf.square(x)
            with graph.gradient_override_map({"Square": "OlderPartsNone", "Exp": "Missing"}):
                z, bad = tf.square(x), tf.exp(x)
        w = tf.square(x)
        gradients = [tf.gradients(each, x)[0] for each in (y, w, y + w)]
        found += [session.run(gradients), tf.gradients(z, x)[0] is None]
        try:
            tf.gradients(bad, x)
        except LookupError:
            found.append("LookupError")
        found.append(graph.as_graph_def().node[1].attr["_gradient_op_type"].s)
    return found


def cut_graphs(tf):
    """Parts of graphs, without training's nodes, with constants for variables; then run."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [None], name="x")
        w = v1.get_variable("w", initializer=[1.0, 2.0])
        table = v1.get_variable("table", initializer=[[1.0, 2.0], [3.0, 4.0]])
        rows = tf.nn.embedding_lookup(table, tf.constant([1, 0], name="ids"))
        y = tf.identity(x * w, name="between")
        out = tf.add(y, rows, name="out")
        tf.square(out, name="square")
        session.run(v1.global_variables_initializer())
        part = v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["between"])
        found.append("out" in [node.name for node in part.node])
        frozen = v1.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), ["out"]
        )
        short = v1.graph_util.remove_training_nodes(frozen)
        kept = v1.graph_util.remove_training_nodes(frozen, ["between"])
        for each in (frozen, short, kept):
            found.append(sorted({node.op for node in each.node if node.op != "Const"}))
        found.append("between" in [node.name for node in kept.node])
        one = v1.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), ["out"], variable_names_blacklist=["w"]
        )
        found.append(sorted(node.name for node in one.node if node.op == "VarHandleOp"))
        found.append(v1.graph_util.tensor_shape_from_node_def_name(graph, "x"))
    for each in (frozen, short):
        with tf.Graph().as_default(), v1.Session() as session:
            (out,) = tf.graph_util.import_graph_def(each, return_elements=["out:0"], name="")
            found.append(session.run(out, {"x:0": [5.0, 6.0]}))
    try:
        v1.graph_util.extract_sub_graph(short, "out")
    except TypeError as error:
        found.append(str(error))
    return found


def frozen_conditionals(tf):
    """Variables become constants in what branches, loops and calls take of them."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x, p = v1.placeholder(tf.float32, [2], "x"), v1.placeholder(tf.bool, [], "p")
        v = v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
        double = tf.function(lambda a, b: a * b + v)
        y = tf.cond(p, lambda: double(x, v), lambda: x - v)
        y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), (0, y))[1]
        y = tf.switch_case(tf.cast(p, tf.int32), [lambda: y + v, lambda: y * v])
        tf.identity(y, "y")
        session.run(v1.global_variables_initializer())
        frozen = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(frozen, name="")
        for case in (True, False):
            found.append(session.run("y:0", {"x:0": [3.0, 4.0], "p:0": case}))
    return found


def warm_starts(tf):
    """Variables that begin with the values of a checkpoint."""
    v1, path, found = tf.compat.v1, os.path.join(tempfile.mkdtemp(), "model"), []
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("old"):
            v1.get_variable("a", initializer=[1.0, 2.0])
            v1.get_variable("inner/b", initializer=3.0)
        v1.get_variable("c", initializer=4)
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, path, write_meta_graph=False)
    for places in (
        {"old/": "new/"},
        {"old/a": "new/a", "old/inner/": "new/inner"},
        [("c", "c")],
        {"/": "/"},
        {"missing": "c"},
        {"old/a": "c"},
    ):
        with tf.Graph().as_default(), v1.Session() as session:
            with v1.variable_scope("old" if places == {"/": "/"} else "new"):
                v1.get_variable("a", [2], initializer=v1.zeros_initializer())
                v1.get_variable("inner/b", [], initializer=v1.zeros_initializer())
            v1.get_variable("c", [], tf.int32, initializer=v1.zeros_initializer())
            try:
                v1.train.init_from_checkpoint(path, places)
            except ValueError as error:
                found.append("not found" in str(error) or "doesn't match" in str(error))
                continue
            session.run(v1.global_variables_initializer())
            found.append(session.run(v1.global_variables()))
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", [2])
        v1.train.init_from_checkpoint(os.path.dirname(path), {"old/a": v})
        session.run(v.initializer)
        found.append(session.run(v))
    paths = list(tf.train.checkpoints_iterator(os.path.dirname(path), timeout=0))
    found += [p == path for p in paths]
    found += [len(v1.train.get_checkpoint_mtimes([path, "/no/such"]))]
    v1.train.update_checkpoint_state(os.path.dirname(path), "model-7", ["model-5"])
    state = tf.train.get_checkpoint_state(os.path.dirname(path))
    found += [os.path.basename(p) for p in state.all_model_checkpoint_paths]
    v1.train.remove_checkpoint(path)
    return found, v1.train.checkpoint_exists(path)


def older_switches(tf):
    """Sizes of shapes as objects, tensors compared by identity, and back again."""
    v1, found = tf.compat.v1, []
    x, y = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0])
    for switch in ("disable", "enable"):
        getattr(v1, f"{switch}_v2_tensorshape")()
        getattr(v1, f"{switch}_tensor_equality")()
        shape = tf.TensorShape([None, 3])
        found += [str(shape), repr(shape), [repr(size) for size in shape], repr(shape[1])]
        found += [str(x.shape), shape[1:].as_list()]
        found += [bool(tf.reduce_all(x == x)), str(x != y)]
    return found

"""Programs with feature columns: what columns give, say of themselves, refuse, and learn."""

import os
import tempfile


def _cache(tf, features):
    return tf.__internal__.feature_column.FeatureTransformationCache(features)


def _words(*words):
    path = os.path.join(tempfile.mkdtemp(), "words.txt")
    with open(path, "w") as file:
        file.write("".join(f"{word}\n" for word in words))
    return path


def _parts(sparse):
    return [sparse.indices, sparse.values, sparse.dense_shape]


def numbers_and_buckets(tf):
    """Numbers, normalized and in buckets; dense and as categories."""
    fc, found = tf.feature_column, []
    plain = fc.numeric_column("a", shape=(2,), default_value=[1.0, 2.0])
    scaled = fc.numeric_column("b", dtype=tf.int32, normalizer_fn=lambda x: (x - 3) * 2)
    buckets = fc.bucketized_column(plain, (0.0, 10.0, 20.0))
    features = {"a": tf.constant([[-1.0, 0.0], [15.0, 99.0]]), "b": tf.constant([5, 7])}
    cache = _cache(tf, features)
    for column in (plain, scaled, buckets):
        found += [repr(column) if column is not scaled else "", column.name, column.variable_shape]
        found += [column.get_dense_tensor(cache, None), str(column.parse_example_spec)]
    ids, weights = buckets.get_sparse_tensors(cache, None)
    found += [*_parts(ids), weights is None, buckets.num_buckets, column.parents == [plain]]
    return [*found, plain == fc.numeric_column("a", (2,), (1.0, 2.0)), len({plain, buckets, plain})]


def categories(tf):
    """The numbers of words: by hash, identity and vocabularies; indicators and weights."""
    fc, found = tf.feature_column, []
    file = _words("red", "green", "blue")
    numbers = _words(5, 7, 9)
    columns = [
        fc.categorical_column_with_hash_bucket("color", 100),
        fc.categorical_column_with_hash_bucket("number", 100, tf.int64),
        fc.categorical_column_with_identity("number", 8),
        fc.categorical_column_with_identity("number", 8, 3),
        fc.categorical_column_with_vocabulary_list("color", ["green", "red"]),
        fc.categorical_column_with_vocabulary_list("color", ["green", "red"], num_oov_buckets=5),
        fc.categorical_column_with_vocabulary_list("number", (7, 5), default_value=1),
        fc.categorical_column_with_vocabulary_list("number", (7, 5), tf.int32, num_oov_buckets=9),
        fc.categorical_column_with_vocabulary_file("color", file),
        fc.categorical_column_with_vocabulary_file("color", file, 2, num_oov_buckets=4),
        fc.categorical_column_with_vocabulary_file("number", numbers, dtype=tf.int64),
        tf.compat.v1.feature_column.categorical_column_with_vocabulary_file("color", file, 2, 3),
    ]
    dense = {
        "color": tf.constant([["red", ""], ["gray", "green"], ["", "red"]]),
        "number": tf.constant([[5, -1], [9, 7], [7, 7]]),
    }
    dense["number"] = tf.minimum(dense["number"], 7)
    sparse = {key: tf.sparse.from_dense(value) for key, value in dense.items()}
    for features in (dense, sparse):
        cache = _cache(tf, features)
        for column in columns:
            ids, weights = column.get_sparse_tensors(cache, None)
            found += [*_parts(ids), weights is None, column.num_buckets, column.name]
            found.append(str(column.parse_example_spec))
            if features is dense:
                indicator = fc.indicator_column(column)
                found += [indicator.get_dense_tensor(cache, None), indicator.variable_shape]
    weighted = fc.weighted_categorical_column(columns[4], "weight")
    cache = _cache(tf, {**dense, "weight": tf.constant([[0.5, 0.0], [2.0, 3.0], [0.0, 4.0]])})
    found += [weighted.name, str(sorted(weighted.parse_example_spec.items()))]
    for part in weighted.get_sparse_tensors(cache, None):
        found += _parts(part)
    found.append(fc.indicator_column(weighted).get_dense_tensor(cache, None))
    return found


def crosses(tf):
    """Combinations of words and buckets, hashed."""
    fc, found = tf.feature_column, []
    price = fc.bucketized_column(fc.numeric_column("price"), [0.0, 10.0])
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green"])
    both = fc.crossed_column(["word", price], 50)
    columns = [both, fc.crossed_column([both, color], 1000), fc.crossed_column([color, "word"], 7, 9)]
    cache = _cache(
        tf,
        {
            "price": tf.constant([[-1.0], [5.0], [50.0]]),
            "word": tf.sparse.from_dense([["a", "b"], ["", ""], ["c", ""]]),
            "color": tf.constant([["red"], ["green"], ["red"]]),
        },
    )
    for column in columns:
        found += [column.name, column.num_buckets, str(sorted(column.parse_example_spec.items()))]
        found += _parts(column.get_sparse_tensors(cache, None).id_tensor)
        found.append(fc.indicator_column(column).get_dense_tensor(cache, None))
    return found


def sequences(tf):
    """Sequences of numbers and categories, and their lengths."""
    fc, found = tf.feature_column, []
    numbers = tf.sparse.from_dense([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    ids = tf.sparse.from_dense([[1, 2, 3], [2, 0, 0], [0, 0, 0]])
    words = tf.sparse.from_dense([["a", "b", "a"], ["c", "", ""], ["", "", ""]])
    cache = _cache(tf, {"x": numbers, "id": ids, "word": words})
    columns = [
        fc.sequence_numeric_column("x"),
        fc.sequence_numeric_column("x", (2,), default_value=-1.0),
        fc.sequence_numeric_column("x", normalizer_fn=lambda x: tf.sparse.map_values(tf.negative, x)),
        fc.indicator_column(fc.sequence_categorical_column_with_identity("id", 4)),
        fc.indicator_column(fc.sequence_categorical_column_with_hash_bucket("word", 6)),
        fc.indicator_column(
            fc.sequence_categorical_column_with_vocabulary_list("word", ["a", "b"], num_oov_buckets=1)
        ),
        fc.indicator_column(
            fc.sequence_categorical_column_with_vocabulary_file("word", _words("a", "c"), 2)
        ),
    ]
    for column in columns:
        values, lengths = column.get_sequence_dense_tensor(cache, None)
        found += [values, lengths, column.variable_shape, str(column.parse_example_spec)]
    return found


def layers_and_models(tf):
    """The first layers of models of TensorFlow 1, their variables' names, and what training does."""
    fc, v1, found = tf.feature_column, tf.compat.v1, []
    price = fc.numeric_column("price")
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green"], num_oov_buckets=1)
    ones = v1.initializers.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.Graph().as_default() as graph, v1.Session() as session:
        features = {
            "price": v1.placeholder(tf.float32, [None, 1]),
            "color": tf.constant([["red", "gray"], ["", ""], ["green", "green"]]),
            "weight": tf.constant([[2.0, 1.0], [0.0, 0.0], [1.0, 3.0]]),
            "other": tf.constant([["red"], ["green"], ["blue"]]),
        }
        of, parts = {}, {}
        weighted = fc.weighted_categorical_column(color, "weight")
        columns = [
            price,
            fc.embedding_column(color, 2, initializer=ones),
            fc.embedding_column(weighted, 2, "sum", initializer=ones, max_norm=3.0),
            fc.indicator_column(color),
        ]
        x = v1.feature_column.input_layer(features, columns, ["mine"], True, of, parts)
        found += [[[v.name for v in of[c]] for c in columns], [parts[c].shape for c in columns]]
        again = v1.feature_column.input_layer(features, columns[:2], trainable=False)
        other = fc.categorical_column_with_vocabulary_list("other", ["red", "blue"], num_oov_buckets=1)
        shared = v1.feature_column.shared_embedding_columns([color, other], 2, initializer=ones)
        y = v1.feature_column.input_layer(features, shared)
        variables = {}
        z = v1.feature_column.linear_model(
            features, [price, color, weighted], 2, "mean", cols_to_vars=variables
        )
        found.append([[v.name for v in variables[c]] for c in (price, color, weighted, "bias")])
        loss = tf.reduce_mean(z * [[1.0, -2.0]]) + tf.reduce_sum(x)
        step = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        feed = {features["price"]: [[1.0], [2.0], [3.0]]}
        found += session.run([x, again, y, z], feed)
        session.run(step, feed)
        found += session.run([x, z], feed)
        found.append([v.name for v in v1.global_variables()])
        found.append([v.name for v in v1.trainable_variables()])
        found.append([v.name for v in graph.get_collection("mine")])
        found.append([v.name for v in graph.get_collection("model_variables")])
    return found


def columns_as_dictionaries(tf):
    """Columns written down and read again."""
    fc, found = tf.feature_column, []
    internal = tf.__internal__.feature_column
    price = fc.numeric_column("price", (2,), 0.5, normalizer_fn=abs)
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green"])
    columns = [
        price,
        fc.bucketized_column(price, [1.0, 2.0]),
        fc.crossed_column(["a", color], 9),
        fc.indicator_column(fc.weighted_categorical_column(color, "w")),
        fc.categorical_column_with_hash_bucket("word", 5, tf.int32),
        fc.categorical_column_with_vocabulary_file("word", _words("a"), 1),
        fc.sequence_categorical_column_with_identity("id", 3),
        fc.sequence_numeric_column("x"),
        fc.embedding_column(fc.categorical_column_with_identity("id", 3), 2),
    ]
    for column in columns:
        written = internal.serialize_feature_column(column)
        found.append(written if "vocabulary_file" not in str(written) else sorted(written["config"]))
        try:
            read = internal.deserialize_feature_column(written, {"abs": abs})
            found.append(read == column or read.name)
        except Exception as error:  # noqa: BLE001 (its class is what is compared)
            found.append(type(error).__name__)
    return found


def specs_of_examples(tf):
    """What examples are parsed by, and the columns of what was parsed."""
    fc = tf.feature_column
    price = fc.numeric_column("price", default_value=7.0)
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green"])
    columns = [price, fc.indicator_column(color), fc.crossed_column(["word", color], 10)]
    spec = fc.make_parse_example_spec(columns)
    older = tf.compat.v1.feature_column.make_parse_example_spec(columns)
    train = tf.train

    def example(**features):
        return train.Example(features=train.Features(feature=features)).SerializeToString()

    def words(*values):
        return train.Feature(bytes_list=train.BytesList(value=[v.encode() for v in values]))

    examples = [example(color=words("red", "green"), word=words("x")), example(word=words("a", "b"))]
    cache = _cache(tf, tf.io.parse_example(examples, spec))
    crossed = columns[2].get_sparse_tensors(cache, None).id_tensor
    dense = [columns[0].get_dense_tensor(cache, None), columns[1].get_dense_tensor(cache, None)]
    return [str(sorted(spec.items())), spec == older, *dense, *_parts(crossed)]


def tables_from_checkpoints(tf):
    """Embeddings that begin with the values of a checkpoint."""
    fc, v1 = tf.feature_column, tf.compat.v1
    path = os.path.join(tempfile.mkdtemp(), "model")
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("old", initializer=[[1.0, 2.0], [3.0, 4.0]])
        session.run(v.initializer)
        v1.train.Saver([v]).save(session, path)
    with tf.Graph().as_default(), v1.Session() as session:
        ids = fc.categorical_column_with_identity("id", 2)
        column = fc.embedding_column(ids, 2, ckpt_to_load_from=path, tensor_name_in_ckpt="old")
        x = v1.feature_column.input_layer({"id": tf.constant([[1], [0]])}, column)
        session.run(v1.global_variables_initializer())
        return session.run(x)


def refused_columns(tf):
    """What the functions that make columns refuse, and what columns do."""
    fc, v1, found = tf.feature_column, tf.compat.v1, []
    price = fc.numeric_column("price")
    word = fc.categorical_column_with_hash_bucket("word", 3)
    day = fc.categorical_column_with_identity("day", 7)
    steps = fc.sequence_categorical_column_with_identity("day", 7)
    wide = fc.numeric_column("wide", (2, 2))
    weighted = fc.weighted_categorical_column(day, "w")
    numbers = _cache(tf, {"price": tf.sparse.from_dense([[1.0]]), "word": [[1]], "day": [[0.5]], "x": 1.0})
    good = _cache(tf, {"day": [[1]], "w": [[1.0]], "word": [["a"]], "i": [[1]]})
    layer = v1.feature_column.input_layer
    calls = [
        lambda: fc.numeric_column("a", 0),
        lambda: fc.numeric_column("a", 1.5),
        lambda: fc.numeric_column(5),
        lambda: fc.numeric_column("a", dtype=tf.string),
        lambda: fc.numeric_column("a", default_value="x"),
        lambda: fc.numeric_column("a", (2,), [1.0]),
        lambda: fc.numeric_column("a", dtype=tf.int32, default_value=1.5),
        lambda: fc.numeric_column("a", normalizer_fn=3),
        lambda: fc.bucketized_column(word, [1.0]),
        lambda: fc.bucketized_column(wide, [1.0]),
        lambda: fc.bucketized_column(price, []),
        lambda: fc.bucketized_column(price, [2.0, 1.0]),
        lambda: fc.bucketized_column(price, 3.0),
        lambda: fc.categorical_column_with_hash_bucket("a", None),
        lambda: fc.categorical_column_with_hash_bucket("a", 0),
        lambda: fc.categorical_column_with_hash_bucket("a", 2, tf.float32),
        lambda: fc.categorical_column_with_identity("a", 0),
        lambda: fc.categorical_column_with_identity("a", 2, 2),
        lambda: fc.categorical_column_with_vocabulary_list("a", []),
        lambda: fc.categorical_column_with_vocabulary_list("a", ["x", "x"]),
        lambda: fc.categorical_column_with_vocabulary_list("a", ["x"], default_value=0, num_oov_buckets=1),
        lambda: fc.categorical_column_with_vocabulary_list("a", ["x"], num_oov_buckets=-1),
        lambda: fc.categorical_column_with_vocabulary_list("a", ["x"], tf.int64),
        lambda: fc.categorical_column_with_vocabulary_list("a", [1.5]),
        lambda: fc.categorical_column_with_vocabulary_file("a", ""),
        lambda: fc.categorical_column_with_vocabulary_file("a", "/no/such/file"),
        lambda: fc.categorical_column_with_vocabulary_file("a", "f", 0),
        lambda: fc.weighted_categorical_column(day, "w", tf.string),
        lambda: fc.weighted_categorical_column(day, "day").parse_example_spec,
        lambda: fc.crossed_column(["a"], 5),
        lambda: fc.crossed_column(["a", "b"], 0),
        lambda: fc.crossed_column(["a", word], 5),
        lambda: fc.crossed_column(["a", price], 5),
        lambda: fc.crossed_column(["word", weighted], 5).get_sparse_tensors(good, None),
        lambda: fc.indicator_column(price),
        lambda: fc.embedding_column(day, 0),
        lambda: fc.embedding_column(day, 2, initializer=3),
        lambda: fc.embedding_column(day, 2, ckpt_to_load_from="x"),
        lambda: fc.sequence_numeric_column("a", dtype=tf.string),
        lambda: fc.shared_embeddings([day, day], 2),
        lambda: fc.make_parse_example_spec([3]),
        lambda: fc.make_parse_example_spec([price, fc.numeric_column("price", 2)]),
        lambda: price.get_dense_tensor(numbers, None),
        lambda: word.get_sparse_tensors(numbers, None),
        lambda: day.get_sparse_tensors(numbers, None),
        lambda: fc.numeric_column("x").get_dense_tensor(numbers, None),
        lambda: fc.numeric_column("y").get_dense_tensor(numbers, None),
        lambda: numbers.get(3, None),
        lambda: fc.indicator_column(steps).get_dense_tensor(good, None),
        lambda: fc.indicator_column(day).get_sequence_dense_tensor(good, None),
        lambda: fc.embedding_column(steps, 2).get_dense_tensor(good, None),
        lambda: layer({"word": [["a"]]}, [word]),
        lambda: layer({"price": [[1.0]]}, [price, price]),
        lambda: layer({"price": [[1.0]]}, []),
        lambda: layer({"price": [[1.0]]}, {"a": price}),
        lambda: layer({"price": [[1.0]]}, [3]),
        lambda: layer({"price": [[1.0]], "q": [[1.0], [2.0]]}, [price, fc.numeric_column("q")]),
        lambda: v1.feature_column.linear_model({"day": [[9]]}, [steps.categorical_column]),
    ]
    for call in calls:
        try:
            call()
            found.append("nothing")
        except Exception as error:  # noqa: BLE001 (its class is what is compared)
            found.append(type(error).__name__)
    with tf.Graph().as_default():
        for columns in ([day, word], [day, fc.categorical_column_with_identity("b", 3)], [price]):
            for make in (fc.shared_embeddings, v1.feature_column.shared_embedding_columns):
                try:
                    make(columns, 2)
                    found.append("nothing")
                except (ValueError, AttributeError) as error:
                    found.append("ValueError" if columns == [price] else type(error).__name__)
    return found

"""Training that Keras's guides write themselves: several optimizers, samplers, tapes over inputs, agents."""

from __future__ import annotations

import numpy as np

from tests.keras.programs import classes


def variational_autoencoder(keras):
    import tensorflow as tf

    layers, ops = keras.layers, keras.ops

    class Sampling(layers.Layer):
        def __init__(self):
            super().__init__()
            self.seeds = keras.random.SeedGenerator(1337)

        def call(self, inputs):
            mean, log_variance = inputs
            noise = keras.random.normal(ops.shape(mean), seed=self.seeds)
            return mean + ops.exp(0.5 * log_variance) * noise

    source = keras.Input((8, 8, 1))
    x = layers.Conv2D(4, 3, activation="relu", strides=2, padding="same")(source)
    x = layers.Dense(8, activation="relu")(layers.Flatten()(x))
    mean, log_variance = layers.Dense(2, name="mean")(x), layers.Dense(2, name="log_variance")(x)
    encoder = keras.Model(source, [mean, log_variance, Sampling()([mean, log_variance])])
    latent = keras.Input((2,))
    x = layers.Reshape((4, 4, 4))(layers.Dense(64, activation="relu")(latent))
    x = layers.Conv2DTranspose(4, 3, activation="relu", strides=2, padding="same")(x)
    x = layers.Conv2DTranspose(1, 3, activation="sigmoid", padding="same")(x)
    decoder = keras.Model(latent, x)

    class Autoencoder(keras.Model):
        def __init__(self):
            super().__init__()
            self.encoder, self.decoder = encoder, decoder
            self.trackers = [keras.metrics.Mean(name=name) for name in ("loss", "picture", "kl")]

        @property
        def metrics(self):
            return self.trackers

        def train_step(self, data):
            with tf.GradientTape() as tape:
                mean, log_variance, drawn = self.encoder(data)
                again = self.decoder(drawn)
                picture = ops.mean(
                    ops.sum(keras.losses.binary_crossentropy(data, again), axis=(1, 2))
                )
                kl = -0.5 * (1 + log_variance - ops.square(mean) - ops.exp(log_variance))
                kl = ops.mean(ops.sum(kl, axis=1))
                loss = picture + kl
            gradients = tape.gradient(loss, self.trainable_weights)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_weights, strict=True))
            for tracker, value in zip(self.trackers, (loss, picture, kl), strict=True):
                tracker.update_state(value)
            return {tracker.name: tracker.result() for tracker in self.trackers}

    images = np.random.default_rng(3).random((64, 8, 8, 1)).astype(np.float32)
    model = Autoencoder()
    model.compile(keras.optimizers.Adam(0.01))
    history = model.fit(images, epochs=3, batch_size=16, verbose=0).history
    found = {name: np.float32(values) for name, values in history.items()}
    found["decoded"] = decoder.predict(np.float32([[0, 0], [1, -1]]), verbose=0)
    return found


def adversaries(keras):
    """A generator and a discriminator, each with its optimizer, in one `train_step`."""
    import tensorflow as tf

    layers, ops = keras.layers, keras.ops
    judge = keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(4, 3, strides=2, padding="same"),
            layers.LeakyReLU(negative_slope=0.2),
            layers.GlobalMaxPooling2D(),
            layers.Dense(1),
        ]
    )
    maker = keras.Sequential(
        [
            keras.Input((6,)),
            layers.Dense(4 * 4 * 4),
            layers.LeakyReLU(negative_slope=0.2),
            layers.Reshape((4, 4, 4)),
            # A bias before a normalization has a gradient of rounding alone, whose sign Adam follows.
            layers.Conv2DTranspose(4, 4, strides=2, padding="same", use_bias=False),
            layers.BatchNormalization(),
            layers.Conv2D(1, 7, padding="same", activation="sigmoid"),
        ]
    )

    class Adversaries(keras.Model):
        def __init__(self):
            super().__init__()
            self.judge, self.maker = judge, maker
            self.seeds = keras.random.SeedGenerator(42)
            self.judged, self.made = keras.metrics.Mean("judged"), keras.metrics.Mean("made")

        def compile(self, judge_optimizer, maker_optimizer, loss_of):
            super().compile()
            self.judge_optimizer, self.maker_optimizer = judge_optimizer, maker_optimizer
            self.loss_of = loss_of

        @property
        def metrics(self):
            return [self.judged, self.made]

        def train_step(self, real):
            count = ops.shape(real)[0]
            latent = keras.random.normal((count, 6), seed=self.seeds)
            images = ops.concatenate([self.maker(latent), real], axis=0)
            labels = ops.concatenate([ops.ones((count, 1)), ops.zeros((count, 1))], axis=0)
            labels += 0.05 * keras.random.uniform(ops.shape(labels), seed=self.seeds)
            with tf.GradientTape() as tape:
                loss = self.loss_of(labels, self.judge(images))
            gradients = tape.gradient(loss, self.judge.trainable_weights)
            self.judge_optimizer.apply(gradients, self.judge.trainable_weights)
            latent = keras.random.normal((count, 6), seed=self.seeds)
            with tf.GradientTape() as tape:
                fooled = self.judge(self.maker(latent, training=True))
                other = self.loss_of(ops.zeros((count, 1)), fooled)
            gradients = tape.gradient(other, self.maker.trainable_weights)
            self.maker_optimizer.apply(gradients, self.maker.trainable_weights)
            self.judged.update_state(loss)
            self.made.update_state(other)
            return {"judged": self.judged.result(), "made": self.made.result()}

    model = Adversaries()
    model.compile(
        keras.optimizers.Adam(3e-3),
        keras.optimizers.Adam(3e-3, beta_1=0.5),
        keras.losses.BinaryCrossentropy(from_logits=True),
    )
    images = np.random.default_rng(3).random((48, 8, 8, 1)).astype(np.float32)
    history = model.fit(images, epochs=3, batch_size=16, verbose=0).history
    found = {name: np.float32(values) for name, values in history.items()}
    found["made of zeros"] = maker.predict(np.zeros((2, 6), np.float32), verbose=0)
    return found


def critic_with_gradient_penalty(keras):
    """Gradients of gradients: the critic's slope at points between real and made rows is kept near one."""
    import tensorflow as tf

    ops = keras.ops
    critic = keras.Sequential(
        [keras.Input((6,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)]
    )
    optimizer = keras.optimizers.RMSprop(0.01)
    random = np.random.default_rng(4)
    real, made = (random.standard_normal((32, 6)).astype(np.float32) for _ in range(2))

    @tf.function
    def step(real, made, share):
        with tf.GradientTape() as tape:
            between = share * real + (1 - share) * made
            with tf.GradientTape() as inner:
                inner.watch(between)
                scores = critic(between, training=True)
            slopes = inner.gradient(scores, between)
            norm = ops.sqrt(ops.sum(ops.square(slopes), axis=1))
            penalty = ops.mean(ops.square(norm - 1.0))
            loss = ops.mean(critic(made)) - ops.mean(critic(real)) + 10.0 * penalty
        gradients = tape.gradient(loss, critic.trainable_variables)
        optimizer.apply_gradients(zip(gradients, critic.trainable_variables, strict=True))
        return loss, penalty

    found = [step(real, made, random.random((32, 1)).astype(np.float32)) for _ in range(6)]
    return {"losses": np.float32(found)}


def heat_map_of_a_class(keras):
    """Grad-CAM: how the channels of the last convolution weigh for the class that is predicted."""
    import tensorflow as tf

    layers = keras.layers
    source = keras.Input((16, 16, 3))
    x = layers.Conv2D(8, 3, activation="relu")(source)
    last = layers.Conv2D(8, 3, activation="relu", name="last")(layers.MaxPooling2D(2)(x))
    model = keras.Model(source, layers.Dense(5)(layers.GlobalAveragePooling2D()(last)))
    looked_into = keras.Model(model.inputs, [model.get_layer("last").output, model.output])
    image = np.random.default_rng(1).random((1, 16, 16, 3)).astype(np.float32)
    with tf.GradientTape() as tape:
        channels, scores = looked_into(image)
        best = tf.argmax(scores[0])
        score = scores[:, best]
    gradients = tape.gradient(score, channels)
    weights = tf.reduce_mean(gradients, axis=(0, 1, 2))
    heat = tf.squeeze(channels[0] @ weights[..., tf.newaxis])
    heat = tf.maximum(heat, 0) / tf.math.reduce_max(heat)
    tensor = tf.constant(image)
    with tf.GradientTape() as tape:
        tape.watch(tensor)
        score = model(tensor)[0, best]
    return {"heat": heat.numpy(), "salience": tape.gradient(score, tensor).numpy()}


def style_of_a_picture(keras):
    """A picture is the variable: it nears the content of one picture and the style of another."""
    import tensorflow as tf

    layers = keras.layers
    source = keras.Input((16, 16, 3))
    first = layers.Conv2D(6, 3, activation="relu", padding="same", name="first")(source)
    x = layers.MaxPooling2D(2)(first)
    second = layers.Conv2D(8, 3, activation="relu", padding="same", name="second")(x)
    net = keras.Model(source, {"first": first, "second": second})
    net.trainable = False
    random = np.random.default_rng(5)
    content, style = (tf.constant(random.random((1, 16, 16, 3)), tf.float32) for _ in range(2))

    def gram(x):
        features = tf.reshape(tf.transpose(x, (2, 0, 1)), (tf.shape(x)[-1], -1))
        return tf.matmul(features, tf.transpose(features))

    def loss_of(picture):
        found = net(tf.concat([content, style, picture], axis=0))
        loss = 0.1 * tf.reduce_sum(tf.square(found["second"][2] - found["second"][0]))
        for name in ("first", "second"):
            far = tf.square(gram(found[name][1]) - gram(found[name][2]))
            loss += 1e-3 * tf.reduce_sum(far) / len(found)
        a = tf.square(picture[:, :-1, :-1] - picture[:, 1:, :-1])
        b = tf.square(picture[:, :-1, :-1] - picture[:, :-1, 1:])
        return loss + 1e-2 * tf.reduce_sum(tf.pow(a + b + 1e-8, 1.25))

    @tf.function
    def step(picture):
        with tf.GradientTape() as tape:
            loss = loss_of(picture)
        return loss, tape.gradient(loss, picture)

    picture = tf.Variable(content)
    rates = keras.optimizers.schedules.ExponentialDecay(0.02, decay_steps=4, decay_rate=0.96)
    optimizer = keras.optimizers.SGD(rates)
    losses = []
    for _ in range(8):
        loss, gradients = step(picture)
        optimizer.apply_gradients([(gradients, picture)])
        losses.append(loss)
    return {"losses": np.float32(losses), "predicted": picture.numpy()}


def actor_and_critic(keras):
    """An agent on a line: actions of its own probabilities, returns, Huber losses, a tape per episode."""
    import tensorflow as tf

    source = keras.Input((4,))
    common = keras.layers.Dense(16, activation="relu")(source)
    action = keras.layers.Dense(2, activation="softmax")(common)
    model = keras.Model(source, [action, keras.layers.Dense(1)(common)])
    optimizer, huber = keras.optimizers.Adam(0.01), keras.losses.Huber()
    random = np.random.default_rng(12)
    losses, lengths = [], []
    for _ in range(4):
        place = random.uniform(-0.1, 0.1, 4)
        with tf.GradientTape() as tape:
            chosen, values, rewards = [], [], []
            for _ in range(12):
                state = keras.ops.expand_dims(keras.ops.convert_to_tensor(place, "float32"), 0)
                probabilities, value = model(state)
                values.append(value[0, 0])
                odds = np.squeeze(probabilities)
                move = random.choice(2, p=odds / odds.sum())
                chosen.append(keras.ops.log(probabilities[0, move]))
                place = 0.9 * place + np.roll([0.2 * (2 * move - 1), 0.05, 0, 0], move)
                rewards.append(1.0 - abs(place[0]))
                if abs(place[0]) > 1:
                    break
            returns, discounted = [], 0.0
            for reward in reversed(rewards):
                discounted = reward + 0.99 * discounted
                returns.insert(0, discounted)
            returns = (np.array(returns) - np.mean(returns)) / (np.std(returns) + 1e-7)
            parts = []
            for log, value, earned in zip(chosen, values, returns.tolist(), strict=True):
                parts.append(-log * (earned - value))
                parts.append(
                    huber(keras.ops.expand_dims(value, 0), keras.ops.expand_dims(earned, 0))
                )
            loss = sum(parts)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        losses.append(float(loss))
        lengths.append(len(rewards))
    return {"losses": np.float32(losses), "lengths": np.array(lengths)}


def deep_q_learning(keras):
    """Two copies of a net, a buffer of what was seen, actions taken from the scores by one-hot masks."""
    import tensorflow as tf

    def make():
        return keras.Sequential(
            [keras.Input((4,)), keras.layers.Dense(12, activation="relu"), keras.layers.Dense(3)]
        )

    model, target = make(), make()
    target.set_weights(model.get_weights())
    optimizer, loss_of = keras.optimizers.Adam(0.01, clipnorm=1.0), keras.losses.Huber()
    random = np.random.default_rng(13)
    losses = []
    for step in range(8):
        states, later = (random.standard_normal((16, 4)).astype(np.float32) for _ in range(2))
        rewards, done = random.random(16), random.random(16) < 0.2
        future = target.predict(later, verbose=0)
        goals = rewards + 0.9 * keras.ops.amax(future, axis=1)
        goals = goals * (1 - done) - done
        masks = keras.ops.one_hot(random.integers(0, 3, 16), 3)
        with tf.GradientTape() as tape:
            scores = keras.ops.sum(keras.ops.multiply(model(states), masks), axis=1)
            loss = loss_of(goals, scores)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        losses.append(float(loss))
        if step % 3 == 2:
            target.set_weights(model.get_weights())
    return {"losses": np.float32(losses), "predicted": model.predict(states, verbose=0)}


def distilled_knowledge(keras):
    """A small net learns of a large one, by own `compute_loss` over the softened scores of both."""
    ops = keras.ops
    x, y = classes((8,))
    teacher = keras.Sequential(
        [keras.Input((8,)), keras.layers.Dense(24, activation="relu"), keras.layers.Dense(4)]
    )
    student = keras.Sequential([keras.Input((8,)), keras.layers.Dense(4)])
    teacher.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    teacher.fit(x, y, epochs=2, verbose=0)

    class Distiller(keras.Model):
        def __init__(self):
            super().__init__()
            self.teacher, self.student = teacher, student
            self.teacher.trainable = False

        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
            known = self.teacher(x, training=False)
            hard = keras.losses.sparse_categorical_crossentropy(y, y_pred, from_logits=True)
            soft = keras.losses.kl_divergence(ops.softmax(known / 3), ops.softmax(y_pred / 3))
            return 0.1 * ops.mean(hard) + 0.9 * 9 * ops.mean(soft)

        def call(self, x):
            return self.student(x)

    model = Distiller()
    model.compile("adam", metrics=["sparse_categorical_accuracy"])
    history = model.fit(x, y, epochs=3, verbose=0, validation_data=(x[:20], y[:20])).history
    return {name: np.float32(values) for name, values in history.items()}


def contrasted_views(keras):
    """Two augmented views of each picture are told apart from the views of the others."""
    import tensorflow as tf

    layers, ops = keras.layers, keras.ops
    augment = keras.Sequential(
        [
            layers.RandomFlip("horizontal", seed=1),
            layers.RandomTranslation(0.2, 0.2, fill_mode="nearest", seed=2),
            layers.RandomZoom((-0.3, 0.0), (-0.3, 0.0), seed=3),
        ]
    )
    encoder = keras.Sequential(
        [
            keras.Input((12, 12, 3)),
            layers.Conv2D(6, 3, strides=2, activation="relu"),
            layers.Flatten(),
            layers.Dense(8, activation="relu"),
            layers.Dense(8),
        ]
    )
    optimizer = keras.optimizers.Adam(0.01)
    images = classes((12, 12, 3), samples=16)[0]
    losses = []
    for _ in range(4):
        with tf.GradientTape() as tape:
            views = [encoder(augment(images, training=True)) for _ in range(2)]
            first, second = (ops.normalize(view, axis=1) for view in views)
            near = ops.matmul(first, ops.transpose(second)) / 0.1
            labels = ops.arange(16)
            loss = sum(
                keras.losses.sparse_categorical_crossentropy(labels, scores, from_logits=True)
                for scores in (near, ops.transpose(near))
            )
        gradients = tape.gradient(loss, encoder.trainable_weights)
        optimizer.apply_gradients(zip(gradients, encoder.trainable_weights, strict=True))
        losses.append(float(ops.mean(loss)))
    return {"losses": np.float32(losses)}


PROGRAMS = (
    variational_autoencoder,
    adversaries,
    critic_with_gradient_penalty,
    heat_map_of_a_class,
    style_of_a_picture,
    actor_and_critic,
    deep_q_learning,
    distilled_knowledge,
    contrasted_views,
)

"""Programs with monitored sessions, their hooks, and coordinators."""

import glob
import os
import tempfile
import threading
import time


def _counting(tf):
    step = tf.compat.v1.train.get_or_create_global_step()
    return step, tf.compat.v1.assign_add(step, 1)


class _Calls:
    """Makes hooks that note when they are called."""

    def __init__(self):
        self.seen = []

    def hook(self, tf, name, wanted=None):
        seen = self.seen

        class Hook(tf.compat.v1.train.SessionRunHook):
            def begin(self):
                seen.append((name, "begin"))

            def after_create_session(self, session, coord):
                seen.append((name, "session", coord.should_stop()))

            def before_run(self, run_context):
                seen.append((name, "before", run_context.stop_requested))
                return None if wanted is None else tf.compat.v1.train.SessionRunArgs(wanted())

            def after_run(self, run_context, run_values):
                seen.append((name, "after", run_values.results))

            def end(self, session):
                seen.append((name, "end"))

        return Hook()


def order_of_calls(tf):
    """When hooks are called, and with what."""
    calls = _Calls()
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [], name="x")
        y = x * 2.0
        hooks = [calls.hook(tf, "a"), calls.hook(tf, "b", lambda: {"y": y, "more": [x]})]
        with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
            found = [session.run({"z": y}, {x: 3.0}), session.should_stop()]
            found.append(session.run([x, [y]], {x: 1.0}))
        return found, session.should_stop(), calls.seen


def stops(tf):
    """Steps are counted from the beginning, and from where a session begins."""
    found = []
    train = tf.compat.v1.train
    for options in ({"last_step": 3}, {"num_steps": 2}):
        with tf.Graph().as_default():
            _, count = _counting(tf)
            with train.MonitoredSession(hooks=[train.StopAtStepHook(**options)]) as session:
                while not session.should_stop():
                    found.append(session.run(count))
    return found


def ends(tf):
    """The end of the input ends the context; other errors come out, and hooks are not told of an end."""
    found, calls = [], _Calls()
    train = tf.compat.v1.train
    with tf.Graph().as_default():
        element = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(2)).get_next()
        with train.MonitoredSession(hooks=[calls.hook(tf, "a")]) as session:
            while True:
                found.append(session.run(element))
        try:
            with train.MonitoredSession(hooks=[calls.hook(tf, "b")]):
                raise KeyError("mine")
        except KeyError:
            found.append("KeyError")
        found.append(tf.constant(1.0).graph is tf.compat.v1.get_default_graph())
    return found, calls.seen


def losses_that_are_no_numbers(tf):
    """An error, or a request to stop."""
    train = tf.compat.v1.train
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [])
        loss = x * 1.0
        with train.MonitoredSession(hooks=[train.NanTensorHook(loss, False)]) as session:
            found = [session.run(x, {x: 1.0}), session.should_stop()]
            session.run(x, {x: float("nan")})
            found.append(session.should_stop())
        try:
            with train.MonitoredSession(hooks=[train.NanTensorHook(loss)]) as session:
                session.run(x, {x: float("nan")})
        except train.NanLossDuringTrainingError as error:
            found.append(str(error))
    return found


def training_goes_on(tf):
    """Checkpoints and summaries of two sessions, the second of which restores."""
    v1, folder, found = tf.compat.v1, tempfile.mkdtemp(), []
    told = []

    class Listener(v1.train.CheckpointSaverListener):
        def before_save(self, session, global_step_value):
            told.append(("before", global_step_value))

        def after_save(self, session, global_step_value):
            told.append(("after", global_step_value))

        def end(self, session, global_step_value):
            told.append(("end", global_step_value))

    for last in (5, 9):
        with tf.Graph().as_default():
            _, count = _counting(tf)
            v = v1.get_variable("v", initializer=1.0)
            local = v1.get_local_variable("local", initializer=4.0)
            with tf.control_dependencies([count]):
                update = v1.assign_add(v, local)
            v1.summary.scalar("v", v)
            hooks = [v1.train.StopAtStepHook(last_step=last)]
            own = v1.train.CheckpointSaverHook(
                os.path.join(folder, "own"),
                save_steps=3,
                saver=v1.train.Saver(),
                listeners=[Listener()],
            )
            with v1.train.MonitoredTrainingSession(
                checkpoint_dir=folder,
                hooks=[*hooks, own],
                save_checkpoint_steps=2,
                save_summaries_steps=2,
                log_step_count_steps=None,
            ) as session:
                while not session.should_stop():
                    found.append(session.run(update))
            v1.summary.FileWriterCache.clear()
        time.sleep(1.1)  # TensorFlow names event files by the second, and writes over them.
    names = sorted(os.path.basename(p) for p in glob.glob(os.path.join(folder, "*.index")))
    found += [names, "graph.pbtxt" in os.listdir(folder), told]
    for path in sorted(glob.glob(os.path.join(folder, "events*"))):
        for event in v1.train.summary_iterator(path):
            if event.WhichOneof("what") == "summary":
                found += [event.step, [(value.tag) for value in event.summary.value]]
            if event.WhichOneof("what") == "session_log":
                found += [event.step, event.session_log.status]
    return found


def scaffolds(tf):
    """Own operations to begin with; what is not initialized is refused."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        w = v1.get_local_variable("w", initializer=2.0)
        feed = v1.placeholder(tf.float32, [])
        scaffold = v1.train.Scaffold(
            init_op=v1.assign(v, feed),
            init_feed_dict={feed: 5.0},
            init_fn=lambda scaffold, session: session.run(twice),
        )
        twice = v1.assign(v, v * 2.0)
        creator = v1.train.ChiefSessionCreator(scaffold)
        with v1.train.MonitoredSession(creator) as session:
            found = [session.run([v, w])]
        kinds = []
        scaffold = v1.train.Scaffold(init_op=tf.no_op())
        try:
            v1.train.MonitoredSession(v1.train.ChiefSessionCreator(scaffold))
        except RuntimeError as error:
            kinds.append("Init operations did not make model ready" in str(error))
        return found, kinds


def other_hooks(tf):
    """Feeds, final values, steps of a function, timers."""
    train = tf.compat.v1.train
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [])
        step, count = _counting(tf)
        final = train.FinalOpsHook({"step": step})
        hooks = [train.FeedFnHook(lambda: {x: 2.0}), final]
        hooks.append(train.LoggingTensorHook({"x": x}, every_n_iter=1, formatter=str))
        with train.SingularMonitoredSession(hooks=hooks) as session:
            found = [session.run([x, count]), session.raw_session().run(step)]

            def one(step_context):
                if step_context.session.run(step) > 2:
                    step_context.request_stop()
                return step_context.run_with_hooks(count)

            while not session.should_stop():
                found.append(session.run_step_fn(one))
        timer = train.SecondOrStepTimer(every_steps=2)
        for number in (1, 1, 2, 3, 4):
            found.append(timer.should_trigger_for_step(number))
            if found[-1]:
                found.append(timer.update_last_triggered_step(number)[1])
        return found, final.final_ops_values, timer.last_triggered_step()


def refused(tf):
    """What hooks and timers are not made of."""
    train = tf.compat.v1.train
    found = []
    for make in (
        lambda: train.StopAtStepHook(),
        lambda: train.StopAtStepHook(1, 2),
        lambda: train.SecondOrStepTimer(),
        lambda: train.SecondOrStepTimer(1, 2),
        lambda: train.LoggingTensorHook(["x"]),
        lambda: train.LoggingTensorHook(["x"], 0),
        lambda: train.LoggingTensorHook(["x"], 1, 2),
        lambda: train.SummarySaverHook(1),
        lambda: train.CheckpointSaverHook("x", 1, saver=1, scaffold=2),
        lambda: train.StepCounterHook(1, 1),
        lambda: train.StopAtStepHook(1).begin(),
    ):
        with tf.Graph().as_default():
            try:
                make()
                found.append("nothing")
            except (ValueError, RuntimeError) as error:
                found.append((type(error).__name__, str(error)))
    return found


def coordinators(tf):
    """Threads that stop together; the first error is raised."""
    found = []
    for error in (None, ValueError("mine"), tf.errors.OutOfRangeError(None, None, "end")):
        coordinator = tf.train.Coordinator()

        def work(number, coordinator=coordinator, error=error):
            with coordinator.stop_on_exception():
                while not coordinator.should_stop():
                    if number == 1 and error is not None:
                        raise error
                    if number == 1:
                        coordinator.request_stop()

        threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        try:
            coordinator.join(threads)
            found.append("joined")
        except ValueError as raised:
            found.append(str(raised))
        found += [coordinator.should_stop(), coordinator.joined]
        coordinator.clear_stop()
        found += [coordinator.should_stop(), coordinator.wait_for_stop(0.01)]
        coordinator.raise_requested_exception()
    loops = []
    coordinator = tf.compat.v1.train.Coordinator()

    def loop():
        loops.append(1)
        if len(loops) == 3:
            coordinator.request_stop()

    coordinator.join([tf.compat.v1.train.LooperThread.loop(coordinator, None, loop)])
    return found, len(loops)


def waiting_for_operations_outside(tf):
    """What branches, loops and functions wait for outside of them runs before them."""
    v1 = tf.compat.v1
    found = []
    with tf.Graph().as_default(), v1.Session() as session:
        counter = v1.Variable(1.0, use_resource=True)
        session.run(counter.initializer)
        increment = counter.assign_add(1.0)

        def waiting(value):
            with tf.control_dependencies([increment]):
                return tf.identity(value)

        nested = tf.function(lambda: tf.function(lambda: waiting(5.0))())
        steps = [
            tf.while_loop(lambda i: i < 1, lambda i: waiting(i + 1), [0]),
            tf.cond(v1.placeholder_with_default(True, []), lambda: waiting(3.0), lambda: 2.0),
            tf.function(lambda: waiting(4.0))(),
            nested(),
        ]
        for step in steps:
            found += [session.run(step), session.run(counter)]
    return found

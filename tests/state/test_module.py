"""`tf.Module`: names, variables and submodules."""

from __future__ import annotations

import copy
import threading

import pytest

import stagelight as tf


class Dense(tf.Module):
    def __init__(self, size, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([2, size]), name="w")
        self.b = tf.Variable(tf.zeros([size]), name="b", trainable=False)

    def __call__(self, x):
        return x @ self.w + self.b


class Stack(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.layers = [Dense(2), Dense(1)]
        self.extra = {"k": tf.Variable(1.0, name="k"), "t": (tf.Variable(2.0, name="t"),)}


def test_variables_are_found_in_attributes_lists_and_dicts():
    module = Stack()
    assert sorted(v.name for v in module.variables) == ["b:0", "b:0", "k:0", "t:0", "w:0", "w:0"]
    assert sorted(v.name for v in module.trainable_variables) == ["k:0", "t:0", "w:0", "w:0"]
    assert sorted(v.name for v in module.non_trainable_variables) == ["b:0", "b:0"]


def test_variables_are_in_order_of_attribute_names():
    assert [v.name for v in Dense(1).variables] == ["b:0", "w:0"]


def test_a_shared_variable_is_found_once():
    module = tf.Module()
    module.a = module.b = tf.Variable(1.0)
    assert len(module.variables) == 1


def test_submodules_are_found_at_every_depth():
    outer = tf.Module()
    outer.inner = Stack()
    assert [type(m).__name__ for m in outer.submodules] == ["Stack", "Dense", "Dense"]


def test_a_cycle_of_modules_is_walked_once():
    first, second = tf.Module(), tf.Module()
    first.other, second.other = second, first
    first.v = tf.Variable(1.0)
    assert len(first.variables) == len(second.variables) == 1


def test_the_name_is_the_class_in_snake_case():
    class MyDenseLayer(tf.Module):
        pass

    assert MyDenseLayer().name == "my_dense_layer"
    assert MyDenseLayer(name="given").name == "given"
    assert tf.Module().name == "module"


def test_a_name_must_be_an_identifier():
    with pytest.raises(ValueError, match="valid"):
        tf.Module(name="not valid")


def test_the_name_scope_holds_variables():
    class Scoped(tf.Module):
        @tf.Module.with_name_scope
        def __call__(self, x):
            if not hasattr(self, "w"):
                self.w = tf.Variable(x, name="w")
            return self.w

    module = Scoped(name="mine")
    module(1.0)
    assert module.w.name == "mine/w:0"
    with module.name_scope:
        assert tf.Variable(1.0, name="v").name == "mine/v:0"


def test_the_name_scope_is_one_object_for_all_threads():
    module = tf.Module(name="mine")
    assert module.name_scope is module.name_scope
    inside, names = threading.Barrier(2), []

    def work(name):
        with tf.name_scope(name), module.name_scope:
            inside.wait()
            names.append(tf.Variable(1.0, name="v").name)
            inside.wait()
        inside.wait()
        names.append(tf.Variable(1.0, name=name).name)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names) == ["a:0", "b:0", "mine/v:0", "mine/v:0"]
    with module.name_scope:
        assert copy.deepcopy(module).name == "mine"


def test_values_of_any_kind_are_found():
    class Part:
        pass

    first, second, third = Part(), Part(), Part()
    module = tf.Module()
    module.a, module.b, module.c = first, [second], {"x": third}
    assert list(module._flatten(predicate=lambda x: isinstance(x, Part))) == [first, second, third]
    paths = module._flatten(predicate=lambda x: x is third, with_path=True)
    assert list(paths) == [(("c", "x"), third)]


@pytest.mark.parametrize(
    "keys", [("a", 1), (object(), object()), (None, 2)], ids=["mixed", "objects", "none"]
)
def test_keys_without_an_order_are_refused(keys):
    module = tf.Module()
    module.heads = {key: tf.Variable(1.0) for key in keys}
    with pytest.raises(ValueError, match="Error processing property 'heads'"):
        module.variables


def test_a_module_without_super_init_still_tells_its_name():
    class Forgetful(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0)

    with pytest.raises((AttributeError, ValueError)):
        Forgetful().name_scope


def test_a_staged_method_of_a_module_trains():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.layer = Dense(1)

        @tf.function
        def step(self, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(self.layer(x) ** 2)
            for v, g in zip(
                self.trainable_variables, tape.gradient(loss, self.trainable_variables), strict=True
            ):
                v.assign_sub(0.01 * g)
            return loss

    model = Model()
    losses = [float(model.step(tf.constant([[1.0, 2.0]]))) for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


def test_attributes_may_be_no_children():
    class Holder(tf.Module):
        def __init__(self):
            super().__init__()
            self.kept = tf.Variable(1.0)
            self.aside = self._no_dependency([self.kept])
            self.set_aside()

        @tf.__internal__.tracking.no_automatic_dependency_tracking
        def set_aside(self):
            self.other = self.kept

    holder = Holder()
    assert holder.aside[0] is holder.other is holder.kept
    assert list(holder._trackable_children()) == ["kept"]
    holder.other = tf.Variable(2.0)
    assert list(holder._trackable_children()) == ["kept", "other"]


def test_names_of_methods_are_free_for_subclasses():
    class Scoped(tf.Module):
        def _name_scope(self, name):
            return f"{self.name}/{name}"

    assert Scoped(name="mine")._name_scope("part") == "mine/part"
    operator = tf.linalg.LinearOperatorIdentity(2)
    assert operator.matmul([[1.0], [2.0]]).numpy().tolist() == [[1.0], [2.0]]

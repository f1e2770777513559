"""What tests of programs may use beside assertions about tensors.

Which values pass and fail is held against TensorFlow in `tests/oracle/programs/assertions.py`.
"""

import os

import pytest

import stagelight as tf


def test_temporary_files_are_there_for_the_test_and_gone_after_it():
    paths = []

    class Case(tf.test.TestCase):
        def test(self):
            folder = self.create_tempdir()
            named = self.create_tempdir("some/folder")
            file = folder.create_file("a/b.txt", "text")
            raw = self.create_tempfile("d/e.bin", b"\0\1")
            file.write_text(" more", mode="a")
            with raw.open_bytes("ab") as opened:
                opened.write(b"\2")
            self.assertEndsWith(named.full_path, "some/folder")
            self.assertEqual(file.read_text(), "text more")
            self.assertEqual(raw.read_bytes(), b"\0\1\2")
            self.assertEqual(self.create_tempfile().read_bytes(), b"")
            self.assertEqual(os.fspath(file), os.path.join(folder, "a/b.txt"))
            for open_wrongly in (lambda: file.open_text("rb"), lambda: file.open_bytes("rt")):
                with self.assertRaises(ValueError):
                    open_wrongly()
            paths.extend([folder.full_path, named.mkdir("c").full_path, raw.full_path])
            self.assertTrue(all(map(os.path.exists, paths)))

    assert Case("test").run().wasSuccessful()
    assert not any(map(os.path.exists, paths))


def test_a_context_is_left_after_the_test():
    left = []

    class Context:
        def __enter__(self):
            return 3

        def __exit__(self, *_):
            left.append(True)

    class Case(tf.test.TestCase):
        def test(self):
            self.assertEqual(self.enter_context(Context()), 3)
            self.assertEqual(left, [])

    assert Case("test").run().wasSuccessful()
    assert left == [True]


@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("assertDictAlmostEqual", ({"a": 1.0}, {"a": 2.0, "b": 3}), "Unexpected entry: 'b': 3"),
        (
            "assertSameStructure",
            ({"a": [1, 2]}, {"a": [1, 3]}),
            "a['a'][1] is 2 but b['a'][1] is 3",
        ),
        ("assertSequenceAlmostEqual", ([1.0, 2.0], [1.0, 2.5]), "At index 1"),
        ("assertContainsInOrder", (["a", "b"], "ba"), "Did not find 'b' after 'a'"),
        ("assertTotallyOrdered", ([2], [1]), "2 is not ordered before 1"),
    ],
)
def test_messages_say_what_differs(name, args, told):
    with pytest.raises(AssertionError) as caught:
        getattr(tf.test.TestCase(), name)(*args)
    assert told in str(caught.value)

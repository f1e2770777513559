"""The tests; they mirror `src/stagelight`. What they share is imported as `tests.folder.file`."""

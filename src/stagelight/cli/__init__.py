"""The command line: `stagelight show`, `run`, `convert` and `bench`.

- `main`: the arguments, and errors as people read them
- `models`: which kind of file a path is, and its functions
- `values`: tensors from files and text, and to them
- `show`, `run`, `convert`, `bench`: a command each
- `limits`: memory and time that a model of unknown origin may take
"""

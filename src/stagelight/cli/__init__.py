"""The command line: `stagelight show`, `run`, `convert`, `bench` and `ops`.

- `main`: the arguments, and errors as people read them
- `models`: which kind of file a path is, and its functions
- `values`: tensors from files and text, and to them
- `show`, `run`, `convert`, `bench`, `ops`: a command each
- `op_facets`: what the package knows of an op
- `limits`: memory and time that a model of unknown origin may take
"""

"""The op families, one file each, in packages by subject.

A family file holds, for each of its ops, the inference, the kernel, the gradient and the public function.
Families do not know each other: rules call ops by name, through `core.raw`. A family is imported when one
of its public names or ops is asked for (`stagelight.index`).
"""

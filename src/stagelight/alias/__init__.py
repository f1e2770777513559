"""The alias: `tensorflow`, and the modules below it that libraries import, served from Stagelight.

`install_as_tensorflow()` puts a finder before Python's own, and gives a few classes the module and name by
which libraries recognise them. Until it is called nothing of this is there. `names` is the table of what is
served, `finder` serves it, `keras` finds Keras, which runs on the alias.
"""

from stagelight.alias import keras as keras
from stagelight.alias.finder import install_as_tensorflow as install_as_tensorflow
from stagelight.public import names_are_complete

names_are_complete()

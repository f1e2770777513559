"""Graph passes: rewrites that leave every value and every effect of a function graph as it is.

`pipeline` has the passes as one tuple; each is a file, named after what it does, with its contract.
`rewriting` is what they share. A pass is handed a legal graph of its own and leaves a legal graph.
Passes ask ops for their traits; the few that know ops by name have them in a table.

Nothing here runs a graph or compiles it.
"""

"""Short programs in tables: names and functions of a library, each run eagerly and staged in both."""

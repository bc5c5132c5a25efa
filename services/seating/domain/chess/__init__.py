"""Chess: who meets whom, as files pair it or as an engine draws it."""

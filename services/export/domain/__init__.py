"""The rules that export owns: which formats there are, and the plain ones that belong to no standard."""

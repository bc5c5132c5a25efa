"""Repairs: the one change of what files say with which everything else that they state is right."""

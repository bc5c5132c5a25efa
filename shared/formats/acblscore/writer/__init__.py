"""Writing game files: changes to a file that exists (`rewriting.py`), and new ones (`render.py`)."""

"""Why TRF does not hold what the facts of an event say."""

WHYS = {"": "TRF has no place for it, or not in this dialect"}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""

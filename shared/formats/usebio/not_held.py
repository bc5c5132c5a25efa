"""Why USEBIO does not hold what the facts of an event say."""

from shared.formats.losses import whys_of

WHYS = whys_of("usebio")
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""

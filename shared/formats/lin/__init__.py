"""LIN: deal, auction and play of one board as online platforms write them, also inside USEBIO (1.4, 3.1.4).

Files of LIN alone are recognised and not read: they hold no results.
"""

import re

from contracts.base import Discipline
from shared.formats.format import Format, NearMiss
from shared.formats.sample import Sample

_FIRST_FIELD = re.compile(r"\s*(?:pn|vg|md|qx|rs|st|bt|%)\|", re.IGNORECASE)


def recognise(sample: Sample) -> NearMiss | None:
    """Whether a file begins like LIN."""
    if _FIRST_FIELD.match(sample.text) is None:
        return None
    return NearMiss(
        "The file looks like LIN, which is not read by itself",
        "Send the event's results as USEBIO; LIN is read inside them.",
    )


FORMAT = Format(name="lin", title="LIN", discipline=Discipline.BRIDGE, suffixes=(".lin",), recognise=recognise)

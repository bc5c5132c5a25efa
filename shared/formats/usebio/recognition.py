"""How USEBIO is recognised and where it ends.

Rules kept here:

1. USEBIO is XML whose root element is USEBIO, in any encoding that XML allows; a document whose root lies beyond the
   sample counts when its DOCTYPE names USEBIO.
2. It ends with `</USEBIO>`.
"""

import re

from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import HEAD, Sample

_END = re.compile(r"</(?:[\w.-]{1,64}:)?USEBIO\s*>", re.IGNORECASE)


def recognise(sample: Sample) -> Match | NearMiss | None:
    """Whether a file is USEBIO (rule 1); other markup is a near miss."""
    if not sample.is_markup:
        return None
    root, doctype = sample.prolog.root, sample.prolog.doctype
    if root is not None:
        if root.upper() == "USEBIO":
            return Match("Its root element is USEBIO")
        return NearMiss(f"It is markup whose root element is {root[:40]}, not USEBIO")
    if (doctype or "").upper() == "USEBIO":
        return Match("Its document type is USEBIO")
    cut = len(sample.head) < sample.size
    where = f"lies beyond the first {HEAD} bytes" if cut else "is missing: the file ends before it"
    return NearMiss(f"It begins like XML, but its root element {where}")


def ending(sample: Sample) -> Ending:
    """Whether a file has come to its closing tag (rule 2)."""
    return Ending.marked(_END.search(sample.end) is not None)

"""How a file of decisions is recognised, and where it may end: behind a brace."""

import re

from shared.formats.format import Ending, Match
from shared.formats.sample import Sample

_NAME = re.compile(r'"kibitz"\s*:\s*"decisions"')


def recognise(sample: Sample) -> Match | None:
    """Whether a file is a JSON object that calls itself decisions of Kibitz."""
    return Match("It is a file of decisions") if sample.text.startswith("{") and _NAME.search(sample.text) else None


def ending(sample: Sample) -> Ending:
    """Whether a file may end where it ends; no mark shows which brace is the last."""
    return Ending.unmarked(sample.end.rstrip().endswith("}"))

"""Real files of sixty events: none looks like another, but for two variants of one tournament."""

from contracts.messages import EventDescribed
from kibitz.file_reading import read_file
from services.scoring.domain.event.look_alikes import days_around, describe, look_alikes, smallest_lines
from services.scoring.domain.merging.merge import MergeState
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

VARIANTS = {"missing_result.trf", "too_many_results.trf"}
"""One tournament of a test suite, changed in two ways."""


def test_no_two_real_events_look_like_one_that_are_not() -> None:
    events: dict[str, MergeState] = {}
    for kind in ("usebio", "pbn", "acblscore", "trf"):
        for path in real_files(kind):
            read = read_file(path)
            for parsed in read.fragments if read.rejected is None else ():
                events.setdefault(parsed.fragment.event, MergeState()).apply(parsed.fragment)
    known: dict[str, EventDescribed] = {}
    names: dict[str, set[str]] = {}
    for event, merge in events.items():
        facts, _, fragments = merge.merged()
        known[event] = describe(event, 1, facts, fragments)
        names[event] = {fragment.file.name for fragment in fragments}
    found = {
        frozenset({*names[event], *names[alike.event]})
        for event, own in known.items()
        for alike in look_alikes(
            own,
            (
                other
                for other in known.values()
                if other.day in days_around(own.day) or other.line in smallest_lines(own)
            ),
        )
    }
    assert found <= {frozenset(VARIANTS)}

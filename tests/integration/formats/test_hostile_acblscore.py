"""Game files that were damaged on the way, through all that is done with a file: nothing of it may crash."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.errors import UnsupportedFeature
from shared.formats.acblscore.writer.render import render as render_acblscore
from shared.formats.acblscore.writer.update import update as update_acblscore
from shared.formats.usebio.writer.render import render as render_usebio
from tests.support.acblscore_files import MOMENT, Built, everything

WHOLE, BUILT = everything()
_HEAD = range(0xDA, 0x13E)
"""Types and scorings of the events."""

_SUMMARIES = range(0x13E, 0x13E + 4 * 22)


def _anywhere(built: Built, size: int) -> st.SearchStrategy[int]:
    """A place of a pointer, a number of entries, a type or scoring, a section summary, or any other."""
    counts = [offset for offset, _ in built.counts]
    return st.one_of(
        st.sampled_from(built.pointers),
        st.sampled_from(counts),
        st.sampled_from(_HEAD),
        st.sampled_from(_SUMMARIES),
        st.integers(6, size - 3),
    )


DAMAGE = st.lists(
    st.tuples(_anywhere(BUILT, len(WHOLE)), st.one_of(st.integers(0, 20), st.integers(0, 0xFFFF))),
    min_size=1,
    max_size=6,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DAMAGE)
def test_a_damaged_file_is_read_checked_scored_and_written_or_refused(damage) -> None:
    raw = bytearray(WHOLE)
    for offset, value in damage:
        raw[offset : offset + 2] = value.to_bytes(2, "little")
    file = read_bytes(bytes(raw), "damaged.ACA", Path("damaged.ACA"), MOMENT)
    assert (file.parsed is None) == (file.rejected is not None)
    for event in Pipeline([file]).events.values():
        merged = event.score()[1]
        assert merged.model_dump_json()
        for render in (render_acblscore, render_usebio):
            try:
                assert render(merged).data
            except UnsupportedFeature:
                continue
        assert update_acblscore(bytes(raw), [merged]).data

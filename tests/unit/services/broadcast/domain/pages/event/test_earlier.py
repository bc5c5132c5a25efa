"""What a page says of standings after a round."""

import pytest

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.pages.event.earlier import Earlier
from services.broadcast.domain.pages.words import IN_ENGLISH


@pytest.mark.parametrize(
    ("session", "choice", "note"),
    [
        ("", "After round 3", "These are the standings after round 3, with later corrections."),
        (
            "A",
            "After round 3 of session A",
            "These are the standings after round 3 of session A, with later corrections.",
        ),
    ],
)
def test_the_note_names_the_round_and_is_there_with_its_table_alone(session: str, choice: str, note: str) -> None:
    shown = Earlier(3, session, TableState((), {})).shown(IN_ENGLISH)
    assert (shown["choice"], shown["note"], shown["why"]) == (choice, note, "")
    refused = Earlier(3, session, None, "round 3 has not been played").shown(IN_ENGLISH)
    assert (refused["note"], refused["why"]) == ("", "round 3 has not been played")

"""What is due by a policy, and what keeps it."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.base import DECISIONS, FileRef
from kibitz.belongings.belonging import Holding
from kibitz.belongings.retention import KINDS, Retention, due_before, due_files, read_policy

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
POLICY = read_policy('[files]\nclub-pc = 400\n"*" = 1000\n[kinds]\nqueries = 30\n')


def holding(days: int | None, *events: str, sender: str = "club-pc", form: str = "pbn") -> Holding:
    """A file that arrived so many days ago."""
    at = None if days is None else NOW - timedelta(days=days)
    name = f"{days}-{sender}-{form}"
    return Holding(
        FileRef(sha256=name.encode().hex().ljust(64, "0")[:64], name=name, size=1, format=form, sender=sender).replace(
            received_at=at
        ),
        {*events},
    )


def due(*held: Holding) -> list[str]:
    gone = due_files(POLICY, held, NOW)
    return [each.file.name for each in held if each.file.sha256 in gone]


def test_a_file_is_due_by_its_sender_and_its_arrival() -> None:
    files = [holding(days, "club", sender=sender) for days in (400, 401, 1001) for sender in ("club-pc", "league")]
    assert due(*files, holding(None, "club")) == ["401-club-pc-pbn", "1001-club-pc-pbn", "1001-league-pbn"]
    assert due_files(Retention(files={"league": 400}), files, NOW) == {files[3].file.sha256, files[5].file.sha256}


def test_decisions_go_with_the_last_other_file_of_their_events_and_never_before() -> None:
    ruling = holding(1001, "club", sender="desk", form=DECISIONS)
    young = holding(1, "club", sender="desk", form=DECISIONS)
    old, new = holding(401, "club"), holding(400, "club")
    assert due(ruling, young, old, new) == ["401-club-pc-pbn"]
    assert due(ruling, young, old) == ["1001-desk-decisions", "1-desk-decisions", "401-club-pc-pbn"]
    # An event may be named and its names hidden before any file comes.
    assert due(young, ruling) == ["1001-desk-decisions"]


def test_kinds_are_due_since_they_were_last_written() -> None:
    assert due_before(POLICY, NOW) == {KINDS["queries"]: NOW - timedelta(days=30)}


@pytest.mark.parametrize(
    "text",
    ["files = 3", "[files]\nclub = 0", "[files]\nclub = 1.5", "[kinds]\nseats = 3", "[file]\nclub = 3", "[files"],
)
def test_a_policy_that_says_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_policy(text)

"""Faults while evenings are played; the end has to be the same as without. `python -m bench faults` has more of them.

`KIBITZ_KILLS` says how many there are; of what kind, whom they meet and when comes from a seed (`KIBITZ_KILLS_SEED`).
"""

import json
import os

import pytest

from bench.faults import campaign, every_kind
from tests.support.witness import Said, faults_of

pytestmark = [pytest.mark.connected, pytest.mark.slow]

KILLS = int(os.environ.get("KIBITZ_KILLS", "20"))
SEED = int(os.environ.get("KIBITZ_KILLS_SEED", "20260307"))


def test_faults_at_random_in_a_shuffled_replay_change_nothing() -> None:
    result = campaign("doubled", KILLS, SEED, every_kind(), iter(range(100)))
    print({name: value for name, value in result.items() if name != "each"})
    assert result["faults"] == KILLS
    assert result["differences"] == []
    assert result["problems"] == []
    assert result["proven_at_work"] * 2 >= KILLS
    assert {each["outcome"] for each in result["each"]} == {"scored"}


@pytest.mark.parametrize(
    ("seq", "id", "digest", "fault"),
    [
        (1, "b1", "other", "b1: said twice, other in ['digest']"),
        (1, "b2", "new", "positions [1, 1]"),
        (3, "b3", "new", "positions [1, 3]"),
        (2, "b2", "old", "the same twice in a row"),
        (1, "b2", "old", "b1 and b2 say the same"),
        (2, "", "new", "a message without an id"),
        (2, "b2", "new", None),
    ],
)
def test_the_witness_complains_of_what_a_consumer_would_take_twice(
    seq: int, id: str, digest: str, fault: str | None
) -> None:
    def said(seq: int, id: str, digest: str) -> Said:
        body = json.dumps({"position": {"seq": seq, "applied": seq}, "digest": digest})
        return Said("scoring.board.scored.v1.spring-pairs.7", id, body.encode())

    both = [said(1, "b1", "old"), said(seq, id, digest)]
    found = faults_of(both, both)
    assert any(fault in one for one in found) if fault else found == []


@pytest.mark.parametrize(
    ("last", "fault"), [("5", "fragments [7, 5]"), ("5:repair:20310307T120000-0-330", None), ("9", None)]
)
def test_the_witness_complains_of_an_older_event_unless_an_audit_had_it_said_again(
    last: str, fault: str | None
) -> None:
    heard = [Said("scoring.event.merged.v1.club", f"merged:club:{end}", end.encode()) for end in ("7", last)]
    found = faults_of(heard, [])
    assert any(fault in one for one in found) if fault else found == []

"""Names as long as a file may give them stay names in what is published: nobody downstream has to refuse it."""

import pytest

from contracts.base import NAME_LENGTH
from contracts.facts import EventFact, MatchFact, Participant, Person, ResultFact, Sides
from contracts.messages import EventMerged
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.seating_list import shown_names
from tests.support.fragments import fragment, points, result


def long(text: str) -> str:
    return text.ljust(NAME_LENGTH, "n")


def people(*names: str) -> tuple[Person, ...]:
    return tuple(Person(name=long(name)) for name in names)


PLAYERS = [Participant(id=long(name), kind="player", players=people(f"{name} Fen")) for name in ("1", "2", "3", "4")]
PAIRS = [Participant(id=long(name), kind="pair", players=people("Ann", "Bob")) for name in ("1", "2")]
TEAMS = [Participant(id=long(name), kind="team", players=people("Ann", "Bob", "Cy", "Di")) for name in ("A", "B")]


def at_table(**sides: str) -> ResultFact:
    return result(
        long("7"),
        "",
        "",
        420,
        round=1,
        table=long("t"),
        section=long("s"),
        session=long("e"),
        sides=Sides(**{seat: long(name) for seat, name in sides.items()}),
    )


MET = {
    "pairs": (PAIRS, [at_table(ns="1", ew="2")], ()),
    "individual": (PLAYERS, [at_table(north="1", south="2", east="3", west="4")], ()),
    "teams": (
        [*PAIRS, *TEAMS],
        [at_table(ns="1", ew="2", ns_team="A", ew_team="B")],
        (MatchFact(kind="teams", session=long("e"), round=1, home=long("A"), away=long("B")),),
    ),
}


@pytest.mark.parametrize("kind", MET)
def test_what_is_published_can_be_read(kind: str) -> None:
    participants, results, matches = MET[kind]
    event = EventFact(name=long("Cup"), kind=kind, board_scoring="match_points")  # type: ignore[arg-type]
    state = EventState("cup")
    twice = [*results, *(one.replace(ns_score=points(50)) for one in results)]
    state.apply(
        fragment("long", event="cup", events=(event,), participants=participants, matches=matches, results=twice)
    )
    _, merged = state.score()
    assert EventMerged.model_validate_json(merged.model_dump_json()) == merged
    assert max(map(len, shown_names(merged.facts).values())) == NAME_LENGTH

"""What a receiver may miss: each check finds what was taken away, and nothing in an event that has it all."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.codes import CATALOGUE
from contracts.facts import NameShown, Organiser, Participant, Person
from contracts.findings import Severity
from contracts.messages import EventMerged
from contracts.standings import Progress
from shared.receivers.checks import CHECKS
from shared.receivers.table import RECEIVERS
from tests.support.receivers import evening, tournament

Change = Callable[[EventMerged], EventMerged]


def of_event(**fields: object) -> Change:
    return lambda merged: merged.replace(facts=merged.facts.replace(events=(merged.facts.event.replace(**fields),)))


def without_detail(name: str) -> Change:
    return lambda merged: of_event(
        details=tuple(each for each in merged.facts.event.details if not each.name.startswith(name))
    )(merged)


def of_first_player(**fields: object) -> Change:
    def change(merged: EventMerged) -> EventMerged:
        first, *others = merged.facts.participants
        player = first.players[0].replace(**fields)
        changed = first.replace(players=(player, *first.players[1:]))
        return merged.replace(facts=merged.facts.replace(participants=(changed, *others)))

    return change


def of_standings(**fields: object) -> Change:
    return lambda merged: merged.replace(standings=merged.standings.replace(**fields))


def without_players(merged: EventMerged) -> EventMerged:
    return merged.replace(facts=merged.facts.replace(participants=()))


ERROR = next(code for code in CATALOGUE.values() if code.severity is Severity.ERROR).finding("wrong")

CASES: dict[str, tuple[Callable[[], EventMerged], Change, str]] = {
    "no-name": (evening, of_event(name=" "), "no name"),
    "no-club": (evening, of_event(organiser=Organiser(id="9001")), "no club"),
    "no-club-number": (evening, of_event(organiser=Organiser(name="Elms")), "club has no number"),
    "no-date": (evening, of_event(start_date=None), "no date"),
    "no-charge-code": (evening, without_detail("EBU_CHARGE_CODE"), "charge code"),
    "no-city": (tournament, of_event(city=None), "no city"),
    "no-federation": (tournament, of_event(federation=None), "no federation"),
    "no-end-date": (tournament, of_event(end_date=None), "no last day"),
    "no-chief-arbiter": (tournament, without_detail("102"), "chief arbiter"),
    "no-round-dates": (tournament, without_detail("132 2"), "without a date: 2."),
    "no-players": (evening, without_players, "no players"),
    "unnamed-players": (evening, of_first_player(name=None), "1 of 4 players has no name."),
    "no-national-numbers": (evening, of_first_player(national_id=None), "no number of their union: Ann."),
    "no-fide-numbers": (tournament, of_first_player(id=None), "1 of 2 players has no FIDE number: Alder, Ann."),
    "no-player-federations": (tournament, of_first_player(federation=None), "no federation: Alder, Ann."),
    "no-ratings": (tournament, of_first_player(rating=None), "no rating: Alder, Ann."),
    "no-birth-dates": (tournament, of_first_player(birth_date=None), "no date or year of birth: Alder, Ann."),
    "no-sexes": (tournament, of_first_player(sex=None), "no entry m or w: Alder, Ann."),
    "unfinished": (evening, of_standings(progress=Progress(text="3 of 4 results")), "missing (3 of 4 results)."),
    "open-errors": (evening, of_standings(findings=(ERROR,)), "1 open error."),
    "hidden-names": (evening, of_standings(names=(NameShown(name="Ann", shown="none"),)), "1 name in full"),
}


@pytest.mark.parametrize("code", CHECKS)
def test_a_check_finds_what_is_missing_and_nothing_else(code: str) -> None:
    whole, change, words = CASES[code]
    assert CHECKS[code].missing(whole()) is None
    message = CHECKS[code].missing(change(whole()))
    assert message is not None
    assert words in message
    assert message.endswith(".")


def test_phantoms_robots_and_repeated_players_are_not_counted() -> None:
    merged = evening()
    first = merged.facts.participants[0]
    nobody = Participant(id="9", kind="pair", phantom=True, players=(Person(name="Sit out"),))
    robot = Participant(id="10", kind="pair", players=(Person(name="North", status="ROBOT"),))
    team = Participant(id="1", kind="team", players=first.players)
    facts = merged.facts.replace(participants=(*merged.facts.participants, nobody, robot, team))
    with_them = of_first_player(national_id=None)(merged.replace(facts=facts))
    message = CHECKS["no-national-numbers"].missing(with_them)
    assert message is not None
    assert message.startswith("1 of 5 players")
    assert CHECKS["no-national-numbers"].missing(merged.replace(facts=facts)) is None


def test_of_many_players_three_are_named() -> None:
    merged = evening()
    people = tuple(Person(name=f"Player {number}") for number in range(5))
    many = merged.replace(facts=merged.facts.replace(participants=(Participant(id="1", kind="team", players=people),)))
    message = CHECKS["no-national-numbers"].missing(many)
    assert message == "5 of 5 players have no number of their union: Player 0; Player 1; Player 2; and 2 more."


def test_names_that_are_hidden_for_everybody_are_said_so() -> None:
    message = CHECKS["hidden-names"].missing(of_standings(names=(NameShown(shown="initials"),))(evening()))
    assert message == "The names of this event are not public, and the file has them in full."


def test_the_page_lists_every_check_with_its_receivers() -> None:
    page = (Path(__file__).parents[4] / "docs" / "hand-over.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([a-z-]+)` \| [^|]* \| ([^|]*) \| ([^|]*) \|$", page.partition("## Checks")[2], re.MULTILINE
    )
    every = {name: each for name, each in RECEIVERS.items()}

    def named(cell: str) -> set[str]:
        return set(every) if cell == "every receiver" else set(re.findall(r"`([a-z-]+)`", cell))

    listed = {code: (named(must), named(should)) for code, must, should in rows}
    assert listed == {
        code: (
            {name for name, each in every.items() if code in each.musts},
            {name for name, each in every.items() if code in each.shoulds},
        )
        for code in CHECKS
    }

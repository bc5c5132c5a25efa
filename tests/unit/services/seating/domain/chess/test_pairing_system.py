"""The pairing system of an event, from its code and its words."""

import pytest

from contracts.facts import Detail, EventFact
from services.seating.domain.chess.draw import ColourType, System
from services.seating.domain.chess.pairing_system import NotDrawn, RoundRobin, Swiss, pairing_system
from shared.chess.model import GAME


def system(
    code: str = "", words: str = "", *, teams: bool = False, size: int = 30, rounds: int = 9, start: str = "2026-05-01"
) -> RoundRobin | Swiss | NotDrawn:
    details = [Detail(name=name, value=text) for name, text in (("092", words), ("192", code)) if text]
    event = EventFact(start_date=start, details=tuple(details))
    return pairing_system(event, size, rounds, teams=teams)


@pytest.mark.parametrize(
    ("code", "start", "edition"),
    [
        ("FIDE_DUTCH_2026", "2025-01-05", 2026),
        ("FIDE_DUTCH_2025", "2026-05-01", 2026),
        ("FIDE_DUTCH_2017", "2026-05-01", 2017),
        ("FIDE_DUTCH", "2026-01-31", 2017),
        ("FIDE_DUTCH", "2026-02-01", 2026),
        ("FIDE_DUTCH", "", 2026),
        ("", "2026-01-31", 2017),
    ],
)
def test_the_edition_is_the_stated_one_else_that_of_the_first_day(code: str, start: str, edition: int) -> None:
    found = system(code, "Swiss", start=start)
    assert isinstance(found, Swiss)
    assert (found.system, found.edition, found.stated) == (System.DUTCH, edition, bool(code))


@pytest.mark.parametrize(
    ("code", "colours", "primary", "secondary"),
    [
        ("FIDE_TEAM", ColourType.A, 0, True),
        ("FIDE_TEAM_TYPEA_MP_GP", ColourType.A, 0, True),
        ("FIDE_TEAM_TYPEB_GP_MP", ColourType.B, GAME, True),
        ("FIDE_TEAM_TYPEB_MP", ColourType.B, 0, False),
        ("FIDE_TEAM_GP", ColourType.NONE, GAME, False),
        ("FIDE_TEAM_TYPEA_MP_GP_BAKU", ColourType.A, 0, True),
    ],
)
def test_codes_of_teams_say_colours_and_scores(code: str, colours: ColourType, primary: int, secondary: bool) -> None:
    found = system(code, teams=True)
    assert isinstance(found, Swiss)
    assert (found.system, found.colours, found.primary) == (System.TEAM_SWISS, colours, primary)
    assert (found.secondary, found.baku) == (secondary, code.endswith("BAKU"))


@pytest.mark.parametrize("code", ["FIDE_DUBOV", "CUSTOM_SWISS", "FIDE_DOUBLESWISS_BAKU", "FIDE_SCHEVENINGEN"])
def test_what_is_coded_and_not_drawn_is_named(code: str) -> None:
    assert system(code) == NotDrawn(code)


def test_a_code_for_teams_says_nothing_about_players() -> None:
    assert system("FIDE_TEAM") == NotDrawn("FIDE_TEAM")
    assert system("FIDE_DUTCH_2026", teams=True) == NotDrawn("FIDE_DUTCH_2026")


def test_words_name_systems_that_are_not_drawn() -> None:
    assert system(words="Swiss (Dubov)") == NotDrawn("Swiss (Dubov)")


@pytest.mark.parametrize(
    ("code", "words", "expected"),
    [
        ("FIDE_ROUNDROBIN", "", RoundRobin(1)),
        ("FIDE_DOUBLEROUNDROBIN", "", RoundRobin(2, last_two_reversed=True)),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", "", RoundRobin(2, last_two_reversed=False)),
        ("", "Double Round Robin", RoundRobin(2)),
        ("", "Berger", RoundRobin(1)),
    ],
)
def test_round_robins_by_code_and_words(code: str, words: str, expected: RoundRobin) -> None:
    assert system(code, words) == expected


def test_the_number_of_rounds_speaks_for_a_round_robin_when_nothing_else_does() -> None:
    assert system(size=6, rounds=5) == RoundRobin(1, stated=False)
    assert system(size=5, rounds=10) == RoundRobin(2, stated=False)
    assert isinstance(system(words="Swiss", size=6, rounds=5), Swiss)


def test_without_any_word_players_and_teams_have_the_usual_systems() -> None:
    assert system() == Swiss(System.DUTCH, stated=False)
    assert system(teams=True) == Swiss(System.TEAM_SWISS, stated=False)


def test_what_the_rounds_so_far_show_stands_over_their_number() -> None:
    event = EventFact(start_date="2026-05-01")
    shown = pairing_system(event, 30, 9, teams=False, pre_determined=True)
    assert shown == RoundRobin(1, stated=False)
    assert isinstance(pairing_system(event, 6, 5, teams=False, pre_determined=False), Swiss)

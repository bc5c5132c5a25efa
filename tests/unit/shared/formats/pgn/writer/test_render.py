"""A tournament as PGN: what is written comes back."""

import pytest

from contracts.facts import EventFact, Facts
from shared.errors import UnsupportedFeature
from shared.formats.pgn import FORMAT
from shared.formats.pgn.reader.parse import parse
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_documents import facts_of, merged
from tests.support.trf_lines import player

OPEN = facts_of(
    '012 Made-up "Open"',
    "022 Town",
    "042 2031/05/04",
    "142 3",
    player(1, "2 w 1", "3 b"),
    player(2, "1 b 0", "0000 - H"),
    player(3, "4 w +", "1 w"),
    player(4, "3 b -", "0000 - Z"),
)


def text_of(facts: Facts) -> str:
    return FORMAT.render(merged(facts)).data.decode()


def games_of(facts: Facts) -> set[tuple[object, ...]]:
    """Games between two players, and pairings to come."""
    same = {"W": "1", "D": "=", "L": "0"}
    made = {
        (g.round, g.player, g.opponent, g.colour, same.get(g.result or "", g.result)) for g in facts.games if g.opponent
    }
    return made | {(s.round, s.participant, s.opponent, s.colour, None) for s in facts.seats if s.opponent}


def test_a_game_has_the_seven_tags_first_and_the_others_by_name() -> None:
    first = text_of(OPEN).split("\n\n")[0].splitlines()
    assert [line[1:].split()[0] for line in first[:7]] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert first[7:] == sorted(first[7:])
    assert {'[Event "Made-up \\"Open\\""]', '[Site "Town"]', '[EventDate "2031.05.04"]', '[EventRounds "3"]'} <= set(
        first
    )


def test_boards_are_in_order_and_forfeits_and_games_in_play_are_marked() -> None:
    text = text_of(OPEN)
    assert [line for line in text.splitlines() if line.startswith(("[Round", "[Result", "[Termination"))] == [
        '[Round "1.1"]',
        '[Result "1-0"]',
        '[Round "1.2"]',
        '[Result "1-0"]',
        '[Termination "forfeit"]',
        '[Round "2.1"]',
        '[Result "*"]',
    ]
    assert text.endswith("\n\n*\n")


def test_an_event_comes_back_under_its_identity_with_its_players_and_games() -> None:
    (event,) = parse(text_of(OPEN).encode()).events
    assert event.event == "made-up-open-town-2031-05-04"
    assert games_of(event.facts) == games_of(OPEN)
    assert {each.number for each in event.facts.participants} == {"1", "2", "3", "4"}


@pytest.mark.parametrize("seed", range(8))
def test_every_tournament_comes_back(seed: int) -> None:
    lines = teams(seed, 6, 4, 3) if seed % 4 == 0 else individual(seed, 9, 5, robin=seed % 4 == 1)
    facts = facts_of(*lines)
    (event,) = parse(text_of(facts).encode()).events
    assert games_of(event.facts) == games_of(facts)


def test_byes_and_totals_are_losses() -> None:
    lost = {loss.what for loss in FORMAT.render(merged(OPEN)).losses}
    assert lost >= {"seats", "totals"}


def test_before_the_first_pairing_the_file_says_so() -> None:
    assert text_of(facts_of("012 Open", player(1), player(2))) == "; Open: nobody is paired yet\n"


def test_an_event_of_bridge_is_not_written() -> None:
    with pytest.raises(UnsupportedFeature):
        FORMAT.render(merged(Facts(events=(EventFact(name="Pairs"),))))

"""Deals on their way to events."""

from shared.formats.pbn.reader import parse
from tests.support.pbn_games import made_up


def told(*games: str) -> list[tuple[str, int | None]]:
    findings = parse("\n".join(games).encode()).findings
    return [(finding.code, finding.place.line if finding.place else None) for finding in findings]


def game(seed: int, deal_id: str, deal: str | None = None) -> str:
    text = deal or made_up(seed).deal
    return f'[Event "Cup"]\n[Board "1"]\n[Deal "{text}"]\n[DealId "{deal_id}"]\n'


def test_two_deals_do_not_have_one_id() -> None:
    assert told(game(1, "a"), game(2, "b"), game(1, "a")) == []
    assert told(game(1, "a"), game(2, "a")) == [("pbn.deal-id", 9)]


def test_a_deal_of_which_not_every_hand_is_given_is_compared_with_none() -> None:
    part = " ".join(["N:- - -", made_up(2).deal.split()[3]])
    assert told(game(1, "a"), game(2, "a", part)) == []


def test_a_deal_that_is_known_is_filled_up() -> None:
    whole = made_up(3).deal
    first, *hands = whole[2:].split()
    part = f"{whole[:2]}{first} - - -"
    (event,) = parse(f"{game(3, 'a', part)}\n{game(3, 'a')}".encode()).events
    (deal,) = event.facts.deals
    assert None not in (deal.north, deal.east, deal.south, deal.west)
    assert len(hands) == 3

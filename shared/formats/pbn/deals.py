"""Deals of games on their way to events: which are one, and what they are called (3.4.11, 4.1.2)."""

from __future__ import annotations

from contracts.codes.pbn import DEAL_ID
from contracts.facts import Detail
from shared.bridge.play.seats import Seat
from shared.formats.pbn.cards import board_fact, deal_fact, same_cards
from shared.formats.pbn.draft import Dealt, Described, Draft, Where, game_number
from shared.formats.pbn.games import ReadGame
from shared.formats.pbn.report import Report
from shared.formats.report import NAME_LENGTH

MOST_COMPARED = 50
"""Different deals of one board that a further one is compared with."""

_HANDS = ("dealer", "vulnerable", "north", "east", "south", "west", "double_dummy")


class Deals:
    """Takes in the deals of a file."""

    def __init__(self, report: Report) -> None:
        """Know no deal yet."""
        self._report = report
        self._by_id: dict[str, str] = {}

    def take(self, game: ReadGame, details: tuple[Detail, ...], draft: Draft, where: Where) -> bool:
        """Take the deal of a game in; a deal that is known is filled up.

        Args:
            game: with or without cards.
            details: of its deal.
            draft: of its event.
            where: it was played.

        Returns:
            Whether the details are in; False also where there is no deal.
        """
        deal = deal_fact(game, where, details, self._report)
        if deal is None:
            board = board_fact(game, where)
            if board is not None:
                draft.boards.setdefault((where.session, where.section, where.board), Described(board, where))
            return False
        self._check_id(game)
        known = draft.deals.setdefault((where.session, where.section, where.board), [])
        same = next((one for one in known[:MOST_COMPARED] if same_cards(one.fact, deal)), None)
        if same is None:
            if known:
                deal = deal.replace(set_id=_set_id(where, len(known)))
            known.append(Dealt(deal, where))
            return True
        update = {
            name: getattr(deal, name) for name in _HANDS if getattr(same.fact, name) is None and getattr(deal, name)
        }
        if update:
            same.fact = same.fact.model_copy(update=update)
        return set(deal.details) <= set(same.fact.details)

    def _check_id(self, game: ReadGame) -> None:
        """Report a DealId that another deal has (4.1.2)."""
        name = game.fields.stated("DealId")
        if name is None or game.deal is None or not game.deal.whole:
            return
        cards = game.deal.text(Seat.NORTH)
        if self._by_id.setdefault(name[:NAME_LENGTH], cards) != cards:
            self._report.add(DEAL_ID, "a deal before has it with other cards", game.fields.place("DealId"), stated=name)


def _set_id(where: Where, known: int) -> str:
    """The name of a further deal under a number: its round, the table of ours it was played at, or its number."""
    if where.table is not None and game_number(where.table) is not None:
        return where.table
    return f"round {where.round_text}"[:NAME_LENGTH] if where.round_text is not None else f"{known + 1}"

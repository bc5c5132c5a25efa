"""Addresses of pages: `/`, `/e/<event>/<tab>/<item>`, `/room/<event>`, `/overlay/<event>`, `/screens/<screen>`.

The hands of a session, to print, are at `/hands/<event>/<session>`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import quote, unquote

from contracts import feed
from contracts.base import SLUG_LENGTH

TABS = ("standings", "matches", "games", "boards", "cross", "card", "seats", "files")

_EVENT = re.compile(rf"(?=.{{1,{SLUG_LENGTH}}}$)[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is.

    Attributes:
        kind: "events", "event", "room", "overlay", "screens" or "hands".
        event: or the name of the screen.
        item: ranking, round, board, participant or session.
    """

    kind: str
    event: str = ""
    tab: str = "standings"
    item: str = ""

    @classmethod
    def read(cls, path: str) -> Self | None:
        """From a path as it was sent; None where there is no such page."""
        kind, event, tab, item, *more = [*map(unquote, path.strip("/").split("/")), "", "", ""][
            : max(4, path.count("/"))
        ]
        if not kind:
            return cls("events")
        if more or not _EVENT.fullmatch(event):
            return None
        if kind in ("room", "overlay", "screens") and not tab:
            return cls(kind, event)
        if kind == "hands" and not item:
            return cls(kind, event, "boards", tab)
        return cls("event", event, tab or "standings", item) if kind == "e" and tab in {"", *TABS} else None

    @property
    def path(self) -> str:
        """The one address of this page, without the first stroke."""
        if self.kind == "event":
            return "/".join(quote(part, safe="") for part in ("e", self.event, self.tab, self.item) if part)
        if self.kind == "hands":
            return "/".join(quote(part, safe="") for part in (self.kind, self.event, self.item) if part)
        return f"{self.kind}/{self.event}" if self.event else ""

    def deals(self, boards: Iterable[str]) -> tuple[str, ...]:
        """What a page shows of these boards: each with its analysis."""
        named = (feed.board_channel, feed.analysis_channel)
        return tuple(name(self.event, board) for board in boards if _EVENT.fullmatch(board) for name in named)

    @property
    def channels(self) -> tuple[str, ...]:
        """What the page shows; all but the first may not exist."""
        if self.kind == "screens":
            return ()
        if self.kind == "hands":
            return (feed.standings_channel(self.event), feed.boards_channel(self.event))
        if self.kind != "event":
            return (feed.EVENTS_CHANNEL,) if self.kind == "events" else (feed.standings_channel(self.event),)
        names = {
            "matches": (feed.matches_channel,),
            "games": (feed.games_channel, feed.matches_channel),
            "cross": (feed.games_channel, feed.matches_channel),
            "card": (feed.seats_channel, feed.matches_channel),
            "seats": (feed.seats_channel,),
            "boards": () if self.item else (feed.boards_channel,),
        }.get(self.tab, ())
        boards = (feed.board_channel, feed.analysis_channel) if self.tab == "boards" and self.item else ()
        return (
            feed.standings_channel(self.event),
            *(name(self.event) for name in names),
            *(name(self.event, self.item) for name in boards if _EVENT.fullmatch(self.item)),
        )


def board_named(item: str, boards: Iterable[Mapping[str, Any]]) -> str | None:
    """The id of the one board that is meant by an id or by its number; None where none is, or several are."""
    every = list(boards)
    if any(board["id"] == item for board in every):
        return item
    meant = [str(board["id"]) for board in every if board["board"] == item]
    return meant[0] if len(meant) == 1 else None


def participant_named(item: str, rows: Iterable[Mapping[str, Any]]) -> str | None:
    """The id of whoever is meant by an id, a number, or a name as it stands in addresses ("rosa-baker")."""
    people = {str(row["participant"]): row for row in rows}
    if item in people:
        return item
    for fits in (
        lambda row: row["number"] == item,
        lambda row: in_addresses(row["name"]) == item,
        lambda row: item in map(in_addresses, row["name"].split(" & ")),
    ):
        meant = [participant for participant, row in people.items() if fits(row)]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


def in_addresses(name: str) -> str:
    """A name as it stands in an address: "José Díaz" is "jose-diaz"."""
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in plain.casefold() if not unicodedata.combining(letter))
    return re.sub(r"\W+", "-", plain).strip("-")


PLAYER = "player."
"""Before the id of a player of a team in the address of his card: teams have the same numbers."""


def player_item(player: str) -> str:
    """A player of a team as addresses of cards have him."""
    return f"{PLAYER}{player}"


def card_of(item: str) -> tuple[str, str]:
    """Whose card an address means, and of what kind; the kind is empty for whoever is ranked."""
    return (item.removeprefix(PLAYER), "player") if item.startswith(PLAYER) else (item, "")

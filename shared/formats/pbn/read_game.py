"""A game as it is understood: its tags, deal, auction, play and tables."""

from dataclasses import dataclass, field

from shared.formats.pbn.auction import AuctionRead
from shared.formats.pbn.deal import Deal
from shared.formats.pbn.game import Fields, Game, Tag
from shared.formats.pbn.play import PlayRead
from shared.formats.pbn.tables import Table
from shared.formats.pbn.tags import GameValues


@dataclass(slots=True)
class ReadGame:
    """A game as it is understood, with the tables that PBN defines, and the sections of users that have data."""

    fields: Fields
    values: GameValues
    deal: Deal | None = None
    auction: AuctionRead | None = None
    play: PlayRead | None = None
    tables: dict[str, Table] = field(default_factory=dict)
    sections: list[Tag] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game as it stands in the file."""
        return self.fields.game

"""The pages of an event at the desk, by the last part of their addresses."""

from collections.abc import Mapping

from services.broadcast.domain.desk.pages.check import CHECK
from services.broadcast.domain.desk.pages.event import EVENT
from services.broadcast.domain.desk.pages.public import PUBLIC
from services.broadcast.domain.desk.pages.queries import QUERIES
from services.broadcast.domain.desk.pages.results import RESULTS
from services.broadcast.domain.desk.pages.rounds import ROUNDS
from services.broadcast.domain.desk.pages.shown import Tab
from services.broadcast.domain.desk.pages.standings import STANDINGS

TABS: Mapping[str, Tab] = {
    "event": EVENT,
    "standings": STANDINGS,
    "results": RESULTS,
    "queries": QUERIES,
    "rounds": ROUNDS,
    "check": CHECK,
    "public": PUBLIC,
}

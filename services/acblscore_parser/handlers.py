"""What the ACBLscore parser hears: files of its format; the handler is the one that all parsers have."""

from services.acblscore_parser.domain import FORMAT
from services.acblscore_parser.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.router import ServiceRouter
from shared.parsing.parser import Deps
from shared.parsing.parser import build_router as parser_router


def build_router(bus: Bus, settings: Settings) -> ServiceRouter:
    """Hand ACBLscore files to the reader of the format."""
    return parser_router(Deps(bus, FORMAT, settings.max_bytes))

"""Where the ACBLscore parser is put together: `faststream run services.acblscore_parser.app:app`."""

from collections.abc import Callable

from services.acblscore_parser.settings import Settings
from shared.formats.acblscore import FORMAT
from shared.parsing.parser import parser_service
from shared.parsing.settings import ParserSettings
from shared.service import Service


def create(settings: Callable[[], Settings] = Settings) -> Service[ParserSettings]:
    """Make the service; nothing is read or connected before it starts."""
    return parser_service(FORMAT, settings)


app = create()

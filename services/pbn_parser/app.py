"""Where the PBN parser is put together: `faststream run services.pbn_parser.app:app`."""

from collections.abc import Callable

from services.pbn_parser.settings import Settings
from shared.formats.pbn import FORMAT
from shared.parsing.parser import parser_service
from shared.parsing.settings import ParserSettings
from shared.service import Service


def create(settings: Callable[[], Settings] = Settings) -> Service[ParserSettings]:
    """Make the service; nothing is read or connected before it starts."""
    return parser_service(FORMAT, settings)


app = create()

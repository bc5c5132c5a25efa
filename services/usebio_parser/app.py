"""Where the USEBIO parser is put together: `faststream run services.usebio_parser.app:app`."""

from collections.abc import Callable

from contracts.base import FileFormat
from services.usebio_parser.settings import Settings
from shared.bus.application import Service
from shared.formats.usebio import parse
from shared.parsing.parser import parser_service
from shared.parsing.settings import ParserSettings


def create(settings: Callable[[], Settings] = Settings) -> Service[ParserSettings]:
    """Make the service; nothing is read or connected before it starts."""
    return parser_service(FileFormat.USEBIO, parse, settings)


app = create()

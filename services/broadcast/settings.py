"""Settings of the broadcast service, read once in `app.py`."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import SettingsConfigDict

from services.broadcast.domain.club.club import Club, club_of
from services.broadcast.domain.club.colours import read_colour
from services.broadcast.domain.languages.choice import ENGLISH
from shared.bus.settings import ServiceSettings
from shared.server_names import ANY, host_name
from shared.tokens import read_tokens

_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")


class Settings(ServiceSettings):
    """Environment: `KIBITZ_BROADCAST_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        host, port: where page, feed and HTTP are served.
        address: of the page as others reach it, for links that are made on this machine itself; "" for none.
        hosts: public names of the server, separated by commas; "*" for any. Addresses, names of one part and names that
            are never public need no listing, nor does that of `address`.
        reuse_port: let several processes listen on the port (SO_REUSEPORT).
        origins: web origins that may connect beside the page's own and show it in a frame, separated by commas; "*"
            for any.
        tokens: name=token pairs, separated by commas; without any the feed is public.
        ticket_secret: signs short-lived tickets for readers that cannot send headers.
        most_readers: clients of the feed at the same time.
        club: whose page it is, "" for none.
        logo: a picture of the club, in a file.
        colour: of the club, "#123a7a".
        language: of the page, for readers whose browser asks for none that it has.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_BROADCAST_", hide_input_in_errors=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65_535)
    address: str = Field(default="", pattern=r"^(https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~-]+)*/)?$")
    hosts: str = ""
    reuse_port: bool = False
    origins: str = ""
    tokens: SecretStr = SecretStr("")
    ticket_secret: SecretStr = SecretStr("")
    most_readers: int = Field(default=10_000, ge=1)
    club: str = Field(default="", max_length=80)
    logo: Path | None = None
    colour: str = ""
    language: str = Field(default=ENGLISH, pattern="[a-z]{2,3}")

    @field_validator("colour")
    @classmethod
    def _is_a_colour(cls, value: str) -> str:
        return value and str(read_colour(value))

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, value: str) -> str:
        for origin in filter(None, map(str.strip, value.split(","))):
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(f"a web origin is written as https://club.example, not as {origin}")
        return value

    @field_validator("hosts")
    @classmethod
    def _are_names(cls, value: str) -> str:
        for name in filter(None, map(str.strip, value.split(","))):
            if name != ANY and host_name(f"{name}:1") != name.lower():
                raise ValueError(f"a name of the server is written as club.example, not as {name}")
        return value

    @field_validator("tokens")
    @classmethod
    def _readable(cls, value: SecretStr) -> SecretStr:
        read_tokens(value.get_secret_value())
        return value

    def token_values(self) -> frozenset[str]:
        """The tokens without their names."""
        return frozenset(read_tokens(self.tokens.get_secret_value()))

    def club_shown(self) -> Club:
        """Whose page it is.

        Raises:
            ValueError: its colour or its logo cannot be shown.
            OSError: the logo cannot be read.
        """
        logo = b"" if self.logo is None else self.logo.read_bytes()
        return club_of(self.club, self.colour, "" if self.logo is None else self.logo.name, logo)

    def names(self) -> frozenset[str]:
        """Under which the server is known in public."""
        listed = filter(None, (name.strip().lower() for name in self.hosts.split(",")))
        own = urlsplit(self.address).hostname
        return frozenset({*listed, *([own] if own else [])})

    def allowed_origins(self) -> frozenset[str]:
        """The origins as a set."""
        return frozenset(origin.strip() for origin in self.origins.split(",") if origin.strip())

"""Settings of the broadcast service, read once in `app.py`."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.broadcast.domain.club.club import Club, club_of
from services.broadcast.domain.club.colours import read_colour
from services.broadcast.domain.desk.sign_in import EVERYBODY, Members, Offer, may_be_asked
from services.broadcast.domain.languages.choice import ENGLISH
from shared.bus.settings import ServiceSettings
from shared.http.server_names import ANY, host_name
from shared.http.tokens import read_tokens
from shared.kept.grants import LONGEST

_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")


class SignInSettings(BaseSettings):
    """Signing in with an identity provider: `KIBITZ_BROADCAST_OIDC_…`.

    Attributes:
        issuer: the provider's own address, exactly as it writes it; "" for none.
        client: what the provider calls this server.
        secret, secret_file: of the client; neither for one that has none.
        provider: its name, for people.
        scopes: that are asked for, separated by spaces.
        claim: of the token, which says what somebody is.
        roles: by value of the claim, or "*" for all: "director", "scorer", "scorer of EVENT EVENT" or "screen".
        domains: of e-mail addresses that are admitted, separated by commas.
        subjects: that are admitted without one, separated by commas.
        name: the claim with somebody's name.
        hours: for which somebody stays signed in.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_BROADCAST_OIDC_", hide_input_in_errors=True)

    issuer: str = ""
    client: str = ""
    secret: SecretStr = SecretStr("")
    secret_file: Path | None = None
    provider: str = Field(default="your federation", min_length=1, max_length=40)
    scopes: str = "openid profile email"
    claim: str = "groups"
    roles: dict[str, str] = {}
    domains: str = ""
    subjects: str = ""
    name: str = "name"
    hours: int = Field(default=12, ge=1, le=LONGEST // timedelta(hours=1))

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.issuer:
            return self
        if not may_be_asked(self.issuer):
            raise ValueError("the issuer is an address that begins with https://")
        if not self.client or not self.roles:
            raise ValueError("to sign in, KIBITZ_BROADCAST_OIDC_CLIENT and KIBITZ_BROADCAST_OIDC_ROLES are needed too")
        admitted = self.members()
        if EVERYBODY in admitted.roles and not admitted.domains | admitted.subjects:
            raise ValueError(f'a role for everybody ("{EVERYBODY}") needs the domains or subjects that are admitted')
        return self

    def client_secret(self) -> str:
        """The secret, from its file if there is one.

        Raises:
            OSError: the file cannot be read.
        """
        if self.secret_file is not None:
            return self.secret_file.read_text(encoding="utf-8").strip()
        return self.secret.get_secret_value()

    def members(self) -> Members:
        """Who may do what."""
        return Members(
            self.claim,
            {value: Offer.read(text) for value, text in self.roles.items()},
            frozenset(domain.lower() for domain in _listed(self.domains)),
            frozenset(_listed(self.subjects)),
            self.name,
            timedelta(hours=self.hours),
        )


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
        most_each: connections of one address at the same time; None for no limit, as behind a proxy.
        club: whose page it is, "" for none.
        logo: a picture of the club, in a file.
        colour: of the club, "#123a7a".
        language: of the page, for readers whose browser asks for none that it has.
        oidc: signing in with an identity provider.
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
    most_each: int | None = Field(default=None, ge=1)
    club: str = Field(default="", max_length=80)
    logo: Path | None = None
    colour: str = ""
    language: str = Field(default=ENGLISH, pattern="[a-z]{2,3}")
    oidc: SignInSettings = Field(default_factory=SignInSettings)

    @field_validator("colour")
    @classmethod
    def _is_a_colour(cls, value: str) -> str:
        return value and str(read_colour(value))

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, value: str) -> str:
        for origin in _listed(value):
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

    def provider(self) -> str:
        """What accounts to sign in with are called; "" where nobody can."""
        return self.oidc.provider if self.oidc.issuer else ""

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
        return frozenset(_listed(self.origins))


def _listed(text: str) -> list[str]:
    """What commas separate."""
    return [part for one in text.split(",") if (part := one.strip())]

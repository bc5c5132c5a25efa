"""What a server knows of its uplink, in one file of its data folder that nobody else may read.

The public server makes a token, and prints it as one address; the hall is given that address.
"""

import ipaddress
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError, model_validator

from contracts.base import Contract, Slug
from kibitz.stack.addresses import HOST_NAME, bracketed
from shared.errors import OperationFailed

T = TypeVar("T")

FILE = "uplink.json"

ACCOUNT = "KIBITZ"
"""The account of NATS that has the streams, and everybody on the machine."""

Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32,128}$")]
Host = Annotated[str, StringConstraints(pattern=rf"^{HOST_NAME.pattern}$", max_length=253)]
Route = Annotated[str, StringConstraints(pattern=r"^(/[A-Za-z0-9._~-]+)*$", max_length=200)]
Port = Annotated[int, Field(ge=1, le=65_535)]

Allowed = Literal["queries", "desk"]
"""What a hall lets its public server do: keep queries of players, and be a desk."""


class Address(Contract):
    """Where a hall finds its public server, without the token."""

    scheme: Literal["ws", "wss"]
    host: Host
    port: Port
    path: Route = ""

    @model_validator(mode="after")
    def _is_private(self) -> Self:
        if self.scheme == "ws" and not _is_near(self.host):
            raise ValueError(
                f"the way to {self.host} leads through the internet, where anybody could read the token: use wss://"
            )
        return self

    def __str__(self) -> str:
        """As it is typed."""
        return f"{self.scheme}://{bracketed(self.host)}:{self.port}{self.path}"


class PublicSide(Contract):
    """The settings of a public server."""

    side: Literal["world"] = "world"
    hall: Slug
    token: Token
    address: Address
    host: Host
    port: Port

    @property
    def line(self) -> str:
        """What the hall is given."""
        address = self.address
        return f"{address.scheme}://{self.hall}:{self.token}@{bracketed(address.host)}:{address.port}{address.path}"


class HallSide(Contract):
    """The settings of a hall."""

    side: Literal["hall"] = "hall"
    hall: Slug
    token: Token
    address: Address
    allows: tuple[Allowed, ...] = ()


Settings = PublicSide | HallSide

_EITHER: TypeAdapter[Settings] = TypeAdapter(Annotated[Settings, Field(discriminator="side")])


def new_token() -> Token:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(32)


def read_address(text: str) -> Address:
    """The address of a public server.

    Raises:
        ValueError: it is none; the message says why.
    """
    return _address(text)[0]


def read_line(text: str, allows: Sequence[str] = ()) -> HallSide:
    """The settings of a hall from the line that its public server printed.

    Raises:
        ValueError: it is no such line; the message says why.
    """
    address, hall, token = _address(text)
    if not hall or not token:
        raise ValueError("the name of the hall and its token are missing before the @")
    values = {"hall": hall, "token": token, "address": address, "allows": tuple(dict.fromkeys(allows))}
    return _checked(lambda: HallSide.model_validate(values))


def _address(text: str) -> tuple[Address, str, str]:
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise ValueError(f"{text!r} is no address like wss://live.club.example/uplink") from None
    if parts.scheme not in ("ws", "wss") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"{text!r} is no address like wss://live.club.example/uplink")
    port = port or (443 if parts.scheme == "wss" else 80)
    values = {"scheme": parts.scheme, "host": parts.hostname, "port": port, "path": parts.path.rstrip("/")}
    return _checked(lambda: Address.model_validate(values)), parts.username or "", parts.password or ""


def _checked(make: Callable[[], T]) -> T:
    try:
        return make()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        said = first["msg"].removeprefix("Value error, ")
        raise ValueError(f"{place}: {said}" if place else said) from None


def _is_near(host: str) -> bool:
    """Whether an address is one of this machine or of a local network."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def read(data: Path) -> Settings | None:
    """The settings of the server in a folder; None where it has no uplink.

    Raises:
        OperationFailed: the file cannot be understood.
    """
    try:
        return _EITHER.validate_json((data / FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        raise OperationFailed(f"{data / FILE} cannot be read: remove it, and connect the hall again") from error


def write(data: Path, settings: Settings) -> None:
    """Keep the settings, in place of others."""
    data.mkdir(parents=True, exist_ok=True)
    unfinished = data / f"{FILE}.new"
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(settings.model_dump_json(indent=2))
    unfinished.replace(data / FILE)


def remove(data: Path) -> bool:
    """End the uplink; whether there was one."""
    try:
        (data / FILE).unlink()
    except FileNotFoundError:
        return False
    return True

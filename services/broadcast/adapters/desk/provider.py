"""An identity provider: asked by this service itself, and believed only by its signature (OpenID Connect Core 3.1).

Imported only where signing in is configured: its libraries take 8 MB.
"""

import asyncio
import hmac
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Self, TypeVar
from urllib.parse import quote, quote_plus, urlencode

import h11
import jwt
from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator

from services.broadcast.domain.desk.sign_in import Flow, may_be_asked
from shared.http.client import Broken, ask

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""Of signatures by a key that only the provider has: neither "none" nor one whose secret is shared."""

LEEWAY = 30.0
"""Seconds by which two clocks may differ."""

PATIENCE = 10.0
"""Seconds for all requests of one step, waiting for a turn included."""

AT_ONCE = 8
LARGEST_ANSWER = 256 * 1024

KNOWN_FOR = 3600.0
"""Seconds after which addresses and keys are asked for again."""


class Unavailable(Exception):
    """The provider does not answer, or not as one should; the message is for the operator."""


class Unproven(Exception):
    """What came back proves nobody; the message is for the operator."""


def _is_safe(url: str) -> str:
    if not may_be_asked(url):
        raise ValueError("an address of a provider begins with https://")
    return url


Read = TypeVar("Read", bound=BaseModel)

Endpoint = Annotated[str, Field(max_length=2_000), AfterValidator(_is_safe)]


class Description(BaseModel):
    """What a provider says of itself."""

    issuer: str
    authorization_endpoint: Endpoint
    token_endpoint: Endpoint
    jwks_uri: Endpoint
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]

    @model_validator(mode="after")
    def _stays_outside(self) -> Self:
        """A provider elsewhere sends nobody to what listens on this machine alone."""
        endpoints = (self.authorization_endpoint, self.token_endpoint, self.jwks_uri)
        if self.issuer.startswith("https:") and not all(url.startswith("https:") for url in endpoints):
            raise ValueError("an address of a provider begins with https://")
        return self


class Keys(BaseModel):
    """Its keys, as it publishes them."""

    keys: list[dict[str, Any]] = Field(max_length=100)


class Tokens(BaseModel):
    """What it gives for a code."""

    id_token: str = Field(max_length=64_000)


@dataclass
class Provider:
    """The provider, and this service as one of its clients.

    Attributes:
        secret: of the client; "" for one that has none.
        scopes: that are asked for, separated by spaces.
    """

    issuer: str
    client: str
    secret: str = field(repr=False)
    scopes: str = "openid profile email"
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _described: tuple[float, Description] | None = None
    _keys: tuple[float, Keys] | None = None

    async def address(self, flow: Flow, back: str) -> str:
        """Where a browser signs in, to come back to our own address.

        Raises:
            Unavailable: the provider does not say.
        """
        async with self._turn():
            endpoint = (await self._description()).authorization_endpoint
        query = {
            "response_type": "code",
            "client_id": self.client,
            "redirect_uri": back,
            "scope": self.scopes,
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": flow.challenge,
            "code_challenge_method": "S256",
        }
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query, quote_via=quote)}"

    async def claims(self, code: str, flow: Flow, back: str) -> Mapping[str, Any]:
        """Exchange a code, once, for who the person is.

        Raises:
            Unavailable: the provider does not say.
            Unproven: the code or the token is not good, or not for this sign-in.
        """
        async with self._turn():
            description = await self._description()
            token = await self._exchange(description, code, flow, back)
            try:
                key = await self._key(description, token)
                claims = jwt.decode(
                    token,
                    key,
                    ALGORITHMS,
                    options={"require": ["iss", "aud", "exp", "iat", "sub"], "enforce_minimum_key_length": True},
                    audience=self.client,
                    issuer=self.issuer,
                    leeway=LEEWAY,
                )
            except (jwt.PyJWTError, ValueError, TypeError) as error:
                raise Unproven(f"the token is refused: {error}") from error
        if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), flow.nonce.encode()):
            raise Unproven("the token was made for another sign-in")
        if claims.get("azp", self.client) != self.client or claims["aud"] not in (self.client, [self.client]):
            raise Unproven("the token was made for another client as well")
        return claims

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """A few requests at once, for a bounded time; whatever goes wrong on the way is one kind of error."""
        try:
            async with asyncio.timeout(PATIENCE), self._turns:
                yield
        except (OSError, UnicodeError, Broken, h11.ProtocolError) as error:
            raise Unavailable(f"it does not answer: {error or type(error).__name__}") from error

    async def _description(self) -> Description:
        if self._described is None or time.monotonic() - self._described[0] > KNOWN_FOR:
            url = f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
            described = await _read(url, Description)
            if described.issuer != self.issuer:
                raise Unavailable("it calls itself by another name than the issuer that is configured")
            self._described = (time.monotonic(), described)
        return self._described[1]

    async def _exchange(self, description: Description, code: str, flow: Flow, back: str) -> str:
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": back,
            "code_verifier": flow.verifier,
        }
        headers = {"Content_Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        if self.secret and "client_secret_basic" in description.token_endpoint_auth_methods_supported:
            pair = f"{quote_plus(self.client)}:{quote_plus(self.secret)}"
            headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        else:
            fields["client_id"] = self.client
            if self.secret:
                fields["client_secret"] = self.secret
        body = urlencode(fields).encode()
        status, told = await ask("POST", description.token_endpoint, LARGEST_ANSWER, body, **headers)
        if status == 400:
            raise Unproven("the provider refuses the code")
        return _understood(status, told, Tokens).id_token

    async def _key(self, description: Description, token: str) -> jwt.PyJWK:
        """The key that a token names; where it is not known, the provider may have a new one."""
        head = jwt.get_unverified_header(token)
        if head.get("alg") not in ALGORITHMS:
            raise Unproven("the token is signed in a way that proves nothing")
        found: list[dict[str, Any]] = []
        if self._keys is not None and time.monotonic() - self._keys[0] <= KNOWN_FOR:
            found = _named(self._keys[1], head.get("kid"))
        if len(found) != 1:
            self._keys = (time.monotonic(), await _read(description.jwks_uri, Keys))
            found = _named(self._keys[1], head.get("kid"))
        if len(found) != 1:
            raise Unproven("the token names no key of the provider")
        return jwt.PyJWK(found[0], head["alg"])


def _named(keys: Keys, kid: object) -> list[dict[str, Any]]:
    """Keys for signatures with this name; where a token names none, all."""
    return [key for key in keys.keys if key.get("use", "sig") == "sig" and kid in (None, key.get("kid"))]


async def _read(url: str, model: type[Read]) -> Read:
    return _understood(*await ask("GET", url, LARGEST_ANSWER, Accept="application/json"), model)


def _understood(status: int, told: bytes, model: type[Read]) -> Read:
    if status != 200:
        raise Unavailable(f"it answers {status} where {model.__name__.lower()} should be")
    try:
        return model.model_validate_json(told)
    except ValidationError as error:
        raise Unavailable(f"{model.__name__.lower()}: {error.errors()[0]['msg']}") from error

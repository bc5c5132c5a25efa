"""An identity provider of a few lines on this machine, which checks what a client sends as a real one does."""

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.support.one_by_one import Answer, serve

CLIENT, SECRET = "kibitz", "a secret of the client: 7%"


@cache
def private_key(of: str) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65_537, 2048)


class Key:
    """A key for signatures, and whose it is, where two have one name."""

    def __init__(self, kid: str, of: str = "") -> None:
        self.kid = kid
        self.private = private_key(of or kid)
        self.public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.private.public_key()))
        self.public |= {"kid": kid, "use": "sig"}
        del self.public["key_ops"]


class IdentityProvider:
    """Signs everybody in who comes.

    Attributes:
        issuer: its address.
        person: what its tokens say of who signs in.
        changes: what they say otherwise, by claim; None takes a claim away.
        forge: makes the token instead, of its claims.
        answers: bytes instead of an answer, by path.
        silent: whether it answers at all.
        asked: paths, in order.
        sent: headers of the last request.
    """

    def __init__(self) -> None:
        self.issuer = ""
        self.key = Key("first")
        self.published = [self.key.public]
        self.person: dict[str, Any] = {"sub": "u-1", "name": "Ada Example", "groups": ["directors"]}
        self.changes: dict[str, Any] = {}
        self.forge = self.signed
        self.description: dict[str, Any] = {}
        self.answers: dict[str, bytes] = {}
        self.silent = False
        self.asked: list[str] = []
        self.sent: dict[str, str] = {}
        self.codes: dict[str, dict[str, str]] = {}

    def rotate(self) -> None:
        """Sign with a new key, and publish no other."""
        self.key = Key(f"after {self.key.kid}")
        self.published = [self.key.public]

    def signed(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self.key.private, "RS256", {"kid": self.key.kid})

    def sign_in(self, address: str) -> str:
        """What a browser is sent back to, that was sent to this address."""
        query = {name: one for name, (one,) in parse_qs(urlsplit(address).query).items()}
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256"
        assert len({query["state"], query["nonce"], query["code_challenge"]}) == 3
        code = f"code-{len(self.codes)}"
        self.codes[code] = query
        return f"{query['redirect_uri']}?code={code}&state={quote(query['state'])}&iss={quote(self.issuer, safe='')}"

    def token_answer(self, fields: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        pair = f"{quote(CLIENT)}:{quote(SECRET, safe='').replace('%20', '+')}"
        if authorization != f"Basic {base64.b64encode(pair.encode()).decode()}":
            return 401, {"error": "invalid_client"}
        begun = self.codes.pop(fields["code"], None)
        challenge = base64.urlsafe_b64encode(sha256(fields["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if begun is None or begun["code_challenge"] != challenge or begun["redirect_uri"] != fields["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": begun["nonce"]}
        claims |= self.person | self.changes
        token = self.forge({name: value for name, value in claims.items() if value is not None})
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": token}

    def answer(self, target: str, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        path, fields = urlsplit(target).path, {name: one for name, (one,) in parse_qs(body.decode()).items()}
        self.asked.append(path)
        if path in self.answers:
            return 200, [], self.answers[path]
        if path == "/authorize":
            # Whoever comes back was sent by this page, and not by ours.
            page = f'<a href="{escape(self.sign_in(target))}">It is me</a>'
            return 200, [("Content-Type", "text/html")], page.encode()
        told: Any = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            **self.description,
        }
        status = 200
        if path == "/keys":
            told = {"keys": self.published}
        elif path == "/token":
            status, told = self.token_answer(fields, self.sent.get("authorization", ""))
        elif path != "/.well-known/openid-configuration":
            status = 404
        return status, [("Content-Type", "application/json")], json.dumps(told).encode()

    async def act(self, target: str, headers: dict[str, str], body: bytes) -> Answer:
        self.sent = headers
        if self.silent:
            await asyncio.Event().wait()
        status, fields, told = self.answer(target, body)
        return status, [*fields, ("Connection", "close")], told


@asynccontextmanager
async def identity_provider(port: int = 0) -> AsyncIterator[IdentityProvider]:
    """A running provider."""
    provider = IdentityProvider()
    server = await asyncio.start_server(partial(serve, act=provider.act), "127.0.0.1", port)
    provider.issuer = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield provider
    finally:
        server.close()

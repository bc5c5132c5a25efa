"""Messages to browsers: encrypted for one of them (RFC 8291, RFC 8188) and signed by the server (VAPID, RFC 8292).

The library for that is loaded when the first browser subscribes: a server that nobody asks for notices does without.
"""

import hmac
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

from contracts.questions import PushAddress

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

RECORD = 4096
"""Bytes of the one record of a message, and what every push service takes (RFC 8030, 7.2)."""

LARGEST_TEXT = RECORD - 86 - 17
"""Bytes of a message before it is encrypted: without the header of RFC 8188, its mark at the end, and the tag."""

SIGNED_FOR = 12 * 3600
"""Seconds that a signature holds; a push service takes up to 24 hours."""


class BadKey(ValueError):
    """A browser's key is no point of the curve, or its secret has another length."""


def new_private_key() -> bytes:
    """A new private key of the server: the number, as 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - see the head of this file

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)


class Signer:
    """Signs for the server: push services take messages for a browser only from whom it has subscribed to."""

    def __init__(self, private: bytes, contact: str) -> None:
        """Take the private key of the server, and whom a push service may ask."""
        self._key = _private_key(private)
        self._contact = contact
        self._signed: dict[str, tuple[float, str]] = {}
        self.public = encoded(_point(self._key.public_key()))

    def authorization(self, origin: str, now: float) -> str:
        """The header for messages to a push service."""
        expires, header = self._signed.get(origin, (0.0, ""))
        if expires - now < SIGNED_FOR / 2:
            expires = now + SIGNED_FOR
            header = f"vapid t={self._token(origin, expires)}, k={self.public}"
            self._signed[origin] = expires, header
        return header

    def _token(self, origin: str, expires: float) -> str:
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 - see the head of this file
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        claims = {"aud": origin, "exp": int(expires)} | ({"sub": self._contact} if self._contact else {})
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        unsigned = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        r, s = utils.decode_dss_signature(self._key.sign(unsigned.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{unsigned}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"


def encrypt(text: bytes, address: PushAddress, *, private: bytes | None = None, salt: bytes | None = None) -> bytes:
    """The body of a message that only this browser can read, as one record; `private` and `salt` are new each time.

    Raises:
        BadKey: the browser's keys cannot be used.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - see the head of this file
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    theirs, secret = keys_of(address)
    own, salt = _private_key(private or new_private_key()), salt or os.urandom(16)
    point = _point(own.public_key())
    info = b"WebPush: info\0" + _point(theirs) + point
    shared = _derived(own.exchange(ec.ECDH(), theirs), secret, info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def keys_of(address: PushAddress) -> "tuple[EllipticCurvePublicKey, bytes]":
    """The public key and the secret of a browser.

    Raises:
        BadKey: they cannot be used.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - see the head of this file

    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(address.p256dh))
        secret = decoded(address.auth)
    except ValueError as error:
        raise BadKey(str(error)) from None
    if len(secret) != 16:
        raise BadKey(f"the secret has {len(secret)} bytes")
    return public, secret


def encoded(data: bytes) -> str:
    """Bytes in base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """What `encoded` encodes; ValueError for what it does not."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _private_key(number: bytes) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - see the head of this file

    return ec.derive_private_key(int.from_bytes(number), ec.SECP256R1())


def _point(key: "EllipticCurvePublicKey") -> bytes:
    """A public key as a point, uncompressed."""
    numbers = key.public_numbers()
    return b"\x04" + numbers.x.to_bytes(32) + numbers.y.to_bytes(32)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869) for at most one block."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]

"""Requests to servers that are not trusted: what they may answer, and what they may not."""

import asyncio
import ssl
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import h11
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from shared.http.client import Broken, ask


@asynccontextmanager
async def server(answer, tls=None):
    """Answers these bytes; yields its address, and what it was sent."""
    sent = []

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        sent.append(head + await reader.readexactly(length))
        writer.write(answer)
        writer.close()

    running = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        yield f"http://127.0.0.1:{running.sockets[0].getsockname()[1]}", sent
    finally:
        running.close()


async def test_a_request_is_answered():
    async with server(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n") as (
        url,
        sent,
    ):
        assert await ask("POST", f"{url}/a?b=c", 1_000, b"body", Content_Type="text/plain") == (200, b"abcd")
    assert sent[0].startswith(b"POST /a?b=c HTTP/1.1\r\n")
    assert b"Content-Type: text/plain\r\n" in sent[0]
    assert sent[0].endswith(b"\r\n\r\nbody")


async def test_a_redirection_is_an_answer_like_others():
    async with server(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n") as (
        url,
        sent,
    ):
        assert await ask("GET", url, 1_000) == (302, b"")
    assert sent[0].startswith(b"GET / HTTP/1.1\r\n")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", h11.ProtocolError),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 2_000, Broken),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", h11.ProtocolError),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 2_000, Broken),
        (b"SSH-2.0\r\n\r\n", h11.ProtocolError),
    ],
)
async def test_what_is_no_answer_or_too_much_is_an_error(answer, error):
    async with server(answer) as (url, _):
        with pytest.raises(error):
            await ask("GET", url, 1_000)


async def test_where_nobody_is_that_is_an_error_too():
    with pytest.raises(OSError, match="9"):
        await ask("GET", "http://127.0.0.1:9", 1_000)


async def test_a_server_whose_certificate_nobody_vouches_for_is_told_nothing(tmp_path):
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    certificate = builder.sign(key, SHA256()).public_bytes(Encoding.PEM)
    path = tmp_path / "both.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(path)
    async with server(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", tls) as (url, sent):
        with pytest.raises(ssl.SSLCertVerificationError):
            await ask("GET", url.replace("http://127.0.0.1", "https://localhost"), 1_000)
    assert sent == []

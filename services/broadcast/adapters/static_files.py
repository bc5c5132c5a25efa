"""The scoreboard's files, read once when the service starts: a request looks a name up and never touches a path."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".txt": "text/plain; charset=utf-8",
}

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self' ws: wss:",
        "img-src 'self'",
        "manifest-src 'self'",
        "require-trusted-types-for 'script'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HARDENING = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is served.

    Attributes:
        packed: the same with gzip; None where that is not smaller.
        etag: from the content.
    """

    media_type: str
    body: bytes
    packed: bytes | None
    etag: str


def load(folder: Path) -> Mapping[str, StaticFile]:
    """Every servable file below a folder by its URL path, and "/" for `index.html`; nothing when there is no folder.

    Links that lead out of the folder, hidden files and files of other types are left out.
    """
    root = folder.resolve()
    files: dict[str, StaticFile] = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        media_type = MEDIA_TYPES.get(path.suffix)
        hidden = any(part.startswith(".") for part in relative.parts)
        if media_type is None or hidden or not path.is_file() or not path.resolve().is_relative_to(root):
            continue
        body = path.read_bytes()
        packed = gzip.compress(body, 9, mtime=0)
        smaller = packed if len(packed) < len(body) and not media_type.startswith("image/p") else None
        etag = hashlib.sha256(body).hexdigest()[:20]
        files[f"/{relative.as_posix()}"] = StaticFile(media_type, body, smaller, f'"{etag}"')
    if "/index.html" in files:
        files["/"] = files["/index.html"]
    return files

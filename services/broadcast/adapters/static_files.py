"""The scoreboard's files, read once when the service starts: a request looks a name up and never touches a path."""

import gzip
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import Response

from services.broadcast.adapters.http_reply import conditional

MEDIA_TYPES = {
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

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self' ws: wss:",
    "img-src 'self'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
)
_NOBODY = "'none'"


def security_policy(framing: Collection[str] = (), style: str = "'self'", forms: str = _NOBODY) -> str:
    """The content security policy of a page.

    Args:
        framing: origins that may show it in a frame.
        style: the source of its style.
        forms: where its forms may go.
    """
    ancestors = " ".join(sorted(framing)) or _NOBODY
    return "; ".join((*_POLICY, f"form-action {forms}", f"style-src {style}", f"frame-ancestors {ancestors}"))


CONTENT_SECURITY_POLICY = security_policy()
"""Of what nobody may frame."""

LASTING = "public, max-age=31536000, immutable"
"""For an address whose content never changes (RFC 8246)."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is served.

    Attributes:
        packed: the same with gzip; None where that is not smaller.
        etag: from the content.
        lasting: its address belongs to this content for ever.
    """

    media_type: str
    body: bytes
    packed: bytes | None
    etag: str
    lasting: bool = False

    def answer(self, headers: Mapping[str, str]) -> Response:
        """The file, or that the reader has it already."""
        fields = {
            "Content-Type": self.media_type,
            "ETag": self.etag,
            "Cache-Control": LASTING if self.lasting else "no-cache",
            "Content-Security-Policy": CONTENT_SECURITY_POLICY,
            "Vary": "Accept-Encoding",
        }
        return conditional(headers, fields, self.body, self.packed)


def load(folder: Path) -> Mapping[str, StaticFile]:
    """Every servable file below a folder by its URL path; nothing when there is no folder.

    Links that lead out of the folder, hidden files and files of other types are left out.
    """
    root = folder.resolve()
    files = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        media_type = MEDIA_TYPES.get(path.suffix)
        hidden = any(part.startswith(".") for part in relative.parts)
        if media_type is None or hidden or not path.is_file() or not path.resolve().is_relative_to(root):
            continue
        files[f"/{relative.as_posix()}"] = packed(media_type, path.read_bytes())
    return files


def packed(media_type: str, body: bytes) -> StaticFile:
    """A file with these bytes, compressed where that makes it smaller."""
    small = gzip.compress(body, 9, mtime=0)
    smaller = small if len(small) < len(body) and not media_type.startswith("image/p") else None
    return StaticFile(media_type, body, smaller, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

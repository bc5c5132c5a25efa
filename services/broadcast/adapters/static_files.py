"""The scoreboard's files, read once when the service starts: a request looks a name up and never touches a path.

The page names its scripts and styles below a folder that is called after the content of all of them: what is there
never changes, so a browser asks for it once, and a page is never made of the files of two versions.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.responses import Response

from services.broadcast.adapters.http_reply import conditional

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

_PARTS = ("scripts", "styles")
_NAMED = re.compile(r'(href|src)="((?:{})/)'.format("|".join(_PARTS)).encode())

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
    """Every servable file below a folder by its URL path, and "/" for `index.html`; nothing when there is no folder.

    Links that lead out of the folder, hidden files and files of other types are left out. Scripts and styles have a
    second address below the folder of their version, and `index.html` names that one.
    """
    root = folder.resolve()
    contents: dict[str, tuple[str, bytes]] = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        media_type = MEDIA_TYPES.get(path.suffix)
        hidden = any(part.startswith(".") for part in relative.parts)
        if media_type is None or hidden or not path.is_file() or not path.resolve().is_relative_to(root):
            continue
        contents[relative.as_posix()] = media_type, path.read_bytes()
    version = hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()[:16]
    if "index.html" in contents:
        media_type, body = contents["index.html"]
        contents["index.html"] = media_type, _NAMED.sub(rb'\1="%s/\2' % version.encode(), body)
    files = {f"/{name}": _file(media_type, body) for name, (media_type, body) in contents.items()}
    lasting = {
        f"/{version}{name}": replace(file, lasting=True)
        for name, file in files.items()
        if name.startswith(tuple(f"/{part}/" for part in _PARTS))
    }
    if "/index.html" in files:
        files["/"] = files["/index.html"]
    return {**files, **lasting}


def page(files: Mapping[str, StaticFile], path: str) -> StaticFile | None:
    """The scoreboard at an address of its own; its parts are named from there."""
    parts = path.split("/")[1:]
    if "/" not in files or not ((parts[0] == "e" and len(parts) > 1) or (parts[0] == "room" and len(parts) == 2)):
        return None
    root = "../" * (len(parts) - 1) or "./"
    body = files["/"].body.replace(b'<html lang="en"', f'<html lang="en" data-root="{root}"'.encode())
    return _file(files["/"].media_type, re.sub(rb'(href|src)="(?!#)', rb'\1="' + root.encode(), body))


def _file(media_type: str, body: bytes) -> StaticFile:
    packed = gzip.compress(body, 9, mtime=0)
    smaller = packed if len(packed) < len(body) and not media_type.startswith("image/p") else None
    return StaticFile(media_type, body, smaller, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

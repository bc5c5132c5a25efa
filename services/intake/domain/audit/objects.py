"""Objects of a bucket held against their digests, from the messages of its stream in their order."""

import hashlib
import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ObjectSums:
    """The chunks and descriptions of a bucket so far; a chunk is summed up and not kept.

    Attributes:
        described: description of each object that is not removed, by name.
    """

    described: dict[str, tuple[str, str]] = field(default_factory=dict)
    _sums: dict[str, Any] = field(default_factory=dict)

    def see(self, subject: str, data: bytes) -> None:
        """Note a message of the bucket's stream: `$O.<bucket>.C.<nuid>` or `$O.<bucket>.M.<name>`."""
        _, _, kind, name = subject.split(".", 3)
        if kind == "C":
            self._sums.setdefault(name, hashlib.sha256()).update(data)
            return
        try:
            info = json.loads(data)
            if info.get("deleted"):
                self.described.pop(str(info["name"]), None)
            else:
                digest = urlsafe_b64decode(str(info["digest"]).partition("=")[2]).hex()
                self.described[str(info["name"])] = (str(info["nuid"]), digest)
        except (ValueError, KeyError, AttributeError):
            # Whoever reads the object meets this one, not the one before it.
            self.described.pop(_named(name), None)

    def whole(self) -> Iterator[str]:
        """The names of the objects that have their digests."""
        yield from (name for name in self.described if self._is_whole(name))

    def _is_whole(self, name: str) -> bool:
        nuid, digest = self.described[name]
        return str(self._sums.get(nuid, hashlib.sha256()).hexdigest()) == digest


def _named(token: str) -> str:
    """The name of an object whose description lies on a subject that ends in this token; "" where it is none."""
    try:
        return urlsafe_b64decode(token).decode()
    except ValueError:
        return ""

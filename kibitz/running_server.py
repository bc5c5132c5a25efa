"""The addresses of the server that runs on this machine, from the `running.json` in its data folder.

Rules kept here:

1. An address that is given goes before everything else.
2. A data folder that is named is the only one asked: without a running server in it the command ends. Anything else
   would send a file to whatever server happens to listen on the usual ports.
3. Where no folder is named, it is `kibitz-data`; without a running server there, the usual ports are tried, because
   the containers of `docker-compose.yml` listen there.
"""

import os
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from kibitz.console import misused
from kibitz.stack.layout import DEFAULT_FOLDER, Layout

Part = Literal["page", "public", "feed", "intake", "nats"]

USUAL: dict[Part, str] = {
    "page": "http://127.0.0.1:8080/",
    "public": "http://127.0.0.1:8080/",
    "feed": "ws://127.0.0.1:8080/v1/feed",
    "intake": "http://127.0.0.1:8081",
    "nats": "nats://127.0.0.1:4222",
}
"""Addresses of a server that was started without any settings."""


def address_of(part: Part, given: str | None, data: Path | None) -> str:
    """The address of one part of the server where none is given; typer.Exit where the named folder has none."""
    if given:
        return given
    address = running_state(data or DEFAULT_FOLDER).get(part)
    if address is not None:
        return str(address)
    if data is not None:
        misused(f"no server is running from {data}", f"Start it with: kibitz up --data {data}")
    return USUAL[part]


def page_of(feed: str) -> str:
    """The address of the scoreboard whose feed this is: both are on one port."""
    address = urlsplit(feed)
    scheme = "https" if address.scheme == "wss" else "http"
    return urlunsplit((scheme, address.netloc, address.path.removesuffix("/v1/feed"), "", ""))


def running_state(data: Path) -> dict[str, object]:
    """What runs from this folder; empty where nothing does, also where a killed server left its file behind."""
    state = Layout(data).read_state()
    pid = state.get("pid")
    return {} if isinstance(pid, int) and not _is_alive(pid) else state


def _is_alive(pid: int) -> bool:
    if os.name == "nt":
        # Signal 0 ends a process there; a folder that was left behind is noticed when nobody answers.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

"""One process with one or more services: `python -m kibitz.stack.worker NAME…`.

It stops when asked (SIGTERM), or when its standard input is closed, which happens when its parent is gone.
"""

import importlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any

from kibitz.stack.layout import SERVICES
from shared.service import Service, run


def load(name: str) -> Service[Any]:
    """Load the application of a service by its name; KeyError when there is none."""
    if name not in SERVICES:
        raise KeyError(name)
    service = importlib.import_module(f"services.{name}.app").app
    if not isinstance(service, Service):
        raise TypeError(f"services.{name}.app.app is a {type(service).__name__}")
    return service


def stop_with_parent() -> None:
    """Ask ourselves to stop when standard input ends; only useful when it is a pipe from the supervisor."""

    def wait() -> None:
        while os.read(0, 1024):
            continue
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent-watch", daemon=True).start()


def work(services: Sequence[Service[Any]]) -> None:
    """Run services until asked to stop."""
    if os.environ.get("KIBITZ_STOP_WITH_PARENT") == "1":
        stop_with_parent()
    run(services)


def main() -> None:
    """Run the services named on the command line."""
    work([load(name) for name in sys.argv[1:]])


if __name__ == "__main__":
    main()

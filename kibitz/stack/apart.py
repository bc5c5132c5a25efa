"""Processes that the Ctrl-C of a terminal does not reach."""

import os
from typing import Any

CREATE_NEW_PROCESS_GROUP = 0x00000200
"""Of Windows' CreateProcess; `subprocess` has it there alone."""


def apart(system: str = os.name) -> dict[str, Any]:
    """The arguments of `subprocess` for such a process."""
    return {"creationflags": CREATE_NEW_PROCESS_GROUP} if system == "nt" else {"start_new_session": True}

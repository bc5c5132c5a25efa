"""Draws by gacrux (C.04.3 and C.04.6), each in a process of its own with a limit of time and memory.

A new interpreter runs the worker by its path. Starting a process in the manner of `multiprocessing` would import the
program that asks once more in the child, which takes longer than most draws.
"""

import json
import logging
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.seating.adapters import gacrux_worker
from services.seating.adapters.gacrux_event import event_of
from services.seating.domain.chess.draw import Draw, DrawRequest, NoPairing, Pairing, System, Why
from shared.telemetry.logs import fields

logger = logging.getLogger(__name__)

_METHOD = {System.DUTCH: "dutch", System.TEAM_SWISS: "fideteam"}
_WORKER = Path(gacrux_worker.__file__)
_LONGEST_REASON = 300
_KILLED = 9
"""The signal of a system that has no memory left."""

MEBIBYTE = 1 << 20
EDITION = 2026
"""The only edition that gacrux has."""


@dataclass(frozen=True)
class Limits:
    """What one draw may use: seconds by the clock, after which it is killed; megabytes where the system keeps it."""

    seconds: float = 120.0
    megabytes: int | None = 2048


def pair_next_round(request: DrawRequest, limits: Limits = Limits()) -> Draw | NoPairing:
    """Draw a round in a process of its own; beyond the limits, `NoPairing` with `Why.TIME` or `Why.MEMORY`."""
    refused = _refusal(request)
    if refused is not None:
        return refused
    job = _job(request) | {"seconds": limits.seconds, "bytes": (limits.megabytes or 0) * MEBIBYTE}
    about = {"rule": request.system.value, "round": request.round, "contestants": len(request.contestants)}
    logger.info("a draw begins", extra=fields(**about))
    began = time.monotonic()
    answer = _read(_asked(job, limits), request)
    outcome = "drawn" if isinstance(answer, Draw) else answer.why.value
    logger.info("a draw has ended", extra=fields(**about, seconds=round(time.monotonic() - began, 3), outcome=outcome))
    return answer


def pair_in_this_process(request: DrawRequest) -> Draw | NoPairing:
    """Draw a round here, without limits: for many small draws."""
    refused = _refusal(request)
    return refused or _read(gacrux_worker.draw(**_job(request)), request)


def _refusal(request: DrawRequest) -> NoPairing | None:
    if request.edition != EDITION:
        reason = f"rounds are drawn by the edition of {EDITION}, not by that of {request.edition}"
        return NoPairing(Why.NOT_SUPPORTED, reason)
    if sum(contestant.away is None for contestant in request.contestants) < 2:
        return NoPairing(Why.NONE_EXISTS, "fewer than two participants are present")
    return None


def _job(request: DrawRequest) -> dict[str, Any]:
    return {"tournament": event_of(request), "round_": request.round, "method": _METHOD[request.system]}


def _asked(job: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The answer of the worker, or what became of it."""
    command = [sys.executable, "-P", str(_WORKER)]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own file
            command, input=gacrux_worker.encoded(job), capture_output=True, timeout=limits.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return {"why": "time", "reason": f"the draw was stopped after {limits.seconds:g} seconds"}
    if done.returncode == 0:
        try:
            answer: dict[str, Any] = json.loads(done.stdout)
        except ValueError:
            return {"why": "failed", "reason": "the process that draws gave no answer"}
        return answer
    if b"MemoryError" in done.stderr or done.returncode == -_KILLED:
        return {"why": "memory", "reason": f"{limits.megabytes} MB of memory were not enough"}
    last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return {"why": "failed", "reason": f"the process that draws ended with {done.returncode}: {last}"}


def _read(answer: dict[str, Any], request: DrawRequest) -> Draw | NoPairing:
    """The engine's answer as ours; refused unless everybody has exactly one place."""
    if "why" in answer:
        return NoPairing(Why(answer["why"]), str(answer["reason"])[:_LONGEST_REASON])
    pairings: list[Pairing] = []
    byes: list[int] = []
    for white, black, rule in answer["pairs"]:
        if black == 0:
            byes.append(white - 1)
        else:
            pairings.append(Pairing(len(pairings) + 1, white - 1, black - 1, rule))
    seated = sorted([index for pairing in pairings for index in (pairing.white, pairing.black)] + byes)
    present = [at for at, pairing in enumerate(request.contestants) if pairing.away is None]
    if seated != present or len(byes) > 1:
        return NoPairing(Why.FAILED, "the engine did not seat every participant exactly once")
    return Draw(tuple(pairings), byes[0] if byes else None)

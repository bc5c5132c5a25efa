"""The process in which gacrux draws one round: a job on standard input, its answer on standard output.

Run by path, so that it imports gacrux and the standard library alone and starts in a fraction of a second:

    python -P gacrux_worker.py < job.json > answer.json

A job has `tournament`, `round_`, `method` ("dutch" or "fideteam"), `seconds` and `bytes` (0 for no limit). An answer
has `pairs` ([white, black, rule of the colours], black 0 for the bye), or `why` ("none exists", "memory", "failed")
with `reason`. gacrux prints in many places: all of it goes nowhere.
"""

import contextlib
import io
import json
import sys
from decimal import Decimal
from typing import Any


def draw(tournament: dict[str, Any], round_: int, method: str) -> dict[str, Any]:
    """Draw a round with gacrux in this process; it is noisy and without limits."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing  # noqa: PLC0415 - limits first: the import takes memory

    if method == "dutch":
        from gacrux.pairingdutch import pairing_dutch as engine  # noqa: PLC0415 - one of the two
    else:
        from gacrux.pairingfideteam import pairing_fideteam as engine  # noqa: PLC0415 - one of the two
    params = {"experimental": [], "verbose": 0, "top_color": tournament["topColor"], "methodList": []}
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            brackets = engine(tournament, round_, params).compute_pairing(False, 0)
    except GacruxNoLegalPairing as error:
        return {"why": "none exists", "reason": str(error)}
    except MemoryError:
        return {"why": "memory", "reason": "the memory that a draw may have was not enough"}
    except Exception as error:
        return {"why": "failed", "reason": f"{type(error).__name__}: {error}"}
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    pairs.sort(key=lambda pair: pair["board"])
    return {"pairs": [[pair["w"], pair["b"], pair.get("colorrule", "")] for pair in pairs]}


def limit(seconds: float, size: int) -> None:
    """Bound this process where the platform can; the time is that of the processor, for when nobody watches."""
    try:
        import resource  # noqa: PLC0415 - not on every platform
    except ImportError:
        return
    wanted = [("RLIMIT_CPU", int(seconds) + 5)] if seconds else []
    wanted += [("RLIMIT_AS", size), ("RLIMIT_DATA", size)] if size else []
    for name, value in wanted:
        with contextlib.suppress(AttributeError, ValueError, OSError):
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def encoded(job: dict[str, Any]) -> bytes:
    """A job as JSON; exact decimals keep their kind."""
    return json.dumps(job, default=lambda number: {"decimal": str(number)}).encode("utf-8")


def decoded(data: bytes) -> dict[str, Any]:
    """A job from JSON."""
    job: dict[str, Any] = json.loads(
        data, object_hook=lambda value: Decimal(value["decimal"]) if value.keys() == {"decimal"} else value
    )
    return job


def main() -> None:
    """Do the job that stands on standard input."""
    job = decoded(sys.stdin.buffer.read())
    limit(job["seconds"], job["bytes"])
    answer = draw(job["tournament"], job["round_"], job["method"])
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()

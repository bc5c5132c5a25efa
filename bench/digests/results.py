"""Running the cases, two at a time, and writing what they give."""

import hashlib
import signal
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from bench.digests.cases import Case, Document, canonical
from bench.digests.pipeline import Pipeline

LIMIT = 120
"""Seconds for one case."""


@dataclass
class Result:
    """What a case gave.

    Attributes:
        documents: by section.
        exports: the bytes of exported files, by name in the folder of exports.
    """

    documents: dict[str, Document] = field(default_factory=dict)
    exports: dict[str, bytes] = field(default_factory=dict)


def digest(case: Case) -> Result:
    """Run the files of a case through the pipeline and keep everything that comes out."""
    pipeline = Pipeline(case)
    events = pipeline.events
    result = Result()
    exports = {name: list(event.exports()) for name, event in events.items()} | {"all": list(pipeline.rewritten())}
    exported: dict[str, dict[str, Document]] = {name: {} for name, variants in exports.items() if variants}
    for name, variants in exports.items():
        for export in variants:
            exported[name][export.variant] = dict(export.about)
            if export.data is not None:
                sha256 = hashlib.sha256(export.data).hexdigest()
                stored = f"{sha256[:24]}.{export.variant.split()[0]}"
                result.exports[stored] = export.data
                exported[name][export.variant] |= {"sha256": sha256, "size": len(export.data), "stored": stored}
    result.documents = {
        "read": pipeline.files(),
        "facts": {name: event.facts() for name, event in events.items()},
        "standings": {name: event.standings() for name, event in events.items()},
        "travellers": {name: event.travellers() for name, event in events.items()},
        "findings": {
            "check": pipeline.findings(),
            "structure": pipeline.structure(),
            "events": {name: event.findings() for name, event in events.items()},
        },
        "seats": {name: event.seats() for name, event in events.items()},
        "exports": exported,
        "losses": {
            name: {export.variant: export.losses for export in variants}
            for name, variants in exports.items()
            if variants
        },
    }
    return result


def write(out: Path, name: str, result: Result) -> dict[str, str]:
    """Write what a case gave, and return the digest of each section."""
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    digests = {}
    for section, document in result.documents.items():
        data = canonical(document).encode("utf-8", "surrogatepass")
        (folder / f"{section}.json").write_bytes(data)
        digests[section] = hashlib.sha256(data).hexdigest()
    (out / "exports").mkdir(exist_ok=True)
    for stored, data in result.exports.items():
        (out / "exports" / stored).write_bytes(data)
    return digests


def write_digests(out: Path, digests: Mapping[str, Mapping[str, str]]) -> None:
    """Write the digests of all cases."""
    (out / "digests.json").write_text(canonical(digests), encoding="utf-8")


def run(cases: Sequence[Case], out: Path, processes: int = 2, limit: int = LIMIT) -> bool:
    """Digest the cases; whether all of them could be."""
    out.mkdir(parents=True, exist_ok=True)
    digests: dict[str, dict[str, str]] = {}
    failures = 0
    with ProcessPoolExecutor(processes) as pool:
        futures = {pool.submit(_digested, case, out, limit): case for case in cases}
        for count, future in enumerate(as_completed(futures), 1):
            case = futures[future]
            digests[case.name], failure, seconds = future.result()
            failures += bool(failure)
            print(f"[{count}/{len(cases)}] {seconds:6.1f} s  {case.name} {failure}", file=sys.stderr, flush=True)
    write_digests(out, digests)
    print(f"{len(cases)} cases, {failures} failed; {out / 'digests.json'}", file=sys.stderr)
    return not failures


class TookTooLong(BaseException):
    """A case is not done in time; past every `except Exception`."""


def _stop(*_: object) -> None:
    raise TookTooLong


def _digested(case: Case, out: Path, limit: int) -> tuple[dict[str, str], str, float]:
    """Digest a case within its time: digests of its sections, what failed, seconds."""
    began = time.monotonic()
    failure = ""
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(limit)
    try:
        result = digest(case)
    except TookTooLong:
        failure = f"not done after {limit} s"
        result = Result({"failure": failure})
    except Exception as error:
        failure = traceback.format_exc()
        result = Result({"failure": f"{type(error).__name__}: {error}"})
    finally:
        signal.alarm(0)
    return write(out, case.name, result), failure, time.monotonic() - began

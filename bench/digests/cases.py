"""The cases: every file of a folder by itself, and sets of files of one event."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Document = Any
"""A value of JSON."""


@dataclass(frozen=True)
class Case:
    """Files that are digested together.

    Attributes:
        name: a relative path.
        links: pairs of events, the second of which is merged into the first.
    """

    name: str
    paths: tuple[Path, ...]
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class FileSet:
    """Files of one event: their paths below a data folder, in the order in which they come."""

    paths: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()


_WELWYN = "welwyn-garden-city-bridge-club-wednesday-am-pairs-2025-04-09"
_BECKENHAM = "beckenham-bridge-club-monday-f2f-variety-pairs-2025-01-06"
_MORNING = "750-bridge-club-monday-morning-pairs-2017-07-24"
_EVENING = "long-beach-bridge-center-monday-night-nap-0-750-2017-07-24"
_TEAMS = "test-bridge-club-multiple-teams-example-session-2015-10-22"
_PAIRS = "test-bridge-club-matchpointed-pairs-example-session-2015-10-22"
_COLOURS = "colours-club-green-and-red-2031-05-04"
_MITCHELL = "two-ways-club-mitchell-2031-05-04"

SETS: Mapping[str, FileSet] = {
    "final": FileSet(("acblscore/final-session1-171015.ACM", "acblscore/final-session2-171015.ACA")),
    "final-reversed": FileSet(("acblscore/final-session2-171015.ACA", "acblscore/final-session1-171015.ACM")),
    "results-and-hands": FileSet(("usebio/mp-howell-1.0-brian.xml", "pbn/bridgewebs-hands-for-brian.pbn")),
    "hands-and-results": FileSet(("pbn/bridgewebs-hands-for-brian.pbn", "usebio/mp-howell-1.0-brian.xml")),
    "linked-sessions": FileSet(
        ("usebio/mp-howell-1.0-brian.xml", "usebio/mp-howell-scorebridge.xml"), ((_WELWYN, _BECKENHAM),)
    ),
    "linked-games": FileSet(
        ("acblscore/three-sections-170724.ACM", "acblscore/howell-170724.ACE"), ((_MORNING, _EVENING),)
    ),
    "linked-teams": FileSet(
        ("usebio/multiple-teams-vp-teamsscorer.xml", "usebio/mp-pairs-two-winner-pairsscorer.xml"), ((_TEAMS, _PAIRS),)
    ),
    "chess-same-name": FileSet(("trf/held_swiss_5.trf", "trf/held_round_robin.trf", "trf/held_swiss_9.trf")),
    "chess-individuals": FileSet(("chess/ind1.trf", "chess/ind3.trf")),
    "chess-teams": FileSet(("chess/team0.trf", "chess/team2.trf", "chess/team4.trf")),
    "same-numbers": FileSet(
        ("usebio/sections-same-numbers.xml", "usebio/two-winners-same-numbers.xml"), ((_COLOURS, _MITCHELL),)
    ),
}
"""Sets of `../shared/data` and `tests/data`; one is a case where all of its files are there."""


def cases_of(folders: Sequence[Path], sets: Path | None = None) -> list[Case]:
    """A case for every file below the folders, and one for each set of files that is there.

    Args:
        folders: of data.
        sets: JSON with further sets: name to a list of paths, relative to its own folder.
    """
    cases = []
    for folder in (path.resolve() for path in folders):
        label = f"{folder.parent.name}/{folder.name}"
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        cases += [Case(f"{label}/{path.relative_to(folder)}", (path,)) for path in files]
        for name, members in SETS.items():
            paths = tuple(folder / member for member in members.paths)
            if all(path.is_file() for path in paths):
                cases.append(Case(f"sets/{name}", paths, members.links))
    if sets is not None:
        for name, names in json.loads(sets.read_text()).items():
            cases.append(Case(f"sets/{name}", tuple(sets.resolve().parent / member for member in names)))
    return cases


def canonical(document: Document) -> str:
    """A document as text; equal documents give equal texts."""
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

"""Print the bill of materials of the standard installation, `kibitz[embedded]`: CycloneDX 1.6 as JSON.

It lists what is installed in the environment that runs this script, from the metadata of the distributions; what only
development needs is not in it. It has no date and no serial number, so the same environment gives the same bytes.

    python deploy/bom.py > kibitz.cdx.json
"""

import json
from importlib.metadata import Distribution, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = "kibitz[embedded]"
LICENCE = "License :: "


def needed(root: str) -> dict[str, set[str]]:
    """What each distribution needs directly, from a requirement on, by canonical names.

    Raises:
        PackageNotFoundError: something that is needed is not installed.
    """
    graph: dict[str, set[str]] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(root)]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        edges = graph.setdefault(name, set())
        for extra in {"", *requirement.extras} - {of for known, of in seen if known == name}:
            seen.add((name, extra))
            for line in distribution(name).requires or ():
                wanted = Requirement(line)
                if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                    edges.add(canonicalize_name(wanted.name))
                    waiting.append(wanted)
        edges.discard(name)
    return graph


def licence(found: Distribution) -> dict[str, Any]:
    """The licence of a distribution: an SPDX expression where it states one, else the name that it gives.

    Raises:
        ValueError: it states none.
    """
    about = found.metadata.json
    if expression := about.get("license_expression"):
        return {"expression": expression}
    stated = str(about.get("license", "")).strip()
    classified = [line.rpartition(" :: ")[2] for line in about.get("classifier", ()) if line.startswith(LICENCE)]
    # Some put the whole text of their licence into the field of its name.
    name = stated if stated and "\n" not in stated else ", ".join(classified)
    if not name:
        raise ValueError(f"{found.name} states no licence: look it up and do without it if there is none")
    return {"license": {"name": name}}


def reference(name: str) -> str:
    """The package URL of an installed distribution."""
    return f"pkg:pypi/{name}@{distribution(name).version}"


def component(name: str, kind: str = "library") -> dict[str, Any]:
    """A distribution as CycloneDX describes it."""
    found = distribution(name)
    purl = reference(name)
    described = {"type": kind, "bom-ref": purl, "name": name, "version": found.version, "purl": purl}
    return {**described, "licenses": [licence(found)]}


def bill(root: str = ROOT) -> dict[str, Any]:
    """The bill of materials of a requirement, sorted by name."""
    graph = needed(root)
    product = canonicalize_name(Requirement(root).name)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(product, "application")},
        "components": [component(name) for name in sorted(graph.keys() - {product})],
        "dependencies": [
            {"ref": reference(name), "dependsOn": sorted(map(reference, graph[name]))} for name in sorted(graph)
        ],
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))

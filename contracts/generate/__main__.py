"""Write, or check, the files that are made from the contracts.

    python -m contracts.generate             write what is out of date
    python -m contracts.generate --check     say what is out of date; exit 1 if anything is
    python -m contracts.generate --release   take the current schemas as those that the next changes must not break

Made are `contracts/schemas/`, `contracts/asyncapi.json`, `docs/findings.md`, `docs/subjects.md`,
`docs/reference/decisions.md`, and in `clients/` what the clients share with the server. The same contracts give the
same bytes everywhere.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from contracts import registry
from contracts.codes import CATALOGUE
from contracts.decisions import Decisions
from contracts.generate import asyncapi, client_types, json_schema, reference_pages
from contracts.generate.compatibility import breaking_changes

ROOT = Path(__file__).parents[2]
SCHEMAS = "contracts/schemas"
EXAMPLES = "contracts/examples"
RELEASED = "contracts/schemas/released/v1"


def examples(root: Path = ROOT) -> dict[str, object]:
    """The example messages by place, as JSON; places without one are left out."""
    paths = {place: root / EXAMPLES / f"{place}.json" for place in json_schema.places()}
    return {place: json.loads(path.read_text(encoding="utf-8")) for place, path in paths.items() if path.exists()}


def outputs(root: Path = ROOT) -> dict[str, str]:
    """The text of every generated file by its path below the root."""
    with (root / "pyproject.toml").open("rb") as project:
        version = tomllib.load(project)["project"]["version"]
    made = {
        f"{SCHEMAS}/{place}.json": json_schema.text(json_schema.schema(place, model))
        for place, model in json_schema.places().items()
    }
    made["contracts/asyncapi.json"] = json_schema.text(asyncapi.document(version, examples(root)))
    made["clients/python/kibitz_client/codes.py"] = client_types.python_codes()
    made["clients/python/kibitz_client/rows.py"] = client_types.python_rows()
    made["clients/typescript/src/codes.ts"] = client_types.typescript_codes()
    made["clients/typescript/src/rows.ts"] = client_types.typescript_rows()
    made["docs/findings.md"] = reference_pages.findings(CATALOGUE.values())
    made["docs/reference/decisions.md"] = reference_pages.decisions(Decisions)
    made["docs/subjects.md"] = reference_pages.subject_table(registry.SUBJECTS, registry.QUESTIONS)
    return made


def stale(root: Path, made: Mapping[str, str]) -> list[str]:
    """What differs between the files and what they should be, one sentence each; empty when all is current."""
    differing = [
        f"{name} is {'out of date' if (root / name).exists() else 'missing'}" for name in _differing(root, made)
    ]
    return differing + [f"{name} is left over: nothing in the contracts makes it" for name in _left_over(root, made)]


def write(root: Path, made: Mapping[str, str]) -> list[str]:
    """Bring the files up to date; the paths that changed."""
    left_over, changed = _left_over(root, made), _differing(root, made)
    for name in changed:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(made[name], encoding="utf-8")
    for name in left_over:
        (root / name).unlink()
    return changed + left_over


def incompatible(root: Path, made: Mapping[str, str]) -> list[str]:
    """What in the current schemas breaks a released one."""
    changes = []
    released = root / RELEASED
    for path in sorted(released.rglob("*.json")):
        place = path.relative_to(released).as_posix()
        current = made.get(f"{SCHEMAS}/{place}")
        if current is None:
            changes.append(f"{place}: the message is gone; keep it beside its successor")
            continue
        old = json.loads(path.read_text(encoding="utf-8"))
        changes += [f"{place}: {change}" for change in breaking_changes(old, json.loads(current))]
    return changes


def unreleased(root: Path, made: Mapping[str, str]) -> list[str]:
    """Schemas with something that no release holds: what a field that is new there means could still be changed."""
    return [
        f"{SCHEMAS}/{name.removeprefix(f'{RELEASED}/')} is not released: run `python -m contracts.generate --release`"
        for name in _differing(root, _frozen(made))
    ]


def release(root: Path, made: Mapping[str, str]) -> list[str]:
    """Freeze the current schemas; the paths of all of them.

    Raises:
        ValueError: when they would break what was released before.
    """
    if broken := incompatible(root, made):
        raise ValueError("\n".join(broken))
    frozen = _frozen(made)
    for name, text in frozen.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return list(frozen)


def _frozen(made: Mapping[str, str]) -> dict[str, str]:
    """The released schemas, as the current ones would have them."""
    schemas = {name: text for name, text in made.items() if name.startswith(f"{SCHEMAS}/")}
    return {f"{RELEASED}/{name.removeprefix(f'{SCHEMAS}/')}": text for name, text in schemas.items()}


def _differing(root: Path, made: Mapping[str, str]) -> list[str]:
    """Files that are missing, or hold something else."""
    return [
        name
        for name, text in made.items()
        if not (root / name).exists() or (root / name).read_text(encoding="utf-8") != text
    ]


def _left_over(root: Path, made: Mapping[str, str]) -> list[str]:
    """Generated schemas of messages that are no more; other files in the folder are not ours."""
    folders = (root / SCHEMAS, root / SCHEMAS / "feed")
    names = [path.relative_to(root).as_posix() for folder in folders for path in sorted(folder.glob("*.json"))]
    return [name for name in names if name not in made]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT, say: Callable[[str], object] = print) -> int:
    """Run the command; the exit status is 0 when all is well and 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m contracts.generate", description=(__doc__ or "").splitlines()[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file is out of date")
    what.add_argument("--release", action="store_true", help="freeze the current schemas")
    asked = parser.parse_args(arguments)
    made = outputs(root)
    if asked.check:
        complaints = stale(root, made) + (incompatible(root, made) or unreleased(root, made))
        for complaint in complaints:
            say(complaint)
        if complaints:
            say("Run `make docs` and look at the difference; a breaking change needs a new version of its subject.")
        return 1 if complaints else 0
    if asked.release:
        try:
            changed = release(root, made)
        except ValueError as broken:
            say(f"Not released, because it breaks what was:\n{broken}")
            return 1
    else:
        changed = write(root, made)
    for name in changed:
        say(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())

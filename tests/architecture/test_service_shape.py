"""Every service looks like every other, and code, containers and documentation list the same ones."""

import ast
import re
from pathlib import Path

import pytest
import yaml

from contracts import registry
from shared.bus.topology import FOLLOWERS
from tests.architecture.source import ROOT, tree, write

FILES = ("README.md", "__init__.py", "__main__.py", "app.py", "settings.py", "handlers.py", "domain/__init__.py")
SHARED_BY_PARSERS = ("handlers.py", "domain/__init__.py")
"""What the parsers have in shared/parsing."""
SECTIONS = ("Purpose", "Subjects", "Settings", "Run alone", "On failure")


def folders(root: Path) -> list[str]:
    """The folders of the services."""
    return sorted(
        path.name for path in root.glob("services/*") if path.is_dir() and not path.name.startswith(("_", "."))
    )


def misshapen(root: Path) -> list[str]:
    """What a service lacks."""
    found = []
    for name in folders(root):
        folder = root / "services" / name
        needed = [file for file in FILES if name not in registry.PARSERS or file not in SHARED_BY_PARSERS]
        found += [f"{name}: no {file}" for file in needed if not (folder / file).exists()]
        if (folder / "app.py").exists() and "app" not in _variables(folder / "app.py"):
            found.append(f"{name}/app.py: no app that `faststream run` starts")
        for file, function in (("app.py", "create"), ("handlers.py", "build_router")):
            if (folder / file).exists() and function not in _functions(folder / file):
                found.append(f"{name}/{file}: no {function}()")
        if (folder / "settings.py").exists():
            text = (folder / "settings.py").read_text(encoding="utf-8")
            prefix = f"KIBITZ_{name.upper()}_"
            if prefix not in text:
                found.append(f"{name}/settings.py: environment variables do not begin with {prefix}")
            if (folder / "README.md").exists():
                readme = (folder / "README.md").read_text(encoding="utf-8")
                names = [f"{prefix}{field.upper()}" for field in _settings(folder / "settings.py")]
                found += [f"{name}/README.md: does not name {one}" for one in names if one not in readme]
        if (folder / "README.md").exists():
            found += [f"{name}/README.md: {complaint}" for complaint in _readme(name, folder / "README.md")]
    return found


def _functions(path: Path) -> set[str]:
    return {node.name for node in tree(path).body if isinstance(node, ast.FunctionDef)}


def _variables(path: Path) -> set[str]:
    assigned = [node for node in tree(path).body if isinstance(node, ast.Assign)]
    return {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}


def _settings(path: Path) -> list[str]:
    """The fields of the settings that the service has for itself."""
    classes = [node for node in tree(path).body if isinstance(node, ast.ClassDef) and node.name == "Settings"]
    fields = [node.target for one in classes for node in one.body if isinstance(node, ast.AnnAssign)]
    names = [field.id for field in fields if isinstance(field, ast.Name)]
    return [name for name in names if not name.startswith("_") and name not in ("bus", "model_config")]


def _readme(name: str, path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    found = [
        f"no section {section}"
        for section in SECTIONS
        if not re.search(rf"^## {section}$", text, re.MULTILINE | re.IGNORECASE)
    ]
    for entry in registry.SUBJECTS:
        if name in (*entry.producers, *entry.consumers) and f"{entry.name}" not in text:
            found.append(f"does not name {entry.name}, which the service reads or writes")
    for question in registry.QUESTIONS:
        if name in (*question.asked_by, question.answered_by) and question.name not in text:
            found.append(f"does not name {question.name}, which the service asks or answers")
    if f"kibitz run {name}" not in text and f"kibitz run {name.replace('_', '-')}" not in text:
        found.append(f"does not say `kibitz run {name}`")
    return found


def disagreements(root: Path) -> list[str]:
    """Where the lists of services differ; the folders are right."""
    names = folders(root)
    hyphened = {name.replace("_", "-") for name in names}
    compose = yaml.safe_load((root / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    dead = next(entry for entry in registry.SUBJECTS if entry.name == "dead")
    in_registry = {name for entry in registry.SUBJECTS for name in (*entry.producers, *entry.consumers)} - {"anyone"}
    found = [f"docker-compose.yml: no service {name}" for name in sorted(hyphened - compose.keys())]
    found += [f"docs/architecture.md: does not name {name}" for name in names if f"`{name}`" not in page]
    found += [f"contracts/registry.py: does not name {name}" for name in names if name not in in_registry]
    found += [f"services/{name}: is in the registry and has no folder" for name in sorted(in_registry - set(names))]
    found += [
        f"contracts/registry.py: {name} may die and writes no dead letter"
        for name in names
        if name not in dead.producers and name not in FOLLOWERS
    ]
    return found


def test_every_service_has_the_same_shape() -> None:
    assert misshapen(ROOT) == []


def test_folders_containers_registry_and_documentation_agree() -> None:
    assert disagreements(ROOT) == []


def test_there_are_services() -> None:
    assert len(folders(ROOT)) == 11


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A small repository with one good service, that bears the name of a real one."""
    for file in FILES:
        write(tmp_path, f"services/seating/{file}")
    write(tmp_path, "services/seating/app.py", "def create(settings=None):\n    return None\n\n\napp = create()\n")
    write(tmp_path, "services/seating/handlers.py", "def build_router(deps):\n    return None\n")
    write(tmp_path, "services/seating/settings.py", "PREFIX = 'KIBITZ_SEATING_'\n")
    named = " ".join(entry.name for entry in registry.SUBJECTS if "seating" in (*entry.producers, *entry.consumers))
    sections = "\n".join(f"## {section}\n" for section in SECTIONS)
    write(tmp_path, "services/seating/README.md", f"# Seating\n{sections}\n{named}\n`kibitz run seating`\n")
    write(tmp_path, "docker-compose.yml", "services: {seating: {}, nats: {}}\n")
    write(tmp_path, "docs/architecture.md", "`seating` says who sits where.\n")
    return tmp_path


def of_one_service(root: Path) -> list[str]:
    """Disagreements, without those about the services that the small repository does not have."""
    return [line for line in disagreements(root) if not line.endswith("has no folder")]


def test_a_well_shaped_service_passes(repository: Path) -> None:
    assert misshapen(repository) == []
    assert of_one_service(repository) == []


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_noticed(repository: Path, file: str) -> None:
    (repository / "services/seating" / file).unlink()
    assert f"seating: no {file}" in misshapen(repository)


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("app.py", "def make():\n    return None\n", "seating/app.py: no create()"),
        ("app.py", "def create():\n    return None\n", "seating/app.py: no app that `faststream run` starts"),
        ("handlers.py", "ROUTER = None\n", "seating/handlers.py: no build_router()"),
        ("settings.py", "PREFIX = 'SEATS_'\n", "do not begin with KIBITZ_SEATING_"),
        (
            "settings.py",
            "PREFIX = 'KIBITZ_SEATING_'\nclass Settings:\n    tables: int = 1\n",
            "seating/README.md: does not name KIBITZ_SEATING_TABLES",
        ),
        ("README.md", "# Seating\n## Purpose\n", "no section On failure"),
        ("README.md", "# Seating\n", "does not name seating.round.assigned.v1"),
        ("README.md", "# Seating\n", "does not say `kibitz run seating`"),
    ],
)
def test_a_misshapen_service_is_noticed(repository: Path, file: str, text: str, complaint: str) -> None:
    write(repository, f"services/seating/{file}", text)
    found = misshapen(repository)
    assert any(complaint in line for line in found), found


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("docker-compose.yml", "services: {nats: {}}\n", "docker-compose.yml: no service seating"),
        ("docs/architecture.md", "Nothing.\n", "docs/architecture.md: does not name seating"),
    ],
)
def test_a_list_without_the_service_is_noticed(repository: Path, file: str, text: str, complaint: str) -> None:
    write(repository, file, text)
    found = disagreements(repository)
    assert any(complaint in line for line in found), found


def test_a_service_that_the_registry_does_not_know_is_noticed(repository: Path) -> None:
    write(repository, "services/tea_room/app.py", "def create():\n    return None\n")
    found = disagreements(repository)
    assert "contracts/registry.py: does not name tea_room" in found
    assert "docker-compose.yml: no service tea-room" in found

"""The documentation leads somewhere: links, decisions, words and commands are real."""

import itertools
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
import typer

import kibitz
from tests.architecture.source import ROOT, files, relative, write

STATUSES = {"accepted", "proposed", "superseded"}
ADR_SECTIONS = ("Context", "Decision", "Consequences")

_LINK = re.compile(r"(?<!\\)!?\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")


def pages(root: Path) -> Iterable[Path]:
    """Every page of the documentation."""
    return files(root, ".md")


def dead_links(root: Path) -> list[str]:
    """Links to files or headings that are not there; addresses on the network are not visited."""
    found = []
    for page in pages(root):
        text = _CODE.sub("", _FENCE.sub("", page.read_text(encoding="utf-8")))
        for target in _LINK.findall(text):
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            path, _, anchor = target.partition("#")
            wanted = (page.parent / path).resolve() if path else page
            if not wanted.exists():
                found.append(f"{relative(root, page)}: {target} is not there")
            elif anchor and wanted.suffix == ".md" and anchor not in headings(wanted):
                found.append(f"{relative(root, page)}: {target} has no such heading")
    return found


def headings(page: Path) -> set[str]:
    """The anchors of a page, as code hosts make them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+\s+(.*?)\s*#*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def bad_decisions(folder: Path) -> list[str]:
    """Decisions without number, status or sections, or not in the list."""
    found = []
    decisions = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    index = (folder / "README.md").read_text(encoding="utf-8") if (folder / "README.md").exists() else ""
    for number, path in enumerate(decisions, 1):
        text = path.read_text(encoding="utf-8")
        if not re.fullmatch(rf"{number:04d}-[a-z0-9-]+\.md", path.name):
            found.append(f"{path.name}: not number {number:04d} with a name in kebab-case")
        if not text.startswith(f"# {number:04d}: "):
            found.append(f"{path.name}: its title does not begin with its number")
        status = re.search(r"^Status: (\w+)", text, re.MULTILINE)
        if status is None or status[1] not in STATUSES:
            found.append(f"{path.name}: no status of {', '.join(sorted(STATUSES))}")
        found += [f"{path.name}: no section {name}" for name in ADR_SECTIONS if f"\n## {name}\n" not in text]
        if f"({path.name})" not in index:
            found.append(f"{path.name}: is not in the list of README.md")
    return found


def bad_terms(text: str) -> list[str]:
    """Terms of a glossary out of order, explained twice or not explained."""
    found = []
    seen: set[str] = set()
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        lines = [line for line in part.splitlines()[1:] if line.startswith("- ")]
        terms = []
        for line in lines:
            match = re.fullmatch(r"- \*\*([^*]+)\*\*: \S.*\.", line)
            if match is None:
                found.append(f"not `- **term**: one sentence.`: {line}")
                continue
            terms.append(match[1])
            if match[1].casefold() in seen:
                found.append(f"{match[1]}: explained twice")
            seen.add(match[1].casefold())
        found += [
            f"{after}: stands after {before}"
            for before, after in itertools.pairwise(terms)
            if before.casefold() > after.casefold()
        ]
    return found


def commands_said(text: str) -> set[str]:
    """The commands of Kibitz that a page shows, in blocks of code and in lines."""
    shown = " \n".join([*(match.group() for match in _FENCE.finditer(text)), *_CODE.findall(_FENCE.sub("", text))])
    return set(re.findall(r"(?<![\w./-])(?:\$ |`|^)?kibitz ([a-z][a-z-]*)\b", shown, re.MULTILINE))


def targets_said(text: str) -> set[str]:
    """The targets of make that a page shows."""
    shown = " \n".join([*(match.group() for match in _FENCE.finditer(text)), *_CODE.findall(_FENCE.sub("", text))])
    return set(re.findall(r"\bmake ([a-z][a-z-]*)\b", shown))


def make_targets(text: str) -> set[str]:
    """The targets of a Makefile that are meant for people."""
    phony = re.findall(r"^\.PHONY:(.*)$", text, re.MULTILINE)
    return {name for line in phony for name in line.split()}


def cli_commands() -> set[str]:
    from kibitz.cli import app

    group = typer.main.get_command(app)
    return set(group.commands)  # type: ignore[attr-defined]


def test_every_link_leads_somewhere() -> None:
    assert dead_links(ROOT) == []


def test_every_decision_has_number_status_and_sections() -> None:
    assert bad_decisions(ROOT / "docs/adr") == []
    assert len(list((ROOT / "docs/adr").glob("0*.md"))) >= 8


def test_terms_are_sorted_and_explained_once() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    assert bad_terms(text) == []
    assert text.count("\n- **") > 80


def test_commands_in_the_documentation_exist() -> None:
    known = cli_commands()
    said = {
        (relative(ROOT, page), command)
        for page in pages(ROOT)
        for command in commands_said(page.read_text(encoding="utf-8"))
    }
    assert sorted((page, command) for page, command in said if command not in known) == []
    assert ("README.md", "up") in said


def test_targets_in_the_documentation_exist() -> None:
    known = make_targets((ROOT / "Makefile").read_text(encoding="utf-8"))
    said = {
        (relative(ROOT, page), target)
        for page in pages(ROOT)
        for target in targets_said(page.read_text(encoding="utf-8"))
    }
    assert sorted((page, target) for page, target in said if target not in known) == []
    assert {("README.md", "demo"), ("README.md", "test")} <= said
    assert {"help", "demo", "test", "lint", "types", "bench", "check", "clean", "docs"} <= known


def unexplained_dependencies(project: str, page: str) -> list[str]:
    """Dependencies of a project that a page does not give a row."""
    said = tomllib.loads(project)
    wanted = [*said["project"].get("dependencies", ())]
    for extra in said["project"].get("optional-dependencies", {}).values():
        wanted += extra
    wanted += said.get("build-system", {}).get("requires", ())
    names = {re.match(r"[A-Za-z0-9_.-]+", requirement)[0] for requirement in wanted}  # type: ignore[index]
    return sorted(name for name in names - {"kibitz"} if f"`{name}`" not in page)


def test_every_dependency_has_a_row_in_its_decision() -> None:
    page = (ROOT / "docs/adr/0006-dependencies.md").read_text(encoding="utf-8")
    assert unexplained_dependencies((ROOT / "pyproject.toml").read_text(encoding="utf-8"), page) == []


def test_a_dependency_without_a_row_is_noticed() -> None:
    project = '[project]\ndependencies = ["teapot>=1"]\n[project.optional-dependencies]\na = ["cup", "kibitz[b]"]\n'
    assert unexplained_dependencies(project, "| `cup` |") == ["teapot"]


def test_the_version_is_said_alike_everywhere() -> None:
    with (ROOT / "pyproject.toml").open("rb") as project:
        version = tomllib.load(project)["project"]["version"]
    assert kibitz.__version__ == version
    assert f"\n## {version} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_constraints_name_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.!+]+", line)] == []
    assert lines == sorted(set(lines), key=str.lower)


def addressed_to_nobody(folder: Path) -> list[str]:
    """Pages of the site whose first paragraph does not begin with whom they are for; decisions are for contributors."""
    pages = [page for page in files(folder, ".md") if not re.match(r"0\d{3}-", page.name)]
    return [relative(folder, page) for page in pages if not re.match(r"# .+\n\nFor \w", page.read_text("utf-8"))]


def test_every_page_says_whom_it_is_for() -> None:
    assert addressed_to_nobody(ROOT / "docs") == []


def test_a_page_for_nobody_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "good.md", "# Page\n\nFor players: x.\n")
    write(tmp_path, "adr/0001-one.md", GOOD_DECISION)
    write(tmp_path, "bad.md", "# Page\n\n## Section\n\nFor players.\n")
    assert addressed_to_nobody(tmp_path) == ["bad.md"]


def test_every_page_is_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or not page.exists():
            continue
        reached.add(page)
        for target in _LINK.findall(page.read_text(encoding="utf-8")):
            linked = (page.parent / target.partition("#")[0]).resolve()
            linked = linked / "README.md" if linked.is_dir() else linked
            if linked.suffix == ".md":
                waiting.append(linked)
    assert [relative(ROOT, page) for page in files(ROOT, ".md", below=("docs",)) if page not in reached] == []


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("[x](nowhere.md)", "nowhere.md is not there"),
        ("[x](other.md#no-such)", "has no such heading"),
        ("[x](#no-such)", "has no such heading"),
        ("![x](picture.png)", "picture.png is not there"),
    ],
)
def test_a_dead_link_is_noticed(tmp_path: Path, link: str, complaint: str) -> None:
    write(tmp_path, "docs/other.md", "# Other page, the 2nd\n")
    write(tmp_path, "docs/page.md", f"# Page\n\nSee {link}.\n")
    assert any(complaint in line for line in dead_links(tmp_path))


def test_a_living_link_passes(tmp_path: Path) -> None:
    write(tmp_path, "docs/other.md", "# Other page, the 2nd\n")
    write(
        tmp_path,
        "docs/page.md",
        "[a](other.md#other-page-the-2nd) [b](#page) [c](https://example.org/x) `[d](no.md)`\n"
        "# Page\n```\n[e](no.md)\n```\n",
    )
    assert dead_links(tmp_path) == []


GOOD_DECISION = "# 0001: One\n\nStatus: accepted\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("0002-one.md", GOOD_DECISION, "not number 0001"),
        ("0001-one.md", GOOD_DECISION.replace("0001", "0007"), "does not begin with its number"),
        ("0001-one.md", GOOD_DECISION.replace("Status: accepted\n", ""), "no status"),
        ("0001-one.md", GOOD_DECISION.replace("accepted", "maybe"), "no status"),
        ("0001-one.md", GOOD_DECISION.replace("## Consequences", "## And so"), "no section Consequences"),
        ("0001-two.md", GOOD_DECISION, "is not in the list"),
    ],
)
def test_a_bad_decision_is_noticed(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    write(tmp_path, name, text)
    write(tmp_path, "README.md", "- [One](0001-one.md)\n- [Other](0002-one.md)\n")
    found = bad_decisions(tmp_path)
    assert any(complaint in line for line in found), found


def test_a_good_decision_passes(tmp_path: Path) -> None:
    write(tmp_path, "0001-one.md", GOOD_DECISION)
    write(tmp_path, "README.md", "- [One](0001-one.md)\n")
    assert bad_decisions(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("## Bridge\n- **deal**: Cards.\n- **board**: Tray.\n", "board: stands after deal"),
        ("## Bridge\n- **board**: Tray.\n## Chess\n- **Board**: Squares.\n", "Board: explained twice"),
        ("## Bridge\n- **board** Tray\n", "not `- **term**"),
    ],
)
def test_a_bad_term_is_noticed(text: str, complaint: str) -> None:
    assert any(complaint in line for line in bad_terms(text))


def test_commands_and_targets_are_found_where_they_are_shown() -> None:
    page = (
        "Say `kibitz up --watch inbox`, not kibitz sideways.\n"
        "```\n$ kibitz convert a.xml b.csv\nmake demo\n```\n`make test`\n"
    )
    assert commands_said(page) == {"up", "convert"}
    assert targets_said(page) == {"demo", "test"}
    assert make_targets(".PHONY: help demo\nhelp:\n\techo\n.PHONY: test\n") == {"help", "demo", "test"}

"""The scripts of the page and the client for TypeScript have the types that they name, and share one core.

`make scripts` installs the compiler.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.support import typescript
from tests.support.typescript import ABSENT, COMPILERS, ROOT, page_files, run

SCRIPTS = "services/broadcast/adapters/scoreboard/scripts"

pytestmark = pytest.mark.skipif(not COMPILERS, reason=ABSENT)


def complaints(project: Path, settings: str = "tsconfig.json") -> str:
    """What the compiler says about the scripts of a project."""
    return run("--project", project / settings)


def test_the_scripts_of_the_page_have_the_types_that_they_name() -> None:
    assert complaints(ROOT) == ""
    assert complaints(ROOT, "tsconfig.worker.json") == ""


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("this.proof = checksum ?? null", "this.proof = 5", "'number' is not assignable to type 'string'"),
        ("take(message) {", "take(said) {", "Cannot find name 'message'"),
        (' * @param {import("./channel.js").Message} message', " *", "implicitly has an 'any' type"),
    ],
)
def test_a_wrong_type_is_refused(tmp_path: Path, right: str, wrong: str, complaint: str) -> None:
    shutil.copytree(ROOT / SCRIPTS, tmp_path / SCRIPTS)
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    script = tmp_path / SCRIPTS / "feed/page-channel.js"
    code = script.read_text("utf-8")
    assert code.count(right) == 1
    script.write_text(code.replace(right, wrong), "utf-8")
    assert complaint in complaints(tmp_path)


def test_every_script_is_checked() -> None:
    assert json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["include"] == [SCRIPTS]
    unchecked = {path.name for path in (ROOT / SCRIPTS).rglob("*.js") if "@ts-nocheck" in path.read_text("utf-8")}
    assert unchecked == {path.with_suffix(".js").name for path in (typescript.CLIENT / "src/core").glob("*.ts")}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's package where a program finds it."""
    folder = tmp_path_factory.mktemp("program") / "node_modules/kibitz-client"
    typescript.compiled(folder / "dist")
    shutil.copy(typescript.CLIENT / "package.json", folder)
    return folder


def test_the_page_follows_the_feed_by_the_clients_own_rules(package: Path) -> None:
    """Its copy of the core is what the client's source compiles to: `make core` makes it anew."""
    made = page_files(package / "dist")
    assert made
    assert {name: (ROOT / name).read_text("utf-8") for name in made} == made


def test_a_program_has_the_types_of_its_rows(package: Path) -> None:
    program = package.parents[1] / "program.mts"
    program.write_text(
        """import { Feed } from "kibitz-client";
for await (const { table, changed } of new Feed("http://127.0.0.1").standings("x", { filter: { top: 3 } })) {
  const rank: number | null | undefined = table.sorted("rank")[0]?.rank;
  if (changed.has("a") && rank) table.rows.get("a")?.percentage?.trim();
  table.sorted("nonsense");
}
""",
        encoding="utf-8",
    )
    lines = run(
        program, "--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"
    ).splitlines()
    assert len(lines) == 1
    assert "program.mts(5," in lines[0]
    assert "'\"nonsense\"' is not assignable" in lines[0]

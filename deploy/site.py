"""A hook of the documentation's site (`mkdocs.yml`): what is linked is there, and nothing comes from elsewhere.

Pages of clients and the schemas stand beside the code that they belong to, and are published from there. Other links to
sources are only their text.
"""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs/"

_SCHEMAS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "contracts/schemas").glob("*.json"))

PUBLISHED: Mapping[str, str] = {
    "clients/python/README.md": "clients/python.md",
    "clients/typescript/README.md": "clients/typescript.md",
    "clients/conformance/README.md": "clients/conformance.md",
    **{path: path for path in ("contracts/asyncapi.json", *_SCHEMAS)},
}
"""Files that stand elsewhere in the repository, with their places on the site."""

_SOURCES = {uri: path for path, uri in PUBLISHED.items()}

_LINK_OR_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)|`[^`\n]+`(?!\])|(?<!!)\[(?P<text>[^\]\n]+)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)

_ELSEWHERE = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"'\s>]+)")


def without_source_links(markdown: str, page: str) -> str:
    """A page whose links to what is not published are only their text; `page` is its place on the site."""
    source = _SOURCES.get(page, DOCS + page)

    def shown(match: re.Match[str]) -> str:
        target = match["target"]
        if target is None or re.match(r"[a-z][a-z0-9+.-]*:|#", target):
            return match[0]
        path, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        place = path.removeprefix(DOCS) if path.startswith(DOCS) else PUBLISHED.get(path)
        if place is None:
            return match["text"]
        return f"[{match['text']}]({posixpath.relpath(place, posixpath.dirname(page) or '.')}{mark}{anchor})"

    return _LINK_OR_CODE.sub(shown, markdown)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Called by MkDocs with the files of `docs`."""
    for path, uri in PUBLISHED.items():
        files.append(File.generated(config, uri, content=(ROOT / path).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Called by MkDocs with the text of each page."""
    return without_source_links(markdown, page.file.src_uri)


def loaded_from_elsewhere(html: str) -> list[str]:
    """Addresses of scripts, styles, pictures and frames that a page would fetch from other servers."""
    return _ELSEWHERE.findall(html)


def on_post_page(output: str, *, page: Page, **_: object) -> str:
    """Called by MkDocs with each page as HTML.

    Raises:
        PluginError: the page needs another server, so it cannot be read offline.
    """
    if addresses := loaded_from_elsewhere(output):
        raise PluginError(f"{page.file.src_uri} loads {', '.join(addresses)}: the site must work without a network")
    return output

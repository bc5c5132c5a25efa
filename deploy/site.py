"""A hook of the documentation's site (`mkdocs.yml`): sources are not linked, and nothing comes from elsewhere."""

import posixpath
import re

from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page

_LINK_OR_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)|`[^`\n]+`(?!\])|(?<!!)\[(?P<text>[^\]\n]+)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)

_ELSEWHERE = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"'\s>]+)")


def without_source_links(markdown: str, page: str) -> str:
    """A page whose links that leave the documentation are only their text; `page` is its path below `docs`."""

    def shown(match: re.Match[str]) -> str:
        target = match["target"]
        if target is None or re.match(r"[a-z][a-z0-9+.-]*:|#", target):
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target.partition("#")[0]))
        return match["text"] if path.startswith("../") else match[0]

    return _LINK_OR_CODE.sub(shown, markdown)


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

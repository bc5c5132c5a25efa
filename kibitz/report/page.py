"""A report as a page that stands alone: to be sent, kept and printed, without scripts and anything from elsewhere."""

from collections.abc import Iterable

from jinja2 import Environment, PackageLoader, StrictUndefined

from contracts.findings import Severity
from kibitz.console import UNSAFE
from kibitz.report.content import Section, said, where

MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}


def page(sections: Iterable[Section]) -> str:
    """The report as HTML; names and values of files are escaped, and lose what a reader does not see."""
    environment = Environment(
        loader=PackageLoader("kibitz.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    template = environment.get_template("report.html.jinja")
    text = template.render(
        sections=list(sections), marks=MARKS, said=said, where=where, whole=lambda finding: finding.message
    )
    return UNSAFE.sub("", text)

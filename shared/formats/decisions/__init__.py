"""Files of decisions, Kibitz's own format: JSON of `contracts.decisions.Decisions`."""

from shared.formats.decisions.reader import parse, written

__all__ = ["parse", "written"]

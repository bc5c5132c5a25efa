"""The words of the page in other languages than English, read once when the service starts."""

from collections.abc import Mapping
from gettext import c2py
from pathlib import Path

from babel.messages.pofile import read_po

from services.broadcast.domain.languages.catalogue import Catalogue, Forms
from services.broadcast.domain.languages.choice import ENGLISH


def read_catalogues(folder: Path) -> Mapping[str, Catalogue]:
    """Every language by its name, from the catalogues of gettext in a folder ("fr.po"); English needs none.

    A catalogue without any translation is no language yet.
    """
    found = map(_read, sorted(folder.glob("*.po")))
    return {ENGLISH: Catalogue()} | {catalogue.language: catalogue for catalogue in found if catalogue.texts}


def _read(path: Path) -> Catalogue:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    texts: dict[str, Forms] = {}
    for message in catalogue:
        if message.id and message.string and not message.fuzzy:
            english = message.id if isinstance(message.id, str) else message.id[0]
            texts[english] = message.string if isinstance(message.string, str) else tuple(message.string)
    return Catalogue(path.stem, texts, c2py(catalogue.plural_expr))

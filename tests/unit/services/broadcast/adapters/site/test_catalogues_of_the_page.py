"""The catalogues of the page are whole, and what is wrong with one is noticed."""

import re
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.support import page_texts
from tests.support.page_texts import CATALOGUES, NotLiteral, faults, of_module, of_script, of_template, written

HALF = r"""
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "Close"
msgstr "Fermer"

msgid "Old"
msgstr "Vieux"

#, fuzzy
msgid "Share"
msgstr "Part"

msgid "By {name}"
msgstr "De {nom}"

msgid "Board|chess"
msgstr "Table|chess"

msgid "{n} board"
msgid_plural "{n} boards"
msgstr[0] "une donne"
msgstr[1] ""
"""


@pytest.fixture(scope="module")
def of_page() -> Catalog:
    return page_texts.texts()


def test_every_catalogue_has_exactly_the_texts_of_the_page_in_their_order(of_page: Catalog) -> None:
    assert len(of_page) > 200
    for path in CATALOGUES.glob("*.po"):
        whole = written(path.stem, page_texts.read(path), of_page) == path.read_bytes()
        assert whole, f"{path.name} is not up to date: `make words` brings it"


def test_every_catalogue_is_translated_whole() -> None:
    assert {path.stem: faults(page_texts.read(path)) for path in CATALOGUES.glob("*.po")} == {
        path.stem: [] for path in CATALOGUES.glob("*.po")
    }


def test_a_faulty_translation_is_noticed() -> None:
    catalogue = read_po(BytesIO(HALF.encode()), locale="fr")
    assert [fault.partition(": ")[2] for fault in faults(catalogue)] == [
        "is marked as fuzzy",
        "'De {nom}' has other places in braces",
        "'Table|chess' has the note for translators in it",
        "has 1 forms",
        "'une donne' has other places in braces",
    ]
    nobody_began = read_po(BytesIO(re.sub(r'(?m)^(msgstr\S*) "(?!Plural).*', r'\1 ""', HALF).encode()), locale="fr")
    assert faults(nobody_began) == []


def test_what_was_translated_is_kept_and_what_is_no_longer_said_goes() -> None:
    of_page = Catalog()
    for text in ("Send", "Close", ("{n} board", "{n} boards")):
        of_page.add(text)
    text = written("pl", read_po(BytesIO(HALF.encode()), locale="pl"), of_page).decode()
    assert re.findall(r'^msgid "(.+)"$', text, re.MULTILINE) == ["Send", "Close", "{n} board"]
    assert 'msgstr "Fermer"' in text
    assert "nplurals=3" in text


def test_texts_are_found_in_scripts_templates_and_modules() -> None:
    script = """
      // t("no text")
      const x = [t("Close \\u00a0"), tc("By {name}", { name: t("Anna") }), tn(f(a, "b"), "{n} board", "{n} boards")];
      export function t(text) {}
    """
    assert list(of_script(script)) == ["Close \u00a0", "By {name}", "Anna", ("{n} board", "{n} boards")]
    template = '{{ m.empty("x", t("Close"), tn(rows | length, "{n} board", "{n} boards", name=t("Anna"))) }}'
    assert sorted(map(str, of_template(template))) == ["('{n} board', '{n} boards')", "Anna", "Close"]
    assert list(of_module('words.t("Close" " it"); tn(n, "a", "b", x=y)')) == ["Close it", ("a", "b")]


@pytest.mark.parametrize(
    ("read", "code"),
    [
        (of_script, "t(text);"),
        (of_script, "t(`a ${b}`);"),
        (of_script, 'tn(n, one, "many");'),
        (of_template, "{{ t(text) }}"),
        (of_module, 't(f"{a}")'),
        (of_module, 'tn(n, "a", b)'),
    ],
)
def test_a_text_that_is_no_literal_is_refused(read: object, code: str) -> None:
    assert callable(read)
    with pytest.raises(NotLiteral):
        list(read(code))

"""Catalogues of gettext."""

from pathlib import Path

from services.broadcast.adapters.site.catalogues import read_catalogues

POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

msgid "Close"
msgstr "Zamknij"

#, fuzzy
msgid "Send"
msgstr "Co?"

msgid "Share"
msgstr ""

msgid "{n} board"
msgid_plural "{n} boards"
msgstr[0] "{n} rozdanie"
msgstr[1] "{n} rozdania"
msgstr[2] "{n} rozdań"
"""


def test_each_file_is_a_language_and_english_is_always_there(tmp_path: Path) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    (tmp_path / "de.po").write_text('msgid "Close"\nmsgstr ""\n', encoding="utf-8")
    (tmp_path / "kibitz.pot").write_text(POLISH, encoding="utf-8")
    catalogues = read_catalogues(tmp_path)
    assert list(catalogues) == ["en", "pl"]
    assert dict(catalogues["pl"].texts) == {
        "Close": "Zamknij",
        "{n} board": ("{n} rozdanie", "{n} rozdania", "{n} rozdań"),
    }
    assert [catalogues["pl"].counted("{n} board", "{n} boards", n) for n in (1, 4, 14)] == [
        "{n} rozdanie",
        "{n} rozdania",
        "{n} rozdań",
    ]

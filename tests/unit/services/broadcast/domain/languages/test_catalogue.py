"""The words of a language."""

import json

from services.broadcast.domain.languages.catalogue import Catalogue

POLISH = Catalogue(
    "pl",
    {"Close": "Zamknij", "{n} board": ("{n} rozdanie", "{n} rozdania", "{n} rozdań")},
    lambda n: 0 if n == 1 else 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2,
)


def test_a_text_is_in_the_language_or_stays_english() -> None:
    assert [POLISH.text(english) for english in ("Close", "Send")] == ["Zamknij", "Send"]


def test_a_number_takes_the_form_of_the_language() -> None:
    assert [POLISH.counted("{n} board", "{n} boards", n) for n in (1, 3, 5, 12, 22)] == [
        "{n} rozdanie",
        "{n} rozdania",
        "{n} rozdań",
        "{n} rozdań",
        "{n} rozdania",
    ]
    assert [Catalogue().counted("{n} board", "{n} boards", n) for n in (0, 1, 2)] == [
        "{n} boards",
        "{n} board",
        "{n} boards",
    ]


def test_the_scripts_get_the_same_words() -> None:
    before, words = POLISH.script().removesuffix(";").split("=", 1)
    assert before == "globalThis.kibitzWords"
    assert json.loads(words) == {"Close": "Zamknij", "{n} board": ["{n} rozdanie", "{n} rozdania", "{n} rozdań"]}

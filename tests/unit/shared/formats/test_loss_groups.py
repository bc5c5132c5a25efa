"""Losses in the lines that people read."""

from contracts.messages import LossItem
from shared.formats.loss_groups import MOST_LINES, grouped
from shared.formats.losses import name_of


def lost(path: str, count: int = 1, why: str = "no element for it") -> LossItem:
    return LossItem(what=name_of(path), count=count, why=why, fields=(path,))


def lines(*losses: LossItem) -> list[str]:
    return [f"{line.what}: {line.why}" for line in grouped(losses)]


def test_fields_about_one_thing_are_a_line_with_its_number_and_examples() -> None:
    address = [lost(f"participants.players.details {name}", count) for name, count in (("CITY", 28), ("STATE", 27))]
    more = [lost(f"participants.players.details {name}") for name in ("COUNTRY", "EMAIL_1")]
    assert lines(*address) == ["addresses of 28 players (city, state): no element for it"]
    assert lines(*address, *more)[0].startswith("addresses of 28 players (city, state, country and 1 more)")
    assert lines(lost("events.rounds"), lost("events.details TOP")) == [
        "other data of the event (rounds, top): no element for it"
    ]


def test_a_loss_that_is_alone_keeps_its_name() -> None:
    assert lines(lost("totals.unfactored", 39)) == ["unfactored score of 39 totals: no element for it"]
    assert lines(lost("matches.round")) == ["round of 1 match: no element for it"]
    assert lines(lost("awards", 42)) == ["awards (42): no element for it"]
    assert lines(LossItem(what="characters", count=3, why="not in ISO 8859-1")) == ["characters (3): not in ISO 8859-1"]


def test_bytes_and_texts_are_counted_by_their_places() -> None:
    unknown = [lost("extensions bytes unknown_0018", 6), lost("extensions bytes unknown_0028", 2)]
    texts = [lost("extensions directive", 1), lost("extensions tag Site", 2)]
    assert lines(*unknown, *texts) == [
        "unknown bytes in 8 places (unknown_0018, unknown_0028): no element for it",
        "comments, tags and other texts in 3 places (directive, Site): no element for it",
    ]


def test_notices_of_one_reason_are_a_line_and_long_reasons_are_cut() -> None:
    newer = [LossItem(what=tag, count=9, why="came after USEBIO 1.2") for tag in ("DATUM", "SEATING")]
    boards = [LossItem(what=f"board {n}", why=f"a whole number; it is {n} there") for n in (26, 27)]
    words = LossItem(what="value of DATE", why="it is " + " or ".join(["a word"] * 20))
    assert lines(*newer, *boards) == [
        "DATUM, SEATING: came after USEBIO 1.2",
        "board 26, board 27: a whole number; it is 26 there",
    ]
    assert lines(words)[0].endswith("or a …")


def test_a_line_has_the_reason_of_most_of_it() -> None:
    why = [lost("results.tricks", 9, "results alone"), *(lost(f"results.{field}", 9) for field in ("lead", "contract"))]
    assert lines(*why) == ["contracts, leads and tricks of 9 results (tricks, lead, contract): no element for it"]


def test_where_there_are_too_many_lines_all_of_one_kind_of_thing_are_one() -> None:
    fields = ("number", "name", "details CITY", "details TABLE_FEE", "stratum", "phantom")
    own = [lost(f"{things}.{field}", 4) for things in ("sections", "totals") for field in fields]
    more = [lost(things) for things in ("boards", "awards", "ladder", "seats")]
    found = lines(*own, *more)
    assert len(own) + len(more) > MOST_LINES >= len(found)
    assert "data of 4 sections (number, name, city and 3 more): no element for it" in found
    assert "city of 4 totals: no element for it" in found
    assert len(grouped([lost(f"things_{number}") for number in range(MOST_LINES + 1)])) == MOST_LINES + 1

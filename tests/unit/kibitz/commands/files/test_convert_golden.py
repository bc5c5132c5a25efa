from pathlib import Path

from tests.support.printed import compare_printed


def test_what_was_written_and_lost_is_printed_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed(
        "convert",
        tmp_path,
        "convert pairs.xml evening.pbn",
        "convert unknown-things.xml other.pbn",
        "convert pairs.xml in-play-round-2.xml several.xml",
        "convert hands-movement-auction-play-1.0.xml hands.acm",
        "convert teams-1.4.xml teams.pbn --values stated",
        "convert open.trf letter.txt games.trf",
    )


def test_conversions_with_options_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "convert-options",
        tmp_path,
        "convert pairs.xml",
        "convert pairs.xml out.pbn --values both",
        "convert pairs.xml out.pbn --values stated",
        "convert pairs.xml nowhere/out.pbn",
        "convert pairs.xml out.pbn --event none",
        "convert letter.txt out.pbn",
        "convert pairs.xml out.xyz",
        "convert pairs.xml out",
        "convert pairs.xml out --to pbn",
        "convert pairs.xml out.pbn --to waltz",
        "convert pairs.xml out.xml --version 9",
        "convert pairs.xml in-play-round-2.xml several.pbn --json",
        "convert pairs.xml in-play-round-2.xml one.pbn --event live-club-live-pairs-2031-05-04 --json",
        "convert teams-1.4.xml seats.xml --with-seats --json",
        "convert open.trf .",
    )

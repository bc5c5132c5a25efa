from pathlib import Path

from tests.support.printed import compare_printed


def test_standings_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "score",
        tmp_path,
        "score pairs.xml open.trf",
        "score wrong.xml letter.txt --top 2",
        "score pairs.xml --after-round 2",
        "score open.trf --after-round 9",
        "score in-play-round-2.xml --explain",
    )


def test_scores_with_options_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "score-options",
        tmp_path,
        "score open.trf --explain --top 2",
        "score pairs.xml --after-round 1 --top 1",
        "score pairs.xml --after-round 9",
        "score individual.xml --json",
        "score letter.txt --json",
        "score pairs.xml letter.txt --top 1",
        "score individual.xml pairs.xml --link pairs --top 1",
        "score individual.xml knockout-1.0.xml --top 1 --link "
        "soloists-individual-2031-05-04=county-of-nowhere-annual-knock-out-0440218-2031-03-01",
    )

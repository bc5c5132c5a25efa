"""Corrections that a newer export makes by leaving something out, on made-up files: only what it says stands."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.versions import Verdict
from tests.support.clean_matches import CleanMatches
from tests.support.edit_scripts import outcome
from tests.support.edits import trf, usebio
from tests.support.single_faults import clean_files
from tests.support.trf_lines import document as report
from tests.support.trf_lines import player

FIRST = datetime(2031, 10, 3, 19, 0, tzinfo=UTC)


def sent(folder: Path, *versions: bytes, suffix: str, senders: str = "") -> list[FileRead]:
    """Versions of a file as they are sent, a minute between two of them."""
    files = []
    for number, data in enumerate(versions):
        path = folder / f"{number}{suffix}"
        path.write_bytes(data)
        read = read_bytes(data, path.name, path, FIRST + timedelta(minutes=number))
        assert read.rejected is None
        file = read.file.replace(sender=senders[number] if senders else read.file.sender)
        fragments = tuple(
            parsed.replace(fragment=parsed.fragment.replace(event="corrected", file=file)) for parsed in read.fragments
        )
        files.append(FileRead(path, file, read.parsed, fragments, read.findings))
    return files


def assert_only_the_last_stands(files: list[FileRead]) -> None:
    """Whatever order the versions come in, all that comes of them is what comes of the last one alone."""
    expected = outcome(Pipeline(files[-1:]), "corrected")
    for order in permutations(files):
        shown = outcome(Pipeline([*order, order[0]]), "corrected")
        assert {name for name in expected if shown[name] != expected[name]} == set()


@cache
def tournament() -> str:
    return clean_files("chess")[0].decode()


def evening() -> str:
    return clean_files("pairs")[0].decode()


@pytest.mark.parametrize(
    "edit",
    [edit for edit in trf.EDITS if edit.__name__ in ("blank_score", "remove_last_round", "remove_participant")],
    ids=lambda edit: edit.__name__,
)
def test_a_result_that_is_blank_a_round_not_paired_and_a_player_not_there_are_taken_back(
    edit: Callable[[str, Random], str], tmp_path: Path
) -> None:
    changed = edit(tournament(), Random(1))
    assert_only_the_last_stands(sent(tmp_path, tournament().encode(), changed.encode(), suffix=".trf"))


def test_a_round_that_is_paired_and_not_paired_any_more_leaves_no_seats(tmp_path: Path) -> None:
    cells = [("2 w 1", "3 b"), ("1 b 0", "4 w"), ("4 w 1", "1 w"), ("3 b 0", "2 b")]
    one, two = (
        report("012 Open", "XXR 3", *(player(number, *played[:rounds]) for number, played in enumerate(cells, 1)))
        for rounds in (1, 2)
    )
    files = sent(tmp_path, one, two, one + b"\n", suffix=".trf")
    assert_only_the_last_stands(files)
    (event,) = Pipeline(files[:2]).events.values()
    assert event.score()[1].facts.seats
    (event,) = Pipeline(files).events.values()
    assert not event.score()[1].facts.seats


def test_of_eight_players_one_was_entered_by_mistake(tmp_path: Path) -> None:
    eight = [player(number) for number in range(1, 9)]
    files = sent(tmp_path, report("012 Open", "XXR 3", *eight), report("012 Open", "XXR 3", *eight[:7]), suffix=".trf")
    assert_only_the_last_stands(files)
    (event,) = Pipeline(files).events.values()
    assert len(event.score()[1].facts.participants) == 7


def test_of_nine_teams_one_was_entered_by_mistake(tmp_path: Path) -> None:
    whole = CleanMatches(seed=1).fragment()
    teams = [listed for listed in whole.facts.participants if listed.kind == "team"]
    ninth = teams[0].replace(id="99", number="99", name="The Ninth", players=(), members=())
    written = []
    for participants in ((*whole.facts.participants, ninth), whole.facts.participants):
        state = EventState(whole.event)
        state.apply(whole.replace(facts=whole.facts.replace(participants=participants, totals=())))
        written.append(exported()["usebio"].render(state.score()[1]).data)
    files = sent(tmp_path, *written, suffix=".xml")
    assert_only_the_last_stands(files)
    (event,) = Pipeline(files).events.values()
    facts = event.score()[1].facts
    assert [p.id for p in facts.participants if p.kind == "team"] == [listed.id for listed in teams]


def test_a_pair_is_renumbered_from_10_to_50(tmp_path: Path) -> None:
    text = re.sub(r"(PAIR_NUMBER>)1(NS)?(?=<)", r"\g<1>10\2", evening())
    renumbered = re.sub(r"(PAIR_NUMBER>)10(NS)?(?=<)", r"\g<1>50\2", text)
    assert renumbered != text
    files = sent(tmp_path, text.encode(), renumbered.encode(), suffix=".xml")
    assert_only_the_last_stands(files)
    (event,) = Pipeline(files).events.values()
    rows = [row.id for ranking in event.score()[0].standings.rankings for row in ranking.rows]
    assert "50NS" in rows
    assert "10NS" not in rows


@pytest.mark.parametrize("senders", ["aa", "ab"])
def test_a_board_is_removed_by_the_same_and_by_another_sender(senders: str, tmp_path: Path) -> None:
    changed = usebio.remove_board(evening(), Random(1))
    files = sent(tmp_path, evening().encode(), changed.encode(), suffix=".xml", senders=senders)
    assert_only_the_last_stands(files)


def test_an_export_with_every_score_turned_round_is_held_and_the_last_before_it_stands(tmp_path: Path) -> None:
    score = re.compile(r"(<SCORE>)(-?)(\d+)")
    corrected = usebio.change_name(evening(), Random(1))
    turned = score.sub(lambda match: f"{match[1]}{'' if match[2] else '-'}{match[3]}", corrected)
    files = sent(tmp_path, evening().encode(), corrected.encode(), turned.encode(), suffix=".xml")
    expected = outcome(Pipeline(files[1:2]), "corrected")
    for order in permutations(files):
        pipeline = Pipeline(order)
        merge = pipeline.events["corrected"].state.merge
        states = [merge.versions.verdicts[file.fragments[0].fragment.id].state for file in files]
        assert states == ["replaced", "counts", "held"]
        assert merge.versions.verdicts[files[2].fragments[0].fragment.id] != Verdict()
        shown = outcome(pipeline, "corrected")
        # That a file is held is said with the standings, and nothing else is other than it was.
        assert expected.keys() - shown.keys() == {"json"}
        assert {name for name in shown if shown[name] != expected[name]} == set()
        alone, now = (each.events["corrected"].score()[0] for each in (Pipeline(files[1:2]), pipeline))
        assert [finding.code for finding in now.every if finding not in alone.every] == ["scoring.file-held"]
        assert now.standings.rankings == alone.standings.rankings

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.replay.made_up import Size, made_up_file
from tests.support.acblscore_files import everything, pairs_game
from tests.support.trf_lines import document, player
from tests.support.usebio_documents import board, line, pair, people
from tests.support.usebio_documents import document as usebio

run = CliRunner().invoke
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), EVENING))
    return path


@pytest.fixture
def wrong(good: Path) -> Path:
    """The same with one match point too many on one line."""
    data = good.read_text()
    start = data.index("<NS_MATCH_POINTS>") + len("<NS_MATCH_POINTS>")
    end = data.index("<", start)
    path = good.with_name("wrong.xml")
    path.write_text(data[:start] + "99" + data[end:])
    return path


def test_a_clean_file_is_fine(good: Path) -> None:
    result = run(app, ["check", str(good)])
    assert result.exit_code == 0, result.output


def test_check_finds_a_wrong_match_point_and_says_where(wrong: Path) -> None:
    result = run(app, ["check", str(wrong), "--json"])
    assert result.exit_code == 1
    codes = {finding["code"]: finding for finding in json.loads(result.stdout)}
    assert codes["scoring.board-points-differ"]["place"]["line"] > 1


def test_check_says_everything_about_a_file_of_two_events_once(good: Path) -> None:
    text = good.read_text()
    start, end = text.index("<EVENT "), text.index("</EVENT>")
    second = text[start:end].replace("Lanternlight Pairs", "Lanternlight Juniors") + "<WEATHER/></EVENT>"
    good.write_text(f"{text[:start]}{second}{text[start:]}".replace("</CLUB>", "<MOTTO/></CLUB>"))
    result = run(app, ["check", str(good), "--json"])
    unknown = [one for one in json.loads(result.stdout) if one["code"] == "usebio.unknown-element"]
    assert sorted(one["place"]["path"] for one in unknown) == [
        "/USEBIO/CLUB[1]/MOTTO[1]",
        "/USEBIO/EVENT[1]/WEATHER[1]",
    ]


HEADER = '[Event "Flight {}"]\n[Site "Harbour"]\n[Board "1"]\n[Dealer "Q"]\n\n'


@pytest.mark.parametrize("flights", ["A", "AB"])
def test_events_that_hold_nothing_to_score_are_said_to_and_are_an_error(tmp_path: Path, flights: str) -> None:
    path = tmp_path / "header.pbn"
    path.write_text("".join(HEADER.format(flight) for flight in flights))
    result = run(app, ["check", str(path), "--json"])
    said = [finding["code"] for finding in json.loads(result.stdout)]
    assert said == ["validation.nothing-to-score", "pbn.bad-value"] * len(flights)
    assert result.exit_code == 1
    result = run(app, ["score", str(path)])
    assert "holds no participants" in " ".join(result.stdout.split())
    assert result.exit_code == 2


def test_an_event_that_holds_nothing_beside_one_that_is_scored_is_said_to(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "header.pbn"
    path.write_text(HEADER.format("A"))
    result = run(app, ["score", str(good), str(path)])
    assert "holds no participants" in " ".join(result.stdout.split())
    assert "Lanternlight" in result.stdout
    assert result.exit_code == 1


def test_check_says_what_files_say_against_each_other(tmp_path: Path) -> None:
    paths = [tmp_path / f"{section}.xml" for section in "AB"]
    for path in paths:
        players = f"<PLAYER><PLAYER_NAME>{path.stem} one</PLAYER_NAME></PLAYER>"
        listed = people(pair("1", players), pair("2", players.replace("one", "two")))
        path.write_bytes(usebio(f'<SECTION SECTION_ID="{path.stem}">{listed}{board(line())}</SECTION>'))
    found = json.loads(run(app, ["check", *map(str, paths), "--json"]).stdout)
    assert [one["code"] for one in found if one["severity"] == "error"] == ["scoring.numbers-shared"]


def test_check_compares_with_the_schema_when_it_is_asked_to(good: Path, tmp_path: Path) -> None:
    misspelt = tmp_path / "misspelt.xml"
    misspelt.write_bytes(good.read_bytes().replace(b"BOARD_SCORING_METHOD", b"BOARD_SCORING"))
    assert "valid by the schema" in " ".join(run(app, ["check", "--xsd", str(good)]).output.split())
    plain, asked = (run(app, ["check", *option, str(misspelt), "--json"]) for option in ((), ("--xsd",)))
    assert "usebio.schema-unknown" not in plain.stdout
    assert asked.exit_code == 1
    (finding,) = [one for one in json.loads(asked.stdout) if one["code"] == "usebio.schema-unknown"]
    assert finding["place"]["line"] > 1
    assert "BOARD_SCORING_METHOD" in finding["message"]


def test_check_says_what_the_schema_is_not_for(good: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.xml"
    older.write_bytes(good.read_bytes().replace(b'Version="1.4"', b'Version="1.2"'))
    result = run(app, ["check", "--xsd", str(older), str(good)])
    words = " ".join(result.output.split())
    assert "to this file of 1.2" in words
    assert "it was not applied" in words
    assert words.count("valid by the schema") == 1


def test_score_puts_the_files_of_one_event_into_another(good: Path) -> None:
    other = good.with_name("other.xml")
    other.write_bytes(good.read_bytes().replace(b"Lanternlight Pairs", b"Copperbell Pairs"))
    apart = json.loads(run(app, ["score", "--json", str(good), str(other)]).stdout)
    first, second = sorted(one["event"] for one in apart)
    linked = run(app, ["score", "--json", str(good), str(other), "--link", f"{first}={second}"])
    (event,) = json.loads(linked.stdout)
    assert event["event"] == first
    assert {"good.xml", "other.xml"} <= {source["name"] for source in event["sources"]}
    for words in ("one", "one=", "=two", "One=two"):
        refused = run(app, ["score", str(good), "--link", words])
        assert refused.exit_code == 2
        assert "does not name two events" in refused.stderr


def test_score_prints_standings_and_as_json_the_same(good: Path) -> None:
    shown = run(app, ["score", str(good)])
    assert shown.exit_code == 0
    assert "North-South" in shown.output
    (document,) = json.loads(run(app, ["score", str(good), "--json"]).stdout)
    leader = document["rankings"][0]["rows"][0]["name"]
    assert leader.split(" & ")[0] in shown.output


def test_read_says_what_is_in_a_file(good: Path) -> None:
    result = run(app, ["read", str(good)])
    assert result.exit_code == 0
    assert "Lanternlight Pairs" in result.output
    assert "24 results" in result.output


def test_a_half_file_is_unreadable_with_a_place(good: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.xml"
    half.write_bytes(good.read_bytes()[:3000])
    result = run(app, ["read", str(half)])
    assert result.exit_code == 2
    assert "line" in result.stderr


def test_a_missing_file_is_misuse(tmp_path: Path) -> None:
    assert run(app, ["score", str(tmp_path / "none.xml")]).exit_code == 2


@pytest.mark.parametrize("suffix", ["xml", "json", "csv"])
def test_convert_writes_by_the_extension(good: Path, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out.{suffix}"
    result = run(app, ["convert", str(good), str(target)])
    assert result.exit_code == 0, result.output
    assert target.stat().st_size > 500


def test_convert_to_usebio_reads_back_to_the_same_standings(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.xml"
    run(app, ["convert", str(good), str(target)])
    before, after = (json.loads(run(app, ["score", str(p), "--json"]).stdout)[0] for p in (good, target))
    assert before["rankings"] == after["rankings"]


def test_convert_writes_into_the_game_file_that_an_event_came_from(tmp_path: Path) -> None:
    game, copy, new = tmp_path / "game.ACA", tmp_path / "copy.ACA", tmp_path / "new.ACA"
    game.write_bytes(everything()[0])
    result = run(app, ["convert", str(game), str(copy)])
    assert result.exit_code == 0, result.output
    assert copy.read_bytes() == game.read_bytes()
    game.write_bytes(pairs_game()[0])
    assert run(app, ["convert", str(game), str(new), "--anew"]).exit_code == 0
    assert new.read_bytes() != game.read_bytes()


def test_convert_writes_a_file_for_each_of_several_events(tmp_path: Path) -> None:
    game, target = tmp_path / "game.ACA", tmp_path / "out.xml"
    game.write_bytes(everything()[0])
    result = run(app, ["convert", str(game), str(target), "--json"])
    assert result.exit_code == 0, result.output
    written = sorted(path.name for path in tmp_path.glob("*.xml"))
    assert [Path(one["file"]).name for one in json.loads(result.stdout)] != []
    assert len(written) == 3
    assert all(name.startswith("out-lighthouse-bridge-club-") for name in written)
    one = written[0].removeprefix("out-").removesuffix(".xml")
    assert run(app, ["convert", str(game), str(target), "--event", one]).exit_code == 0
    assert target.read_bytes() == (tmp_path / written[0]).read_bytes()


def test_convert_names_the_events_when_there_is_none_of_that_name(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.json"), "--event", "nothing"])
    assert result.exit_code == 2
    assert "lanternlight-pairs" in result.stderr


def test_convert_refuses_what_a_format_has_no_place_for(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.trf")])
    assert result.exit_code == 2
    assert "TRF has no event of bridge" in result.stderr
    assert not (tmp_path / "out.trf").exists()


def test_convert_says_which_formats_there_are(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.doc")])
    assert result.exit_code == 2
    assert "usebio" in result.stderr


FRIENDS = document(
    "012 Four Friends",
    "042 2031/05/04",
    "062 4",
    "142 3",
    "192 BERGER_ROUNDROBIN",
    player(1, "4 w 1"),
    player(2, "3 w 1"),
    player(3, "2 b 0"),
    player(4, "1 b 0"),
)


def pairings(path: Path) -> list[str]:
    """The second round of each line 001."""
    return [line[101:107].strip() for line in path.read_text().splitlines() if line.startswith("001")]


def test_convert_writes_seats_of_our_own_rules_on_request(tmp_path: Path) -> None:
    source, plain, seated = (tmp_path / name for name in ("friends.trf", "plain.trf", "seated.trf"))
    source.write_bytes(FRIENDS)
    assert run(app, ["convert", str(source), str(plain)]).exit_code == 0
    assert pairings(plain) == ["", "", "", ""]
    assert run(app, ["convert", str(source), str(seated), "--with-seats"]).exit_code == 0
    assert pairings(seated) == ["2 w", "1 b", "4 b", "3 w"]
    drawn = json.loads(run(app, ["seat", str(source), "--json"]).stdout)
    stated = json.loads(run(app, ["seat", str(seated), "--json"]).stdout)
    tables = [[(at["white"], at["black"]) for at in seats["tables"]] for (seats,) in (drawn, stated)]
    assert sorted(tables[0]) == sorted(tables[1])
    assert stated[0]["rule"] == "stated"


def test_convert_writes_a_table_of_seats(tmp_path: Path) -> None:
    source, table = tmp_path / "friends.trf", tmp_path / "seats.csv"
    source.write_bytes(FRIENDS)
    assert run(app, ["convert", str(source), str(table), "--to", "seats-csv", "--with-seats"]).exit_code == 0
    assert len(table.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("name", "version", "begins"),
    [
        ("good", "1.2", '<USEBIO Version="1.2">'),
        ("good", "1.4", '<USEBIO Version="1.4">'),
        ("trf", "TRF16+XX", "XXR 3"),
    ],
)
def test_convert_writes_the_version_that_is_asked_for(
    good: Path, tmp_path: Path, name: str, version: str, begins: str
) -> None:
    source = good if name == "good" else tmp_path / "friends.trf"
    if name == "trf":
        source.write_bytes(FRIENDS)
    target = tmp_path / f"out{source.suffix}"
    result = run(app, ["convert", str(source), str(target), "--version", version])
    assert result.exit_code == 0, result.output
    assert begins in target.read_text()


def test_convert_says_which_versions_there_are(good: Path, tmp_path: Path) -> None:
    for arguments in (["out.xml", "--version", "1.3"], ["out.json", "--version", "1.4"]):
        target, *more = arguments
        result = run(app, ["convert", str(good), str(tmp_path / target), *more])
        assert result.exit_code == 2
        assert "usebio 1.4, 1.2" in " ".join(result.stderr.split())
        assert not (tmp_path / target).exists()

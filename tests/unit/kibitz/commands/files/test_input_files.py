from pathlib import Path

import pytest
import typer

from kibitz.commands.files.input_files import end, read_all, report_rejected


def test_a_file_that_cannot_be_opened_ends_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, reason in ((tmp_path, "is a folder"), (tmp_path / "none.xml", "No such file")):
        with pytest.raises(typer.Exit) as ended:
            read_all([path])
        assert ended.value.exit_code == 2
        assert reason in " ".join(capsys.readouterr().err.split())


def test_each_file_that_cannot_be_read_is_reported_with_its_place(
    good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = good.with_name("half.xml")
    half.write_bytes(good.read_bytes()[:900])
    assert report_rejected(read_all([good])) is False
    assert report_rejected(read_all([good, half])) is True
    error = " ".join(capsys.readouterr().err.split())
    assert "half.xml" in error
    assert "line " in error
    assert "good.xml" not in error


@pytest.mark.parametrize(("unreadable", "errors", "code"), [(True, True, 2), (True, False, 2), (False, True, 1)])
def test_the_worst_decides_the_exit_code(unreadable: bool, errors: bool, code: int) -> None:
    with pytest.raises(typer.Exit) as ended:
        end(unreadable=unreadable, errors=errors)
    assert ended.value.exit_code == code
    end(unreadable=False, errors=False)

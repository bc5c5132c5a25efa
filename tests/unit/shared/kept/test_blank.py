"""Lines are overwritten in place: nothing else moves, and who appends goes on."""

from pathlib import Path

from shared.kept.blank import blank_lines


def test_lines_with_a_text_are_blank_and_all_others_stay_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one secret\ntwo\r\nsecret three\nend secr")
    with path.open("ab", buffering=0) as writer:
        assert blank_lines(path, [b"secret", b"three"]) == 2
        writer.write(b"et\n")
    assert path.read_bytes() == b"          \ntwo\r\n            \nend secret\n"
    assert blank_lines(path, []) == 0

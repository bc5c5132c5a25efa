import pytest

from kibitz_client import FeedEnded, NoSuchChannel


@pytest.mark.parametrize(
    ("channel", "suggestions", "text"),
    [
        ("evt.opn.standings", (), "there is no event opn"),
        ("evt.opn.standings", ("open", "opera"), "there is no event opn; did you mean open or opera?"),
        ("evt.open.board.9", ("open",), "event open has no board.9"),
        ("all", (), "there is no channel all"),
    ],
)
def test_what_is_not_there_is_named(channel: str, suggestions: tuple[str, ...], text: str) -> None:
    error = NoSuchChannel(4404, channel, suggestions)
    assert (str(error), error.code, error.suggestions) == (text, 4404, suggestions)


def test_the_end_has_its_code() -> None:
    assert str(FeedEnded(4401, "no token")) == "no token (4401)"

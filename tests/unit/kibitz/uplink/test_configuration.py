from kibitz.uplink.configuration import domain, lines
from kibitz.uplink.settings import PublicSide, read_address, read_line

TOKEN = "t" * 43
PUBLIC = PublicSide(
    hall="old-town", token=TOKEN, address=read_address("wss://live.club.example/uplink"), host="127.0.0.1", port=8090
)


def test_without_an_uplink_there_is_one_account_and_no_listener() -> None:
    text = lines(None, "secret")
    assert "KIBITZ" in text
    assert "leafnodes" not in text
    assert "websocket" not in text
    assert domain(None) == ""


def test_a_public_server_knows_its_hall_by_the_token_and_nobody_else() -> None:
    text = lines(PUBLIC, "secret")
    assert f'user: "old-town", password: "{TOKEN}"' in text
    assert "no_auth_user: nobody" in text
    assert domain(PUBLIC) == "world"


def test_the_hall_passes_on_what_is_listed_and_takes_no_decisions_unless_allowed() -> None:
    text = lines(read_line(PUBLIC.line), "secret")
    assert f'urls: ["wss://old-town:{TOKEN}@live.club.example:443/uplink"], account: WORLD' in text
    assert "scoring.standings.asked.v1.*" in text
    assert "intake." not in text
    assert "$KV." not in text
    allowed = lines(read_line(PUBLIC.line, ["desk", "queries"]), "secret")
    assert "intake.file.offered.v1.*" in allowed
    assert "$KV.QUERIES.>" in allowed
    assert "GRANTS" not in allowed
    assert domain(read_line(PUBLIC.line)) == "hall"

"""Who a person is here, by what an identity provider says."""

import re
from datetime import timedelta

import pytest

from services.broadcast.domain.desk.sign_in import Flow, Members, NotAdmitted, Offer, may_be_asked

DIRECTOR, SCORER = Offer("director"), Offer("scorer")
ADA = {"sub": "u-1", "name": "Ada Example", "groups": ["directors"]}
MAIL = {"email": "ada@Bridge.example", "email_verified": True}


def members(roles=None, **more):
    return Members("groups", {"directors": DIRECTOR} if roles is None else roles, **more)


def test_the_secrets_of_a_flow_follow_from_one_and_not_from_each_other():
    flow, other = Flow("a"), Flow("b")
    parts = [flow.state, flow.nonce, flow.verifier, flow.challenge, other.state, other.nonce, other.verifier]
    assert len(set(parts)) == 7
    assert Flow("a") == flow
    assert Flow(flow.state).verifier != flow.verifier
    assert re.fullmatch(r"[0-9a-f]{64}", flow.verifier)  # RFC 7636 wants 43 to 128 such characters
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", flow.challenge)


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("director", DIRECTOR),
        ("screen of a-1", Offer("screen", ("a-1",))),
        ("scorer of a b", Offer("scorer", ("a", "b"))),
    ],
)
def test_a_role_is_read(text, offer):
    assert Offer.read(text) == offer


@pytest.mark.parametrize("text", ["", "owner", "director of", "director of ", "scorer of A", "scorer  of a", "of a"])
def test_what_is_no_role_is_refused(text):
    with pytest.raises(ValueError, match="a role is one of screen, scorer, director"):
        Offer.read(text)


def test_a_person_is_granted_what_the_claim_says():
    wanted = members(lasts=timedelta(hours=5)).wanted(ADA)
    assert (wanted.name, wanted.role, tuple(wanted.events)) == ("Ada Example", "director", ())
    assert wanted.lasts == timedelta(hours=5)
    assert wanted.link_lasts == timedelta(minutes=1)  # a session, and no lasting token


@pytest.mark.parametrize(
    ("groups", "role", "events"),
    [
        (["s", "d"], "director", ()),
        (["d", "s"], "director", ()),
        (["d-a", "s"], "director", ("a",)),
        (["d-a", "d-bc"], "director", ("a", "b", "c")),
        (["d-a", "d"], "director", ()),
        ("s", "scorer", ()),
        (["x", "s"], "scorer", ()),
        ([], "screen", ()),
        (None, "screen", ()),
        (["*"], "screen", ()),
    ],
)
def test_the_highest_role_counts_with_the_widest_limit(groups, role, events):
    roles = {"d": DIRECTOR, "s": SCORER, "d-a": Offer("director", ("a",)), "d-bc": Offer("director", ("b", "c"))}
    wanted = members({**roles, "*": Offer("screen")}).wanted({**ADA, "groups": groups})
    assert (wanted.role, tuple(wanted.events)) == (role, events)


@pytest.mark.parametrize("groups", [None, "", [], ["Directors"], ["directors "], [["directors"]], {"directors": 1}, 7])
def test_without_a_role_nobody_is_admitted(groups):
    with pytest.raises(NotAdmitted, match="no role"):
        members().wanted({**ADA, "groups": groups})


@pytest.mark.parametrize("claims", [MAIL, {"sub": "u-7"}])
def test_a_domain_or_a_subject_admits(claims):
    limits = {"domains": frozenset({"bridge.example"}), "subjects": frozenset({"u-7"})}
    assert members(**limits).wanted(ADA | claims).role == "director"


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"email": "ada@bridge.example"},
        {**MAIL, "email_verified": False},
        {**MAIL, "email_verified": "true"},
        {**MAIL, "email": "ada@evil.example"},
        {**MAIL, "email": "ada@bridge.example@evil.example"},
        {**MAIL, "email": "ada@sub.bridge.example"},
        {**MAIL, "email": "bridge.example"},
        {**MAIL, "email": "@bridge.example"},
        {**MAIL, "email": ["ada@bridge.example"]},
        {"sub": "U-7"},
    ],
)
def test_another_account_is_not_admitted_whatever_its_role(claims):
    limits = {"domains": frozenset({"bridge.example"}), "subjects": frozenset({"u-7"})}
    with pytest.raises(NotAdmitted, match="not of those"):
        members(**limits).wanted(ADA | claims)


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"name": " Ada\n\tof\x85 Example "}, "Ada of Example"),
        ({"name": "x" * 90}, "x" * 64),
        ({"name": "", "preferred_username": "ada"}, "ada"),
        ({"name": None, "email": "ada@bridge.example"}, "ada@bridge.example"),
        ({"name": 7}, "u-1"),
    ],
)
def test_the_name_is_one_line_or_the_next_best(claims, name):
    assert members().wanted(ADA | claims).name == name


def test_the_claim_of_the_name_can_be_chosen():
    assert members(name="player").wanted({**ADA, "player": "Ada of Club 7"}).name == "Ada of Club 7"


@pytest.mark.parametrize(
    "url",
    [
        "https://id.example",
        "https://id.example:8443/realms/a?b=c",
        "http://127.0.0.1:9000",
        "http://localhost/a",
        "http://[::1]:9/",
    ],
)
def test_a_provider_is_asked_by_https_or_on_this_machine(url):
    assert may_be_asked(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "id.example",
        "http://id.example",
        "http://127.0.0.1.id.example",
        "http://127.0.0.1@id.example",
        "https://127.0.0.1@id.example",
        "https://",
        "https:///a",
        "https://id.example:0",
        "https://id.example:99999",
        "https://[/",
        "https://id.example/#a",
        "https://id.example/ a",
        "https://id.example/\r\nX: y",
        "https://idé.example",
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
def test_no_other_address_is(url):
    assert not may_be_asked(url)

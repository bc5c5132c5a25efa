"""Signing in with an identity provider: there and back in a browser, and all that an attacker may try on the way."""

import hmac
import json
import time
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from contracts.access.journal import Doing
from services.broadcast.adapters.desk import provider as provider_module
from services.broadcast.adapters.desk.entrance import SESSION
from services.broadcast.adapters.desk.provider import Provider
from services.broadcast.adapters.desk.sign_in import FLOW, SignIn
from services.broadcast.domain.desk.sign_in import Flow, Members, Offer
from tests.support.desk_club import EVENT, NOW
from tests.support.identity_provider import CLIENT, SECRET, Key, identity_provider
from tests.unit.services.broadcast.adapters.desk.test_people import FIELDS, OUTSIDE, Guarded

ROLES = {"directors": Offer("director"), "scorers": Offer("scorer"), "tuesday": Offer("director", ("tuesday",))}
HTML = {"accept": "text/html"}


class Federation(Guarded):
    """The club, whose people have accounts at a provider."""

    def __init__(self, idp):
        super().__init__()
        self.idp = idp
        self.fresh()

    def fresh(self):
        """Another replica: it knows nothing of what the first one did, but the grants."""
        object.__setattr__(self.desk, "provider", "Example Federation")
        self.provider = Provider(self.idp.issuer, CLIENT, SECRET)
        sign_in = SignIn(self.desk, self.provider, Members("groups", ROLES))
        self.app.router.routes[:] = [*self.routes, *sign_in.routes()]

    async def begin(self, **headers):
        """Leave for the provider: the cookie, and where the browser is sent."""
        left = await self.outside("/desk/sign-in", **HTML, **headers)
        assert left.status == 302, left.body
        return left.headers["set-cookie"].partition(";")[0], left.headers["location"]

    async def end(self, back, cookie, **headers):
        """Come back."""
        parts = urlsplit(back)
        assert parts.path == "/desk/signed-in"
        return await self.outside(f"{parts.path}?{parts.query}", cookie, **HTML, **headers)

    async def sign_in(self):
        cookie, address = await self.begin()
        return await self.end(self.idp.sign_in(address), cookie)

    async def refused(self, reply, text, status=403):
        assert (reply.status, text in reply.body.decode()) == (status, True), reply.body.decode()
        assert SESSION not in str(reply.headers)
        assert await self.grants.all() == []


@pytest.fixture
async def club():
    async with identity_provider() as idp:
        yield Federation(idp)


def session_of(reply):
    return next(
        value.partition(";")[0] for value in reply.headers.getlist("set-cookie") if value.startswith(f"{SESSION}=")
    )


async def test_a_stranger_is_offered_both_ways_in(club):
    closed = (await club.outside("/desk", **HTML)).body.decode()
    assert "needs a link from the director" in closed
    assert 'href="desk/sign-in"' in closed.replace("./desk", "desk")
    assert "Sign in with <bdi>Example Federation</bdi>" in closed
    # Who is in already is told what else to do.
    scorer = await club.session("scorer")
    assert "Sign in with" not in (await club.outside("/desk/people", scorer, **HTML)).body.decode()


async def test_a_director_signs_in_and_signs_out(club):
    entered = await club.sign_in()
    assert (entered.status, entered.headers["refresh"]) == (200, "0; url=../desk")
    assert entered.headers["referrer-policy"] == "no-referrer"
    assert entered.headers["cache-control"] == "no-store"
    cookies = entered.headers.getlist("set-cookie")
    (session,) = (one for one in cookies if one.startswith(f"{SESSION}="))
    for word in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={400 * 24 * 3600}"):
        assert word in session
    assert any(one.startswith(f'{FLOW}=""') for one in cookies)
    assert b"Ada Example" in (await club.outside("/desk", session_of(entered))).body
    people = (await club.outside("/desk/people", session_of(entered))).body
    assert b"given by Example Federation: u-1" in people
    (grant,) = await club.grants.all()
    assert (grant.name, grant.role, grant.events) == ("Ada Example", "director", ())
    assert grant.until == NOW + timedelta(hours=12)
    assert (await club.form("/desk/leave", {}, session_of(entered))).status == 303
    assert (await club.outside("/desk", session_of(entered))).status == 403


async def test_decisions_are_signed_with_the_persons_name_until_access_is_revoked(club):
    club.idp.person = {"sub": "u-2", "name": "Grace <b>", "groups": ["directors"]}
    entered = await club.sign_in()
    assert b"Grace &lt;b&gt;" in entered.body
    session, decide = session_of(entered), (f"/desk/e/{EVENT}/decide", {"decision": "status", "status": "provisional"})
    assert (await club.form(*decide, session)).status == 303
    assert json.loads(club.offered[-1].content)["by"] == "Grace <b>"
    (grant,) = await club.grants.all()
    await club.grants.revoke(grant.id, Doing("desk", "desk", NOW))
    assert (await club.form(*decide, session)).status == 403


async def test_a_scorer_signs_in_to_what_scorers_may(club):
    club.idp.person["groups"] = ["scorers", "tuesday-players"]
    session = session_of(await club.sign_in())
    assert (await club.outside(f"/desk/e/{EVENT}", session)).status == 200
    assert (await club.form(f"/desk/e/{EVENT}/decide", FIELDS, session)).status == 403
    assert (await club.outside("/desk/people", session)).status == 403


async def test_a_limit_to_events_is_that_of_a_grant(club):
    club.idp.person["groups"] = ["tuesday"]
    session = session_of(await club.sign_in())
    assert (await club.outside(f"/desk/e/{EVENT}", session)).status == 403
    assert (await club.outside("/desk/people", session)).status == 403


@pytest.mark.parametrize("groups", [None, [], "", ["Directors", 7, None], {"directors": 1}, "*", ["*"]])
async def test_an_account_without_a_role_gets_a_page_that_says_so(club, groups):
    club.idp.person["groups"] = groups
    await club.refused(await club.sign_in(), "has no role here. Ask the director")


async def test_nobody_signs_in_as_the_machine(club):
    club.idp.person["name"] = "Desk"
    await club.refused(await club.sign_in(), "Your name at the provider cannot be used")


async def test_another_replica_takes_who_comes_back(club):
    cookie, address = await club.begin()
    club.fresh()
    assert (await club.end(club.idp.sign_in(address), cookie)).status == 200


async def test_behind_a_proxy_with_tls_the_way_back_is_https_and_cookies_are_secure(club):
    proxy = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9"}
    left = await club.outside("/desk/sign-in", **proxy)
    assert "; Secure" in left.headers["set-cookie"]
    assert "SameSite=lax" in left.headers["set-cookie"]
    address = left.headers["location"]
    assert parse_qs(urlsplit(address).query)["redirect_uri"] == [f"https://{OUTSIDE}/desk/signed-in"]
    entered = await club.end(club.idp.sign_in(address), left.headers["set-cookie"].partition(";")[0], **proxy)
    assert "; Secure" in str(entered.headers.getlist("set-cookie"))


# Attacks.


async def test_only_the_browser_that_began_is_signed_in(club):
    cookie, address = await club.begin()
    back = club.idp.sign_in(address)
    other, _ = await club.begin()
    for wrong in ("", other, f"{FLOW}=", f"{FLOW}=é"):
        await club.refused(await club.end(back, wrong), "has not begun this sign-in")
    state = parse_qs(urlsplit(address).query)["state"][0]
    for changed in (state[:-1], "", "%C3%A9", state.upper()):
        await club.refused(await club.end(back.replace(state, changed), cookie), "has not begun this sign-in")
    # What follows from no secret at all, anybody can work out.
    for nothing in ("", f"{FLOW}="):
        await club.refused(await club.end(back.replace(state, Flow("").state), nothing), "has not begun this sign-in")
    assert "/token" not in club.idp.asked
    assert (await club.end(back, cookie)).status == 200


async def test_a_code_is_good_once_and_for_its_own_sign_in(club):
    cookie, address = await club.begin()
    back = club.idp.sign_in(address)
    assert (await club.end(back, cookie)).status == 200
    club.bus.keys.clear()
    await club.refused(await club.end(back, cookie), "has not confirmed who you are")
    # Somebody else's code under the own state: its verifier is that of another browser.
    stolen = parse_qs(urlsplit(club.idp.sign_in(address)).query)["code"][0]
    cookie, address = await club.begin()
    mine = club.idp.sign_in(address)
    own = parse_qs(urlsplit(mine).query)["code"][0]
    await club.refused(await club.end(mine.replace(own, stolen), cookie), "has not confirmed who you are")


@pytest.mark.parametrize("query", ["iss=https%3A%2F%2Fevil.example", "code=" + "x" * 5_000, "iss="])
async def test_an_answer_of_another_provider_is_refused(club, query):
    cookie, address = await club.begin()
    state = parse_qs(urlsplit(address).query)["state"][0]
    reply = await club.outside(f"/desk/signed-in?state={state}&code=x&{query}", cookie, **HTML)
    await club.refused(reply, "not from the provider")
    assert "/token" not in club.idp.asked


async def test_what_the_provider_says_instead_is_told_and_escaped(club):
    cookie, address = await club.begin()
    state = parse_qs(urlsplit(address).query)["state"][0]
    reply = await club.outside(f"/desk/signed-in?state={state}&error=%3Cscript%3E{'x' * 500}", cookie, **HTML)
    await club.refused(reply, "has not signed you in: &lt;script&gt;xxx")
    assert b"x" * 101 not in reply.body


async def test_the_way_back_is_ours_alone_whatever_an_address_asks(club):
    for name in ("redirect_uri", "next", "return_to", "back"):
        left = await club.outside(f"/desk/sign-in?{name}=https://evil.example/")
        assert "evil" not in left.headers["location"]
    cookie, address = await club.begin()
    back = f"{club.idp.sign_in(address)}&next=https://evil.example/&redirect_uri=https://evil.example/"
    entered = await club.end(back, cookie)
    assert (entered.status, entered.headers["refresh"]) == (200, "0; url=../desk")
    assert b"evil" not in entered.body
    assert (await club.get("/desk/sign-in", host="evil.example/x?", client="192.0.2.7")).status == 403


LONG_AGO = int(time.time()) - 3_600


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "of another"},
        {"nonce": None},
        {"aud": "another-client"},
        {"aud": [CLIENT, "another-client"]},
        {"aud": None},
        {"azp": "another-client"},
        {"iss": "https://evil.example"},
        {"iss": None},
        {"exp": LONG_AGO},
        {"exp": None},
        {"iat": LONG_AGO + 7_200},
        {"iat": None},
        {"nbf": LONG_AGO + 7_200},
        {"sub": None},
        {"sub": 7},
    ],
)
async def test_a_token_that_is_not_for_this_sign_in_proves_nobody(club, changes):
    club.idp.changes = changes
    await club.refused(await club.sign_in(), "has not confirmed who you are")


async def test_clocks_may_differ_a_little(club):
    now = int(time.time())
    club.idp.changes = {"exp": now - 10, "iat": now - 300}
    assert (await club.sign_in()).status == 200


def unsigned(idp, claims):
    return jwt.encode(claims, "", "none")


def by_public_key(idp, claims):
    """HS256 with what everybody knows as its secret."""
    head = {"alg": "HS256", "typ": "JWT", "kid": idp.key.kid}
    text = b".".join(jwt.utils.base64url_encode(json.dumps(part).encode()) for part in (head, claims))
    secret = idp.key.private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return f"{text.decode()}.{jwt.utils.base64url_encode(hmac.digest(secret, text, 'sha256')).decode()}"


def by_another_key(idp, claims):
    return jwt.encode(claims, Key("first", of="foreign").private, "RS256", {"kid": "first"})


def by_unknown_key(idp, claims):
    return jwt.encode(claims, Key("x").private, "RS256", {"kid": "x"})


def changed(idp, claims):
    head, _, signature = idp.signed(claims).split(".")
    _, other, _ = idp.signed(claims | {"groups": ["directors"], "sub": "admin"}).split(".")
    return f"{head}.{other}.{signature}"


def by_its_own_key(idp, claims):
    """A token that brings the key along which it is to be checked with."""
    key = Key("first", of="foreign")
    return jwt.encode(claims, key.private, "RS256", {"kid": "first", "jwk": key.public, "jku": "http://127.0.0.1:9/"})


def of_another_algorithm(idp, claims):
    return jwt.encode(claims, idp.key.private, "RS512", {"kid": idp.key.kid})


def nonsense(idp, claims):
    return "a.b.c"


def deep(idp, claims):
    return f"{jwt.utils.base64url_encode(b'[' * 40_000).decode()}.e30.x"


@pytest.mark.parametrize(
    "forge",
    [
        unsigned,
        by_public_key,
        by_another_key,
        by_unknown_key,
        changed,
        by_its_own_key,
        of_another_algorithm,
        nonsense,
        deep,
    ],
    ids=lambda forge: forge.__name__,
)
async def test_a_forged_token_proves_nobody(club, forge):
    club.idp.forge = lambda claims: forge(club.idp, claims)
    await club.refused(await club.sign_in(), "has not confirmed who you are")


async def test_a_secret_among_the_published_keys_signs_nothing(club):
    club.idp.published = [{"kty": "oct", "kid": "first", "k": jwt.utils.base64url_encode(b"x" * 32).decode()}]
    for head in ({"kid": "first"}, {}):
        club.idp.forge = lambda claims, head=head: jwt.encode(claims, "x" * 32, "HS256", head)
        await club.refused(await club.sign_in(), "has not confirmed who you are")


async def test_keys_are_kept_and_new_ones_found(club):
    for _ in range(3):
        assert (await club.sign_in()).status == 200
    assert club.idp.asked.count("/keys") == 1
    assert club.idp.asked.count("/.well-known/openid-configuration") == 1
    old = club.idp.key
    club.idp.rotate()
    assert (await club.sign_in()).status == 200
    assert club.idp.asked.count("/keys") == 2
    # What the provider does not publish any more is forgotten with it.
    before = len(await club.grants.all())
    club.idp.forge = lambda claims: jwt.encode(claims, old.private, "RS256", {"kid": old.kid})
    assert (await club.sign_in()).status == 403
    assert len(await club.grants.all()) == before


async def test_a_key_that_is_withdrawn_is_not_believed_for_ever(club, monkeypatch):
    assert (await club.sign_in()).status == 200
    club.idp.published = []
    monkeypatch.setattr(provider_module, "KNOWN_FOR", -1.0)
    assert (await club.sign_in()).status == 403


async def test_without_a_name_of_its_key_a_token_needs_the_only_one(club):
    club.idp.forge = lambda claims: jwt.encode(claims, club.idp.key.private, "RS256")
    assert (await club.sign_in()).status == 200
    club.fresh()
    club.idp.published.append(Key("second").public)
    assert (await club.sign_in()).status == 403


DISCOVERY = "/.well-known/openid-configuration"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (DISCOVERY, b"{}"),
        (DISCOVERY, b"[" * 100_000),
        (DISCOVERY, b" " * 300_000),
        (DISCOVERY, b"\xff"),
        ("/token", b"{}"),
        ("/token", b'{"id_token": "' + b"x" * 70_000 + b'"}'),
        ("/keys", b'{"keys": 7}'),
        ("/keys", json.dumps({"keys": [{}] * 101}).encode()),
    ],
)
async def test_answers_that_are_none_leave_the_links(club, path, answer):
    club.idp.answers[path] = answer
    if path == DISCOVERY:
        reply = await club.outside("/desk/sign-in", **HTML)
    else:
        reply = await club.sign_in()
    await club.refused(reply, "does not answer now", 503)
    await works_by_link(club)


async def works_by_link(club):
    _, token = await club.grant("scorer")
    assert (await club.form("/desk/enter", {"token": token})).status == 303


@pytest.mark.parametrize(
    "description",
    [
        {"issuer": "https://evil.example"},
        {"issuer": "http://127.0.0.1/of-another"},
        {"padding": "x" * 300_000},
        {"token_endpoint": "http://192.0.2.1/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"jwks_uri": "http://localhost.evil.example/keys"},
        {"jwks_uri": "http://127.0.0.1@evil.example/keys"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": "https://a.example/\r\nSet-Cookie: a=b"},
        {"token_endpoint": "https://"},
        {"token_endpoint": "https://[/"},
        {"token_endpoint": None},
    ],
)
async def test_a_hostile_description_leads_nowhere(club, description):
    club.idp.description = description
    await club.refused(await club.outside("/desk/sign-in", **HTML), "does not answer now", 503)


async def test_a_provider_elsewhere_sends_us_to_nothing_on_this_machine():
    ours = "http://127.0.0.1:6222/"
    said = dict.fromkeys(("authorization_endpoint", "token_endpoint", "jwks_uri"), "https://id.example/")
    provider_module.Description(issuer="https://id.example", **said)
    for name in said:
        with pytest.raises(ValueError, match="https"):
            provider_module.Description(issuer="https://id.example", **said | {name: ours})


async def test_a_provider_that_is_slow_or_gone_holds_up_nobody(club, monkeypatch, caplog):
    monkeypatch.setattr(provider_module, "PATIENCE", 0.2)
    club.idp.silent = True
    await club.refused(await club.outside("/desk/sign-in", **HTML), "does not answer now", 503)
    club.idp.silent, club.idp.issuer = False, "http://127.0.0.1:9"
    club.fresh()
    await club.refused(await club.outside("/desk/sign-in", **HTML), "ask the director for a link", 503)
    await works_by_link(club)
    assert "the identity provider cannot be used" in caplog.text


async def test_a_wrong_secret_is_the_operators_matter_and_in_no_log(club, caplog):
    club.provider.secret = "not the secret"
    await club.refused(await club.sign_in(), "does not answer now", 503)
    assert "401" in caplog.text
    for secret in (SECRET, "not the secret", "code-"):
        assert secret not in caplog.text
    assert "not the secret" not in repr(club.provider)


async def test_a_secret_goes_in_the_form_where_the_provider_wants_it_there(club):
    club.idp.description = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    seen = {}

    def take(fields, authorization):
        seen.update(fields, authorization=authorization)
        return 400, {}

    club.idp.token_answer = take
    assert (await club.sign_in()).status == 403
    assert (seen["client_id"], seen["client_secret"], seen["authorization"]) == (CLIENT, SECRET, "")

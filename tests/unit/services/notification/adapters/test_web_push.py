"""Messages are encrypted as RFC 8291 says and signed as RFC 8292 says."""

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from contracts.questions import PushAddress
from services.notification.adapters.web_push import (
    SIGNED_FOR,
    BadKey,
    Signer,
    decoded,
    encoded,
    encrypt,
    keys_of,
    new_private_key,
)
from tests.support.push_service import Browser

APPENDIX_A = PushAddress(
    endpoint="https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth="BTBZMqHH6r4Tts7J_aSIgg",
)
"""The example of RFC 8291, section 5 and appendix A."""


def test_the_example_of_the_rfc_is_encrypted_as_there() -> None:
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        APPENDIX_A,
        private=decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_reads_it_and_no_two_bodies_are_alike() -> None:
    browser = Browser("https://push.example", "a")
    first, second = (encrypt(b'{"a": 1}', browser.address) for _ in range(2))
    assert browser.read(first) == browser.read(second) == {"a": 1}
    assert first != second


@pytest.mark.parametrize(
    ("field", "value"), [("p256dh", encoded(b"\x04" + b"\x01" * 64)), ("p256dh", "A" * 86), ("auth", "A" * 24)]
)
def test_keys_that_cannot_be_used_are_refused(field: str, value: str) -> None:
    with pytest.raises(BadKey):
        keys_of(APPENDIX_A.replace(**{field: value}))


def test_a_push_service_can_check_who_signed_and_for_whom() -> None:
    signer = Signer(new_private_key(), "mailto:desk@example.org")
    header = signer.authorization("https://push.example", 1_000.0)
    scheme, _, rest = header.partition(" t=")
    token, _, key = rest.partition(", k=")
    head, claims, signature = token.split(".")
    assert (scheme, key) == ("vapid", signer.public)
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    expected = {"aud": "https://push.example", "exp": 1_000 + SIGNED_FOR, "sub": "mailto:desk@example.org"}
    assert json.loads(decoded(claims)) == expected
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    raw = decoded(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_a_signature_is_used_for_hours_and_by_one_push_service() -> None:
    signer = Signer(new_private_key(), "")
    first = signer.authorization("https://push.example", 0.0)
    assert signer.authorization("https://push.example", SIGNED_FOR / 2) == first
    assert signer.authorization("https://push.example", SIGNED_FOR / 2 + 1) != first
    assert signer.authorization("https://other.example", 0.0) != first
    assert "sub" not in json.loads(decoded(first.split(".")[1]))

import hashlib
import json
from base64 import urlsafe_b64encode

from services.intake.domain.audit.objects import ObjectSums


def described(name: str, nuid: str, data: bytes, **more: object) -> bytes:
    digest = urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    return json.dumps({"name": name, "nuid": nuid, "digest": f"SHA-256={digest}", **more}).encode()


def test_objects_are_whole_when_their_chunks_have_their_digest() -> None:
    sums = ObjectSums()
    for chunk in (b"one ", b"two"):
        sums.see("$O.FILES.C.n1", chunk)
    sums.see("$O.FILES.M.YQ==", described("a", "n1", b"one two"))
    sums.see("$O.FILES.C.n2", b"half of ")
    sums.see("$O.FILES.M.Yg==", described("b", "n2", b"half of it"))
    sums.see("$O.FILES.M.Yw==", described("c", "n3", b"never there"))
    assert list(sums.whole()) == ["a"]
    assert set(sums.described) == {"a", "b", "c"}


def test_there_is_no_object_that_was_removed_or_whose_newest_description_is_none() -> None:
    sums = ObjectSums()
    sums.see("$O.FILES.M.YQ==", described("a", "n1", b"x"))
    sums.see("$O.FILES.M.YQ==", described("a", "n1", b"x", deleted=True))
    sums.see("$O.FILES.M.Yg==", described("b", "n2", b""))
    sums.see("$O.FILES.M.Yg==", b"no JSON")
    sums.see("$O.FILES.M.Yw==", b"[]")
    assert not sums.described

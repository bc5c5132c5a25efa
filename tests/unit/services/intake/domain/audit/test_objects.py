import hashlib
import json
from base64 import urlsafe_b64encode

from services.intake.domain.audit.objects import ObjectSums


def described(name: str, nuid: str, data: bytes, **more: object) -> bytes:
    digest = urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    return json.dumps({"name": name, "nuid": nuid, "digest": f"SHA-256={digest}", **more}).encode()


def test_objects_are_whole_when_their_chunks_have_their_digest() -> None:
    sums = ObjectSums()
    for seq, chunk in enumerate((b"one ", b"two"), start=1):
        sums.see("$O.FILES.C.n1", seq, chunk)
    sums.see("$O.FILES.M.YQ==", 3, described("a", "n1", b"one two"))
    sums.see("$O.FILES.C.n2", 4, b"half of ")
    sums.see("$O.FILES.M.Yg==", 5, described("b", "n2", b"half of it"))
    sums.see("$O.FILES.M.Yw==", 6, described("c", "n3", b"never there"))
    assert list(sums.whole()) == ["a"]
    assert list(sums.damaged()) == ["b", "c"]


def test_a_removed_object_and_a_description_that_is_none_are_told_apart() -> None:
    sums = ObjectSums()
    sums.see("$O.FILES.M.YQ==", 1, described("a", "n1", b"x"))
    sums.see("$O.FILES.M.YQ==", 2, described("a", "n1", b"x", deleted=True))
    sums.see("$O.FILES.M.Yg==", 3, b"no JSON")
    sums.see("$O.FILES.M.Yw==", 4, b"[]")
    assert list(sums.damaged()) == []
    assert sums.unreadable == [3, 4]

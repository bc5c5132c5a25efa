"""Recognises the format of a file by its content; the name does not count.

Rules kept here:

1. Only a sample of the file decides, so the answer costs the same for every file.
2. What is nobody's format by its first bytes (archives, images, databases) is refused before any format is asked.
3. Each format recognises its own files; the first of the registry that does has the file. Where none does, the first
   that nearly does says why not.
4. A file that ends in the middle may still be growing, so it deserves a longer wait; it is never refused for that here,
   because the format's reader says better what is missing. Content that is not recognised may be the beginning of
   something that is.
"""

from dataclasses import dataclass

from contracts.base import UNRECOGNISED, FileFormat
from contracts.codes import Code
from contracts.codes.intake import EMPTY, TOO_LARGE, UNKNOWN_FORMAT
from shared.formats import registry
from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import Sample, is_binary

_UNPACK = "Unpack it and send the files in it; Kibitz does not open archives."
_SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive or an office document", _UNPACK),
    (b"PK\x05\x06", "an empty ZIP archive", _UNPACK),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ", "an xz archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", None),
    (b"\xff\xd8\xff", "a JPEG image", None),
    (b"GIF8", "a GIF image", None),
    (b"%PDF-", "a PDF document", None),
    (b"\xd0\xcf\x11\xe0", "an office document of the older kind", None),
    (b"\x00\x01\x00\x00Standard ", "an Access database, as bridge table terminals use", None),
    (b"SQLite format 3\x00", "an SQLite database", None),
    (b"\x7fELF", "a program", None),
    (b"MZ", "a program", None),
)


@dataclass(frozen=True)
class Recognition:
    """What a file is, and why.

    Attributes:
        format: `UNRECOGNISED` when it is none of them.
        reason: one sentence for a person.
        code: why it is refused; None when it is not.
        advice: what to do, where it is more than the code's own advice.
        certain: more bytes at the end would not make it anything else.
    """

    format: FileFormat
    reason: str
    code: Code | None = None
    advice: str | None = None
    certain: bool = False


def too_large(size: int, limit: int) -> Recognition:
    """A file that nobody looks into; both numbers are in bytes."""
    return Recognition(UNRECOGNISED, f"The file has {size} bytes; this intake takes {limit}", TOO_LARGE)


def recognise(sample: Sample) -> Recognition:
    """Tell the format of a file."""
    head = sample.head
    if not sample.size:
        return Recognition(UNRECOGNISED, "The file has no bytes", EMPTY)
    if not head.strip(b"\0 \t\r\n\v\f"):
        what = "zero bytes" if not head.strip(b"\0") else "white space"
        is_all = len(head) == sample.size
        where = "The file holds" if is_all else f"Its first {len(head)} bytes are"
        return Recognition(UNRECOGNISED, f"{where} nothing but {what}", EMPTY if is_all else UNKNOWN_FORMAT)
    for signature, what, advice in _SIGNATURES:
        if head.startswith(signature):
            return Recognition(UNRECOGNISED, f"The file is {what}", UNKNOWN_FORMAT, advice, certain=True)
    near: NearMiss | None = None
    for form in registry.formats():
        match form.recognise(sample):
            case Match(reason):
                return Recognition(form.name, reason)
            case NearMiss() as miss:
                near = near or miss
    if near is None and is_binary(head):
        near = NearMiss("The file is binary data of an unknown kind")
    elif near is None:
        is_json = sample.text.startswith(("{", "["))
        near = NearMiss(
            "The file looks like JSON, which Kibitz does not read"
            if is_json
            else "The file is text, but in no format that Kibitz reads"
        )
    return Recognition(UNRECOGNISED, near.reason, UNKNOWN_FORMAT, near.advice)


def ending_of(file_format: FileFormat, sample: Sample) -> Ending:
    """How a file of this format ends (rule 4)."""
    return Ending.CUT if file_format == UNRECOGNISED else registry.by_name(file_format).ending(sample)

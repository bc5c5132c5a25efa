"""The fields and files that a form of the desk sends, and the address that follows it."""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from services.broadcast.domain.desk.pages.conflict import OWN

LARGEST_FORM = 32 * 1024 * 1024
"""Bytes of all files of a form: what is read of it lies on the disk, and may be a temporary file system in memory."""

FIELDS, FIELD_BYTES = 1000, 10_000

TYPED = 200
"""Characters of a field that stands in its form again after it was refused."""

REFUSED = "refused"
"""Says in an address that a form has decided nothing."""


def typed(fields: Mapping[str, str]) -> dict[str, str]:
    """What was typed into a form that was refused, so that it stands there again, and that it was."""
    return {name: text for name, text in fields.items() if len(text) <= TYPED and name not in OWN} | {REFUSED: "1"}


def see(address: str, said: str, query: Mapping[str, str] = {}) -> Response:
    """Go to a page, which tells what was done."""
    return Response(status_code=303, headers={"Location": f"{address}?{urlencode({'said': said, **query})}"})


def length_of(request: Request) -> int:
    """What the head says of the body; -1: nothing."""
    length = request.headers.get("content-length", "")
    return int(length[:20]) if length.isascii() and length.isdigit() else -1


async def read_form(request: Request) -> tuple[dict[str, str], list[UploadFile]]:
    """The fields and the files of a form, within bounds."""
    # Whoever has not been let in yet has nothing to send but the token of a link.
    limit = LARGEST_FORM if request.state.visitor is not None else FIELD_BYTES
    if not 0 <= length_of(request) <= limit:
        raise HTTPException(
            400, f"A form has its length in its head, and at most {limit} bytes. Send fewer files at once."
        )
    form = await request.form(max_files=FIELDS, max_fields=FIELDS, max_part_size=FIELD_BYTES)
    fields: dict[str, str] = {}
    files: list[UploadFile] = []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            files += [value] if value.filename else []
        else:
            fields[name] = value
    return fields, files

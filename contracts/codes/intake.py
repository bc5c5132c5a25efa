"""Codes of the intake and of the parsers' shell: why a file, or a request, was not taken."""

from contracts.codes.code import Code
from contracts.findings import Severity

# What a file can be refused for.

EMPTY = Code("intake.empty", Severity.ERROR, "The file is empty", "Export the file again.", rejects=True)
TOO_LARGE = Code(
    "intake.too-large",
    Severity.ERROR,
    "The file is larger than this server accepts",
    "Split the file by session, or raise KIBITZ_INTAKE_MAX_BYTES.",
    rejects=True,
)
UNKNOWN_FORMAT = Code(
    "intake.unknown-format",
    Severity.ERROR,
    "The file is in no format that Kibitz reads",
    "Export as USEBIO XML, PBN, an ACBLscore game file or FIDE TRF.",
    rejects=True,
)

# What can be wrong with a watched folder.

NOT_SETTLED = Code(
    "intake.not-settled",
    Severity.WARNING,
    "The file in the watched folder keeps changing",
    "Let the scoring program finish writing, or write the file elsewhere and move it in.",
)
UNREADABLE = Code(
    "intake.unreadable",
    Severity.ERROR,
    "The file in the watched folder cannot be opened",
    "Give the user that runs the intake permission to read it.",
    rejects=True,
)
INCOMPLETE = Code(
    "intake.incomplete",
    Severity.WARNING,
    "The file in the watched folder is cut off and no longer grows",
    "It was read as it is. If something is missing, export it again.",
)
NO_FOLDER = Code(
    "intake.no-folder",
    Severity.ERROR,
    "The watched folder does not exist or cannot be listed",
    "Create or mount the folder and allow the intake to list it; the intake keeps looking for it.",
)
CROWDED_FOLDER = Code(
    "intake.crowded-folder",
    Severity.WARNING,
    "The watched folder holds more files than the intake looks at",
    "Move old files out of the folder.",
)
OUTSIDE_FOLDER = Code(
    "intake.outside-folder",
    Severity.WARNING,
    "A link in the watched folder points outside it and is not followed",
    "Put the file itself into the folder.",
)

# What a request can be refused for.

BAD_REQUEST = Code(
    "intake.bad-request",
    Severity.ERROR,
    "A parameter of the request cannot be read",
    "Correct the parameter named in the message; /openapi.json describes them all.",
    rejects=True,
)
UNAUTHORISED = Code(
    "intake.unauthorised",
    Severity.ERROR,
    "The request has no token, or an unknown one",
    "Send the header 'Authorization: Bearer <token>' with a token from KIBITZ_INTAKE_TOKENS.",
    rejects=True,
)
LOCAL_ONLY = Code(
    "intake.local-only",
    Severity.ERROR,
    "Without tokens, this intake accepts requests from its own machine only",
    "Set KIBITZ_INTAKE_TOKENS and send one of the tokens.",
    rejects=True,
)
NO_SUCH_ADDRESS = Code(
    "intake.no-such-address",
    Severity.ERROR,
    "Nothing is at this address, or it does not take this method",
    "See /openapi.json for the addresses.",
)
UNKNOWN_FILE = Code(
    "intake.unknown-file",
    Severity.ERROR,
    "No file with this digest has arrived",
    "Check the digest; only a file that was sent has a status.",
)
TOO_SLOW = Code(
    "intake.too-slow",
    Severity.ERROR,
    "The upload took too long",
    "Send the file again, over a faster connection or in smaller parts.",
    rejects=True,
)
BUSY = Code(
    "intake.busy", Severity.ERROR, "Too many uploads at once", "Send the file again after the time in Retry-After."
)
UNAVAILABLE = Code(
    "intake.unavailable",
    Severity.ERROR,
    "The message server does not answer, so the file could not be stored",
    "Send the file again after the time in Retry-After. Files confirmed earlier are safe.",
)
FAILED = Code(
    "intake.failed",
    Severity.ERROR,
    "Server fault in the intake",
    "Send the file again; if that fails too, look into the intake's log.",
)

# What a parser's shell can say of any file.

READER_FAILED = Code(
    "parser.reader-failed",
    Severity.ERROR,
    "Server fault while reading this file",
    "Your file is kept, and is read again once the program is repaired. Please report it.",
    rejects=True,
)
NOT_PROCESSED = Code(
    "intake.not-processed",
    Severity.ERROR,
    "Server fault: a service gave up on this file",
    "Your file is fine. See `kibitz dead list`, or send the file again later.",
)
MORE_FINDINGS = Code(
    "parser.more-findings",
    Severity.INFO,
    "The reader found more problems than are listed",
    "Correct those listed and send the file again.",
)

"""Codes of the intake and of the parsers' shell: why a file, or a request, was not taken."""

from contracts.codes.code import from_catalogue

# What a file can be refused for.

EMPTY = from_catalogue("intake.empty")
TOO_LARGE = from_catalogue("intake.too-large")
UNKNOWN_FORMAT = from_catalogue("intake.unknown-format")

# What can be wrong with a watched folder.

NOT_SETTLED = from_catalogue("intake.not-settled")
UNREADABLE = from_catalogue("intake.unreadable")
INCOMPLETE = from_catalogue("intake.incomplete")
NO_FOLDER = from_catalogue("intake.no-folder")
CROWDED_FOLDER = from_catalogue("intake.crowded-folder")
WRITTEN_BACK = from_catalogue("intake.written-back")
OUTSIDE_FOLDER = from_catalogue("intake.outside-folder")

# What a request can be refused for.

BAD_REQUEST = from_catalogue("intake.bad-request")
UNAUTHORISED = from_catalogue("intake.unauthorised")
LOCAL_ONLY = from_catalogue("intake.local-only")
NO_SUCH_ADDRESS = from_catalogue("intake.no-such-address")
UNKNOWN_FILE = from_catalogue("intake.unknown-file")
TOO_SLOW = from_catalogue("intake.too-slow")
BUSY = from_catalogue("intake.busy")
UNAVAILABLE = from_catalogue("intake.unavailable")
NO_ROOM = from_catalogue("intake.no-room")
NOT_KEPT = from_catalogue("intake.not-kept")
FAILED = from_catalogue("intake.failed")

# What a parser's shell can say of any file.

READER_FAILED = from_catalogue("parser.reader-failed")
NOT_PROCESSED = from_catalogue("intake.not-processed")
MORE_FINDINGS = from_catalogue("parser.more-findings")

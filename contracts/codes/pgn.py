"""Codes of the PGN reader and writer: what can be said about a file before its results are compared."""

from contracts.codes.code import from_catalogue

NO_GAMES = from_catalogue("pgn.no-games")
TOO_LARGE = from_catalogue("pgn.too-large")
NOT_CHESS = from_catalogue("pgn.not-chess")
NO_IDENTITY = from_catalogue("pgn.no-identity")
ENCODING_GUESSED = from_catalogue("pgn.encoding-guessed")
COMMENT_NOT_CLOSED = from_catalogue("pgn.comment-not-closed")
TAG_BROKEN = from_catalogue("pgn.tag-broken")
NO_PLAYERS = from_catalogue("pgn.no-players")
NO_ROUND = from_catalogue("pgn.no-round")
BAD_RESULT = from_catalogue("pgn.bad-result")
RESULTS_DIFFER = from_catalogue("pgn.results-differ")
PLAYED_TWICE = from_catalogue("pgn.played-twice")
BAD_VALUE = from_catalogue("pgn.bad-value")
NUMBERS_UNCLEAR = from_catalogue("pgn.numbers-unclear")
TEXT_CUT = from_catalogue("pgn.text-cut")
MORE_LIKE_IT = from_catalogue("pgn.more-like-it")

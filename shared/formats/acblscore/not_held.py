"""What the facts of an event say that a new game file has no place for, counted as losses."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any

from contracts.facts import Detail, EventFact, Facts
from shared.formats.acblscore import values
from shared.formats.acblscore.scores import AVERAGES
from shared.formats.losses import Losses, lose_fields_of

TEAMS = frozenset({"teams", "swiss_teams", "knockout"})
PROGRAM = "ACBLscore"
VERSION, VERSION_NEEDED = Decimal("8.15"), Decimal("7.47")
"""Of the program whose files new ones are like, and of the oldest that reads them."""


_NO_PLACE = "a game file has no place for it"
_LISTS = ("deals", "auctions", "plays", "board_points", "games", "ladder", "extensions")
_FIELDS: Mapping[str, Sequence[str]] = {
    "events": (
        *("tournament", "tournament_id", "end_date", "start_time", "end_time", "city", "federation", "team_size"),
        *("pairwise_scoring", "results_type", "label_names", "tie_breaks", "scoring_system", "arrow_switch"),
    ),
    "sessions": ("start_time", "end_time"),
    "participants": (
        *("name", "nickname", "labels", "seed", "rating", "override_stratum"),
        *("players.id", "players.title", "players.sex", "players.birth_date", "players.federation"),
        *("players.club_id", "players.rating", "players.status", "players.rateable"),
    ),
    "boards": ("dealer", "vulnerable", "datum"),
    "results": ("arrow_switched", "sub_match"),
    "matches": (
        *("division", "date", "first_board", "last_board", "home_line_up", "away_line_up", "sitting_out", "forfeit"),
    ),
    "totals": ("average", "game_points", "pair_imps"),
    "adjustments": ("round", "reason"),
}
_FIELDS_OF_OTHERS: Mapping[str, Sequence[str]] = {
    "events": (
        *("boards_played", "boards_per_round", "rounds", "results"),
        *("strata.pairs", "strata.pairs_ns", "strata.pairs_ew"),
    ),
    "totals": ("stratum_place",),
    "seats": ("text",),
    "sessions": ("hand_record_id", "results_type"),
    "movements": ("name",),
}
"""What a game file has a place for, and says of another event otherwise."""

_TEXTS = ("MEMO", "NOTE")
_WORDS = frozenset(text for _, text in AVERAGES.values())


def count_losses(facts: Facts, session: str | None, scoring: int, losses: Losses) -> None:
    """Count what has no place in a file of one session.

    Args:
        facts: of the event.
        session: that is written; None for the only one.
        scoring: number of the method of scoring that the file has.
        losses: gets what is counted.
    """
    for name in _LISTS:
        losses.add(name.replace("_", " "), _NO_PLACE, len(getattr(facts, name)))
    lose_fields_of(facts, _FIELDS, losses, _NO_PLACE)
    _of_event(facts.event, scoring, losses)
    _of_people(facts, losses)
    others = max(0, len(facts.sessions) - 1)
    losses.add("session", "a game file is one session; the newest is written", others)
    losses.add("result", "it is of another session", sum(result.session != session for result in facts.results))
    of_pairs = facts.event.kind not in TEAMS
    why = "a game file has matches of teams" if of_pairs else "it is of another session"
    losses.add("match", why, sum(of_pairs or match.session != session for match in facts.matches))
    scores = [score for result in facts.results for score in (result.ns_score, result.ew_score)]
    said = sum(score.text not in (None, *_WORDS) for score in scores)
    losses.add("words of scores", "a game file has Ave-, Ave and Ave+", said)
    stated = sum(r.stated is not None and r.stated.ns_percent is not None for r in facts.results)
    losses.add("percentage of results", "a game file has match points", stated)
    zero = sum(not fact.amount for fact in facts.adjustments)
    losses.add("adjustment", "a game file does not tell one of nothing from none", zero)
    nothing = sum(not fact.amount and fact.kind != "qualification" for fact in facts.awards)
    losses.add("award", "a game file has master points that were won", nothing)
    colours = sum(bool(a.amount) and a.colour not in (None, *values.PIGMENTS) for a in facts.awards)
    losses.add("colour of awards", "a game file has the colours of ACBL", colours)
    if facts.event.program == PROGRAM:
        _of_game_file(facts, losses)
    else:
        _of_other_program(facts, losses)


def _of_game_file(facts: Facts, losses: Losses) -> None:
    stamps = sum(detail.name in ("FILE_CREATED", "MODIFIED") for detail in _details(facts))
    losses.add("time of writing", "a new file has its own", stamps)
    drawn = sum(detail.name == "ROUNDS_DRAWN" for detail in _details(facts))
    losses.add("round of movements", "it is drawn and not played", drawn)
    to_date = int(facts.event.results == "to_date")
    losses.add("state of the results", "a new file has no boards that nobody has played", to_date)
    losses.add(
        "program version of events", f"a new file is one of {VERSION}", int(facts.event.program_version != str(VERSION))
    )


def _of_other_program(facts: Facts, losses: Losses) -> None:
    event = facts.event
    losses.add("program", "a game file is one of ACBLscore", int(bool(event.program or event.format_version)))
    losses.add("detail", _NO_PLACE, sum(detail.name.split("_")[0] not in _TEXTS for detail in _details(facts)))
    lose_fields_of(facts, _FIELDS_OF_OTHERS, losses, _NO_PLACE)
    handicaps = sum(fact.kind == "handicap" and fact.unit is not None for fact in facts.adjustments)
    losses.add("unit of adjustments", "a game file of ours does not name it", handicaps)
    if len(facts.sessions) == 1:
        lose_fields_of(facts, {"sessions": ("name",)}, losses, _NO_PLACE)
        losses.add("number of sessions", "a game file of an event of one session does not number it")
        dates = {event.start_date, facts.sessions[0].date} - {None}
        losses.add("start date of events", "a game file has the date of the session", max(0, len(dates) - 1))
    part = event.start_date is not None and len(event.start_date) != len("2031-05-04")
    losses.add("start date of events", "a game file has a day", int(part))


def _details(facts: Facts) -> Iterator[Detail]:
    lists = (facts.events, facts.sessions, facts.sections, facts.participants, facts.boards, facts.results)
    every: Iterator[Any] = chain(*lists, facts.matches, facts.movements, facts.totals)
    yield from chain.from_iterable(fact.details for fact in every)
    for participant in facts.participants:
        yield from chain.from_iterable(person.details for person in participant.players)
    yield from chain.from_iterable(event.organiser.details for event in facts.events if event.organiser is not None)


def _of_event(event: EventFact, scoring: int, losses: Losses) -> None:
    boards, matches, _ = values.SCORINGS.get(scoring, (event.board_scoring, event.match_scoring, ""))
    kind = values.TEAM_KINDS.get(matches or "", "teams") if event.kind in TEAMS else event.kind
    losses.add(f"kind of event ({event.kind})", "ACBLscore has none like it", int(kind != event.kind))
    losses.add("kind of event (swiss_pairs)", "ACBLscore has pairs", int(event.kind == "swiss_pairs"))
    for what, own, held in (("boards", event.board_scoring, boards), ("matches", event.match_scoring, matches)):
        losses.add(f"scoring of {what} ({own})", "ACBLscore has none like it", int(own not in (None, held)))
    losses.add("table of IMPs", "a game file of ours has that of the laws", int(bool(event.imp_bounds)))
    scale = event.vp_table.name if event.vp_table is not None else event.vp_scale
    no_teams = scale is not None and event.kind not in TEAMS
    losses.add(f"scale {scale}", "a game file has one for matches of teams", int(no_teams))
    losses.add("stratum", "a game file has 3", max(0, len(event.strata) - 3))
    letters = sum(stratum.label is not None and len(stratum.label) > 1 for stratum in event.strata)
    losses.add("label of strata", "it is a letter in a game file", letters)
    worded = sum(stratum.limit_in_words is not None for stratum in event.strata)
    losses.add("limit in words of strata", "it is a number in a game file", worded)


def _of_people(facts: Facts, losses: Losses) -> None:
    own = "team" if facts.event.kind in TEAMS else "player" if facts.event.kind == "individual" else "pair"
    for kind in ("player", "pair", "team"):
        listed = sum(participant.kind == kind for participant in facts.participants) if kind != own else 0
        losses.add(kind, f"an event of {own}s lists no {kind}s in a game file", listed)
    strata = sum(p.stratum not in (None, "1", "2", "3") for p in facts.participants)
    losses.add("stratum", "a game file has three, by number", strata)
    of_teams = sum(seat.kind == "team" and seat.stage == "start" for seat in facts.seats)
    losses.add("seat", "a game file has no starting seats of teams", of_teams)

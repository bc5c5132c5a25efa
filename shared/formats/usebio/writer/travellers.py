"""BOARD, TRAVELLER_LINE and MATCH (3.1 to 3.4; knock-outs 1.0, 5.4)."""

from collections.abc import Iterable

from contracts.facts import (
    AuctionFact,
    BoardFact,
    BoardPointsFact,
    Facts,
    MatchFact,
    Person,
    PlayFact,
    ResultFact,
    Sides,
)
from shared.formats.merged_values import Values
from shared.formats.usebio.passthrough import SCORES, write_scores
from shared.formats.usebio.reader.event import TEAM_KINDS
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.tables.elements import LINE_POINTS, SIDES
from shared.formats.usebio.writer.cards import auction, play
from shared.formats.usebio.writer.header import date_text
from shared.formats.usebio.writer.layout import Block, Layout
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.values import says, score_text
from shared.formats.written_numbers import number
from shared.natural_order import natural

_POINTS = {
    "match_points": ("NS_MATCH_POINTS", "EW_MATCH_POINTS"),
    "butler_imps": ("NS_BUTLER_POINTS", "EW_BUTLER_POINTS"),
    "cross_imps": ("NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"),
    "imps": ("NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"),
    "aggregate": ("NS_AGGREGATE_POINTS", "EW_AGGREGATE_POINTS"),
}
_TAGS = (*(tag for tag, (_, unit) in LINE_POINTS.items() if unit != "imps"), "PERCENTAGE")
"""Elements of a line's points, without those that no version has."""

PLAY_DATA = ("LIN_DATA", "PLAY_DATA LIN", "PLAY_DATA PBN")
"""Details of a line that carry its deal, auction and play."""

_MOST_LINES = 1_000
"""That are written for one result."""

_MATCH_DETAILS = ("NOTES", "TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS", "NS_SCORE", "EW_SCORE")
_INDIVIDUAL = (("north", "N"), ("south", "S"), ("east", "E"), ("west", "W"))


class Travellers:
    """Writes the boards and matches of a block."""

    def __init__(self, facts: Facts, layout: Layout, values: Values, markup: Markup) -> None:
        self._facts = facts
        self._layout = layout
        self._values = values
        self._markup = markup
        self._boards: dict[tuple[object, ...], BoardFact] = {fact.key: fact for fact in facts.boards}
        self._auctions: dict[tuple[object, ...], AuctionFact] = {}
        for fact in facts.auctions:
            if fact.source is None:
                self._auctions.setdefault((fact.session, fact.board, fact.table, *fact.sides.key), fact)
        self._plays: dict[tuple[object, ...], PlayFact] = {}
        for made in facts.plays:
            if made.order == "columns" and made.source is None:
                self._plays.setdefault((made.session, made.board, made.table, *made.sides.key), made)
        self._points: dict[tuple[object, ...], BoardPointsFact] = {points.key: points for points in facts.board_points}

    def write(self, block: Block) -> None:
        """Write the boards that are in no match, then the matches."""
        self._write_boards(*block, self._layout.results.get(block, []), None)
        for index in self._layout.matches.get(block, []):
            self._match(self._facts.matches[index], self._layout.in_match.get(index, []))

    def _write_boards(
        self, session: str | None, section: str | None, results: Iterable[ResultFact], match: MatchFact | None
    ) -> None:
        """Boards in their natural order, with their lines in the order of the facts."""
        by_board: dict[str, list[ResultFact]] = {}
        for result in results:
            by_board.setdefault(result.board, []).append(result)
        for board, lines in sorted(by_board.items(), key=lambda item: natural(item[0])):
            self._board(session, section, board, lines, match)

    def _board(
        self, session: str | None, section: str | None, board: str, results: list[ResultFact], match: MatchFact | None
    ) -> None:
        markup = self._markup
        with markup.element("BOARD", (), predicate("BOARD_NUMBER", board)):
            markup.board_number(board)
            if match is not None and match.kind == "teams":
                self._board_points(match, board)
            fact = self._boards.get((session, section, board)) or self._boards.get((session, None, board))
            if fact is not None:
                markup.leaf("DATUM", number(fact.datum))
                markup.details(fact.details, ("NOTES",))
            for result in results:
                for _ in range(self._count(result)):
                    self._line(result, match)

    def _count(self, result: ResultFact) -> int:
        """How often a line is written: as often as it was played, where it names nobody who would have played twice."""
        if result.multiplicity == 1:
            return 1
        anonymous = result.sides == Sides() and 1 < result.multiplicity <= _MOST_LINES
        why = "there is a line for each" if anonymous else "TRAVELLER_LINE has no element for it"
        self._markup.losses.add("multiplicity of results", why, of=("results.multiplicity",))
        return result.multiplicity if anonymous else 1

    def _board_points(self, match: MatchFact, board: str) -> None:
        key = (match.session, match.round, match.home, match.away, board, match.sub_match)
        points = self._values.match_board(match, board, self._points.get(key))
        if points is None:
            return
        if points.unit == "imps" and points.home_imps is None:
            self._markup.leaf("IMPS", number(points.home_points))
        else:
            self._markup.leaf("IMPS", number(points.home_imps))
            self._markup.leaf("TEAM_POINTS", number(points.home_points))
        self._markup.leaf("OPPOSING_TEAM_POINTS", number(points.away_points))

    def _line(self, result: ResultFact, match: MatchFact | None) -> None:
        """TRAVELLER_LINE, in the order of 3.1.3."""
        filed, result = result, self._values.awarded(result)
        markup, sides = self._markup, result.sides
        names = _names(sides, match)
        if match is None and (sides.ns_team is not None or sides.ew_team is not None):
            markup.losses.add(
                "teams of a line outside every match",
                "TRAVELLER_LINE names pairs only",
                of=("results.sides.ns_team", "results.sides.ew_team"),
            )
        if sides.ns is not None and any(tag.startswith("N_") for tag, _ in names):
            markup.losses.add(
                "pairs of an individual's line",
                "TRAVELLER_LINE names pairs or players",
                of=("results.sides.ns", "results.sides.ew"),
            )
        details = {detail.name: detail.value for detail in result.details}
        if details.get("DIRECTION", "NS") not in ("NS", "EW"):
            markup.losses.add("value of DIRECTION", "it is NS or EW in USEBIO 1.4", of=("results.details DIRECTION",))
            del details["DIRECTION"]
        stated = {tag: text for tag, text in (*details.items(), *names) if text and tag in SIDES}
        by = "".join(predicate(tag, stated[tag]) for tag in SIDES if tag in stated)
        with markup.element("TRAVELLER_LINE", (), by):
            for tag, name in names:
                markup.leaf(tag, name, empty=True)
            markup.leaf("CONTRACT", result.contract)
            markup.leaf("PLAYED_BY", result.declarer)
            markup.leaf("LEAD", result.lead)
            markup.leaf("TRICKS", number(result.tricks) or details.pop("TRICKS", None))
            score = score_text(result, markup.losses, strict=markup.strict)
            markup.leaf("SCORE", score, empty=True)
            exact = _exact(filed, result)
            if not says(score, exact):
                markup.instruction(SCORES, write_scores(exact.ns_score, exact.ew_score))
            self._line_points(result, details, match)
            if match is None or result.round != match.round:
                markup.leaf("ROUND_NUMBER", number(result.round) or details.get("ROUND_NUMBER"))
            details.pop("ROUND_NUMBER", None)
            markup.leaf("TABLE_NUMBER", result.table)
            if result.arrow_switched is not None:
                markup.leaf("ARROW_SWITCHED", "Y" if result.arrow_switched else "N")
            else:
                markup.leaf("ARROW_SWITCHED", details.pop("ARROW_SWITCHED", None))
            self._rest(result, details, match)

    def _line_points(self, result: ResultFact, details: dict[str, str], match: MatchFact | None) -> None:
        """Points of a line; between teams those of its pairs, as IMPS or TEAM_POINTS has what the board gives (3.3)."""
        markup = self._markup
        of_teams = match is not None and match.kind == "teams"
        points = self._values.pair_points(result) if of_teams else self._values.points(result)
        written: dict[str, str | None] = {}
        if points is not None:
            tags = _POINTS.get(points.unit or "")
            if points.unit == "imps" and self._facts.event.kind in TEAM_KINDS:
                markup.losses.add(
                    "IMPs of a table",
                    "TRAVELLER_LINE has points of pairs, and IMPS those of the board",
                    of=("results.stated",),
                )
            elif tags is not None:
                written = {tags[0]: number(points.ns), tags[1]: number(points.ew)}
            elif points.unit is not None:
                markup.losses.add(
                    f"points in {points.unit}", "TRAVELLER_LINE has no element for them", of=("results.stated",)
                )
            written["PERCENTAGE"] = number(points.ns_percent)
        for tag, text in written.items():
            markup.leaf(tag, text)
        for tag in _TAGS:
            stated = details.pop(tag, None)
            if stated is not None and written.get(tag) is not None:
                markup.losses.add(
                    f"stated {tag}", "the number that was computed stands there", of=(f"results.details {tag}",)
                )
            else:
                markup.leaf(tag, stated)

    def _rest(self, result: ResultFact, details: dict[str, str], match: MatchFact | None) -> None:
        """Play data, auction and play, and the details of a line that nothing before them has written."""
        markup = self._markup
        markup.leaf("LIN_DATA", details.pop("LIN_DATA", None))
        for name in [name for name in details if name.startswith("PLAY_DATA")]:
            markup.with_attributes("PLAY_DATA", details.pop(name), (("format", name[10:]),))
        key = (result.session, result.board, result.table, *result.sides.key)
        if key in self._auctions:
            auction(self._auctions.pop(key), markup)
        if key in self._plays:
            play(self._plays.pop(key), markup)
        if match is None or match.kind != "teams":
            markup.leaf("DIRECTION", details.pop("DIRECTION", None))
        markup.leaf("NOTES", details.pop("NOTES", None))

    def _match(self, match: MatchFact, results: list[ResultFact]) -> None:
        """MATCH: what tells it from its like, the elements of every kind, those of its own kind, and its boards."""
        rounds = ("ROUND_NUMBER", number(match.round))
        if match.kind == "pairs":
            write, sides = self._pairs_match, [rounds, ("NS_PAIR_NUMBER", match.home), ("EW_PAIR_NUMBER", match.away)]
        elif self._facts.event.kind == "knockout":
            write, sides = self._knock_out, [("TEAM/@TEAM_ID", match.home), ("TEAM/@TEAM_ID", match.away)]
        else:
            teams = [("TEAM", match.home), ("OPPOSING_TEAM", match.away or "NONE")]
            write, sides = self._team_match, [rounds, *teams, ("START_BOARD_NUMBER", match.first_board)]
        markup = self._markup
        with markup.element("MATCH", (), "".join(predicate(tag, text) for tag, text in sides if text is not None)):
            markup.leaf("DIVISION", match.division)
            markup.leaf("ROUND_NUMBER", number(match.round))
            markup.leaf("TABLE_NUMBER", match.table)
            markup.leaf("TOTAL_BOARDS", number(match.boards))
            markup.leaf("DATE", date_text(match.date, markup))
            write(match)
            markup.details(match.details, _MATCH_DETAILS)
            self._write_boards(match.session, match.section, results, match)

    def _pairs_match(self, match: MatchFact) -> None:
        markup, scored = self._markup, self._values.match(match)
        markup.leaf("START_BOARD_NUMBER", match.first_board)
        markup.leaf("END_BOARD_NUMBER", match.last_board)
        markup.leaf("NS_PAIR_NUMBER", match.home)
        markup.leaf("EW_PAIR_NUMBER", match.away)
        name = "VICTORY_POINTS" if scored.unit == "vps" else "SCORE"
        markup.leaf(f"NS_{name}", number(scored.home_score))
        markup.leaf(f"EW_{name}", number(scored.away_score))

    def _team_match(self, match: MatchFact) -> None:
        markup, scored = self._markup, self._values.match(match)
        markup.leaf("TEAM", match.home)
        markup.leaf("OPPOSING_TEAM", match.away or "NONE")
        markup.leaf("START_BOARD_NUMBER", match.first_board)
        markup.leaf("END_BOARD_NUMBER", match.last_board)
        for player in match.sitting_out:
            markup.leaf("SITOUT", player)
        markup.leaf("TEAM_SCORE", number(scored.home_score))
        markup.leaf("OPPOSING_TEAM_SCORE", number(scored.away_score))

    def _knock_out(self, match: MatchFact) -> None:
        """The teams inside their match, as 1.0 describes knock-outs and leagues."""
        markup = self._markup
        teams = {fact.id: fact for fact in self._facts.participants if fact.kind == "team"}
        home = (match.home, match.home_imps, match.home_score, match.home_line_up)
        away = (match.away, match.away_imps, match.away_score, match.away_line_up)
        for position, kind, (name, imps, score, line_up) in ((1, "Home", home), (2, "Away", away)):
            if name is None:
                continue
            team = teams.get(name)
            squad = {person.national_id or person.name: person for person in team.players} if team else {}
            attributes = (("TEAM_ID", name), ("TEAM_NAME", team.name if team else None), ("TEAM_TYPE", kind))
            with markup.element("TEAM", attributes, f"[{position}]"):
                markup.leaf("IMPS", number(imps))
                markup.leaf("VPS", number(score) if match.unit == "vps" else None)
                for count, known_by in enumerate(line_up, 1):
                    person = squad.get(known_by) or Person(name=known_by)
                    details = {detail.name: detail.value for detail in person.details}
                    with markup.element("PLAYER", (), f"[{count}]"):
                        markup.leaf("PLAYER_NAME", person.name, empty=True)
                        markup.leaf("NATIONAL_ID_NUMBER", person.national_id)
                        markup.leaf("MASTER_POINT_CERT_NO", details.get("MASTER_POINT_CERT_NO"))


def _exact(filed: ResultFact, written: ResultFact) -> ResultFact:
    """A line whose weighted scores are as they were ruled: they move the points of others, as percentages do not."""
    ns, ew = (score if score.kind == "weighted" else None for score in (filed.ns_score, filed.ew_score))
    return written.replace(ns_score=ns or written.ns_score, ew_score=ew or written.ew_score)


def _names(sides: Sides, match: MatchFact | None) -> list[tuple[str, str]]:
    """Who played a line, by element; empty for who has to be named there and is not known (3.1.3, 3.3.3, 3.4)."""
    pairs = [("NS_PAIR_NUMBER", sides.ns or ""), ("EW_PAIR_NUMBER", sides.ew or "")]
    players = [(f"{letter}_PLAYER_NUMBER", getattr(sides, seat) or "") for seat, letter in _INDIVIDUAL]
    if match is not None and match.kind == "teams":
        direction = ("DIRECTION", "NS" if sides.ns_team == match.home else "EW")
        return [direction, *((tag, name) for tag, name in (*pairs, *players) if name)]
    if any(name for _, name in players):
        return players
    return pairs if match is None else []

"""The rounds of a Swiss event so far: who has met, who had byes and triples, who has withdrawn.

All of this is our choice, because files say little about participants who do not play:

1. Rounds are in the order of their sessions. The event's progress says how many of them are over.
2. A side with two opponents in a round was in a triple, and its matches were half matches. The same triple in two
   consecutive rounds, or one that ACBLscore marks so, is a long triple.
3. A match without an opponent is a bye, unless the side has another match in the round. Where files leave byes out, the
   only side missing in a round had the bye.
4. A side has withdrawn if it played before but neither played nor had a bye in the last round, if it gave up its seat,
   or if ACBLscore gives that round as its last.
5. A side that has never played arrives late and takes part from now on.
6. A side with a seat in the coming round but no table and opponent is absent from that round, unless it has given up
   its seat.
7. In a round after which the next one started early, missing sides are still playing: they have not withdrawn, and the
   early start names their opponents (`director_decisions`).
8. The director's decisions on who is away and who is present override all of this. A side that is away has no bye.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from contracts.facts import EarlyStartFact, Participant
from contracts.messages import EventMerged
from contracts.standings import ScoredMatch
from services.seating.domain.director_decisions import early_starts_of, rounds_over
from services.seating.domain.sessions import Sessions
from services.seating.domain.swiss import Played
from services.seating.domain.swiss.round_played import RoundPlayed, Three
from shared.bridge.reported import match_is_in
from shared.natural_order import natural
from shared.presence import Presence

RoundKey = tuple[int, str | None, int]
"""Place of the session among the sessions, the session, number of the round in it."""

_DIGITS = 6
"""A number of a round has fewer."""


class History:
    """The rounds of an event: those over, the first `complete` of which are in, and what is played of the next."""

    def __init__(self, merged: EventMerged, kind: str, participants: Sequence[Participant]) -> None:
        """Sort the matches into rounds; the participants are all of this kind ("pair" or "team"), or a section's."""
        self._kind = kind
        self.participants = tuple(participants)
        self.ids = frozenset(participant.id for participant in participants)
        self._facts = merged.facts
        self._presence = Presence(merged.facts)
        self._sessions = Sessions(merged.facts)
        self.unnumbered: list[ScoredMatch] = []
        self._rounds: dict[RoundKey, RoundPlayed] = defaultdict(RoundPlayed)
        for match in merged.standings.matches:
            if match.home == match.away or not self.ids & {match.home, match.away}:
                continue
            if match.round is None:
                self.unnumbered.append(match)
                continue
            into = self._rounds[self._key(match.session, match.round)]
            if match.away is None:
                into.byes.add(match.home)
                continue
            into.couples.add(frozenset((match.home, match.away)))
            if match.table is not None:
                into.tables |= {match.home: match.table, match.away: match.table}
        self._take_second_opponents()
        for start in early_starts_of(merged):
            self._take_early_start(start)
        for round_ in self._rounds.values():
            round_.byes.difference_update(*round_.couples)
        order = sorted(self._rounds, key=lambda key: (key[0], key[1] or "", key[2]))
        self.over = min(rounds_over(merged), len(order))
        self.complete = min(merged.standings.progress.rounds_complete or 0, self.over)
        self._in = {
            (self._key(match.session, match.round), frozenset((match.home, match.away)))
            for match in merged.standings.matches
            if match.round is not None and match.away is not None and match_is_in(match)
        }
        self.keys = order[: self.over]
        self.done = [self._rounds[key] for key in self.keys]
        self.later = order[self.over :]
        self.next = self._rounds[self.later[0]] if self.later else RoundPlayed()

    def _key(self, session: str | None, number: int) -> RoundKey:
        return (self._sessions.place(session), session, number)

    def _take_early_start(self, start: EarlyStartFact) -> None:
        """Rule 7: the meetings at tables that the files do not have yet."""
        if not start.playing:
            return
        session = start.session if start.session is not None else max(self._rounds, default=(0, None, 0))[1]
        into = self._rounds[self._key(session, start.round - 1)]
        seated = {frozenset((meeting.home, meeting.away)): meeting.table for meeting in start.playing}
        otherwise = {name for couple in into.couples - seated.keys() for name in couple} | into.byes
        for both, table in seated.items():
            if len(both) == 2 and both <= self.ids and both not in into.couples and otherwise.isdisjoint(both):
                into.couples.add(both)
                if table is not None:
                    into.tables.update(dict.fromkeys(both, table))

    def _take_second_opponents(self) -> None:
        """ACBLscore's short triples, of which each team states one match against two opponents."""
        numbers = {p.number or p.id: p.id for p in self.participants}
        for match in self._facts.matches:
            into = self._rounds.get(self._key(match.session, match.round or 0))
            if into is None:
                continue
            details = {detail.name: detail.value for detail in match.details}
            second = numbers.get(details.get("SECOND_OPPONENT", ""))
            if second is not None and second != match.home:
                into.couples.add(frozenset((match.home, second)))
            into.long |= details.get("ROUND_ROBIN", "").startswith("2")

    @property
    def where(self) -> tuple[str | None, int]:
        """Session and number of the round that comes."""
        if self.later:
            _, session, number = self.later[0]
            return session, number
        if not self.keys:
            return None, 1
        place, session, number = self.keys[-1]
        rounds = max((s.rounds or 0 for s in self._facts.sections if s.session == session), default=0)
        following = next((s.id for s in self._facts.sessions if self._sessions.place(s.id) > place), None)
        return (following, 1) if rounds and number >= rounds and following else (session, number + 1)

    def played(self) -> Iterator[Played]:
        """Everything that was played in the rounds that are over, rounds counted from 1 over all sessions (rule 2)."""
        for number, round_ in enumerate(self.done, 1):
            halves = {frozenset(both) for triple in round_.triples for both in combinations(triple, 2)}
            for first, second in sorted(map(sorted, round_.couples)):
                yield Played(first, second, number, half=frozenset((first, second)) in halves)
        for match in self.unnumbered:
            if match.away is not None:
                yield Played(match.home, match.away)

    @cached_property
    def triples_are_long(self) -> bool:
        """Whether triples go over two rounds; False for short ones, and where there were none."""
        return any(round_.long and round_.triples for round_ in self.done) or any(
            set(before.triples) & set(after.triples) for before, after in zip(self.done, self.done[1:], strict=False)
        )

    @property
    def under_way(self) -> tuple[Three, ...]:
        """Triples whose second round comes."""
        if not self.done or not self.triples_are_long:
            return ()
        new: set[Three] = set()
        for round_ in self.done:
            new = set(round_.triples) - new
        return tuple(sorted(new))

    def triples_of(self, name: str) -> int:
        """How many triples a side was in; a long one counts once."""
        rounds = sum(name in triple for round_ in self.done for triple in round_.triples)
        return -(-rounds // 2) if self.triples_are_long else rounds

    @cached_property
    def playing(self) -> list[tuple[int, str, frozenset[str]]]:
        """The matches of rounds that count as over and are not in: round, table or both sides, and the two."""
        matches = []
        for key, round_ in list(zip(self.keys, self.done, strict=True))[self.complete :]:
            for both in round_.couples:
                if (key, both) not in self._in:
                    first, second = sorted(both, key=natural)
                    table = round_.tables.get(first)
                    matches.append((key[2], f"{f'table {table}, ' if table else ''}{first} – {second}", both))
        return sorted(matches, key=lambda open_: (open_[0], natural(open_[1])))

    @cached_property
    def unknown_opponents(self) -> frozenset[str]:
        """Sides still playing in a round that the next one overtook, against unknown opponents."""
        if self.complete == self.over:
            return frozenset()
        idle = self._byes[-1] | self._declared_away_in(self.keys[-1]) | self.gone | self.late | self.not_yet
        return self.ids - self.done[-1].sides - idle

    @cached_property
    def declared_away(self) -> frozenset[str]:
        """Sides away in the coming round by the director's decision."""
        return frozenset(self._presence.away(*self.where)) & self.ids

    def _declared_away_in(self, key: RoundKey) -> frozenset[str]:
        return frozenset(self._presence.away(key[1], key[2])) & self.ids

    @cached_property
    def _seen(self) -> frozenset[str]:
        """Who has played, or had a stated bye."""
        return frozenset().union(*(round_.sides for round_ in [*self.done, self.next]))

    @cached_property
    def _byes(self) -> list[frozenset[str]]:
        """Who had the bye in each round that is over (rule 3)."""
        byes = []
        for place, round_ in enumerate(self.done):
            later = self.next.sides.union(*(after.sides for after in self.done[place + 1 :]))
            if place + 1 == len(self.done):
                later |= self.done[place - 1].sides if place else self.ids
            missing = (later & self.ids) - round_.sides - self._declared_away_in(self.keys[place])
            byes.append(frozenset(round_.byes or (missing if len(missing) == 1 else ())))
        return byes

    def byes_of(self, name: str) -> int:
        """How many byes a side has had."""
        return sum(name in byes for byes in self._byes)

    @cached_property
    def gone(self) -> frozenset[str]:
        """Who is not there any more (rules 4, 7 and 8)."""
        resigned = {s.participant for s in self._facts.seats if s.resigned and s.kind == self._kind}
        ended = {p.id for p in self.participants if 0 < _detail(p, "LAST_ROUND") <= self.over}
        missing: frozenset[str] = frozenset()
        if self.complete:
            last = self.complete - 1
            since = self._byes[last].union(*(round_.sides for round_ in self.done[last:]))
            missing = self._seen - since - self._declared_away_in(self.keys[last])
        left = {participant for participant, decision in self._presence.away(*self.where).items() if decision.lasting}
        stays = self.declared_away | self._presence.there(*self.where)
        return frozenset((((resigned | ended | missing) - stays) | left) & self.ids)

    @cached_property
    def not_yet(self) -> frozenset[str]:
        """Sides that start in a later round by ACBLscore's data."""
        later = frozenset(p.id for p in self.participants if _detail(p, "FIRST_ROUND") > self.over + 1)
        return later - self._presence.there(*self.where)

    @cached_property
    def absent(self) -> frozenset[str]:
        """Who is not there in the round that comes and has not left (rules 6 and 8)."""
        session, number = self.where
        coming = [s for s in self._facts.seats if s.stage == "next" and s.round in (None, number) and not s.resigned]
        stated = {s.participant for s in coming if s.kind == self._kind and s.table is None and s.opponent is None}
        stated -= self._presence.there(session, number)
        return frozenset(stated | self.declared_away) & (self.ids - self.gone)

    @cached_property
    def late(self) -> frozenset[str]:
        """Who takes part and has never played (rule 5), although rounds are over."""
        unseen = self.ids - self._seen - self.gone - self.not_yet - self.absent
        return unseen - self._byes[-1] if self.complete else frozenset()


def _detail(participant: Participant, name: str) -> int:
    text = next((detail.value for detail in participant.details if detail.name == name), "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else 0

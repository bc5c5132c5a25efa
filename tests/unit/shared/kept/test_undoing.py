"""Everything that the journal has is undone, and that again, as long as nobody has changed it since."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from contracts.corrections.queries import Answer, Query, Right
from contracts.decisions import OfPublic
from contracts.screens.screen import Screen
from shared.kept.acts import ActBucket
from shared.kept.grants import GrantBucket
from shared.kept.new_events import NewEventsBucket
from shared.kept.queries import QueryBucket
from shared.kept.screens import ScreenBucket
from shared.kept.secrets import SecretBucket
from shared.kept.undoing import NotUndone, undo
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
ADA = Doing("Ada", "desk", NOW)
EVE = Doing("Eve", "command", NOW + timedelta(minutes=1))
HOUR = timedelta(hours=1)
QUERY = Query(id="0" * 16, card="7", text="we made ten", asked_at=NOW)
STANDS = Answer(verdict="stands", at=NOW, by="Ada")
OTHER = Answer(verdict="corrected", at=NOW, by="Eve")
RIGHT = Right(finding="ab" * 32, at=NOW, by="Ada")

Make = Callable[[Any], Awaitable[Any]]


async def grant(bus: Any) -> str:
    made, _ = await GrantBucket(bus).make(Wanted("Bob", "scorer", 6 * HOUR, HOUR), ADA)
    return made.id


async def revoked(bus: Any) -> None:
    await GrantBucket(bus).revoke(await grant(bus), ADA._replace(at=NOW + timedelta(seconds=1)))


async def screen(bus: Any) -> None:
    hall = Screen(name="hall", title="Hall")
    await ScreenBucket(bus).act(lambda all_: all_.replace(screens=(hall,)), ADA, lambda _: "Screen made: Hall.")


async def links(bus: Any) -> None:
    await SecretBucket(bus).renew("monday", ADA)


async def answered(bus: Any) -> None:
    await QueryBucket(bus).ask("monday", QUERY)
    await QueryBucket(bus).answer("monday", QUERY.id, STANDS, ADA, "Answered: board 4", (RIGHT,))


async def right(bus: Any) -> None:
    await QueryBucket(bus).accept("monday", RIGHT, ADA, "Noted: it is right.")


async def doubted(bus: Any) -> None:
    await QueryBucket(bus).doubt("monday", RIGHT, ADA, "Not right after all.")


async def hidden(bus: Any) -> None:
    await NewEventsBucket(bus).choose(OfPublic(places=0), ADA, "Of new events the public sees no ranking.")


EVERY: dict[str, Make] = {
    each.__name__: each for each in (grant, revoked, screen, links, answered, right, doubted, hidden)
}


async def standing(bus: Any) -> Any:
    """What the journal does not tell: whether each grant is in force, the screens, the links, the answers."""
    queries = await QueryBucket(bus).of_event("monday")
    return (
        [each.is_in_force(EVE.at) for each in await GrantBucket(bus).all()],
        await ScreenBucket(bus).read(),
        await SecretBucket(bus).generation("monday"),
        queries.queries,
        {each.finding for each in queries.right},
        (await NewEventsBucket(bus).read()).policy,
    )


@pytest.mark.parametrize("act", EVERY.values(), ids=EVERY)
async def test_it_is_undone_and_done_again(act: Make) -> None:
    bus: Any = MemoryBus()
    await act(bus)
    done = await standing(bus)
    for number in range(1, 4):
        key, newest = (await ActBucket(bus).all())[0]
        doing = EVE._replace(at=EVE.at + timedelta(seconds=number))
        said = await undo(bus, key, newest, doing)
        (_, noted), *_ = await ActBucket(bus).all()
        assert (noted.text, noted.by, noted.way) == (said, "Eve", "command")
        assert said.startswith("Undone: " if number % 2 else "Done again: ")
        assert (await standing(bus) == done) == (number % 2 == 0) or act is answered
        settled = await ActBucket(bus).at(key)
        assert settled is not None
        assert settled.undone
        with pytest.raises(NotUndone, match="undone already"):
            await undo(bus, key, settled, doing)


async def test_undoing_an_answer_opens_the_query_and_what_was_right_with_it() -> None:
    bus: Any = MemoryBus()
    await answered(bus)
    key, act = (await ActBucket(bus).all())[0]
    await undo(bus, key, act, EVE)
    queries = await QueryBucket(bus).of_event("monday")
    assert (queries.open, queries.right) == ((QUERY,), ())


@pytest.mark.parametrize("act", EVERY.values(), ids=EVERY)
async def test_what_somebody_has_changed_since_stays(act: Make) -> None:
    bus: Any = MemoryBus()
    await act(bus)
    key, noted = (await ActBucket(bus).all())[0]
    grants, queries = GrantBucket(bus), QueryBucket(bus)
    for each in await grants.all():
        await (grants.give_back if each.revoked_at else grants.revoke)(each.id, EVE)
    await ScreenBucket(bus).change(
        lambda all_: all_.replace(screens=tuple(each.replace(metres=3) for each in all_.screens))
    )
    await SecretBucket(bus).renew("monday", EVE)
    await NewEventsBucket(bus).choose(OfPublic(delay=5), EVE, "late")
    if act is answered:
        await queries.answer("monday", QUERY.id, OTHER, EVE, "Answered")
    if act is right:
        await queries.doubt("monday", RIGHT, EVE, "")
    if act is doubted:
        await queries.accept("monday", RIGHT, EVE, "")
    before = await standing(bus)
    with pytest.raises(NotUndone, match="changed since"):
        await undo(bus, key, noted, EVE)
    assert await standing(bus) == before


async def test_access_that_has_ended_by_itself_and_signing_out_are_not_undone() -> None:
    bus: Any = MemoryBus()
    await revoked(bus)
    key, act = (await ActBucket(bus).all())[0]
    with pytest.raises(NotUndone, match="ended by itself"):
        await undo(bus, key, act, EVE._replace(at=NOW + 7 * HOUR))
    _, token = await GrantBucket(bus).make(Wanted("Cy", "scorer", 6 * HOUR, HOUR), ADA)
    entered = await GrantBucket(bus).enter(token, NOW)
    assert entered is not None
    await GrantBucket(bus).leave(entered[0].id, NOW + timedelta(minutes=5))
    key, act = (await ActBucket(bus).all())[0]
    assert act.text == "Cy signed out"
    with pytest.raises(NotUndone, match="cannot be undone"):
        await undo(bus, key, act, EVE)

"""Undoing what the journal has: each change is turned back as long as it still stands."""

from contracts.access.journal import Act, Doing, OfAccess, OfAnswer, OfLinks, OfNewEvents, OfRight, OfScreens
from contracts.screens.differing import turned_back
from contracts.screens.screen import Screens
from shared.bus.bus import Bus
from shared.kept.acts import ActBucket
from shared.kept.grants import GrantBucket
from shared.kept.new_events import NewEventsBucket
from shared.kept.queries import QueryBucket
from shared.kept.screens import ScreenBucket
from shared.kept.secrets import SecretBucket

MEANWHILE = "It has been changed since. Undo that first."
ENDED = "This access has ended by itself, or is forgotten."


class NotUndone(Exception):
    """It cannot be undone, and the message says why."""


async def undo(bus: Bus, key: str, act: Act, doing: Doing) -> str:
    """Turn back what a line of the journal says was done, and note that; what the journal says of it.

    Raises:
        NotUndone: it cannot be undone, not any more, or somebody else was faster.
    """
    if act.change is None or act.undone:
        raise NotUndone("This is undone already." if act.undone else "This cannot be undone.")
    doing = doing._replace(undoes=act.text)
    match act.change:
        case OfAccess():
            await _access(GrantBucket(bus), act.change, doing)
        case OfScreens():
            await _screens(ScreenBucket(bus), act.change, doing)
        case OfLinks(event=event, before=before, after=after):
            _check(await SecretBucket(bus).go_back(event, before, after, doing))
        case OfNewEvents():
            _check(await NewEventsBucket(bus).go_back(act.change, doing))
        case OfAnswer():
            _check(await QueryBucket(bus).take_back(act.change, doing))
        case OfRight(event=event, right=right, accepted=accepted):
            queries = QueryBucket(bus)
            standing = {each.finding for each in (await queries.of_event(event)).right}
            _check((right.finding in standing) == accepted)
            await (queries.doubt if accepted else queries.accept)(event, right, doing, "")
    await ActBucket(bus).settle(key)
    return doing.text("")


def _check(stands: bool) -> None:
    if not stands:
        raise NotUndone(MEANWHILE)


async def _access(grants: GrantBucket, change: OfAccess, doing: Doing) -> None:
    known = next((each for each in await grants.all() if each.id == change.grant), None)
    if known is None or doing.at >= known.until:
        raise NotUndone(ENDED)
    _check((known.revoked_at is not None) == change.revoked)
    await (grants.give_back if change.revoked else grants.revoke)(change.grant, doing)


async def _screens(bucket: ScreenBucket, change: OfScreens, doing: Doing) -> None:
    def back(screens: Screens) -> Screens:
        turned = turned_back(screens, change.before, change.after)
        if turned is None:
            raise NotUndone(MEANWHILE)
        return turned

    await bucket.act(back, doing, lambda _: "")

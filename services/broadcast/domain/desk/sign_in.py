"""Signing in with an identity provider (OpenID Connect): what goes there and back, and who a person is here.

1. All secrets of a sign-in follow from one random value in a cookie: every replica knows them without keeping anything,
   and who sees one of them (the provider, or an address) cannot find another.
2. A provider is asked by https; by http only where it is on this machine, as in a trial.
3. Of several roles a person has the highest; it is limited to events only if all that give this role are.
"""

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from contracts.access.grants import ROLES, Role, Wanted
from shared.http.this_machine import is_local

EVERYBODY = "*"
"""Of the roles: for whoever is admitted."""

LONGEST_NAME = 64

AT_ONCE = timedelta(minutes=1)
"""In which a grant has to be exchanged for a session, as its link would be."""

_ADDRESS = re.compile(r"https?://[!-~]+")
_ROLE = re.compile(rf"({'|'.join(ROLES)})(?: of ([a-z0-9-]+(?: [a-z0-9-]+)*))?")
_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")


class NotAdmitted(Exception):
    """Who signed in has nothing to do here; the message says why, to the person."""


class Flow(NamedTuple):
    """One sign-in of one browser.

    Attributes:
        secret: random; only the browser has it.
    """

    secret: str

    @property
    def state(self) -> str:
        """Comes back with the browser: the answer belongs to this sign-in."""
        return self._part("state")

    @property
    def nonce(self) -> str:
        """Comes back in the token: it was made for this sign-in."""
        return self._part("nonce")

    @property
    def verifier(self) -> str:
        """Shows the provider that who brings the code began the sign-in (RFC 7636)."""
        return self._part("verifier")

    @property
    def challenge(self) -> str:
        """What the provider is told of the verifier beforehand."""
        return base64.urlsafe_b64encode(sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    def _part(self, name: str) -> str:
        return sha256(f"kibitz sign-in {name} {self.secret}".encode()).hexdigest()


class Offer(NamedTuple):
    """A role, and the events that it is limited to; none: it is not."""

    role: Role
    events: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Offer":
        """Read `scorer`, or `scorer of EVENT EVENT`.

        Raises:
            ValueError: it is neither.
        """
        found = _ROLE.fullmatch(text)
        if found is None:
            raise ValueError(f"a role is one of {', '.join(ROLES)}, or like 'scorer of EVENT EVENT', not {text!r}")
        return cls(cast(Role, found[1]), tuple((found[2] or "").split()))


@dataclass(frozen=True)
class Members:
    """Who may do what.

    Attributes:
        claim: of the token, which has the values.
        roles: by value of the claim, or for everybody.
        domains: of e-mail addresses, of which a person must have one; none, and no subjects: whoever has a role.
        subjects: who is admitted without such an address.
        name: the claim with the name.
        lasts: how long somebody stays signed in.
    """

    claim: str
    roles: Mapping[str, Offer]
    domains: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    name: str = "name"
    lasts: timedelta = timedelta(hours=12)

    def wanted(self, claims: Mapping[str, Any]) -> Wanted:
        """What whoever a token is about is granted.

        Raises:
            NotAdmitted: nothing.
        """
        subject = str(claims.get("sub", ""))
        if (self.domains or self.subjects) and subject not in self.subjects and _domain(claims) not in self.domains:
            raise NotAdmitted("Your account is not of those that are admitted here.")
        offers = [self.roles[value] for value in (*_values(claims.get(self.claim)), EVERYBODY) if value in self.roles]
        if not offers:
            raise NotAdmitted("Your account has no role here.")
        role = max((offer.role for offer in offers), key=ROLES.index)
        limits = [offer.events for offer in offers if offer.role == role]
        events = tuple(dict.fromkeys(event for limit in limits for event in limit)) if all(limits) else ()
        named = (claims.get(claim) for claim in (self.name, "preferred_username", "email", "sub"))
        name = next((text for one in named if isinstance(one, str) and (text := _NO_TEXT.sub(" ", one).strip())), "")
        return Wanted(name[:LONGEST_NAME], role, self.lasts, AT_ONCE, events)


def may_be_asked(url: str) -> bool:
    """Whether an address may be a provider's."""
    if not _ADDRESS.fullmatch(url):
        return False
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc and not parts.fragment
    except ValueError:
        return False
    return named and (parts.scheme == "https" or is_local("127.0.0.1", parts.netloc))


def _values(claim: object) -> Sequence[str]:
    """Of a claim that is a text or a list of texts."""
    if isinstance(claim, list):
        return [one for one in claim if isinstance(one, str) and one != EVERYBODY]
    return [claim] if isinstance(claim, str) and claim != EVERYBODY else []


def _domain(claims: Mapping[str, Any]) -> str | None:
    """Of the e-mail address, if the provider has made sure that it is the person's."""
    email = claims.get("email")
    if not isinstance(email, str) or claims.get("email_verified") is not True:
        return None
    name, _, domain = email.rpartition("@")
    return domain.lower() if name else None

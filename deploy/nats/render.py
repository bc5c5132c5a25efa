"""Write accounts.conf: the users of the bus and what each may do, made from the code that the services run.

    python deploy/nats/render.py               write it
    python deploy/nats/render.py --check       exit 1 when it is not what the code says
    python deploy/nats/render.py --passwords   print a new password for every user, for an env file

It runs in an environment that the project is installed in (`pip install .`); `make docs` runs it, too.
"""

import argparse
import secrets
import sys
from pathlib import Path

from shared.bus.permissions import password_variable, render_accounts, users

ACCOUNTS = Path(__file__).with_name("accounts.conf")
PASSWORD_BYTES = 24


def passwords() -> str:
    """One KEY=value line per user.

    A password starts with a letter: nats-server reads what stands in its environment as a value of its configuration,
    and 1e5 would be a number there.
    """
    return "".join(f"{password_variable(user)}=k{secrets.token_hex(PASSWORD_BYTES)}\n" for user in users())


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    parser = argparse.ArgumentParser(description="users of the bus and what each may do")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="exit 1 when the file is not current")
    choice.add_argument("--passwords", action="store_true", help="print a new password for every user")
    options = parser.parse_args(arguments)
    if options.passwords:
        sys.stdout.write(passwords())
        return 0
    text = render_accounts()
    if options.check:
        if ACCOUNTS.read_text(encoding="utf-8") == text:
            return 0
        print(f"{ACCOUNTS.name} is not what shared/bus/permissions.py says: run deploy/nats/render.py")
        return 1
    ACCOUNTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

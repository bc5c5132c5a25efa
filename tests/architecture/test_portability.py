"""What runs on Linux alone is named here with what stands in for it elsewhere; clubs have Windows laptops."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, files, relative, tree

SHIPPED = ("contracts", "shared", "services", "kibitz", "clients")

POSIX_MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}

POSIX_NAMES = {
    *(
        "os.fork",
        "os.setsid",
        "os.getsid",
        "os.killpg",
        "os.getuid",
        "os.geteuid",
        "os.getpgid",
        "os.mkfifo",
        "os.sysconf",
    ),
    *("os.O_DIRECTORY", "os.O_NOFOLLOW", "os.O_NONBLOCK", "os.fchmod", "os.fchown", "os.statvfs", "os.fstatvfs"),
    *("os.sched_getaffinity", "os.set_blocking", "os.waitpid", "os.chown", "os.nice", "os.getloadavg"),
    *("signal.SIGCHLD", "signal.SIGKILL", "signal.SIGHUP", "signal.SIGUSR1", "signal.SIGUSR2", "signal.alarm"),
    *("signal.setitimer", "signal.pause", "signal.pthread_sigmask"),
    *("socket.AF_UNIX", "socket.SOCK_SEQPACKET", "socket.recv_fds", "socket.send_fds", "socket.SO_REUSEPORT"),
    *("select.poll", "select.epoll"),
}

POSIX_METHODS = {"add_signal_handler", "remove_signal_handler"}
"""Of an event loop, whatever it is called."""

ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "kibitz/stack/nats_server/folder.py": ("fcntl", "msvcrt locks the folder on Windows"),
    "kibitz/stack/nursery.py": (
        "os.fork os.setsid signal.SIGCHLD signal.SIGCHLD signal.SIGKILL"
        " socket.AF_UNIX socket.SOCK_SEQPACKET socket.recv_fds socket.send_fds",
        "where there is no fork, kibitz/stack/supervisor.py starts each service by a command",
    ),
    "services/scoring/adapters/double_dummy_worker.py": ("os.nice", "the analysis has the priority of everything else"),
    "services/seating/adapters/gacrux_worker.py": ("resource", "a draw is bounded by the time that it is waited for"),
    "shared/http/server.py": (
        "socket.SO_REUSEPORT",
        "for operators with several processes on one port, who ask for it",
    ),
    "shared/signals.py": ("add_signal_handler remove_signal_handler", "Ctrl-C cancels what the loop of Windows runs"),
}
"""Files that use something of POSIX, each use of it, and what happens where that is missing."""


def uses(path: Path) -> Iterator[str]:
    """What a file uses that Windows does not have, and texts read or written in the encoding of the machine."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in POSIX_MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in POSIX_MODULES:
            yield str(node.module)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name for name in names if name in POSIX_NAMES)
        elif isinstance(node, ast.Attribute) and node.attr in POSIX_METHODS:
            yield node.attr
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in POSIX_NAMES:
            yield ast.unparse(node)
        elif isinstance(node, ast.Call) and _is_of_the_machine(node):
            yield f"{ast.unparse(node.func)} without encoding"


def _is_of_the_machine(call: ast.Call) -> bool:
    """Whether a text is read or written without saying how it is encoded."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in ("open", "read_text", "write_text") or any(each.arg == "encoding" for each in call.keywords):
        return False
    if name != "open":
        return len(call.args) < (1 if name == "read_text" else 2)
    mode = next((each.value for each in call.keywords if each.arg == "mode"), None)
    # `open(path, mode)`, `path.open(mode)`; what has no mode at all is read as text, if it is a file.
    modes = [mode] if mode is not None else call.args[:1] if isinstance(call.func, ast.Attribute) else call.args[1:2]
    texts = [each.value for each in modes if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(set(text) <= set("rwaxt+") for text in texts) or (isinstance(call.func, ast.Name) and not modes)


def test_what_windows_does_not_have_is_used_where_something_stands_in_for_it() -> None:
    found = {relative(ROOT, path): " ".join(sorted(uses(path))) for path in files(ROOT, ".py", below=SHIPPED)}
    assert {name: used for name, used in found.items() if used} == {name: used for name, (used, _) in ELSEWHERE.items()}


NOTICED = (
    "import fcntl",
    "from resource import getrusage",
    "from os import fork",
    "from signal import SIGTERM, SIGKILL as KILL",
    "os.kill(1, signal.SIGKILL)",
    "os.open(path, os.O_RDONLY | os.O_NOFOLLOW)",
    "os.statvfs(path).f_bavail",
    "asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)",
    "path.read_text()",
    "path.read_text(errors='replace')",
    "path.write_text(text)",
    "open(path)",
    "open(path, 'w')",
    "path.open('a')",
)
ALLOWED = (
    "import json",
    "from os import replace",
    "getattr(os, 'O_NOFOLLOW', 0)",
    "path.read_text(encoding='utf-8')",
    "path.write_text(text, 'utf-8')",
    "open(path, 'rb')",
    "path.open('ab')",
    "server.open()",
    "getattr(signal, 'SIGKILL', signal.SIGTERM)",
)


@pytest.mark.parametrize("code", [*NOTICED, *ALLOWED])
def test_it_is_noticed_unless_every_system_has_it(tmp_path: Path, code: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(code, encoding="utf-8")
    assert bool(list(uses(path))) == (code in NOTICED)

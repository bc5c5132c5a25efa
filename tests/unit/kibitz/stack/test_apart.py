import subprocess
import sys

from kibitz.stack.apart import CREATE_NEW_PROCESS_GROUP, apart


def test_a_process_apart_has_a_session_or_a_group_of_its_own() -> None:
    assert apart("posix") == {"start_new_session": True}
    assert apart("nt") == {"creationflags": CREATE_NEW_PROCESS_GROUP}
    assert getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", CREATE_NEW_PROCESS_GROUP) == CREATE_NEW_PROCESS_GROUP


def test_it_leaves_our_session() -> None:
    code = "import os; print(os.getsid(0) == os.getpid())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, **apart())
    assert done.stdout == "True\n"

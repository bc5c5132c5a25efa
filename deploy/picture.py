"""Make the moving picture of the README anew: the scoreboard while a made-up evening is played (`make picture`).

Everything in it is real but the event: `kibitz demo` is started, a Chromium opens its page, and what it shows is taken
down picture by picture. Needs Chromium (apt-get install chromium, or CHROMIUM=path).
"""

import argparse
import io
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

TARGET = Path(__file__).parents[1] / "docs/images/standings.webp"
EVENT = "e/lanternlight"
VIEW = {"width": 800, "height": 600}
TABLES, EVERY = 8, 1.6
SECONDS, FRAMES_A_SECOND, STILL = 12.0, 5, 1.0
LARGEST = 600_000


def main() -> None:
    """Play the evening and write the picture; an error where it is larger than a README should load."""
    parser = argparse.ArgumentParser(description="Make the moving picture of the README.")
    parser.add_argument("--port", type=int, default=8480, help="port of the page that is shown")
    port = str(parser.parse_args().port)
    evening = [sys.executable, "-m", "kibitz", "demo", "--tables", str(TABLES), "--every", str(EVERY), "--port", port]
    with subprocess.Popen(evening) as demo:  # noqa: S603 - our own command
        try:
            frames = _frames(f"http://127.0.0.1:{port}/{EVENT}")
        finally:
            demo.send_signal(signal.SIGINT)
    size = write(frames, TARGET)
    if size > LARGEST:
        sys.exit(f"{TARGET.name} has {size} bytes, more than {LARGEST}")
    print(f"{TARGET}: {size} bytes, {len(frames)} pictures")


def _frames(url: str) -> list[tuple[Image.Image, int]]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=VIEW, color_scheme="light", locale="en-GB")  # type: ignore[arg-type]
        _wait_for(url)
        frames = record(page, url, SECONDS)
        browser.close()
    return frames


def record(page: Page, url: str, seconds: float) -> list[tuple[Image.Image, int]]:
    """What a page shows for some seconds from its first results on: pictures, and how many milliseconds each stands."""
    page.goto(url)
    page.locator(".standings tbody tr:not([hidden])").first.wait_for()
    taken: list[tuple[bytes, int]] = []
    begun = now = time.monotonic()
    while now < begun + seconds:
        shot = page.screenshot()
        time.sleep(max(0.0, now + 1 / FRAMES_A_SECOND - time.monotonic()))
        before, now = now, time.monotonic()
        lasted = round(1000 * (now - before))
        if taken and taken[-1][0] == shot:
            taken[-1] = (shot, taken[-1][1] + lasted)
        else:
            taken.append((shot, lasted))
    taken[-1] = (taken[-1][0], taken[-1][1] + round(1000 * STILL))
    return [(Image.open(io.BytesIO(shot)).convert("RGB"), lasted) for shot, lasted in taken]


def write(frames: list[tuple[Image.Image, int]], target: Path) -> int:
    """Write an animated WebP that begins again and again; its size in bytes."""
    pictures, lasting = zip(*frames, strict=True)
    pictures[0].save(
        target, save_all=True, append_images=pictures[1:], duration=list(lasting), loop=0, quality=60, method=6
    )
    return target.stat().st_size


def _wait_for(url: str) -> None:
    """Wait until the first results stand there."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - an address of this machine
                if b"<tbody" in answer.read():
                    return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit(f"no results stand at {url}")


if __name__ == "__main__":
    main()

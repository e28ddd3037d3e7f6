"""A headless Chromium, driven over the WebDriver protocol with the standard library alone."""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from urllib.request import Request, urlopen

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")

SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def missing():
    """Why there is no browser; nothing if there is one."""
    return "" if CHROMIUM and DRIVER else "chromium and chromedriver are not installed"


class Browser:
    """One window."""

    def __init__(self, address, folder):
        self.address = address
        options = {
            "binary": CHROMIUM,
            "args": [*SWITCHES, f"--user-data-dir={folder}"],
        }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self._post("/session", {"capabilities": {"alwaysMatch": wanted}})
        self.address += f"/session/{made['sessionId']}"

    def _post(self, path, body, method="POST"):
        data = json.dumps(body).encode()
        request = Request(self.address + path, data, {"Content-Type": "application/json"})
        request.method = method
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def tell(self, command, **parameters):
        """A command of the DevTools protocol."""
        return self._post("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, path, width, scheme="light", media="screen"):
        """Open a file in a window so wide."""
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.tell("Emulation.setEmulatedMedia", media=media, features=features)
        self._post("/url", {"url": path.resolve().as_uri()})
        while self.ask("return document.readyState") != "complete":
            time.sleep(0.05)

    def ask(self, script):
        """What a piece of JavaScript returns."""
        return self._post("/execute/sync", {"script": script, "args": []})

    def console(self):
        """What the console said since it was last asked."""
        return self._post("/se/log", {"type": "browser"})

    def picture(self):
        """The whole page as PNG."""
        shot = self.tell("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def close(self):
        self._post("", {}, method="DELETE")


@contextmanager
def open_browser():
    """A browser of its own with an empty profile, ended with all its processes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        driver = subprocess.Popen(
            [DRIVER, "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        try:
            port = next(
                found[1]
                for line in driver.stdout
                if (found := re.search(r"success\w* on port (\d+)", line))
            )
            browser = Browser(f"http://127.0.0.1:{port}", folder)
            try:
                yield browser
            finally:
                browser.close()
        finally:
            os.killpg(driver.pid, signal.SIGTERM)
            driver.communicate()

"""Firefox and WebKit for tests of the screens: Debian's builds, driven by the W3C protocols that they speak.

    with open_engine("firefox", tmp_path) as engine:
        engine.resize(390, 844)
        engine.go(site.url)
        engine.click("main button")
        engine.wait_for("document.querySelector('dialog') !== null")

Playwright drives neither of Debian's builds, and Selenium needs a driver for Firefox that Debian does not have. Firefox
speaks WebDriver BiDi, WebKit the older WebDriver; pointer and key actions are the same objects in both.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ENGINES = ("firefox", "webkit")
START_SECONDS = 60
WAIT_SECONDS = 30
HOST = "127.0.0.1"
MINI_BROWSER = "webkit2gtk-*/MiniBrowser"
PREFERENCES = {
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
"""Settings of Firefox: nothing asks for hosts outside."""
ERRORS = """(() => {
    window.pageErrors = window.pageErrors ?? [];
    window.addEventListener('error', (event) => window.pageErrors.push(String(event.message)));
    window.addEventListener('unhandledrejection', (event) => window.pageErrors.push(String(event.reason)));
    return true;
})()"""


class Engine(ABC):
    """One browser window of another engine."""

    name: str

    @abstractmethod
    def navigate(self, url: str) -> None:
        """Load an address, and wait until the page has loaded."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page; a promise is awaited."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Perform pointer or key actions of the WebDriver standard."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """Return a picture of the window as PNG."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size in CSS pixels."""

    def go(self, url: str) -> None:
        """Load an address, and collect the errors of the page from then on."""
        self.navigate(url)
        self.evaluate(ERRORS)

    def errors(self) -> list[str]:
        """Return the errors of the page since it was loaded."""
        found: list[str] = self.evaluate("window.pageErrors ?? []")
        return found

    def wait_for(self, condition: str, seconds: float = WAIT_SECONDS) -> Any:
        """Wait until a JavaScript expression is true, and return its value."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(condition)):
            if time.monotonic() > end:
                raise TimeoutError(f"{self.name}: not true after {seconds} s: {condition}")
            time.sleep(0.1)
        return value

    def click(self, selector: str) -> None:
        """Press the first visible element of a selector with the mouse."""
        x, y = self.wait_for(
            f"""(() => {{
                const all = [...document.querySelectorAll({json.dumps(selector)})];
                const found = all.find((one) => one.checkVisibility() && !one.disabled);
                if (!found) return null;
                found.scrollIntoView({{ block: 'nearest' }});
                const box = found.getBoundingClientRect();
                return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
            }})()"""
        )
        moves = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}])

    def type_into(self, selector: str, text: str) -> None:
        """Press an input field, and type a text."""
        self.click(selector)
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": keys}])


class Firefox(Engine):
    """Firefox, by WebDriver BiDi."""

    name = "firefox"

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._send("session.new", {"capabilities": {}})
        self._context = self._send("browsingContext.getTree", {})["contexts"][0]["context"]

    def navigate(self, url: str) -> None:
        self._send("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    def evaluate(self, expression: str) -> Any:
        text = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        answer = self._send(
            "script.evaluate", {"expression": text, "target": {"context": self._context}, "awaitPromise": True}
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("input.performActions", {"context": self._context, "actions": actions})

    def screenshot(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot", {"context": self._context})["data"])

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", {"context": self._context, "viewport": size})

    def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(timeout=START_SECONDS))
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer.get('message')}"
                result: dict[str, Any] = answer["result"]
                return result


class WebKit(Engine):
    """WebKitGTK's small browser, by WebDriver."""

    name = "webkit"

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        found = next(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"))
        options = {"binary": str(found), "args": ["--automation"]}
        self._path = ""
        session = self._send(
            "POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        )
        self._path = f"/session/{session['sessionId']}"

    def navigate(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        waits = "then((value) => done([value ?? null]), (error) => done(String(error)))"
        script = f"const done = arguments[0]; (async () => ({expression}))().{waits};"
        answer = self._send("POST", "/execute/async", {"script": script, "args": []})
        assert isinstance(answer, list), answer
        return answer[0]

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("POST", "/actions", {"actions": actions})

    def screenshot(self) -> bytes:
        return base64.b64decode(self._send("GET", "/screenshot"))

    def resize(self, width: int, height: int) -> None:
        """Set the size of the window, then correct it by what its frame and its tool bar take."""
        for _ in range(2):
            outer = self._send("GET", "/window/rect")
            inner = self.evaluate("[innerWidth, innerHeight]")
            rect = {"width": width + outer["width"] - inner[0], "height": height + outer["height"] - inner[1]}
            self._send("POST", "/window/rect", {"x": 0, "y": 0, **rect})
            time.sleep(0.3)

    def end(self) -> None:
        """Close the window."""
        self._send("DELETE", "")

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self._http.request(method, f"{self._path}{path}", json=body)
        value = answer.json()["value"]
        assert answer.status_code == httpx.codes.OK, f"{method} {path}: {value}"
        return value


@contextmanager
def open_engine(name: str, folder: Path) -> Iterator[Engine]:
    """Start Firefox or WebKit with an empty profile, and stop it at the end."""
    with ExitStack() as stack:
        yield _open_firefox(stack, folder) if name == "firefox" else _open_webkit(stack, folder)


def _open_firefox(stack: ExitStack, folder: Path) -> Engine:
    profile = folder / "profile"
    profile.mkdir()
    lines = (f'user_pref("{key}", {json.dumps(value)});' for key, value in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [
        _program("firefox-esr"),
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port=0",
    ]
    output = folder / "firefox.log"
    _start(stack, command, output)
    address = _wait(lambda: re.search(r"listening on (ws://\S+)", output.read_text(encoding="utf-8", errors="replace")))
    return Firefox(stack.enter_context(connect(f"{address[1]}/session", max_size=None)))


def _open_webkit(stack: ExitStack, folder: Path) -> Engine:
    display = folder / "display"
    with display.open("w") as number:
        _start(stack, [_program("Xvfb"), "-displayfd", "1", "-screen", "0", "2000x2200x24", "-nolisten", "tcp"], number)
    shown = _wait(lambda: display.read_text(encoding="utf-8").strip())
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    environment = {
        "DISPLAY": f":{shown}",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "HOME": str(folder),
        "NO_AT_BRIDGE": "1",
    }
    _start(stack, [_program("WebKitWebDriver"), f"--port={port}", f"--host={HOST}"], folder / "webkit.log", environment)
    http = stack.enter_context(httpx.Client(base_url=f"http://{HOST}:{port}", timeout=START_SECONDS))
    _wait(lambda: _answers(http))
    engine = WebKit(http)
    stack.callback(engine.end)
    return engine


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/status").is_success
    except httpx.TransportError:
        return False


def _program(name: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is not installed. Install it with: scripts/browser.sh --all"
    return found


def _start(stack: ExitStack, command: list[str], output: Any, environment: dict[str, str] | None = None) -> None:
    """Start a process that ends with the stack."""
    if isinstance(output, Path):
        output = stack.enter_context(output.open("w"))
    process = subprocess.Popen(
        command, stdout=output, stderr=subprocess.STDOUT if output.name.endswith("log") else subprocess.DEVNULL,
        env=os.environ | (environment or {}),
    )  # fmt: skip

    def stop() -> None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(stop)


def _wait(condition: Any) -> Any:
    end = time.monotonic() + START_SECONDS
    while not (value := condition()):
        assert time.monotonic() < end, "the browser did not start"
        time.sleep(0.1)
    return value

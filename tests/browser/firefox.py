"""Firefox without a driver: it opens a page served on loopback, to which a small script is added that posts its answer back."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from browsers import FIREFOX

PATIENCE = 300  # s
QUIET = """
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("network.proxy.type", 0);
user_pref("dom.max_script_run_time", 0);
"""
SCRIPT = """
(async () => {
  const given = %s;
  let answer;
  try {
    await elver.ready;
    answer = { well: await (async () => { %s })() };
  } catch (error) {
    answer = { error: String(error) };
  }
  await fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
})();
"""


def with_script(html: str, script: str) -> str:
    """The page with one script more, which its policy lets run and answer; nothing else is changed."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed, count = re.subn(r"script-src ", f"connect-src 'self'; script-src 'sha256-{digest}' ", html, count=1)
    assert count == 1
    assert "</body>" in allowed
    return allowed.replace("</body>", f"<script>{script}</script></body>")


def in_firefox(file: Path, body: str, given: Any, folder: Path) -> Any:
    """What the JavaScript ``body`` returns in the page of a file, when it is ready. folder: an empty one, for the profile."""
    html = with_script(file.read_text(encoding="utf-8"), SCRIPT % (json.dumps(given), body)).encode()
    answers: list[Any] = []
    came = threading.Event()

    class Served(BaseHTTPRequestHandler):
        def do_GET(self):
            found = self.path == "/"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(html) if found else 0))
            self.end_headers()
            if found:
                self.wfile.write(html)

        def do_POST(self):
            answers.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            came.set()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Served) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            visited(f"http://127.0.0.1:{server.server_port}/", folder, came)
        finally:
            server.shutdown()
    assert answers, f"Firefox gave no answer within {PATIENCE} s"
    assert "well" in answers[0], answers[0]
    return answers[0]["well"]


def visited(address: str, folder: Path, came: threading.Event) -> None:
    """Open an address in a Firefox of its own until the answer came; only this Firefox is ended."""
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(QUIET)
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), address]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=os.environ | {"HOME": str(folder)}, **quiet) as started:
        try:
            came.wait(PATIENCE)
        finally:
            started.terminate()
            try:
                started.wait(20)
            except subprocess.TimeoutExpired:
                started.kill()

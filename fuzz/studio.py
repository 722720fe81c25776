"""Requests to the studio: any bytes, doubled headers, odd JSON, slow and half requests. It refuses in words, and goes on."""

from __future__ import annotations

import json
import socket
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from .case import Kind, Report
from .child import forked, warm
from .odd import VALUES, damage, odd_text
from .verdict import judge

REQUESTS = 40  # of one case
ASKS = ("start", "alive", "files", "file", "jobs", "runs", "run", "figure", "sweep", "none", "../start", "start/", "")
TELLS = ("file", "stop", "series", "jobs", "none")
KEYS = ("path", "text", "digest", "number", "runs", "name", "kind", "title", "scenario", "duration")
PATHS = (
    "a.yaml",
    "../a.yaml",
    "/etc/passwd",
    "a.py",
    ".a.yaml",
    "con.yaml",
    "a" * 300 + ".yaml",
    "a\0.yaml",
    "\u202e.yaml",
    "sub/a.yaml",
)
STATUSES = {
    b"200",
    b"400",
    b"403",
    b"404",
    b"405",
    b"408",
    b"409",
    b"411",
    b"413",
    b"414",
    b"415",
    b"422",
    b"431",
    b"501",
    b"505",
}
SECONDS = 5.0


def attack(chance: Random, folder: Path) -> Report:
    """A studio in a process of its own, and requests to it from there."""
    warm()
    ended = forked(lambda: many_requests(chance, folder), folder, 60.0)
    findings, long = judge(ended)
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(f"{REQUESTS} requests to the studio", findings, long)


def many_requests(chance: Random, folder: Path) -> int:
    """Make the requests, some slow ones meanwhile; print what is wrong as a list."""
    from elver.viz.studio.folder import Folder
    from elver.viz.studio.server import Server

    place = folder / "files"
    place.mkdir()
    (place / "a.yaml").write_text("elver: 1\n")
    server = Server(Folder.at(place))
    threading.Thread(target=server.serve, daemon=True).start()
    found, silent = [], []
    try:
        for _ in range(REQUESTS):
            if chance.random() < 0.5:
                silent.append(half_request(server, chance))
            content = request(server, chance)
            wrong = answered(server, content)
            if wrong:
                found.append(f"{wrong} after {content[:200]!r}")
        if not is_alive(server):
            found.append("it answers no more")
        outside = sorted(p.name for p in folder.iterdir() if p.name != "files")
        if outside:
            found.append(f"written outside its folder: {outside}")
    finally:
        for one in silent:
            one.close()
        server.shutdown()
    print(json.dumps(found))
    return 0


def connected(server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.guard.port), timeout=4 * SECONDS)


def half_request(server, chance: Random) -> socket.socket:
    """A connection that says little, and stays."""
    one = connected(server)
    one.sendall(chance.choice((b"", b"G", b"GET / HTTP/1.1\r\n", b"POST /api/file HTTP/1.1\r\nContent-Length: 99\r\n\r\n{")))
    return one


def request(server, chance: Random) -> bytes:
    """A request that is good but for some of it."""
    own, host = server.guard.token, f"127.0.0.1:{server.guard.port}"
    headers = [("Host", host), ("Origin", f"http://{host}"), ("X-Elver-Token", own), ("Content-Type", "application/json")]
    if chance.random() < 0.5:
        body, line = b"", f"GET /api/{chance.choice(ASKS)}?{query(chance)} HTTP/1.1"
    else:
        given = {chance.choice(KEYS): odd(chance) for _ in range(chance.randint(0, 4))}
        body, line = json.dumps(given).encode(), f"POST /api/{chance.choice(TELLS)} HTTP/1.1"
        if chance.random() < 0.3:
            body = damage(body, chance)[1]
        headers.append(("Content-Length", str(len(body)) if chance.random() < 0.9 else odd_text(chance)))
    for _ in range(chance.choice((0, 0, 1, 2))):
        name, _ = chance.choice(headers)
        headers.append((name, chance.choice((host, own, "evil.example", odd_text(chance)))))
    if chance.random() < 0.2:
        headers.pop(chance.randrange(len(headers)))
    chance.shuffle(headers)
    lines = [line, *(f"{name}: {value}" for name, value in headers), "", ""]
    content = "\r\n".join(lines).encode("utf-8", "replace") + body
    return damage(content, chance)[1] if chance.random() < 0.2 else content


def query(chance: Random) -> str:
    return "&".join(f"{chance.choice(KEYS)}={chance.choice((*PATHS, odd_text(chance)))}" for _ in range(chance.randint(0, 3)))


def odd(chance: Random):
    plain = [v for v in VALUES if isinstance(v, (type(None), bool, int, float, str, list, dict))]
    return chance.choice((chance.choice(PATHS), odd_text(chance), chance.choice(plain)))


def answered(server, content: bytes) -> str:
    """What is wrong with the answer to a request; a connection that is closed without one is none of ours."""
    with connected(server) as one:
        try:
            one.sendall(content)
            one.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := one.recv(65536):
                answer += piece
        except TimeoutError:
            return f"no answer within {4 * SECONDS:g} s"
        except OSError:
            return ""
    status = answer.split(b" ")[1:2] if answer.startswith(b"HTTP/") else []
    return "" if not answer or not status or status[0] in STATUSES else f"status {status[0].decode()}: {answer[-200:]!r}"


def is_alive(server) -> bool:
    """Whether a good request is answered."""
    end = time.monotonic() + 4 * SECONDS
    while time.monotonic() < end:
        try:
            connection = HTTPConnection("127.0.0.1", server.guard.port, timeout=4 * SECONDS)
            connection.request("GET", "/api/alive", headers={"X-Elver-Token": server.guard.token})
            return connection.getresponse().status == 200
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    return False


KIND = Kind("studio", "requests to the studio of any bytes, doubled headers, slow and half ones", attack, weight=1)

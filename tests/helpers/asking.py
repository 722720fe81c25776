"""A studio on loopback for a test, and requests to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

from elver.viz.studio.folder import HEADER, Folder
from elver.viz.studio.server import Server

LIMIT = 60.0  # s that an answer may take


@contextmanager
def studio(folder, **settings) -> Iterator[Server]:
    """A running server, ended with the block."""
    server = Server(Folder.at(folder), **settings)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join(LIMIT)
        assert not thread.is_alive()


def own_headers(server: Server) -> dict[str, str]:
    """What the studio's own page sends."""
    host = f"127.0.0.1:{server.guard.port}"
    return {"Host": host, "Origin": f"http://{host}", HEADER: server.guard.token, "Content-Type": "application/json"}


def send(server: Server, method: str, path: str, headers=None, body=None) -> tuple[int, bytes, dict[str, str]]:
    """Status, content and headers of an answer."""
    connection = HTTPConnection("127.0.0.1", server.guard.port, timeout=LIMIT)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        content = None if body is None else json.dumps(body).encode()
        lengths = {} if content is None else {"Content-Length": str(len(content))}
        for name, value in {**lengths, **(own_headers(server) if headers is None else headers)}.items():
            connection.putheader(name, value)
        connection.endheaders(content)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def get(server: Server, path: str):
    """A JSON answer, and its status."""
    status, content, _ = send(server, "GET", f"/api/{path}")
    return status, json.loads(content)


def post(server: Server, name: str, /, **body):
    """The answer to something sent, and its status."""
    status, content, _ = send(server, "POST", f"/api/{name}", body=body)
    return status, json.loads(content)

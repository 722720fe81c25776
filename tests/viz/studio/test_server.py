"""The studio as a page, and as somebody else, meets it: over loopback."""

from __future__ import annotations

import json
import socket
import threading
import time
from types import SimpleNamespace

import pytest
from asking import LIMIT, get, own_headers, post, send, studio

from elver._support.errors import InputError
from elver.viz.studio import server as serving
from elver.viz.studio.folder import HEADER, SECURITY, Folder
from elver.viz.studio.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    (folder.parent / "secret.yaml").write_text("secret")
    (folder / "fish.yaml").write_text("elver: 1\n")
    with studio(folder) as running:
        yield running


def test_it_listens_on_loopback_only(server):
    assert server.server_address[0] == "127.0.0.1"


def test_the_page_needs_the_token_and_carries_the_headers(server):
    status, content, headers = send(server, "GET", f"/?token={server.guard.token}", {"Host": own_headers(server)["Host"]})
    assert status == 200
    assert b"/assets/studio.js" in content
    assert server.guard.token.encode() not in content
    assert {name: headers[name] for name in SECURITY} == SECURITY
    for path in ("/", "/?token=", "/?token=wrong"):
        status, content, _ = send(server, "GET", path, {"Host": own_headers(server)["Host"]})
        assert status == 403
        assert b"token" in content


@pytest.mark.parametrize("name", sorted(["start", "files", "file?path=fish.yaml", "runs", "jobs", "none"]))
def test_nothing_is_told_without_the_token(server, name):
    for wrong in ({}, {HEADER: "wrong"}):
        headers = {k: v for k, v in own_headers(server).items() if k != HEADER} | wrong
        status, content, _ = send(server, "GET", f"/api/{name}", headers)
        assert status == 403
        assert json.loads(content)["error"].startswith("the token")


def test_nothing_is_written_without_token_or_from_another_page(server):
    own = own_headers(server)
    body = {"path": "new.yaml", "text": "x", "digest": None}
    for changed in ({HEADER: "no"}, {"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Content-Type": "text/plain"}):
        status, _, headers = send(server, "POST", "/api/file", own | changed, body)
        assert status in (403, 415)
        assert not any(name.lower().startswith("access-control") for name in headers)
    assert send(server, "POST", "/api/file", {k: v for k, v in own.items() if k != "Origin"}, body)[0] == 403
    assert "new.yaml" not in [f["path"] for f in get(server, "files")[1]]


def test_a_name_that_points_here_is_refused_for_everything(server):
    headers = {"Host": f"evil.example:{server.guard.port}"}
    for path in (f"/?token={server.guard.token}", "/assets/studio.js", "/api/start"):
        assert send(server, "GET", path, headers)[0] == 403


def test_files_are_read_and_written_and_conflicts_told(server):
    status, read = get(server, "file?path=fish.yaml")
    assert (status, read["text"]) == (200, "elver: 1\n")
    status, saved = post(server, "file", path="fish.yaml", text="two", digest=read["digest"])
    assert status == 200
    status, conflict = post(server, "file", path="fish.yaml", text="three", digest=read["digest"])
    assert status == 409
    assert "changed" in conflict["error"]
    assert conflict["digest"] == saved["digest"]
    assert get(server, "file?path=fish.yaml")[1]["text"] == "two"


def test_paths_outside_are_refused(server):
    for path in ("../secret.yaml", "%2e%2e/secret.yaml", "..%2fsecret.yaml", "/etc/passwd", "fish.yaml%00.py"):
        assert get(server, f"file?path={path}")[0] == 403
    assert post(server, "file", path="../new.yaml", text="x", digest=None)[0] == 403
    for path in ("/assets/../server.py", "/assets/%2e%2e/server.py", "/fish.yaml", "/api/../fish.yaml", "//x", "/api/file/"):
        assert send(server, "GET", path)[0] in (400, 404)


def test_what_is_sent_is_bounded_json(server):
    own = own_headers(server)
    too_long = {**own, "Content-Length": str(serving.MOST_BODY + 1)}
    assert send(server, "POST", "/api/file", too_long)[0] == 413
    assert send(server, "POST", "/api/file", {**own, "Content-Length": "-1"})[0] == 411
    assert send(server, "POST", "/api/file", own)[0] == 411
    assert send(server, "POST", "/api/file", own, [1])[0] == 400
    assert send(server, "GET", "/api/files?" + "a" * 5000)[0] == 414
    assert send(server, "PUT", "/api/file", own, {})[0] == 501
    assert send(server, "OPTIONS", "/api/file", own)[0] == 501


def test_a_mistake_of_the_studio_is_said_and_it_goes_on(server, monkeypatch):
    def wrong(query):
        raise ZeroDivisionError("by zero")

    monkeypatch.setitem(server.desk.asks, "start", wrong)
    status, told = get(server, "start")
    assert status == 500
    assert "ZeroDivisionError: by zero" in told["error"]
    assert get(server, "files")[0] == 200


def test_a_request_that_does_not_arrive_is_given_up(server, monkeypatch):
    monkeypatch.setattr(serving, "SECONDS", 0.2)
    head = "".join(f"{k}: {v}\r\n" for k, v in own_headers(server).items())
    with socket.create_connection(("127.0.0.1", server.guard.port), timeout=LIMIT) as silent:
        silent.sendall(b"GET / HTTP/1.1\r\n")
        assert silent.recv(100) == b""
    with socket.create_connection(("127.0.0.1", server.guard.port), timeout=LIMIT) as slow:
        slow.sendall(f"POST /api/file HTTP/1.1\r\n{head}Content-Length: 50\r\n\r\n{{".encode())
        assert b" 408 " in slow.recv(100)
    monkeypatch.undo()  # on a busy computer even a good request may take that long
    assert get(server, "start")[0] == 200


@pytest.mark.parametrize("begun", ["", "GET /api/start HTTP/1.1\r\n", "POST"])
def test_a_request_in_small_pieces_has_one_limit_of_time(server, monkeypatch, begun):
    """A limit for every piece let a byte a second hold a connection for ever."""
    monkeypatch.setattr(serving, "SECONDS", 0.5)
    if begun == "POST":
        head = "".join(f"{k}: {v}\r\n" for k, v in own_headers(server).items())
        begun = f"POST /api/file HTTP/1.1\r\n{head}Content-Length: 5000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.guard.port), timeout=LIMIT) as slow:
        slow.sendall(begun.encode())
        slow.settimeout(0.05)
        began, ended = time.monotonic(), False
        while not ended and time.monotonic() - began < LIMIT:
            try:
                slow.sendall(b"x")
                answer = slow.recv(100)
                ended = answer == b"" or b" 408 " in answer
            except TimeoutError:
                continue
            except OSError:
                ended = True
        assert ended
        assert time.monotonic() - began < 20.0  # on a busy computer; it was for ever


def test_silent_connections_do_not_keep_the_page_out(server):
    """More of them than there is room for: whoever says what it wants is answered."""
    silent = [socket.create_connection(("127.0.0.1", server.guard.port), timeout=LIMIT) for _ in range(34)]
    try:
        for k, one in enumerate(silent):
            if k % 2:
                one.sendall(b"GET / HTTP/1.1\r\nHost: ")
        began = time.monotonic()
        for _ in range(5):
            assert get(server, "start")[0] == 200
        assert time.monotonic() - began < serving.SECONDS
    finally:
        for one in silent:
            one.close()


@pytest.mark.parametrize("name", ["Host", "Origin", HEADER, "Content-Length"])
def test_what_may_be_said_once_is_refused_twice(server, name):
    own = {**own_headers(server), "Content-Length": "2"}
    for first, last in ((own[name], own[name]), (own[name], "evil.example"), ("evil.example", own[name])):
        head = "".join(f"{k}: {v}\r\n" for k, v in own.items() if k != name) + f"{name}: {first}\r\n{name}: {last}\r\n"
        with socket.create_connection(("127.0.0.1", server.guard.port), timeout=LIMIT) as one:
            one.sendall(f"POST /api/file HTTP/1.1\r\n{head}\r\n{{}}".encode())
            assert b" 400 " in one.recv(100)


def test_more_requests_than_there_is_room_for_are_turned_away(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "MOST_REQUESTS", 1)
    with studio(tmp_path) as small:
        busy, free = threading.Event(), threading.Event()

        def long_answer(query):
            busy.set()
            return free.wait(LIMIT)

        monkeypatch.setitem(small.desk.asks, "start", long_answer)
        asking = threading.Thread(target=lambda: get(small, "start"), daemon=True)
        asking.start()
        assert busy.wait(LIMIT)
        assert wait_for(lambda: is_turned_away(small))
        free.set()
        asking.join(LIMIT)
        assert wait_for(lambda: get(small, "files")[0] == 200)


def is_turned_away(server):
    """Whether a request gets no answer at all."""
    try:
        get(server, "files")
    except OSError:
        return True
    return False


def wait_for(true, seconds=LIMIT):
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if true():
                return True
        except OSError:
            pass
        time.sleep(0.02)
    return False


def test_it_stops_when_no_page_asks(tmp_path, monkeypatch):
    now = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=lambda seconds: time.sleep(0.01))
    monkeypatch.setattr(serving, "time", clock)
    server = Server(Folder.at(tmp_path), idle=0.4)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    for _ in range(4):  # asked often enough, it goes on
        now[0] += 0.3
        assert get(server, "alive")[0] == 200
    now[0] += 0.5
    thread.join(LIMIT)
    assert not thread.is_alive()
    with pytest.raises(OSError):
        get(server, "alive")


def test_it_goes_on_while_something_is_computed(tmp_path, monkeypatch):
    server = Server(Folder.at(tmp_path), idle=0.1)
    monkeypatch.setattr(type(server.desk.jobs), "busy", True)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    time.sleep(0.4)
    assert thread.is_alive()
    monkeypatch.setattr(type(server.desk.jobs), "busy", False)
    thread.join(LIMIT)
    assert not thread.is_alive()


def test_a_port_that_is_taken_is_refused(server):
    with pytest.raises(InputError, match="--port"):
        Server(Folder.at("."), port=server.guard.port)

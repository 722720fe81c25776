"""What a page can ask, from the address to the worker."""

from __future__ import annotations

import time

import pytest
from asking import get, post, send, studio
from small_file import PADDLE

from elver.viz.studio.server import Router


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    (folder / "paddle.yaml").write_text(PADDLE)
    with studio(folder, begin="paddle.yaml") as running:
        yield running


def test_the_beginning(server):
    told = get(server, "start")[1]
    assert told["begin"] == "paddle.yaml"
    assert told["folder"] == server.desk.folder.root.name
    assert [f["path"] for f in get(server, "files")[1]] == ["paddle.yaml"]
    assert "eel" in [s["name"] for s in get(server, "scenarios")[1]]
    assert get(server, "scenario?name=eel")[1]["text"].startswith("# 3-D eel")
    assert get(server, "scenario?name=paddle.yaml")[0] == 422


def test_a_text_is_checked_where_it_lies(server):
    assert post(server, "check", text=PADDLE, path="paddle.yaml")[1]["errors"] == []
    assert post(server, "check", text="elver: 2", path="paddle.yaml")[1]["errors"][0]["line"] == 1
    assert post(server, "check", text=PADDLE, path="../paddle.yaml")[0] == 403


def test_a_run_from_the_page_to_its_figures(server):
    assert post(server, "jobs", kind="run", title="paddle", text=PADDLE, path="paddle.yaml")[0] == 200
    end = time.monotonic() + 60
    while (job := get(server, "jobs")[1][0])["state"] in ("waiting", "running") and time.monotonic() < end:
        time.sleep(0.05)
    assert (job["state"], job["message"]) == ("done", "reached 0.2 s")
    assert job["progress"]["done"] == pytest.approx(0.2)
    name = job["result"]["name"]
    (listed,) = get(server, "runs")[1]
    assert listed["summary"]["scenario"] == "paddle"
    assert get(server, f"run?name={name}")[1]["text"] == PADDLE
    status, picture, headers = send(server, "GET", f"/api/figure?run={name}&name={listed['figures'][0]}")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert b"<svg" in picture
    assert post(server, "series", runs=[name])[1]["curves"].keys() == {name}
    assert post(server, "series", runs="x")[0] == 400
    assert post(server, "series", runs=["../x"])[0] in (400, 403)
    assert get(server, "alive")[1] == {"jobs": 0}


def test_a_worker_gets_nothing_but_known_names(tmp_path):
    (tmp_path / "a.yaml").write_text(PADDLE)
    from elver.viz.studio.folder import Folder

    desk = Router(Folder.at(tmp_path))
    assert desk.model({"do": "run", "text": "x", "path": "a.yaml", "files": {}, "vary": 1}) == {"text": "x", "path": "a.yaml"}

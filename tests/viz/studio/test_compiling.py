"""Models as machines for the page, through the worker's own functions."""

import base64

from small_file import PADDLE, WRONG

from elver import load_run, simulate
from elver.scenarios import load_text
from elver.viz.page.make import live_page
from elver.viz.studio.worker_process import compile, replay


def test_a_text_becomes_a_page_and_a_run_a_replay(tmp_path):
    made = compile({"text": PADDLE, "changes": {"amplitude": 0.3}})
    payload, module, _ = live_page(load_text(PADDLE), {"amplitude": 0.3}, quick=True)
    assert base64.b64decode(made["module"]) == module
    assert made["payload"] == payload
    assert (made["errors"], made["about"]["name"]) == ([], "paddle")
    (amplitude,) = (s for s in payload["machine"]["sliders"] if s["name"] == "amplitude")
    assert amplitude["value"] == 0.3
    run = simulate(load_text(PADDLE))
    run.save(tmp_path / "run.nc")
    shown = replay({"file": str(tmp_path / "run.nc")})["payload"]
    assert shown["kind"] == "replay"
    assert shown["duration"] == load_run(tmp_path / "run.nc").summary["duration"]


def test_mistakes_are_told_with_their_place():
    (error,) = compile({"text": WRONG})["errors"]
    assert (error["line"], error["column"]) == (13, 50)
    (error,) = compile({"text": PADDLE, "changes": {"amplitude": 5}})["errors"]
    assert error["line"] is None
    assert "amplitude" in error["message"]

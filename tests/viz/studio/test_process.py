"""The loop of a worker: what a request gives, in one line each."""

import io
import json

from elver._support.display import Progress
from elver.viz.studio import worker_process


def lines(monkeypatch, job):
    """Everything that is said in answer to a request that does this."""
    monkeypatch.setattr(worker_process, "job", lambda name: job)
    out = io.StringIO()
    for said in worker_process.answers('{"do": "x", "a": 1}', out):
        worker_process.tell(out, said)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_answers_progress_and_errors(monkeypatch):
    def work(request):
        with Progress(2.0, "eel", False) as bar:
            bar.update(1.0)
            bar.update(2.0)
        return {"given": request, "none": float("nan")}

    first, second, last = lines(monkeypatch, work)
    assert [p["progress"]["done"] for p in (first, second)] == [1.0, 2.0]
    assert last == {"answer": {"given": {"a": 1}, "none": None}}


def test_what_goes_wrong_is_said(monkeypatch):
    def raising(error):
        def work(request):
            raise error

        return lines(monkeypatch, work)[0]

    from elver.scenarios.yaml.nodes import DocumentError

    assert raising(DocumentError("f", 3, 4, "a.b", "is wrong"))["refused"] == {
        "message": "is wrong",
        "line": 3,
        "column": 4,
        "key": "a.b",
    }
    assert "memory" in raising(MemoryError())["refused"]["message"]
    assert raising(KeyboardInterrupt())["refused"] == {"message": "stopped"}
    of_casadi = SystemError("returned a result with an exception set")
    assert raising(of_casadi)["failed"].startswith("SystemError")
    of_casadi.__cause__ = KeyboardInterrupt()
    assert raising(of_casadi)["refused"] == {"message": "stopped"}
    assert raising(OSError(28, "No space left", "x.nc"))["refused"]["message"].startswith("'x.nc': No space left")
    assert raising(ZeroDivisionError("x"))["failed"] == "ZeroDivisionError: x"

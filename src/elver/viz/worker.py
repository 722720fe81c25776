"""The process that draws: imports, a first picture that nobody sees, then the figures of the run that it is handed.

It reads one pickled ``_Order`` from standard input and answers with what became of every figure on standard output. Where the
system allows it, the process forks, and both halves draw: each claims the next figure from a pipe.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from elver._support.errors import ElverError
from elver._support.files import make_folder
from elver.results import Run
from elver.scenarios import all_scenarios
from elver.viz.plots import drawn_one, makers_of

FORMATS = ("png", "svg")


class _Order(NamedTuple):
    """What is to be drawn: the samples of a run, the folder that figures go to, the joints that they show."""

    samples: Any
    folder: str
    joints: tuple[str, ...]


class Outcome(NamedTuple):
    """What became of a figure: the error that it ended with, as its kind and text, and warnings, as their kinds and texts."""

    error: tuple[type[ElverError], str] | None
    warned: tuple[tuple[type[Warning], str], ...]


_Makers = Mapping[str, Callable]


def _get_ready() -> None:
    """Load all that drawing needs, and draw something: the first picture of a process is the slowest."""
    from elver.viz.style import legend, new_figure

    all_scenarios()
    figure, (axis,) = new_figure()
    axis.plot([0.0, 1.0], [1e-6, 1.0], label="label 0123456789")
    axis.set(xlabel="time [s]", ylabel="speed [m/s]")
    legend(axis, "title")
    for kind in FORMATS:
        figure.savefig(io.BytesIO(), format=kind, bbox_inches="tight")


def draw_one(name: str, make: Callable, folder: Path) -> Outcome:
    """One figure, drawn and written."""
    error = None
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", UserWarning)
        try:
            drawn_one(name, make, folder, FORMATS)
        except ElverError as raised:
            error = type(raised), str(raised)
    return Outcome(error, tuple((w.category, str(w.message)) for w in heard if issubclass(w.category, UserWarning)))


def _draw_claimed(makers: _Makers, folder: Path, claims: int) -> dict[str, Outcome]:
    """Figures one by one, each claimed by reading its number from ``claims``, until there are none left."""
    names, found = list(makers), dict[str, Outcome]()
    while number := os.read(claims, 1):
        name = names[number[0]]
        found[name] = draw_one(name, makers[name], folder)
    return found


def draw_shared(makers: _Makers, folder: Path) -> dict[str, Outcome]:
    """All figures, drawn by this process and a copy of it; where the copy fails, by this one alone."""
    claims, give = os.pipe()
    os.write(give, bytes(reversed(range(len(makers)))))  # the last ones take longest
    os.close(give)
    answer, tell = os.pipe()
    copy = os.fork()
    if copy == 0:
        try:
            os.close(answer)
            with open(tell, "wb") as out:
                pickle.dump(_draw_claimed(makers, folder, claims), out)
        finally:
            os._exit(0)
    try:
        os.close(tell)
        found = _draw_claimed(makers, folder, claims)
        with open(answer, "rb") as source:
            found |= _answered(source.read())
    finally:
        end(copy)
    return found | {name: draw_one(name, make, folder) for name, make in makers.items() if name not in found}


def _answered(text: bytes) -> dict[str, Outcome]:
    """What a copy of this process answered; nothing where it died."""
    try:
        return pickle.loads(text)
    except (EOFError, pickle.UnpicklingError):
        return {}


def end(copy: int) -> None:
    """See a copy of this process off: it is done, or it is not needed any more."""
    with suppress(ProcessLookupError):
        os.kill(copy, signal.SIGTERM)
    os.waitpid(copy, 0)


def draw(order: _Order) -> dict[str, Outcome]:
    """What becomes of every figure of an order, by name."""
    makers, folder = makers_of(Run(order.samples), None, order.joints), make_folder(order.folder)
    if sys.platform == "linux" and 1 < len(makers) < 256 and len(os.sched_getaffinity(0)) > 1:
        return draw_shared(makers, folder)
    return {name: draw_one(name, make, folder) for name, make in makers.items()}


def _leave(number: int, frame: FrameType | None) -> None:
    """Go when told to, with what is half written cleaned up."""
    raise SystemExit(1)


def main() -> None:
    """Get ready, read the order, draw, answer. Garbage is not looked for among what was imported."""
    signal.signal(signal.SIGTERM, _leave)
    answer, sys.stdout = sys.stdout.buffer, sys.stderr
    _get_ready()
    gc.freeze()
    gc.enable()
    try:
        order = _Order(*pickle.load(sys.stdin.buffer))
    except EOFError:  # nothing is to be drawn after all
        return
    answer.write(pickle.dumps(draw(order)))
    answer.flush()


if __name__ == "__main__":
    main()

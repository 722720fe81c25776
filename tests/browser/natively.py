"""What native code computes, and how near the state of a page comes to it."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from ready_models import ready

import elver

SAME = 1e-9  # of the size of the state
LONGEST = 10.0  # s


@dataclass(frozen=True)
class Exact:
    """The end of a native run. names, last: of its state.   duration [s]."""

    names: list[str]
    last: np.ndarray
    duration: float


def exact_run(name: str, dt: float, method: str, longest: float = LONGEST) -> Exact:
    """A scenario with its own values, by the step and the method of its page; ten seconds at most."""
    duration = round(min(longest, elver.scenario(name).duration) / dt) * dt
    chosen = "auto" if method == "moreau" else method
    data = elver.simulate(ready(name), duration, solver=elver.Solver(dt=dt, method=chosen), progress=False).data
    assert data.status == "finished"
    states = data.state.values
    assert np.abs(states - states[0]).max() > 0.01 * np.linalg.norm(states[-1])  # it moved; a moth comes back to where it was
    return Exact([str(n) for n in data.state_name.values], states[-1], duration)


def assert_same(exact: Exact, found: dict[str, float]) -> None:
    """The states that the model has without sliders. What a slider adds (the work of a current) has done nothing."""
    state = np.array([found[name] for name in exact.names])
    size = np.linalg.norm(exact.last)
    assert np.linalg.norm(state - exact.last) <= SAME * size
    more = {name: value for name, value in found.items() if name not in exact.names}
    assert all(name.startswith("work ") and value == 0 for name, value in more.items()), more


def steps_of(page) -> tuple[float, str]:
    """Time step and method of the machine in a page."""
    dt, method = page.evaluate("[elver.viewer.payload.machine.dt, elver.viewer.payload.machine.method]")
    return dt, method


def state_of(page) -> dict[str, float]:
    """The machine's state by name, exactly."""
    names, values = json.loads(page.evaluate("JSON.stringify([elver.names.states, Array.from(elver.state())])"))
    assert len(set(names)) == len(names) == len(values)
    return dict(zip(names, values, strict=True))

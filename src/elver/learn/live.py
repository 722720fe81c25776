"""A policy at its task in a live page: what it observes as a small graph, its network, and a goal that people move.

The observation of a task is written in Python over arrays of machines. Here the same functions are called once with symbols in
place of numbers, so that the page computes what the training saw, and no second text of it can drift away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_ctrl_c
from elver.learn.policy import Policy, load_policy, shipped
from elver.model import Model, Program
from elver.results import Run
from elver.simulation import Control, Solver, simulate
from elver.tasks import Task, TaskState, find_task
from elver.tasks.episodes import program_of
from elver.tasks.runtime import Actions, Observer
from elver.viz.page.controllers import graph_as_data
from elver.viz.page.geometry import text_of
from elver.viz.page.make import Page, html_of, live_page
from elver.viz.page.payload import Words

_FIRST = (1.5, 0.6)  # m: where the first goal stands, along the machine's heading and to its left, where it is a place


class _Symbols:
    """What functions of a task call of NumPy, for arrays of symbols."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


def _each(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of symbols, entry by entry of arrays."""
    made = np.frompyfunc(function, function.__code__.co_argcount, 1)
    return staticmethod(made)


_MATHEMATICS: dict[str, Callable[..., Any]] = {
    "sqrt": lambda a: ca.sqrt(a), "sin": lambda a: ca.sin(a), "cos": lambda a: ca.cos(a), "exp": lambda a: ca.exp(a),
    "tanh": lambda a: ca.tanh(a), "abs": lambda a: ca.fabs(a), "maximum": lambda a, b: ca.fmax(a, b),
    "minimum": lambda a, b: ca.fmin(a, b), "hypot": lambda a, b: ca.sqrt(a * a + b * b), "arctan2": lambda a, b: ca.atan2(a, b),
    "clip": lambda a, low, high: ca.fmin(ca.fmax(a, low), high),
}  # fmt: skip
for _name, _function in _MATHEMATICS.items():
    setattr(_Symbols, _name, _each(_function))


def _array(symbol: ca.SX, shape: tuple[int, ...]) -> np.ndarray:
    """The entries of a column as an array of one machine."""
    found = np.empty(symbol.numel(), dtype=object)
    for k in range(symbol.numel()):
        found[k] = symbol[k]
    return found.reshape(1, *shape)


def _observation(task: Task, model: Model, program: Program) -> tuple[ca.Function, list[str]]:
    """(recorded quantities one behind the other, time, action, goal) -> observation, and the names of these quantities."""
    recorded = program.equations.recorded
    observer = Observer(task, model, recorded)
    names = list(
        dict.fromkeys([name for _, name, _ in observer.copies] + [n for _, part, _ in observer.computed for n in part.needs])
    )
    sizes = {name: int(np.prod(recorded.shape(name))) for name in names}
    whole = ca.SX.sym("y", sum(sizes.values()))
    ends = np.cumsum([0, *sizes.values()])
    outputs = {
        name: _array(whole[int(a) : int(b)], recorded.shape(name)) for name, a, b in zip(names, ends, ends[1:], strict=False)
    }
    time, action, goal = (
        ca.SX.sym("t"),
        ca.SX.sym("a", len(model.inputs)),
        ca.SX.sym("g", len(task.goal.labels) if task.goal else 0),
    )
    now = TaskState(
        xp=_Symbols(), outputs=outputs, before=outputs, labels=recorded.labels, interval=task.interval, time=_array(time, ()),
        count=_array(time, ()), action=_array(action, (action.numel(),)), previous=_array(action, (action.numel(),)),
        u=_array(action, (action.numel(),)), goal=_array(goal, (goal.numel(),)), reached=_array(ca.SX(1, 1), ()),
        duration=task.duration, forward=task.forward,
    )  # fmt: skip
    out = np.empty((1, observer.width), dtype=object)
    try:
        observer.write(now, out)
        column = ca.vertcat(*(ca.SX(entry) for entry in out[0]))
    except Exception as error:
        if is_ctrl_c(error):
            raise
        raise InputError(
            f"task '{task.name}' cannot be shown live: what its policy observes is no plain formula of recorded quantities "
            f"({str(error)[:200]}). Write its parts with now.xp and without conditions, or film an episode: elver learn --show."
        ) from error
    return ca.Function("observation", [whole, time, action, goal], [ca.densify(column)]), names


def require_fitting(policy: Policy, task: Task, observations: int, actions: int) -> None:
    """Refuse a policy for a task that gives it other numbers."""
    if (policy.observations, policy.actions) != (observations, actions):
        raise InputError(
            f"the policy takes {policy.observations} numbers and gives {policy.actions}; task '{task.name}' has "
            f"{observations} and {actions}. Give a policy that was trained on it."
        )


def pilot_of(task: Task, policy: Policy, model: Model, program: Program, fields: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A policy at a task as plain data. fields: what the page's module records, with their places."""
    if task.sensors:
        raise InputError(
            f"task '{task.name}' cannot be shown live: its policy reads sensors. Film an episode: elver learn --show."
        )
    observation, names = _observation(task, model, program)
    require_fitting(policy, task, observation.nnz_out(0), len(model.inputs))
    known = {field["name"]: field for field in fields}
    if missing := [name for name in names if name not in known]:
        raise InputError(f"task '{task.name}' cannot be shown live: pages of this machine do not record {', '.join(missing)}.")
    every = round(task.interval / task.dt)
    actions = Actions(task, tuple(model.inputs.values()), 1)
    found: dict[str, Any] = {
        "name": task.name,
        "interval": every * task.dt,
        "reads": [[known[name]["place"], int(np.prod(known[name]["shape"]))] for name in names],
        "observation": graph_as_data(observation),
        "mean": policy.mean.astype(float).tolist(),
        "spread": policy.spread.astype(float).tolist(),
        "layers": [
            {"inputs": w.shape[0], "outputs": w.shape[1], "weights": text_of(w, "f4"), "bias": text_of(b, "f4")}
            for w, b in policy.layers
        ],
        "inputs": [
            {"name": name, "middle": float(middle), "half": float(half), "rest": float(rest)}
            for name, middle, half, rest in zip(actions.names, actions.middle, actions.half, actions.rest, strict=True)
        ],
        "share": actions.share,
    }
    goal = task.goal
    if goal is not None and goal.place is not None and len(goal.labels) >= 2:
        found["goal"] = {
            "radius": goal.radius,
            "first": list(_FIRST),
            "size": len(goal.labels),
            "near": goal.near,
            "far": goal.far,
        }
    elif goal is not None:
        raise InputError(f"task '{task.name}' cannot be shown live: its goal is no place that can be moved in a page.")
    return found


# --- A policy as a controller of plain runs: it reads the state, and decides once every interval of its task.


class PolicyController:
    """``u = controller(now)`` for ``elver.Control``: what a policy does at its task, for one machine.

    goal: where it is to go, as the task's goals are written; needed where the task has one.
    """

    def __init__(self, policy: Policy, task: Task, goal: Sequence[float] | None = None):
        self.policy, self.task = policy, task
        self.program = program_of(task)
        model = self.program.equations.model
        if task.sensors:
            raise InputError(f"task '{task.name}' reads sensors, which a policy alone does not have. Use elver.tasks.Episodes.")
        size = len(task.goal.labels) if task.goal else 0
        if len(goal or ()) != size:
            wanted = f"Give {size} numbers: {', '.join(task.goal.labels)} [{task.goal.unit}]." if task.goal else "Leave goal out."
            raise InputError(f"task '{task.name}': goal = {goal!r}. {wanted}")
        self.goal = np.asarray(goal or (), dtype=float)
        self.observation, self.names = _observation(task, model, self.program)
        require_fitting(policy, task, self.observation.nnz_out(0), len(model.inputs))
        self.actions = Actions(task, tuple(model.inputs.values()), 1)

    def __call__(self, now: Any) -> np.ndarray:
        """Inputs in their own units, of a state."""
        equations, p = self.program.equations, self.program.parameter_vector()
        if now.step == 0:
            self.actions.forget(np.ones(1, dtype=bool))
        p[self.program.input_places] = self.actions.u[0]
        row = np.array(equations.outputs(now.time, now.state, p, self.program.signal_values(now.time)), dtype=float).reshape(
            1, -1
        )
        seen = np.concatenate([equations.recorded.take(row, name).ravel() for name in self.names])
        found = np.array(self.observation(seen, now.time, self.actions.now[0], self.goal), dtype=float).ravel()
        self.actions.take(self.policy.act(found.astype(np.float32))[None])
        return self.actions.u[0].copy()


def run_policy(
    policy: Policy, task: Task | None = None, duration: float | None = None, goal: Sequence[float] | None = None, **options: Any
) -> Run:
    """One run of a policy at its task; ``Policy.run``. options: of ``elver.simulate``, but its control."""
    chosen = find_task(str(policy.about["task"])) if task is None else task
    controller = PolicyController(policy, chosen, goal)
    options = {"solver": Solver(chosen.method, chosen.dt, **dict[str, Any](chosen.options)), "progress": False, **options}
    control = Control(controller, every=chosen.interval, out_of_bounds="clip")
    return simulate(controller.program, chosen.duration if duration is None else duration, control=control, **options)


# --- The page.


def policy_page(policy: Policy | str | Path, task: Task | str | None = None, title: str | None = None) -> Page:
    """The page in which a policy does its task live, with a goal that people can drag.

    policy: also its file, the folder of its training, or the name of a task whose policy comes with Elver.
    task: of the policy; None for the one that it was trained on.
    """
    if not isinstance(policy, Policy):
        policy = load_policy(str(policy)) if str(policy) in shipped() else Policy.load(policy_file(policy))
    if task is None and "task" not in policy.about:
        raise InputError("the policy does not say which task it was trained on. Name the task.")
    chosen = task if isinstance(task, Task) else find_task(str(policy.about["task"] if task is None else task))
    model = chosen.model()

    def pilot(program: Program, described: Mapping[str, Any]) -> dict[str, Any]:
        return {"pilot": pilot_of(chosen, policy, model, program, described["outputs"]["fields"])}

    words = Words(title or chosen.title, f"policy at task {chosen.name}")
    payload, module, notes = live_page(model, dt=chosen.dt, words=words, more=pilot, method=chosen.method)
    text, sizes = html_of(payload, module)
    return Page(payload["title"], payload["kind"], text, sizes, notes)


def policy_file(source: str | Path) -> Path:
    """The file of a policy: itself, or in the folder of its training."""
    place = Path(source)
    return place / "policy.npz" if place.is_dir() else place

"""Tasks as data: the machine, what is observed and rewarded, how an episode begins and ends."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.model import Model, with_inputs
from elver.quantities import check_quantities, quantity, word
from elver.scenarios import Scenario, scenario
from elver.scenarios.definition import system_packages
from elver.scenarios.files.environment import RESERVED
from elver.sensors import Sensor


@dataclass(frozen=True)
class ScenarioMachine:
    """The model of a scenario, by its name or the path of its file.

    inputs: what ``elver.with_inputs`` takes.   changes: values of parameters.   free: further parameters that stay free.
    """

    source: str
    inputs: tuple[Any, ...]
    changes: Mapping[str, Any] = field(default_factory=dict)
    free: tuple[str, ...] = ()

    @property
    def scenario(self) -> Scenario:
        """The scenario itself."""
        return scenario(self.source)

    def __call__(self, free: tuple[str, ...] = ()) -> Model:
        """The model with inputs; its own free parameters and those named stay free: of the scenario, or paths of the model."""
        chosen, wanted = self.scenario, tuple(dict.fromkeys((*self.free, *free)))
        model = chosen.prepared(self.changes, tuple(name for name in wanted if name in chosen.names))
        return with_inputs(model.freed(*(name for name in wanted if name not in chosen.names)), *self.inputs)

    def range_of(self, name: str) -> tuple[float, float]:
        """Smallest and largest value of a parameter that the scenario allows."""
        chosen = self.scenario
        own = next((p for p in chosen.parameters if p.name == name), None)
        if own is None or own.low is None or own.high is None:
            raise InputError(
                f"'{name}' has no range in scenario '{chosen.name}'. Give low and high of the Draw, or a range in its parameters."
            )
        return float(own.low), float(own.high)


# --- What the functions of a task see: all machines at one instant, as arrays with the machines along the first axis.

Array = Any  # NumPy on the processor, CuPy on a graphics card


@dataclass
class TaskState:
    """All machines after a control interval (or after a reset). Functions of a task read it and change nothing.

    xp: NumPy or CuPy; write ``now.xp.sqrt`` instead of ``np.sqrt`` and a task runs on both.
    outputs: the recorded quantities that the task needs, by name, shape (n, ...).   before: the same, one interval ago; after a
    reset equal to ``outputs``.   labels: names along every dimension of them (``joint``, ``body``, ``flow``, ...).
    time [s]: since the machine's own reset.   count: control intervals since then.   interval [s]: between two actions.
    duration [s]: of the longest episode.
    action, previous: (n, inputs), the action that was just held and the one before, -1 to 1; after a reset those that stand for
    the inputs' own values.
    u: (n, inputs), the same in the units of the inputs.   goal: (n, entries), drawn at the reset; width 0 without one.
    reached: goals that a machine has reached since its reset.   values: drawn parameters by name, one per machine.
    sensed: readings of the task's sensors by name, (n, entries).   forward: direction of travel in the base frame.
    memo: what was computed at this instant already and several functions use, by name; past: the same of ``before``, where the
    goals are still those.
    """

    xp: Any
    outputs: Mapping[str, Array]
    before: Mapping[str, Array]
    labels: Mapping[str, tuple[str, ...]]
    interval: float
    time: Array
    count: Array
    action: Array
    previous: Array
    u: Array
    goal: Array
    reached: Array
    duration: float = math.inf
    forward: tuple[float, float, float] = (1.0, 0.0, 0.0)
    values: Mapping[str, Array] = field(default_factory=dict)
    sensed: Mapping[str, Array] = field(default_factory=dict)
    memo: dict[str, Any] = field(default_factory=dict)
    past: dict[str, Any] = field(default_factory=dict)

    def forget(self) -> None:
        """What was computed no longer holds: machines were reset, or have other goals."""
        self.memo.clear()
        self.past.clear()

    def index(self, dimension: str, *names: str) -> list[int]:
        """Places of names along a dimension, such as ``now.index("joint", "tail")``."""
        known = self.labels[dimension]
        for name in names:
            if name not in known:
                raise unknown_name(dimension, name, known)
        return [known.index(name) for name in names]


# --- A task: a machine with inputs, what is observed, what is rewarded, how an episode ends, and what is drawn by chance. Data.
#
#     TASK = Task(
#         name="FishCruise",
#         title="a fish swims ahead",
#         machine=ScenarioMachine("fish", inputs=(TorqueInputs(),)),
#         dt=2e-3, interval=0.02, duration=20.0,
#         observation=(joint_angles(), joint_rates(), body_velocity()),
#         reward=(RewardTerm("ahead", 1.0, "m", "distance made good", ahead, ("base_position",)),),
#     )
#
# Everything that computes is a function of ``TaskState``: arrays over all machines, NumPy or CuPy alike.

if TYPE_CHECKING:
    from elver.tasks.runtime import RandomStreams

# --- The machine of a task, made from a scenario: changes, free parameters, inputs.

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VIEWS = ("xy", "xz", "yz")


@dataclass(frozen=True)
class ObservationPart:
    """A part of the observation.

    name, unit, meaning: what it is.   labels: one per entry, or a function of the model that gives them.
    of(now): (n, entries), or a tuple of columns (n,); where it is left out, the part is the recorded ``quantity`` at ``keep``,
    which costs least.
    quantity: name of a recorded quantity.   keep: labels along its first dimension; empty for all; one tuple or a function of the
    model.   low, high: bounds of every entry, one for all or one each, for the observation space (they are not enforced).
    needs: recorded quantities that ``of`` reads.   sensor: whose readings the part is, or None (``components.sensed``).
    """

    name: str
    unit: str
    meaning: str
    labels: tuple[str, ...] | Callable[[Model], tuple[str, ...]] = ("value",)
    of: Callable[[TaskState], Array] | None = None
    quantity: str = ""
    keep: tuple[str, ...] | Callable[[Model], tuple[str, ...]] = ()
    low: float | tuple[float, ...] = -math.inf
    high: float | tuple[float, ...] = math.inf
    needs: tuple[str, ...] = ()
    sensor: Sensor | None = None

    def __post_init__(self) -> None:
        if (self.of is None) == (not self.quantity):
            raise InputError(f"part '{self.name}' of an observation: give either a function 'of' or a recorded 'quantity'.")
        if not np.less(self.low, self.high).all():
            raise InputError(f"part '{self.name}' of an observation: low {self.low} must lie below high {self.high}.")

    def labels_of(self, model: Model) -> tuple[str, ...]:
        """One label per entry."""
        return self.labels(model) if callable(self.labels) else self.labels

    def bounds_of(self, count: int) -> list[tuple[float, float]]:
        """Lowest and highest value of every entry."""
        if {np.size(self.low), np.size(self.high)} - {1, count}:
            raise InputError(f"part '{self.name}' of an observation: give one bound for all {count} entries, or {count} of them.")
        low, high = (np.broadcast_to(np.asarray(bound, dtype=float), count).tolist() for bound in (self.low, self.high))
        return list(zip(low, high, strict=True))

    def kept(self, model: Model) -> tuple[str, ...]:
        """Labels along the first dimension of the recorded quantity; empty for all."""
        return self.keep(model) if callable(self.keep) else self.keep


@dataclass(frozen=True)
class RewardTerm:
    """A term of the reward: weight times of(now), one number per machine and control interval.

    unit: of of(now); the weight is per that unit, so the reward itself has no unit.   needs: recorded quantities that it reads.
    """

    name: str
    weight: float
    unit: str
    meaning: str
    of: Callable[[TaskState], Array]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Termination:
    """A way in which an episode ends before its time: when(now), true or false per machine; reward: added once."""

    name: str
    meaning: str
    when: Callable[[TaskState], Array]
    reward: float = 0.0
    success: bool = False
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Goal:
    """What is to be reached or followed, drawn by chance at a reset.

    labels, unit, meaning: of its entries.   draw(chance, now): (n, entries), one row per machine, of which only the rows of
    machines that need a goal are taken: after a reset, and again whenever ``reached(now)`` is true, if that is given.
    reward: added when it is reached.
    place(goal): points (n, 2 or 3) [m, world] for pictures; None where it is no place.   radius [m]: of the mark there.
    near, far [m]: between which distances from the machine places are drawn; 0 for goals that are none.
    """

    labels: tuple[str, ...]
    unit: str
    meaning: str
    draw: Callable[[RandomStreams, TaskState], Array]
    reached: Callable[[TaskState], Array] | None = None
    reward: float = 0.0
    place: Callable[[Array], Array] | None = None
    radius: float = 0.0
    needs: tuple[str, ...] = ()
    near: float = 0.0
    far: float = 0.0


@dataclass(frozen=True)
class RandomParameter:
    """A parameter that is drawn evenly from low to high at every reset; without them from its range in the scenario."""

    name: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class StartNoise:
    """A state that begins with something added, drawn evenly from low to high at every reset.

    state: a name out of ``stepper.names``, a part of it (``angles``, ``rates``, ``twist``: every entry is drawn by itself), or
    ``heading``: a turn of the whole machine about the vertical [rad].
    """

    state: str
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """A line of the world in pictures, such as a path: of(goal, x), its height [m] at places x [m] across the picture.

    goal: the entries of the goal of the machine that is drawn.
    """

    of: Callable[[np.ndarray, np.ndarray], np.ndarray]
    meaning: str = ""


@dataclass(frozen=True)
class Mark:
    """A place of the world [m] in pictures, with a ring of a radius [m]; 0 for none."""

    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    radius: float = 0.0
    meaning: str = ""


@dataclass(frozen=True)
class WaterLevel:
    """A surface of water at a height [m], in pictures from the side."""

    height: float = 0.0
    meaning: str = "water"


@dataclass(frozen=True, eq=False)
class Task:
    """A task. It computes nothing by itself: ``Episodes`` runs it, ``elver.learn`` makes environments of it.

    machine(free): the model with inputs, whose parameters named in ``free`` are free; see ``ScenarioMachine``.
    goal: None for none.   parameters, start: what is drawn at a reset.   begin(chance, states): further changes of the start
    states (n, nx), in place.   forward: direction of travel in the base frame.
    sensors: of elver.sensors; ``sensed`` parts read them.
    drawn: what pictures show of its world, besides obstacles, regions and goals that are places.
    options: further fields of elver.Solver.   origin: its file, and whether that may name files elsewhere.
    """

    name: str
    title: str
    machine: Callable[[tuple[str, ...]], Model]
    observation: tuple[ObservationPart, ...]
    reward: tuple[RewardTerm, ...]
    dt: float = quantity(2e-3, "s", "time step", above=0.0)
    interval: float = quantity(0.02, "s", "time between two actions, a whole number of dt", above=0.0)
    duration: float = quantity(20.0, "s", "longest episode; then it is truncated", above=0.0)
    lost: float = quantity(-1.0, "1", "reward of a machine whose motion diverged or whose action was not a number; it ends there")
    smooth: float = quantity(0.0, "s", "time constant of the filter between action and inputs; 0 for none", low=0.0)
    method: str = "auto"
    ends: tuple[Termination, ...] = ()
    goal: Goal | None = None
    parameters: tuple[RandomParameter, ...] = ()
    start: tuple[StartNoise, ...] = ()
    begin: Callable[[RandomStreams, Array], None] | None = None
    forward: tuple[float, float, float] = (1.0, 0.0, 0.0)
    view: str = word("xy", "plane in which it is drawn", _VIEWS)
    drawn: tuple[Line | Mark | WaterLevel, ...] = ()
    version: int = 0
    about: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: tuple[str, bool] | tuple[()] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        check_quantities(self, f"task '{self.name}'")
        if not _NAME.fullmatch(self.name):
            raise InputError(f"task '{self.name}': a name has letters and digits alone, such as EelCruise.")
        for what, things in (("observation", self.observation), ("reward", self.reward)):
            names = [thing.name for thing in things]
            if not names:
                raise InputError(f"task '{self.name}' has no {what}. Give at least one part.")
            if len(set(names)) < len(names):
                raise InputError(f"task '{self.name}': two parts of its {what} have one name: {names}.")
        for name in (term.name for term in self.reward):
            if name in RESERVED:
                raise InputError(
                    f"task '{self.name}': a term of the reward is called '{name}', as one of those that every task has "
                    f"({', '.join(RESERVED)}). Choose another name."
                )
        drawn = [draw.name for draw in self.parameters]
        if len(set(drawn)) < len(drawn):
            raise InputError(f"task '{self.name}': a parameter is drawn twice: {drawn}. Name each once.")
        if len(self.forward) != 3 or not 1e-9 < math.hypot(*self.forward) < math.inf:
            raise InputError(
                f"task '{self.name}': forward = {self.forward} is no direction. Give three numbers, such as (1, 0, 0)."
            )
        for what, seconds in (("interval", self.interval / self.dt), ("duration", self.duration / self.interval)):
            if abs(seconds - round(seconds)) > 1e-6 * seconds or seconds < 0.5:
                whole = "dt" if what == "interval" else "intervals"
                raise InputError(f"task '{self.name}': {what} = {getattr(self, what)} s is no whole number of {whole}.")

    def __deepcopy__(self, memo: Any) -> Task:
        return self  # nothing in it changes

    def __reduce__(self) -> Any:
        """Elsewhere a task is the one of its name, or that of its file; one of your own goes there with its functions."""
        from elver.tasks.from_file import all_tasks

        if self.origin:
            return _file_task_again, self.origin
        if any(own is self for own in all_tasks()):
            return _task_again, (self.name,)
        return _new_task, (dict(self.__dict__),)

    @property
    def id(self) -> str:
        """The name under which Gymnasium knows it."""
        return f"elver/{self.name}-v{self.version}"

    @property
    def intervals(self) -> int:
        """Control intervals of the longest episode."""
        return round(self.duration / self.interval)

    def model(self) -> Model:
        """The model, with inputs, and with everything free that is drawn."""
        return self.machine(tuple(draw.name for draw in self.parameters))

    @property
    def sensors(self) -> tuple[Sensor, ...]:
        """Sensors whose readings are observed."""
        return tuple(part.sensor for part in self.observation if part.sensor is not None)

    @property
    def needs(self) -> tuple[str, ...]:
        """Recorded quantities that its functions read, each once."""
        things = (*self.observation, *self.reward, *self.ends, *((self.goal,) if self.goal else ()))
        named = [name for thing in things for name in (*thing.needs, getattr(thing, "quantity", ""))]
        return tuple(dict.fromkeys(name for name in named if name))


def _task_again(name: str) -> Task:
    """A published task, in another process."""
    from elver.tasks.from_file import find_task

    return find_task(name)


def _file_task_again(file: str, allow_outside: bool) -> Task:
    """The task of a file, in another process."""
    from elver.tasks.from_file import file_task

    return file_task(file, allow_outside)


def _new_task(fields: dict[str, Any]) -> Task:
    """A task with these fields."""
    return Task(**fields)


# --- How a task is learned: a hand-written baseline that gives the scale of its return, and settings of a training. Data.
#
# Every package in ``elver.systems`` may name lessons for its tasks in ``LESSONS`` of its file ``tasks``.

Seen = Mapping[str, Array]  # parts of the observation by name, (n, entries) each


@dataclass(frozen=True)
class TrainingRecipe:
    """What belongs to the learning of a task.

    baseline(seen, time): actions (n, inputs) from parts of the observation by name and the time [s] of each episode; what an
    engineer would write down first.   told: what it does, in a few words.
    machines: that learn at once.   settings: those of the learner that differ from its defaults.   seconds: of a training.
    """

    task: str
    baseline: Callable[[Seen, Array], Array] | None = None
    told: str = ""
    machines: int = 512
    settings: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 240.0


def all_lessons() -> tuple[TrainingRecipe, ...]:
    """Lessons of all packages."""
    modules = [import_module(f"{package}.tasks") for package in system_packages() if find_spec(f"{package}.tasks") is not None]
    return tuple(lesson for module in modules for lesson in getattr(module, "LESSONS", ()))


def find_lesson(task: str) -> TrainingRecipe:
    """The lesson for a task; one with nothing but defaults where nobody wrote one."""
    return next((lesson for lesson in all_lessons() if lesson.task == task), TrainingRecipe(task))

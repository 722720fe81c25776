"""Episodes of many machines at once: reset, step, observation, reward and ends, in buffers that are changed in place."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver._support.statuses import RUNNING, status_word
from elver.model import Program, compile_model
from elver.scenarios.files.environment import RESERVED
from elver.simulation import Compute, Solver
from elver.simulation import stepper as make_stepper
from elver.simulation.steppers.state import put_back
from elver.tasks.runtime import Actions, Observer, RandomStreams, Starts, make_senses
from elver.tasks.task import Array, Task, TaskState

_GOAL, _END, _LOST = RESERVED  # terms of the reward that no Term of a task declares
_GOES_ON, _TIME, _BAD_ACTION, _NO_NUMBER = "", "time", "refused", "not a number"
LARGEST = 2**63  # seeds lie below


@lru_cache(maxsize=32)
def program_of(task: Task) -> Program:
    """The compiled model of a task."""
    return compile_model(task.model())


class Episodes:
    """n machines at the same task, each with its own episode, clock and stream of random numbers.

    observations (n, width) float32, rewards (n,), terminated, truncated (n,): of the last step; the same arrays every time.
    terms: the reward's parts by name, (n,) each; they sum to the reward.   returns: sum of rewards of the episode so far.
    reached: goals reached in it.   ended: index into ``endings`` of how it ended (0: it goes on).   status: of the stepper.
    actions.clipped, actions.refused: how often actions were beyond -1 to 1, or no numbers.
    Machine k with seed s does the same to the last bit whatever the others do and however many there are.
    A copy (copy.deepcopy, pickle; on the processor) goes on from where it was made, to the last bit, and is independent.
    """

    def __init__(
        self,
        task: Task,
        machines: int = 1,
        seed: int | Sequence[int] = 0,
        *,
        target: str = "cpu",
        precision: str = "double",
        threads: int | None = None,
        duration: float | None = None,
    ):
        if not isinstance(machines, int) or isinstance(machines, bool) or machines < 1:
            raise InputError(f"machines = {machines!r}. Give a whole number of 1 or more.")
        self.task, self.machines = task, machines
        self._asked = {"target": target, "precision": precision, "threads": threads, "duration": duration}
        self.intervals = task.intervals if duration is None else _whole_intervals(task, duration)
        self.program = program_of(task)
        model = self.program.equations.model
        self.senses = make_senses(task.sensors, model, task.interval, machines, target)
        outputs = (*task.needs, *(self.senses.wanted if self.senses else ()))
        self.stepper = make_stepper(
            self.program, machines, outputs=outputs, out_of_bounds="clip",
            solver=Solver(task.method, task.dt, **task.options), compute=Compute(target, precision, threads),
        )  # fmt: skip
        self.xp = xp = _array_module(self.stepper.state)
        equations = self.program.equations
        self.actions = Actions(task, self.stepper.inputs, machines, xp)
        self.observer = Observer(task, equations.model, equations.recorded, xp)
        self.starts = Starts(task, equations.layout, xp)
        self.chance, self.everyone = RandomStreams(machines, xp), xp.ones(machines, dtype=bool)
        self.endings = (_GOES_ON, _TIME, *(end.name for end in task.ends), _BAD_ACTION)
        self._make_buffers()
        self._start, self._some_ended = self._common_start(), False
        self.reset(seed=seed)
        self._check_functions()

    def _make_buffers(self) -> None:
        task, n, xp = self.task, self.machines, self.xp
        outputs = self.stepper.outputs
        self.now = TaskState(
            xp=xp,
            outputs={name: outputs[name] for name in task.needs},
            before={name: outputs[name].copy() for name in task.needs},
            labels=self.program.equations.recorded.labels,
            interval=task.interval,
            duration=self.intervals * task.interval,
            time=xp.zeros(n),
            count=xp.zeros(n, dtype=xp.int64),
            action=self.actions.now,
            previous=self.actions.before,
            u=self.actions.u,
            goal=xp.zeros((n, len(task.goal.labels) if task.goal else 0)),
            reached=xp.zeros(n, dtype=xp.int64),
            forward=task.forward,
            values={draw.name: xp.zeros(n) for draw in task.parameters},
            sensed=self.senses.readings if self.senses else {},
        )
        self.observations = xp.zeros((n, self.observer.width), dtype=xp.float32)
        self.rewards, self.returns = xp.zeros(n), xp.zeros(n)
        self.terminated, self.truncated = xp.zeros(n, dtype=bool), xp.zeros(n, dtype=bool)
        self.ended = xp.zeros(n, dtype=xp.int16)
        further = [_GOAL] * self.counts_goals + [_END] * any(end.reward for end in task.ends) + [_LOST]
        self.terms: Mapping[str, Array] = {name: xp.zeros(n) for name in (*(t.name for t in task.reward), *further)}

    def _common_start(self) -> Array | None:
        """The state in which every machine begins, whatever its values; None where it depends on them."""
        depends = any(self.program.equations.initial.jac_sparsity(0, k).nnz() for k in range(3))
        return None if depends or self.program.equations.loops else self.stepper.state[0].copy()

    def _check_functions(self) -> None:
        """Refuse functions of the task that do not give one number, or one truth, per machine."""
        self.observer.check(self.now)
        functions = [("term", t.name, t.of) for t in self.task.reward] + [("end", e.name, e.when) for e in self.task.ends]
        for what, name, function in functions:
            found = getattr(function(self.now), "shape", None)
            if found != (self.machines,):
                raise InputError(f"task '{self.task.name}': {what} '{name}' has shape {found}. Give {(self.machines,)}.")

    @property
    def reached(self) -> Array:
        """Goals that every machine has reached in its episode."""
        return self.now.reached

    @property
    def counts_goals(self) -> bool:
        """Whether goals are reached, and followed by others."""
        return self.task.goal is not None and self.task.goal.reached is not None

    @property
    def status(self) -> Array:
        """Codes of elver._support.statuses, one per machine."""
        return self.stepper.status

    # --- reset ----------------------------------------------------------------------------------------------------------

    def reset(self, mask: Array | None = None, seed: int | Sequence[int] | None = None) -> Array:
        """Begin the episodes of the machines in ``mask`` (default: all) anew and return the observations.

        seed: of machine 0, the others have the next ones; or one per machine; None to go on with their streams.
        """
        mask = self._masked(mask)
        if seed is not None:
            self.chance.seed(self._seeds(seed), mask)
        now, task = self.now, self.task
        self.chance.mask = mask
        values, added = self.starts.draw(self.chance)
        for name, drawn in values.items():
            now.values[name][mask] = drawn[mask]
        self.actions.forget(mask)
        self._put(mask, values, added)
        now.forget()
        for buffer in (now.count, now.time, now.reached, self.returns, self.ended):
            buffer[mask] = 0
        for name, own in now.outputs.items():
            now.before[name][mask] = own[mask]
        if task.goal is not None:
            now.goal[mask] = task.goal.draw(self.chance, now)[mask]
            now.forget()
        if self.senses is not None:
            self.senses.begin(self.stepper.outputs, mask, self.chance)
        self.terminated[mask] = self.truncated[mask] = False
        self._observe()
        return self.observations

    def _put(self, mask: Array, values: Mapping[str, Array], added: Array) -> None:
        """Machines at their starts, with what was drawn added."""
        if not self.starts.changes_states:
            self.stepper.reset(mask, parameters=values or None)
            return
        if self._start is None:  # where a machine begins depends on its values
            self.stepper.reset(mask, parameters=values or None)
            states = self.stepper.state.copy()
        else:
            states = self.xp.tile(self._start, (self.machines, 1))
        self.starts.change(self.chance, added, states)
        self.stepper.reset(mask, initial_states=states, parameters=values or None)

    def _masked(self, mask: Array | None) -> Array:
        """A mask of machines, checked."""
        if mask is None:
            return self.everyone
        mask = self.xp.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.machines,):
            raise InputError(f"mask of {mask.dtype} with shape {mask.shape}. Give {self.machines} of True and False.")
        return mask

    def _seeds(self, seed: Any) -> Array:
        """One seed per machine."""
        numbers = [int(seed) + k for k in range(self.machines)] if is_whole(seed) else seed
        many = isinstance(numbers, (list, tuple, np.ndarray)) and len(numbers) == self.machines
        if not many or not all(is_whole(s) and 0 <= s < LARGEST for s in numbers):
            raise InputError(f"seed = {str(seed)[:60]}. Give a whole number of 0 or more, or {self.machines} of them.")
        return self.xp.asarray(numbers, dtype=self.xp.uint64)

    # --- step -----------------------------------------------------------------------------------------------------------

    def step(self, action: Array, strict: bool = False) -> tuple[Array, Array, Array, Array]:
        """Hold an action per machine (-1 to 1) for one control interval: observations, rewards, terminated, truncated.

        strict: refuse actions that are no numbers with an error, instead of ending the machines that they are for.
        """
        now, actions = self.now, self.actions
        actions.take(action, strict)
        now.action, now.previous = actions.now, actions.before
        for name, own in now.outputs.items():
            now.before[name][...] = own
        self.stepper.step(actions.u, self.task.interval)
        if self.senses is not None:
            self.senses.look(self.stepper.outputs)
        now.past, now.memo = now.memo, now.past
        now.memo.clear()
        now.count += 1
        self.xp.multiply(now.count, now.interval, out=now.time)
        self._judge()
        self._observe()
        return self.observations, self.rewards, self.terminated, self.truncated

    def _judge(self) -> None:
        """Rewards and ends, and the next goals."""
        now, task, xp = self.now, self.task, self.xp
        self.rewards[:] = 0.0
        for term in task.reward:
            own = self.terms[term.name]
            xp.multiply(term.of(now), term.weight, out=own)
            self.rewards += own
        arrived = self._arrivals()
        self._some_ended = self._ends() | self._lose()
        self.returns += self.rewards
        xp.greater_equal(now.count, self.intervals, out=self.truncated)
        if self.truncated.any():
            self.truncated &= ~self.terminated
            self.ended[self.truncated] = 1
        if arrived is not None and arrived.any():
            arrived &= ~self.terminated
            self.chance.mask = arrived
            now.goal[arrived] = task.goal.draw(self.chance, now)[arrived]  # type: ignore[union-attr]
            now.forget()

    def _arrivals(self) -> Array | None:
        """Machines that reached their goal in this step, counted and rewarded; None where goals are not reached."""
        goal = self.task.goal
        if goal is None or goal.reached is None:
            return None
        arrived = goal.reached(self.now)
        self.now.reached += arrived
        self.xp.multiply(arrived, goal.reward, out=self.terms[_GOAL])
        self.rewards += self.terms[_GOAL]
        return arrived

    def _ends(self) -> bool:
        """Episodes that end by one of the task's ends, the first that holds; whether there are any."""
        self.terminated[:] = False
        self.ended[:] = 0
        if _END in self.terms:
            self.terms[_END][:] = 0.0
        some = False
        for k, end in enumerate(self.task.ends):
            found = end.when(self.now)
            if not found.any():
                continue
            fresh, some = found & ~self.terminated, True
            self.ended[fresh] = k + 2
            self.terminated |= fresh
            if end.reward:
                self.terms[_END][fresh] = end.reward
        if some and _END in self.terms:
            self.rewards += self.terms[_END]
        return some

    def _lose(self) -> bool:
        """Machines that diverged, or whose action was no number, end with the reward ``lost`` and nothing else; are there any?"""
        own, xp = self.terms[_LOST], self.xp
        own[:] = 0.0
        sound = xp.isfinite(self.rewards)
        if not (self.stepper.status.any() or self.actions.some_wrong or not sound.all()):  # RUNNING is 0
            return False
        failed = (self.stepper.status != RUNNING) | ~sound
        lost = failed | self.actions.wrong if self.actions.some_wrong else failed
        for term in self.terms.values():
            term[lost] = 0.0
        own[lost] = self.rewards[lost] = self.task.lost
        self.terminated |= lost
        self.ended[lost] = len(self.endings) - 1
        self.ended[failed] = len(self.endings)
        return True

    def _observe(self) -> None:
        """Write the observations; a machine that diverged keeps numbers."""
        self.observer.write(self.now, self.observations)
        if self._some_ended:
            self.xp.nan_to_num(self.observations, copy=False)

    # --- elsewhere ------------------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        if self.xp is not np:
            raise InputError(
                "machines on a graphics card cannot be copied or pickled. Make others with the same arguments and seeds."
            )
        return _episodes_again, (self.task, self.machines, self._asked), self._kept()

    def _kept(self) -> dict[str, Any]:
        """All that decides how the episodes go on, as plain data."""
        found = {"arrays": [array.copy() for array in self._arrays()], "stepper": self.stepper.kept()}
        memory = copy.deepcopy((self.now.memo, self.now.past))
        return found | {"flags": (self._some_ended, self.actions.some_wrong), "memory": memory}

    def __setstate__(self, kept: Mapping[str, Any]) -> None:
        """Go on with episodes that were kept."""
        self.stepper.put_back(kept["stepper"])
        put_back(self._arrays(), kept["arrays"])
        self._some_ended, self.actions.some_wrong = kept["flags"]
        self.now.memo, self.now.past = kept["memory"]
        self.now.action, self.now.previous = self.actions.now, self.actions.before

    def _arrays(self) -> list[np.ndarray]:
        """Every array that a step or a reset changes, but for those of the stepper."""
        now, actions, chance = self.now, self.actions, self.chance
        found = [*now.before.values(), *now.values.values(), *self.terms.values(), now.time, now.count, now.goal, now.reached]
        found += [actions.now, actions.before, actions.u, actions.clipped, actions.refused, actions.wrong]
        found += [chance.keys, chance.counters]
        found += [self.observations, self.rewards, self.returns, self.terminated, self.truncated, self.ended]
        if self.senses is not None:
            reader = self.senses.reader
            found += [reader.counts, reader.resets, reader.keys, *reader.state, reader.values]
        return found

    def ending(self, k: int) -> str:
        """How the episode of machine k ended, in a word: empty while it goes on."""
        code, status = int(self.ended[k]), int(self.stepper.status[k])
        if code < len(self.endings):
            return self.endings[code]
        return _NO_NUMBER if status == RUNNING else status_word(status)  # its reward alone was none


def _episodes_again(task: Task, machines: int, asked: Mapping[str, Any]) -> Episodes:
    """Episodes that were made in the same way, at their beginning."""
    return Episodes(task, machines, **asked)


def is_whole(number: Any) -> bool:
    """Whether it is a whole number; True and False are none."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _whole_intervals(task: Task, duration: Any) -> int:
    """Control intervals of an episode of another duration [s] than the task's own."""
    number = isinstance(duration, (int, float, np.integer, np.floating)) and not isinstance(duration, bool)
    count = float(duration) / task.interval if number else math.nan
    if not (math.isfinite(count) and count > 0.5 and abs(count - round(count)) <= 1e-6 * count):
        raise InputError(
            f"task '{task.name}': duration = {str(duration)[:40]}. Give seconds that are a whole number of intervals of "
            f"{task.interval:g} s, one or more."
        )
    return round(count)


def _array_module(array: Array) -> Any:
    """NumPy, or CuPy for arrays on a graphics card."""
    if isinstance(array, np.ndarray):
        return np
    import cupy

    return cupy

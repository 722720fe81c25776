"""Terms of rewards and ends of episodes that many tasks share."""

from __future__ import annotations

from elver.tasks.geometry import PLACE, TURN, distance, in_heading, mean_square
from elver.tasks.now import Array, Now
from elver.tasks.task import End, Term


def progress(weight: float, place: str = PLACE) -> Term:
    """How much nearer the goal has come in this interval [m]."""

    def of(now: Now) -> Array:
        return distance(now, place, before=True) - distance(now, place)

    return Term("progress", weight, "m", "how much nearer the machine came to its goal", of, (place,))


def travel(weight: float, axis: int = 0, sign: float = 1.0, place: str = PLACE) -> Term:
    """Distance made good along an axis of the world in this interval [m]."""

    def of(now: Now) -> Array:
        return sign * (now.outputs[place][:, axis] - now.before[place][:, axis])

    return Term("travel", weight, "m", f"distance along {'-' if sign < 0 else ''}{'xyz'[axis]}", of, (place,))


def ahead_way(weight: float) -> Term:
    """Distance along the machine's own heading in this interval [m]."""

    def of(now: Now) -> Array:
        x, y = (now.outputs[PLACE][:, k] - now.before[PLACE][:, k] for k in range(2))
        return in_heading(now, x, y)[0]

    return Term("ahead", weight, "m", "distance along the machine's own heading", of, (PLACE, TURN))


def motor_work(weight: float, flow: str = "motor_positive") -> Term:
    """Work of the motors in this interval [J]: its positive part (nothing is stored), or the net work ``motor``."""

    def of(now: Now) -> Array:
        (k,) = now.index("flow", flow)
        return now.outputs["work"][:, k] - now.before["work"][:, k]

    return Term("work", weight, "J", f"work of the motors ({flow})", of, ("work",))


def effort(weight: float) -> Term:
    """Mean square of the action: what keeps a policy from using more than it needs."""
    return Term("effort", weight, "1", "mean square of the action", lambda now: mean_square(now.action))


def jerkiness(weight: float) -> Term:
    """Mean square of the change of the action in this interval."""
    return Term(
        "jerk", weight, "1", "mean square of the change of the action", lambda now: mean_square(now.action - now.previous)
    )


def alive(weight: float) -> Term:
    """One for every interval that the episode lasts."""
    return Term("alive", weight, "1", "one for every interval", lambda now: now.xp.ones_like(now.time))


def left_region(reach: float, reward: float = 0.0, place: str = PLACE) -> End:
    """The machine is further than ``reach`` [m] from the origin of the world."""

    def when(now: Now) -> Array:
        at = now.outputs[place]
        x, y, z = (at[:, k] for k in range(3))
        return x * x + y * y + z * z > reach**2

    return End("left", f"further than {reach:g} m from the origin", when, reward, needs=(place,))

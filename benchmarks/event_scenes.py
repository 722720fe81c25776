"""Random scenes with impacts, stick and slip, and where each of them leads: event by event, or by far finer steps.

``incline``, ``bounce``, ``rod`` and ``discs`` are followed event by event in closed form (roots of scalar functions to rounding);
nothing of the engine is used there. ``chain`` and ``swim`` have no closed form: published steps of first order, extrapolated, are
their reference, and its own error comes with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import elver
from elver.contact import ContactSettings, Disc, Scene, Wall
from elver.drive import PD, Serpenoid, Spring
from elver.forces import Morison
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.simulation import simulate

KINDS = ("incline", "bounce", "rod", "discs", "chain", "swim")
INSTANTS = 20  # at which runs are compared
FINE = 2e-5  # s: published steps of a reference; those of half the length are extrapolated with


@dataclass(frozen=True, eq=False)
class EventScene:
    """A model, how long it runs [s], and places (x, y) [m] of its bodies at times, with the error of those [m]."""

    kind: str
    model: Model
    duration: float
    reference: Callable[[np.ndarray], tuple[np.ndarray, float]]

    @property
    def times(self) -> np.ndarray:
        """Instants at which runs are compared [s]."""
        return np.linspace(0.0, self.duration, INSTANTS + 1)


def event_scene(kind: str, seed: int) -> EventScene:
    """Scene number ``seed`` of a kind."""
    return MAKERS[kind](np.random.default_rng([KINDS.index(kind), seed]))


def places_of(run) -> np.ndarray:
    """Places (x, y) of all bodies at the samples of a run [m]: (time, body, 2)."""
    return np.asarray(run.data.body_position)[:, :, :2]


def turned(angle: float) -> tuple[float, ...]:
    """A heading as a quaternion."""
    return np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)


def body(mass: float, inertia: float, half: float, radius: float) -> Robot:
    """One body with a stadium around its centre."""
    solid = Body.central("body", mass, np.zeros(3), inertia * np.eye(3))
    return Robot("body", [replace(solid, contour=Contour(np.zeros(3), np.array([1.0, 0, 0]), half, radius))], [], base="planar")


def exact(place: Callable) -> Callable[[np.ndarray], tuple[np.ndarray, float]]:
    """A reference from the place at the end of so many seconds."""
    return lambda times: (np.array([[place(t)] for t in times], dtype=float), 1e-10)


# --- a block on an incline: it slides up, stops, and sticks or slides back -------------------------------------------


def incline(rng: np.random.Generator) -> EventScene:
    """Straight (friction forward other than backward) or oblique (the same in all directions)."""
    angle, g = rng.uniform(0.1, 0.8), 9.81
    steep, press, duration = g * np.sin(angle), g * np.cos(angle), rng.uniform(0.5, 2.0)
    straight = rng.random() < 0.6
    mu, back = rng.uniform(0.05, 0.9), rng.uniform(0.05, 0.9)
    heading = 0.0 if straight else rng.uniform(0.3, 2.8)
    speed = rng.uniform(0.3, 3.0)
    scene = Scene((), (mu, back, 0.5) if straight else mu, press, (-steep, 0.0))
    start = InitialState((0.0, 0.0, 0.0), (1, 0, 0, 0), (speed * np.cos(heading), speed * np.sin(heading), 0, 0, 0, 0))
    model = Model("incline", body(rng.uniform(0.5, 3), 0.01, 0.1, 0.05), start=start, scene=scene)

    def place(seconds):
        if straight:
            stop = speed / (steep + mu * press)
            if stop >= seconds:
                return speed * seconds - 0.5 * (steep + mu * press) * seconds**2, 0.0
            return 0.5 * speed * stop - 0.5 * max(steep - back * press, 0.0) * (seconds - stop) ** 2, 0.0
        if seconds == 0.0:
            return 0.0, 0.0

        def rates(_, y):
            v = np.hypot(y[2], y[3])
            return y[2], y[3], -steep - mu * press * y[2] / v, -mu * press * y[3] / v

        def stops(_, y):
            return np.hypot(y[2], y[3]) - 1e-9

        stops.terminal = True
        first = [0, 0, start.twist[0], start.twist[1]]
        way = solve_ivp(rates, (0, seconds), first, "DOP853", events=stops, rtol=1e-12, atol=1e-13)
        return way.y[:2, -1]  # it stops only where friction holds it: mu press > steep

    return EventScene("incline", model, duration, exact(place))


# --- a disc that falls on a wall, and bounces ------------------------------------------------------------------------


def bounce(rng: np.random.Generator) -> EventScene:
    """Drops along the slope's pull on a wall; restitution from 0 to 0.9; with or without friction of the ground."""
    pull, e, rough = rng.uniform(1.0, 9.0), rng.choice([0.0, rng.uniform(0.2, 0.9)]), rng.random() < 0.5
    mu = rng.uniform(0.0, 0.5) * pull / 9.81 if rough else 0.0
    height, up, duration = rng.uniform(0.1, 1.0), rng.uniform(-1.0, 2.0), rng.uniform(0.8, 2.0)
    scene = Scene((Wall(0, 0, np.pi / 2),), mu if rough else None, 9.81, (0.0, -pull), restitution=e)
    start = InitialState((0.0, 0.05 + height, 0.0), (1, 0, 0, 0), (0, up, 0, 0, 0, 0))
    model = Model("bounce", body(rng.uniform(0.5, 3), 0.01, 1e-6, 0.05), start=start, scene=scene)
    brake = mu * 9.81

    def place(seconds):
        y, v, left = height, up, seconds
        while left > 0:
            if v > 0:  # up to the turn, braked by friction
                step = min(v / (pull + brake), left)
                y, v, left = y + v * step - 0.5 * (pull + brake) * step**2, v - (pull + brake) * step, left - step
                v = 0.0 if left > 0 else v
                continue
            a = pull - brake
            hit = (v + np.sqrt(v * v + 2 * a * y)) / a
            if hit >= left or hit < 0:
                return 0.0, 0.05 + y + v * left - 0.5 * a * left**2
            y, v, left = 0.0, e * (a * hit - v), left - hit
            if v < 1e-9:
                return 0.0, 0.05
        return 0.0, 0.05 + y

    return EventScene("bounce", model, duration, exact(place))


# --- a rod without forces that meets a wall with one end, then the other ---------------------------------------------


def rod(rng: np.random.Generator) -> EventScene:
    """Newton's restitution, friction at the wall; between impacts it moves straight and turns evenly."""
    m, half, radius = rng.uniform(0.5, 3), rng.uniform(0.1, 0.4), rng.uniform(0.01, 0.05)
    inertia, e, mu = (
        m * (2 * half) ** 2 / 12 * rng.uniform(0.8, 1.5),
        rng.uniform(0.3, 1.0),
        rng.choice([0.0, rng.uniform(0.05, 0.3)]),
    )
    y, angle = half + radius + rng.uniform(0.02, 0.4), rng.uniform(0, np.pi)
    velocity, spin, duration = np.array([rng.uniform(-1, 1), rng.uniform(-2, -0.5)]), rng.uniform(-4, 4), rng.uniform(0.5, 1.5)
    scene = Scene((Wall(0, 0, np.pi / 2),), restitution=e, obstacle_friction=mu)
    c, s = np.cos(angle), np.sin(angle)
    start = InitialState(
        (0.0, y, 0.0), turned(angle), (c * velocity[0] + s * velocity[1], c * velocity[1] - s * velocity[0], 0, 0, 0, spin)
    )
    model = Model("rod", body(m, inertia, half, radius), start=start, scene=scene)

    def place(seconds):
        t, at, turn, v, w = 0.0, np.array([0.0, y]), angle, velocity.copy(), spin
        for _ in range(100):
            found = first_hit(at[1], turn, v[1], w, half, radius, seconds - t)
            if found is None:
                break
            wait, end = found
            t, at, turn = t + wait, at + v * wait, turn + w * wait
            v, w = rod_impact(m, inertia, half, radius, end, turn, v, w, e, mu)
        return at + v * (seconds - t)

    return EventScene("rod", model, duration, exact(place))


def first_hit(y, turn, vy, w, half, radius, left):
    """Wait [s] until an end of the rod comes to the wall, and which; None where none does."""
    best = None
    for end in (1.0, -1.0):

        def gap(t, end=end):
            return y + vy * t + end * half * np.sin(turn + w * t) - radius

        def rate(t, end=end):
            return vy + end * half * w * np.cos(turn + w * t)

        times = np.linspace(0.0, left, 4001)
        gaps = gap(times)
        closing = rate(0.0) < -1e-12
        if abs(gaps[0]) < 1e-9 and not closing:
            leaves = np.flatnonzero(gaps > 1e-9)
            if not len(leaves):
                continue
            below = np.flatnonzero((gaps[:-1] > 0) & (gaps[1:] <= 0) & (np.arange(len(gaps) - 1) >= leaves[0]))
        elif abs(gaps[0]) < 1e-9:
            return 0.0, end
        else:
            below = np.flatnonzero((gaps[:-1] > 0) & (gaps[1:] <= 0))
        if len(below):
            t = brentq(gap, times[below[0]], times[below[0] + 1], xtol=1e-14)
            if best is None or t < best[0]:
                best = t, end
    return best


def rod_impact(m, inertia, half, radius, end, turn, v, w, e, mu):
    """Newton's restitution and Coulomb's friction of one impact: friction acts on the tangential velocity after it."""
    rx, ry = end * half * np.cos(turn), end * half * np.sin(turn) - radius
    normal, tangent = np.array([0.0, 1.0, rx]), np.array([1.0, 0.0, -ry])
    inverse, u = np.diag([1 / m, 1 / m, 1 / inertia]), np.array([*v, w])
    nn, nt, tt = normal @ inverse @ normal, normal @ inverse @ tangent, tangent @ inverse @ tangent
    gn, gt = normal @ u, tangent @ u
    aim = -e * gn
    pn, pt = np.linalg.solve([[nn, nt], [nt, tt]], [aim - gn, -gt])  # sticks
    if mu == 0.0 or abs(pt) > mu * pn or pn < 0:
        for side in (-1.0, 1.0) if mu > 0 else (0.0,):
            pn = (aim - gn) / (nn + side * mu * nt)
            pt = side * mu * pn
            if pn >= 0 and (side == 0.0 or side * (gt + nt * pn + tt * pt) <= 0):
                break
    u = u + inverse @ (normal * pn + tangent * pt)
    return u[:2], u[2]


# --- a small disc among fixed discs --------------------------------------------------------------------------------


def discs(rng: np.random.Generator) -> EventScene:
    """Straight lines between impacts on discs, frictionless; some discs thin and the mover fast."""
    e, radius, duration = rng.uniform(0.2, 1.0), rng.uniform(0.005, 0.05), rng.uniform(0.5, 1.5)
    pegs: list[Disc] = []
    for _ in range(40):
        x, y = rng.uniform(-1, 1, 2)
        size = rng.choice([rng.uniform(0.005, 0.02), rng.uniform(0.05, 0.2)])
        if np.hypot(x, y) > size + radius + 0.05 and all(
            np.hypot(x - d.x, y - d.y) > size + d.radius + 2.5 * radius for d in pegs
        ):
            pegs.append(Disc(x, y, size))
    pegs, speed = pegs[:12], rng.uniform(0.5, 6.0)
    heading = np.arctan2(pegs[0].y, pegs[0].x) + rng.uniform(-1, 1) * (pegs[0].radius + radius) / np.hypot(pegs[0].x, pegs[0].y)
    start = InitialState((0.0, 0.0, 0.0), (1, 0, 0, 0), (speed * np.cos(heading), speed * np.sin(heading), 0, 0, 0, 0))
    model = Model("discs", body(1.0, 1.0, 1e-9, radius), start=start, scene=Scene(tuple(pegs), restitution=e))

    def place(seconds):
        at, v, left = np.zeros(2), speed * np.array([np.cos(heading), np.sin(heading)]), seconds
        for _ in range(1000):
            best = None
            for d in pegs:
                r, reach = at - (d.x, d.y), d.radius + radius
                a, b, c = v @ v, r @ v, r @ r - reach**2
                square = b * b - a * c
                if b < 0 and square > 0:
                    t = (-b - np.sqrt(square)) / a
                    if t < left and (best is None or t < best[0]):
                        best = max(t, 0.0), d
            if best is None:
                return at + v * left
            t, d = best
            at, left = at + v * t, left - t
            n = (at - (d.x, d.y)) / np.hypot(*(at - (d.x, d.y)))
            v = v - (1 + e) * (n @ v) * n
        return at + v * left

    return EventScene("discs", model, duration, exact(place))


# --- chains of rods: by far finer steps ------------------------------------------------------------------------------


def chain(rng: np.random.Generator) -> EventScene:
    """Two to four rods, driven or passive, on rough ground or none, among pegs."""
    return chain_scene("chain", rng, {})


def swim(rng: np.random.Generator) -> EventScene:
    """The same in water: drag and added mass of strips."""
    return chain_scene("swim", rng, {"water": Morison()})


def chain_scene(kind: str, rng: np.random.Generator, forces) -> EventScene:
    count, length, driven = int(rng.integers(2, 5)), rng.uniform(0.1, 0.25), rng.random() < 0.6
    rods = [Body.solid(f"link{i}", Rod(length, rng.uniform(0.1, 0.2) * length), 1000.0) for i in range(count)]
    mode = "torque" if driven else "passive"
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=length, mode=mode, group="yaw") for i in range(1, count)]
    robot = Robot("chain", rods, joints, base="planar")
    drive = {"gait": Serpenoid(robot.joint_names, rng.uniform(0.2, 0.6), rng.uniform(2, 6), 0.8), "control": PD(2.0, 0.1)}
    drive = drive if driven else {"elastic": Spring(damping=float(rng.choice([0.0, 0.01])))}
    speed, heading = rng.uniform(0.2, 1.0), rng.uniform(-0.6, 0.6)
    ahead = length * count
    pegs = [Disc(rng.uniform(0.15, 0.5) + ahead, rng.uniform(-0.15, 0.15), rng.uniform(0.03, 0.1))]
    side = float(rng.choice([-1.0, 1.0]))
    pegs += [Disc(rng.uniform(0.0, ahead), side * rng.uniform(0.22, 0.32), rng.uniform(0.02, 0.08))]
    if np.hypot(pegs[0].x - pegs[1].x, pegs[0].y - pegs[1].y) < pegs[0].radius + pegs[1].radius + 0.02:
        pegs = pegs[:1]
    friction = (
        None if kind == "swim" or rng.random() < 0.4 else (rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3), rng.uniform(0.2, 0.5))
    )
    scene = Scene(
        tuple(pegs),
        friction,
        restitution=float(rng.choice([0.0, rng.uniform(0.1, 0.8)])),
        obstacle_friction=float(rng.choice([0.0, 0.2])),
    )
    start = InitialState((0, 0, 0), (1, 0, 0, 0), (speed * np.cos(heading), speed * np.sin(heading), 0, 0, 0, rng.uniform(-1, 1)))
    model = Model(kind, robot, forces, **drive, start=start, scene=scene)
    duration = 0.02 * int(rng.integers(25, 60))

    def reference(times):
        program, ways = elver.compile_model(model), []
        settings = ContactSettings(tolerance=1e-9)
        for dt in (FINE, FINE / 2):
            run = simulate(
                program,
                duration,
                solver=elver.Solver(dt=dt, contact=settings, check_step=False),
                save=elver.Save(every=times[1]),
                progress=False,
            )
            ways.append(places_of(run) if run.status == "finished" else np.full((len(times), count, 2), np.nan))
        return 2 * ways[1] - ways[0], float(np.abs(ways[1] - ways[0]).max())

    return EventScene(kind, model, duration, reference)


MAKERS = {"incline": incline, "bounce": bounce, "rod": rod, "discs": discs, "chain": chain, "swim": swim}

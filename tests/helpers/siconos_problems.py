"""Contact problems of the snake robot Aiko with Siconos' solutions, frozen in siconos_problems.json.

Two commands write the file, the second under a Python that has Siconos (Debian: package python3-siconos, the system's Python):

    python tests/helpers/siconos_problems.py write         runs the scenarios, assembles the problems (keeps no solutions)
    /usr/bin/python3 tests/helpers/siconos_problems.py solve       adds Siconos' solutions

A problem (see elver.contact.single): gamma = free + G P; a normal contact has P >= 0, gamma >= 0, P gamma = 0; a friction pair
has P in the disc of radius ``limit`` and slides against P. It is assembled here in NumPy from the model's terms, without the
compiled loop, and accepted only where its solution gives the loop's next velocity.

Siconos knows Coulomb friction with an unknown normal impulse, r_t in the disc of radius mu r_n. A pair with a constant bound is
such a contact with mu = 1 whose normal row stands apart from all others: velocity r_n - 1, so r_n = 1 while the contact is
closed. A normal contact is one with mu = 0 and two idle tangential rows. Impulses count in units of ``limit``, velocities in
units of limit times the mean diagonal of G.

The file holds lower triangles of G. More rows than coordinates make G singular: gamma is unique, P need not be.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

STORE = Path(__file__).with_name("siconos_problems.json")
NORMAL, PAIR = 0, 1
DT = 5e-4  # s
WEAK = {"friction": "1.5", "control.kp": 2.0, "control.kd": 0.2}  # joints too weak to drag the links: most of them stick
CASES = (  # scenario, changed parameters, duration [s], steps between candidates, problems wanted
    ("aiko-flat", {}, 10.0, 40, 3),
    ("aiko-flat", {"friction": "1.5"}, 10.0, 40, 2),
    ("aiko-flat", {"friction": "0.8", "control.kp": 10.0}, 10.0, 40, 2),
    ("aiko-flat", WEAK, 0.035, 1, 3),
    ("aiko-obstacles", {}, 10.0, 40, 7),
    ("aiko-obstacles", {"friction": "0.4", "control.kp": 20.0}, 10.0, 40, 3),
    ("aiko-obstacles", WEAK, 0.035, 1, 2),
)


def contact_rows(scene, links, J, outlines, loads, dt):
    """Rows W of all friction pairs and closed contacts with discs, and for every block its kind, first row and limit."""
    W, kind, start, limit = [], [], [], []
    for i, (gx, gy, ex, ey) in enumerate(links):
        Jv, Jw = J[3 * i : 3 * i + 2], J[3 * i + 2]
        kind, start = [*kind, PAIR], [*start, len(W)]
        limit.append(scene.ground.forward * loads[i] * scene.gravity * dt)
        W += [np.array([ex, ey]) @ Jv, np.array([-ey, ex]) @ Jv]
        half, radius = outlines[i]
        centre, axis = np.array([gx, gy]), np.array([ex, ey])
        for disc in scene.obstacles:
            to_disc = np.array([disc.x, disc.y]) - centre
            arm = np.clip(to_disc @ axis, -half, half) * axis
            n = arm - to_disc
            distance = np.linalg.norm(n)
            if distance > radius + disc.radius:
                continue
            n = n / distance
            kind, start, limit = [*kind, NORMAL], [*start, len(W)], [*limit, 0.0]
            W.append(n @ Jv + (arm[0] * n[1] - arm[1] * n[0]) * Jw)
    return np.array(W), np.array(kind), np.array(start), np.array(limit)


def contact_problem(program, t, q, u, dt):
    """The problem of the step from t, q, u with joint torques at its end, and the map from impulses to the next velocity."""
    terms, _ = program.contact
    p, signals = program.parameter_vector(), program.signal_values(t + dt)
    M, f, _, C, S, links, J, _ = (np.array(x) for x in terms.terms(t + dt, q + dt / 2 * u, u, p, signals))
    A = M + dt * C + dt**2 / 2 * S
    free_u = np.linalg.solve(A, (M + dt * C) @ u + dt * f.ravel())
    W, kind, start, limit = contact_rows(program.model.scene, links.ravel().reshape(-1, 4), J, terms.outlines, terms.loads, dt)
    X = np.linalg.solve(A, W.T)
    G = W @ X
    return {"G": (G + G.T) / 2, "free": W @ free_u, "kind": kind, "start": start, "limit": limit}, lambda P: free_u + X @ P


def solve_with_elver(problem, tolerance=1e-12, most=200_000):
    """Impulses by the fast solver, and their residual."""
    from elver.contact.single.problem import Problem, factor, residual
    from elver.contact.single.solvers import solve

    P, limits = np.zeros(len(problem["free"])), np.repeat(problem["limit"][:, None], 3, axis=1)
    scale = problem["scale"]
    stated = Problem(factor(problem["G"]), problem["free"], problem["kind"], problem["start"], limits)
    solve(stated, P, scale, tolerance, most, np.zeros(1, dtype=np.int64), 0)
    return P, residual(stated, P, scale)


def count_states(problem, P):
    """(friction pairs that stick, contacts that press, closed contacts that open)."""
    stick = press = loose = 0
    for kind, i, limit in zip(problem["kind"], problem["start"], problem["limit"], strict=True):
        if kind == PAIR:
            stick += bool(np.hypot(P[i], P[i + 1]) < limit * (1 - 1e-9))
        else:
            press, loose = press + bool(P[i] > 0), loose + bool(P[i] == 0)
    return stick, press, loose


def case_problems(name, changes, duration, every, wanted):
    """MistakesError of one run: candidates by what their contacts do, then ``wanted`` of these kinds, spread evenly."""
    import elver
    from elver.contact import ContactSettings
    from elver.contact.planar import coordinates_of

    program = elver.compile_model(elver.scenario(name).build(changes))
    slices = program.equations.layout.slices
    run = elver.simulate(
        program,
        duration,
        solver=elver.Solver(dt=DT, contact=ContactSettings(tolerance=1e-12, most=100_000)),
        save=elver.Save(every=DT),
    )
    states, times, found = run.data.state.values, run.data.time.values, {}
    for k in range(every, len(times) - 1, every):
        t, (q, u) = times[k], coordinates_of(slices, states[k])
        problem, velocity = contact_problem(program, t, q, u, DT)
        problem["scale"] = float(program.contact[0].loads.sum() * 9.81 * DT)
        P, error = solve_with_elver(problem)
        gap = np.abs(velocity(P) - coordinates_of(slices, states[k + 1])[1]).max()
        if error > 1e-12 or gap > 1e-8:
            raise RuntimeError(f"{name} {changes} at {t:g} s: residual {error:.1e}, next velocity off by {gap:.1e}.")
        stick, press, loose = count_states(problem, P)
        origin = {
            "scenario": name,
            "changes": changes,
            "t": round(float(t), 6),
            "stick": stick,
            "press": press,
            "loose": loose,
        }
        found.setdefault((stick, press, loose), []).append({**origin, **problem})
    kinds = sorted(found)
    chosen = sorted({round(i) for i in np.linspace(0, len(kinds) - 1, wanted)})
    return [found[kinds[i]][len(found[kinds[i]]) // 2] for i in chosen]


def embedded(problem):
    """W, q, mu of the 3-D frictional contact problem, the places of our rows in it, and the units of impulse and velocity."""
    G, free, limit = problem["G"], problem["free"], problem["limit"]
    impulse = limit.max()
    velocity = impulse * np.diag(G).mean()
    count = len(limit)
    places, W, q, mu = np.empty(len(free), int), np.eye(3 * count), np.zeros(3 * count), np.zeros(count)
    for k, (kind, i) in enumerate(zip(problem["kind"], problem["start"])):  # noqa: B905
        if kind == PAIR:
            places[i : i + 2] = 3 * k + 1, 3 * k + 2
            q[3 * k], mu[k] = -limit[k] / impulse, 1.0
        else:
            places[i] = 3 * k
    W[np.ix_(places, places)] = G * impulse / velocity
    q[places] = free / velocity
    return W, q, mu, places, impulse, velocity


def solve_with_siconos(problem, tolerance=1e-14, most=1_000_000):
    """Impulses by Siconos' nonsmooth Gauss-Seidel for 3-D frictional contact, its sweeps, and its return code (0: converged)."""
    import siconos.numerics as sn

    W, q, mu, places, impulse, _ = embedded(problem)
    options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
    options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = most
    r, v = np.zeros(len(q)), np.zeros(len(q))
    code = sn.fc3d_driver(sn.FrictionContactProblem(3, W, q, mu), r, v, options)
    return r[places] * impulse, int(options.iparam[sn.SICONOS_IPARAM_ITER_DONE]), int(code)


def load():
    """Stored problems with arrays for lists and the whole G."""
    problems = json.loads(STORE.read_text())["problems"]
    for problem in problems:
        for name in ("free", "kind", "start", "limit", "siconos"):
            if name in problem:
                problem[name] = np.array(problem[name])
        rows = len(problem["free"])
        G = np.zeros((rows, rows))
        G[np.tril_indices(rows)] = problem["G"]
        problem["G"] = G + np.tril(G, -1).T
    return problems


def save(problems, solver):
    """Write the file."""
    plain = []
    for problem in problems:
        lists = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in problem.items()}
        plain.append({**lists, "G": problem["G"][np.tril_indices(len(problem["free"]))].tolist()})
    head = {"source": "tests/helpers/siconos_problems.py", "dt": DT, "solver": solver}
    rows = ",\n".join(json.dumps(problem, separators=(",", ":")) for problem in plain)
    STORE.write_text(json.dumps(head)[:-1] + f', "problems": [\n{rows}\n]}}\n')


def write():
    """First command: the problems."""
    problems = [problem for case in CASES for problem in case_problems(*case)]
    for p in problems:
        print(*(f"{n} {p[n]}" for n in ("scenario", "changes", "t", "stick", "press", "loose")), f"rows {len(p['free'])}")
    save(problems, "none yet")
    print(f"{len(problems)} problems, {STORE.stat().st_size / 1000:.0f} kB")


def solve():
    """Second command: Siconos' solutions."""
    problems = load()
    for problem in problems:
        problem["siconos"], sweeps, code = solve_with_siconos(problem)
        print(problem["scenario"], problem["t"], f"sweeps {sweeps}, return code {code}")
    save(problems, "Siconos 4.4.0, fc3d_nsgs, tolerance 1e-14")


if __name__ == "__main__":
    {"write": write, "solve": solve}[sys.argv[1]]()

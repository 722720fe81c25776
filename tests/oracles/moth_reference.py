"""A second model of the flapping-wing robot (MAV section IV), written from its equations in another way than the simulator's.

No recursion: the poses of all bodies in the thorax frame give body Jacobians J_b(r), eta_b = J_b nu with
nu = [v0; w0; rd_1 ... rd_16] (v0, w0: thorax twist in its own frame); the complex step J(r + i h rd) gives dJ/dt exactly. Then

    M nudot + h = [0_6; tau],   M = sum J^T (M_b + M_a) J,   h = sum J^T ((M_b + M_a) Jdot nu + bias + f),

one linear solve over the unknown accelerations. State x (49): thorax position 3 (world), quaternion 4 (w, x, y, z; world from
thorax), v0 3, w0 3, passive angles 14, rates 14 (joints 2 ... 8, 10 ... 16), and 8 integrals: work of the right and left stroke,
positive part of the right one, damping, work on the air (lift and drag; added mass), impulse along a of both. Axes (s, n, a):
a is up, the right wing lies along +s. At zero angles stroke and bending turn about +a, twist about +s on the right and -s on
the left.

``python tests/oracles/moth_reference.py`` writes moth_reference.json in minutes, with Numba. Imported, all is plain NumPy.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np

STORE = Path(__file__).with_suffix(".json")
SECTIONS, S, C, E = 4, 0.070, 0.0315, 1e-4
L = S / SECTIONS
TA, TB, TC, D = 8.5e-3, 8.5e-3, 28e-3, 18.2e-3
RHO_T, RHO_W, RHO = 800.0, 1400.0, 1.22
AMP, OM, G = 41.3 * np.pi / 180, 50 * np.pi, 9.81
T = 2 * np.pi / OM
KT1, KB1, KB2, MU = 3e-3, 36e-3, 9e-3, 1e-5
XG, WG = np.polynomial.legendre.leggauss(6)
XG, WG = 0.5 * L * (XG + 1), 0.5 * L * WG  # Gauss points on [0, l]
CHORDS = C * np.sqrt(1 - (np.arange(SECTIONS) * L / S) ** 2)  # at the roots of the sections
PASSIVE = np.array([2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16])
COMPLEX_STEP = 1e-30

# Added mass of a blade's section: mass over rho c^2, its place in chords behind the leading edge, inertia about the span over
# rho c^4, and whether the velocity terms are Kirchhoff's (1) or those printed (0).
LAWS = {
    "printed": (1.0, 0.4, 0.0, 0.0),
    "kirchhoff": (np.pi / 4, 0.5, np.pi / 128, 1.0),
    "kirchhoff, no roll": (np.pi / 4, 0.5, 0.0, 1.0),
    "kirchhoff, printed mass": (1.0, 0.4, 0.0, 1.0),
    "printed, pi/4": (np.pi / 4, 0.4, 0.0, 0.0),
    "printed, pi/4 at mid-chord": (np.pi / 4, 0.5, 0.0, 0.0),
}


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0.0]])


def spatial(mass, centre, about):
    """6x6 inertia of a mass matrix (3x3) at ``centre`` with a moment of inertia ``about`` it."""
    o = skew(centre)
    return np.block([[mass, -mass @ o], [o @ mass, about - o @ mass @ o]])


def build(twist_tip=9e-4, free=True, law="printed", damping=MU):
    """Constants of a model: switches, rigid inertias, masses with first moments, added inertias, stiffnesses."""
    Mb, ms, Ma, ks = np.zeros((17, 6, 6)), np.zeros((17, 4)), np.zeros((17, 6, 6)), np.zeros(17)
    m0 = RHO_T * 4 / 3 * np.pi * TA * TB * TC
    Mb[0] = np.diag([m0] * 3 + [m0 / 5 * (TB**2 + TC**2), m0 / 5 * (TA**2 + TC**2), m0 / 5 * (TA**2 + TB**2)])
    ms[0, 0] = m0
    factor, place, roll, kirchhoff = LAWS[law]
    for side, sign in ((0, 1.0), (1, -1.0)):
        for k, c in enumerate(CHORDS):
            j, m = 8 * side + 2 * (k + 1), RHO_W * L * c * E
            com = np.array([sign * L / 2, 0, -c / 2])
            Mb[j] = spatial(m * np.eye(3), com, m / 12 * np.diag([E**2 + c**2, L**2 + c**2, L**2 + E**2]))
            ms[j] = np.r_[m, m * com]
            along_normal = factor * RHO * c**2 * np.diag([0, 1.0, 0])
            about_span = roll * RHO * c**4 * np.diag([1.0, 0, 0])
            for x, w in zip(XG, WG, strict=True):
                Ma[j] += w * spatial(along_normal, [sign * x, 0, -place * c], about_span)
    for j in PASSIVE:
        X = ((j - 1) % 8) // 2 * L  # root of the section
        ks[j] = KB1 + X / S * (KB2 - KB1) if j % 2 == 0 else KT1 + X / S * (twist_tip - KT1)
    return np.array([float(free), damping, kirchhoff]), Mb, ms, Ma, ks


# --- kinematics ----------------------------------------------------------------------------------------------------------


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def rotation_of(q):
    w, x, y, z = q / np.sqrt(np.sum(q * q))
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def poses(r):
    """From complex angles r[1 ... 16]: rotation R[j], origin P[j], joint axis Z[j], in the thorax frame."""
    R, P, Z = np.zeros((17, 3, 3), np.complex128), np.zeros((17, 3), np.complex128), np.zeros((17, 3), np.complex128)
    for k in range(3):
        R[0, k, k] = 1
    for j in range(1, 17):
        parent = 0 if j == 9 else j - 1
        sign = 1.0 if j <= 8 else -1.0
        stroke, twist = j == 1 or j == 9, j % 2 == 1 and j != 1 and j != 9
        offset = sign * (D if stroke else L if twist else 0.0)
        c, s = np.cos(r[j]), np.sin(r[j])
        A = R[parent]
        for i in range(3):
            P[j, i] = P[parent, i] + A[i, 0] * offset
            if twist:  # by sign r about s
                R[j, i, 0] = A[i, 0]
                R[j, i, 1] = A[i, 1] * c + A[i, 2] * s * sign
                R[j, i, 2] = A[i, 2] * c - A[i, 1] * s * sign
                Z[j, i] = sign * A[i, 0]
            else:  # by r about a
                R[j, i, 0] = A[i, 0] * c + A[i, 1] * s
                R[j, i, 1] = A[i, 1] * c - A[i, 0] * s
                R[j, i, 2] = A[i, 2]
                Z[j, i] = A[i, 2]
    return R, P, Z


def jacobian(b, R, P, Z):
    """Body Jacobian of body b; complex, (6, 22)."""
    J = np.zeros((6, 22), np.complex128)
    Rt = np.ascontiguousarray(R[b].T)
    for k in range(3):
        e = np.zeros(3, np.complex128)
        e[k] = 1
        J[:3, k] = Rt[:, k]
        J[3:, 3 + k] = Rt[:, k]
        J[:3, 3 + k] = Rt @ cross(e, P[b])
    for k in range(1 if b <= 8 else 9, b + 1):
        z = np.ascontiguousarray(Z[k])
        J[:3, 5 + k] = Rt @ cross(z, P[b] - P[k])
        J[3:, 5 + k] = Rt @ z
    return J


# --- forces --------------------------------------------------------------------------------------------------------------


def kirchhoff_terms(M, eta):
    """[w x p; w x pi + v x p]."""
    p, out = M @ eta, np.empty(6)
    out[:3] = cross(eta[3:], p[:3])
    out[3:] = cross(eta[3:], p[3:]) + cross(eta[:3], p[:3])
    return out


def printed_terms(M, eta):
    """beta_a as MAV prints it."""
    v, w, out = eta[:3].copy(), eta[3:].copy(), np.empty(6)
    A, upper = np.ascontiguousarray(M[:3, :3]), np.ascontiguousarray(M[:3, 3:])
    lower, inertia = np.ascontiguousarray(M[3:, :3]), np.ascontiguousarray(M[3:, 3:])
    out[:3] = cross(w, upper @ w) + cross(w, A @ v)
    out[3:] = cross(w, inertia @ w) + lower @ cross(w, v) + cross(v, A @ v)
    return out


def quasi_steady(eta, c, sign):
    """Wrench of the blade on the air by lift and drag."""
    f = np.zeros(6)
    for g in range(6):
        o = np.array([sign * XG[g], 0.0, -0.4 * c])
        V = eta[:3] + cross(eta[3:], o)
        U = np.sqrt(np.sum(V * V))
        if U < 1e-14:
            continue
        alpha = np.arctan2(V[1], V[2])
        lift, drag = 1.8 * np.sin(2 * alpha), 1.92 - 1.55 * np.cos(2 * alpha)
        F = np.array([0.0, -lift * np.cos(alpha), lift * np.sin(alpha)]) - drag * V / U
        F *= 0.5 * RHO * c * U * U * WG[g]
        f[:3] -= F
        f[3:] -= cross(o, F)
    return f


# --- motion --------------------------------------------------------------------------------------------------------------


def stroke_and_passive(t, x):
    """Angles and rates of all 16 joints (from 1), and the accelerations (22) of which only the strokes' are set."""
    r, rd, acc = np.zeros(17), np.zeros(17), np.zeros(22)
    for i in range(14):
        r[PASSIVE[i]], rd[PASSIVE[i]] = x[13 + i], x[27 + i]
    r[1], rd[1], acc[6] = AMP * np.cos(OM * t), -AMP * OM * np.sin(OM * t), -AMP * OM * OM * np.cos(OM * t)
    r[9], rd[9], acc[14] = -r[1], -rd[1], -acc[6]
    return r, rd, acc


def assemble(x, r, rd, nu, kirchhoff, Mb, ms, Ma):
    """M and its rigid part, h, gravity's energy, and per body Jacobian, twist, Jdot nu, lift with drag, added-mass terms."""
    R0 = rotation_of(x[3:7])
    R, P, Z = poses(r + 1j * COMPLEX_STEP * rd)
    M, rigid, h, height = np.zeros((22, 22)), np.zeros((22, 22)), np.zeros(22), 0.0
    Js, bodies = np.zeros((9, 6, 22)), np.zeros((9, 4, 6))
    turns = np.zeros((9, 3, 3))
    for n in range(9):
        b = 2 * n
        Jc = jacobian(b, R, P, Z)
        J = Jc.real.copy()
        eta, gamma = J @ nu, (Jc.imag / COMPLEX_STEP) @ nu
        m, s = ms[b, 0], ms[b, 1:].copy()
        turn = R0 @ np.ascontiguousarray(R[b].real)
        down = -G * turn[2, :].copy()
        bias = (Mb[b] + Ma[b]) @ gamma + kirchhoff_terms(Mb[b], eta)
        bias[:3] -= m * down
        bias[3:] -= cross(s, down)
        height += G * (m * (x[2] + R0[2] @ P[b].real.copy()) + turn[2] @ s)
        if n > 0:
            bodies[n, 2] = quasi_steady(eta, CHORDS[(n - 1) % 4], 1.0 if n <= 4 else -1.0)
            bodies[n, 3] = kirchhoff_terms(Ma[b], eta) if kirchhoff > 0 else printed_terms(Ma[b], eta)
        h += J.T @ (bias + bodies[n, 2] + bodies[n, 3])
        rigid += J.T @ (Mb[b] @ J)
        M += J.T @ ((Mb[b] + Ma[b]) @ J)
        Js[n], bodies[n, 0], bodies[n, 1], turns[n] = J, eta, gamma, turn
    return M, rigid, h, height, Js, bodies, turns


def solve(M, h, acc, tau, free):
    """The unknown accelerations, filled into ``acc``; torques and forces on all freedoms."""
    first = 0 if free else 6
    unknown = np.array([k for k in range(first, 22) if k not in (6, 14)])
    right, n = tau - h - M @ acc, len(unknown)
    A, y = np.empty((n, n)), np.empty(n)
    for i in range(n):
        y[i] = right[unknown[i]]
        for k in range(n):
            A[i, k] = M[unknown[i], unknown[k]]
    y = np.linalg.solve(A, y)
    for i in range(n):
        acc[unknown[i]] = y[i]
    return M @ acc + h


def dynamics(t, x, switches, Mb, ms, Ma, ks):
    """dx/dt, nudot, stroke torques (2), force of the air on the machine (lift and drag 3, added mass 3; world), energy."""
    free, damping, kirchhoff = switches[0] > 0, switches[1], switches[2]
    r, rd, acc = stroke_and_passive(t, x)
    nu = np.zeros(22)
    if free:
        nu[:6] = x[7:13]
    nu[6:] = rd[1:]
    M, rigid, h, energy, Js, bodies, turns = assemble(x, r, rd, nu, kirchhoff, Mb, ms, Ma)
    tau, lost = np.zeros(22), 0.0
    for j in PASSIVE:
        tau[5 + j] = -ks[j] * r[j] - damping * rd[j]
        lost += damping * rd[j] ** 2
        energy += 0.5 * ks[j] * r[j] ** 2
    full = solve(M, h, acc, tau, free)
    t1, t9 = full[6], full[14]
    energy += 0.5 * nu @ (rigid @ nu)
    air, drag_power, added_power = np.zeros(6), 0.0, 0.0
    for n in range(1, 9):
        added = Ma[2 * n] @ (Js[n] @ acc + bodies[n, 1]) + bodies[n, 3]
        air[:3] -= turns[n] @ bodies[n, 2, :3].copy()
        air[3:] -= turns[n] @ added[:3].copy()
        drag_power += bodies[n, 2] @ bodies[n, 0]
        added_power += added @ bodies[n, 0]
    dx, R0 = np.zeros(49), rotation_of(x[3:7])
    if free:
        q, w = x[3:7], nu[3:6]
        dx[:3] = R0 @ nu[:3]
        dx[3] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2])
        dx[4:7] = 0.5 * (q[0] * w + cross(q[1:].copy(), w))
        dx[7:13] = acc[:6]
    for i in range(14):
        dx[13 + i], dx[27 + i] = rd[PASSIVE[i]], acc[5 + PASSIVE[i]]
    dx[41:] = np.array([t1 * rd[1], t9 * rd[9], max(t1 * rd[1], 0.0), lost, drag_power, added_power, air[2], air[5]])
    return dx, acc, np.array([t1, t9]), air, energy


def rk4(x0, t0, steps, dt, switches, Mb, ms, Ma, ks, log):
    """Classical Runge-Kutta; log[i] holds state 49, stroke torques 2, force of the air 6, energy at step i."""
    x = x0.copy()
    for i in range(steps + 1):
        t = t0 + i * dt
        k1, _, tau, air, energy = dynamics(t, x, switches, Mb, ms, Ma, ks)
        if log.shape[0] > i:
            log[i, :49], log[i, 49:51], log[i, 51:57], log[i, 57] = x, tau, air, energy
        if i == steps:
            break
        k2 = dynamics(t + dt / 2, x + dt / 2 * k1, switches, Mb, ms, Ma, ks)[0]
        k3 = dynamics(t + dt / 2, x + dt / 2 * k2, switches, Mb, ms, Ma, ks)[0]
        k4 = dynamics(t + dt, x + dt * k3, switches, Mb, ms, Ma, ks)[0]
        x = x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        x[3:7] /= np.sqrt(np.sum(x[3:7] ** 2))
    return x


def run(x0, model, periods=1, n=400, t0=0.0, keep=True):
    """End state and log of whole periods at n steps each."""
    log = np.zeros((periods * n + 1 if keep else 0, 58))
    return rk4(x0, t0, periods * n, T / n, *model, log), log


def at_rest():
    x = np.zeros(49)
    x[3] = 1
    return x


def random_state(seed):
    """A state and an instant anywhere."""
    rng, x = np.random.default_rng(seed), at_rest()
    x[:3] = rng.uniform(-0.5, 0.5, 3)
    q = rng.normal(size=4)
    x[3:7] = q / np.linalg.norm(q)
    x[7:10], x[10:13] = rng.uniform(-1, 1, 3), rng.uniform(-30, 30, 3)
    x[13:27], x[27:41] = rng.uniform(-0.6, 0.6, 14), rng.uniform(-100, 100, 14)
    return x, rng.uniform(0, T)


# --- periodic orbits: the mirror-symmetric state y (18) = v_n, v_a, pitch about s, pitch rate, r2 ... r8, rd2 ... rd8 ----------

SCALE = np.r_[0.1, 0.1, 0.1, 10.0, np.full(7, 0.1), np.full(7, 10.0)]


def expand(y):
    x = at_rest()
    x[8], x[9], x[10] = y[0], y[1], y[3]
    x[3], x[4] = np.cos(y[2] / 2), np.sin(y[2] / 2)
    x[13:20], x[20:27] = y[4:11], -y[4:11]
    x[27:34], x[34:41] = y[11:18], -y[11:18]
    return x


def reduce(x):
    return np.r_[x[8], x[9], 2 * np.arctan2(x[4], x[3]), x[10], x[13:20], x[27:34]]


def monodromy(y, phi, eps=1e-6):
    """Derivative of one period by central differences."""
    steps = eps * np.diag(SCALE)
    return np.column_stack([(phi(y + d) - phi(y - d)) / (2 * d.max()) for d in steps])


def slopes(y, phi, end, eps=1e-6):
    """The same by one-sided differences, half the work."""
    steps = eps * np.diag(SCALE)
    return np.column_stack([(phi(y + d) - end) / d.max() for d in steps])


def shoot(y, model, tolerance=1e-11):
    """Newton's method for y = phi(y); the orbit, its scaled residual, and the map."""

    def phi(z):
        return reduce(run(expand(z), model, keep=False)[0])

    for _ in range(25):
        end = phi(y)
        residual = np.abs((end - y) / SCALE).max()
        if residual < tolerance:
            break
        step = np.linalg.solve(slopes(y, phi, end) - np.eye(18), y - end)
        far = 1.0
        while far > 1 / 64 and residual > 1e-6:
            new = phi(y + far * step) - (y + far * step)
            if np.isfinite(new).all() and np.abs(new / SCALE).max() < (1 - 0.3 * far) * residual:
                break
            far /= 2
        y = y + far * step
    return y, residual, phi


def metrics(log, model):
    """Headline metrics of one period; amplitudes are half of the range. Angles in rad."""
    power, mass, r1 = log[-1, 41] / T, model[2][:, 0].sum(), AMP * np.cos(2 * np.pi * np.linspace(0, 1, len(log)))
    r = {j: log[:, 13 + i] for i, j in enumerate(PASSIVE)}
    twist, bending, z = r[3] + r[5] + r[7], r[2] + r[4] + r[6] + r[8], log[:, 2]
    pitch = 2 * np.arctan2(log[:, 4], log[:, 3])
    level = z - np.linspace(0, z[-1], len(z))
    ranges = {"tip_twist": twist, "tip_bending": bending, "tip_bending_with_stroke": r1 + bending, "pitch": pitch}
    ranges |= {"fore_aft": log[:, 1], "vertical": z, "vertical_without_drift": level}
    found = {f"{name}_amplitude": 0.5 * np.ptp(v) for name, v in ranges.items()}
    lift = (log[-1, 47] + log[-1, 48]) / T
    return found | {
        "vertical_drift": z[-1] / T, "mean_lift": lift, "peak_stroke_torque": np.abs(log[:, 49]).max(),
        "power_per_wing": power, "specific_power": 2 * power / mass,
    }  # fmt: skip


# --- what is stored -------------------------------------------------------------------------------------------------------

ORBITS = [(9e-4, law) for law in LAWS] + [(6e-4, "printed"), (1.5e-3, "printed")]
BRANCH = (3e-3, 5e-3, 7e-3, 9e-3)  # followed upward from 9e-4
STABILITY = ((9e-4, "printed"), (9e-4, "kirchhoff"), (9e-3, "printed"))


def tethered(twist_tip):
    """25 periods on a fixed thorax: joints at the end, metrics of the last period."""
    model = build(twist_tip, free=False)
    x = run(at_rest(), model, 24, keep=False)[0]
    x[41:] = 0
    end, log = run(x, model, 1, t0=24 * T)
    return end, {"angles": end[13:27], "rates": end[27:41], "figures": metrics(log, model)}


def orbit(y, twist_tip, law):
    """One orbit of free flight; for some the multipliers of symmetric perturbations."""
    model = build(twist_tip, law=law)
    y, residual, phi = shoot(y, model)
    found = {"y": y, "residual": residual, "figures": metrics(run(expand(y), model)[1], model)}
    if (twist_tip, law) in STABILITY:
        values = np.linalg.eigvals(monodromy(y, phi))
        values = values[np.argsort(-np.abs(values))]
        found["multipliers"] = {"real": values.real, "imag": values.imag}
    print(f"{twist_tip:g} {law}: residual {residual:.1e}, drift {found['figures']['vertical_drift']:.6f} m/s", flush=True)
    return y, found


def compile_all():
    """Numba versions of the functions of the time loop, in the order of their calls."""
    from numba import njit

    inner = [cross, rotation_of, poses, jacobian, kirchhoff_terms, printed_terms, quasi_steady]
    for function in [*inner, stroke_and_passive, assemble, solve, dynamics, rk4]:
        globals()[function.__name__] = njit(function)


def main():
    """Rewrite moth_reference.json."""
    compile_all()
    stored = {"tethered": {}, "orbits": {}}
    for twist_tip in (9e-3, 9e-4):
        end, stored["tethered"][f"{twist_tip:g}"] = tethered(twist_tip)
    y, _ = orbit(reduce(end), 9e-4, "printed")
    for twist_tip, law in ORBITS:
        stored["orbits"][f"{twist_tip:g} {law}"] = orbit(y, twist_tip, law)[1]
    for twist_tip in BRANCH:
        y, stored["orbits"][f"{twist_tip:g} printed"] = orbit(y, twist_tip, "printed")
    text = json.dumps(stored, indent=1, default=np.ndarray.tolist)
    STORE.write_text(
        re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: "[" + " ".join(m[1].split()) + "]", text) + "\n", encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

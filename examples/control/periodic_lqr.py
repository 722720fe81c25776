"""Linear quadratic control of a machine on a periodic gait: one gain for each control instant of the stroke."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm, solve_discrete_are


@dataclass(frozen=True, eq=False)
class Piece:
    """z at the next control instant = A z + B u."""

    A: np.ndarray
    B: np.ndarray


def piece(rates, duration: float) -> Piece:
    """The map over one control interval from (A, B) of z' = A z + B u at the middles of equal parts of it."""
    n = len(rates[0][0])
    whole = np.eye(n + rates[0][1].shape[1])
    for A, B in rates:
        slope = np.zeros_like(whole)
        slope[:n, :n], slope[:n, n:] = A, B
        whole = expm(slope * duration / len(rates)) @ whole
    return Piece(whole[:n, :n], whole[:n, n:])


def stroke_gains(pieces: list[Piece], Q: np.ndarray, R: np.ndarray) -> tuple[list[np.ndarray], float]:
    """The gain K of u = -K z at every instant of the stroke, least sum of z'Q z + u'R u for ever after; and how well it closes.

    The Riccati equation of the whole stroke, whose inputs are all those of its instants, gives the cost P at its start. Going
    back through the stroke from there gives the gains, and must end at P again.
    """
    A, B, Q_all, S_all, R_all = lifted(pieces, Q, R)
    P = first = solve_discrete_are(A, B, Q_all, R_all, s=S_all)
    gains = []
    for part in reversed(pieces):
        K = np.linalg.solve(R + part.B.T @ P @ part.B, part.B.T @ P @ part.A)
        gains.append(K)
        P = Q + part.A.T @ P @ (part.A - part.B @ K)
    return gains[::-1], float(np.abs(P - first).max() / np.abs(first).max())


def lifted(pieces: list[Piece], Q: np.ndarray, R: np.ndarray):
    """One stroke as one step: A, B of its end by start and inputs; Q, S, R of its cost z'Q z + 2 z'S u + u'R u."""
    n, m, count = len(Q), len(R), len(pieces)
    at = np.eye(n, n + m * count)  # z at an instant by the start and all inputs
    cost = np.zeros((n + m * count, n + m * count))
    for k, part in enumerate(pieces):
        own = slice(n + m * k, n + m * (k + 1))
        cost += at.T @ Q @ at
        cost[own, own] += R
        at = part.A @ at
        at[:, own] += part.B
    return at[:, :n], at[:, n:], cost[:n, :n], cost[:n, n:], cost[n:, n:]


def response(pieces: list[Piece], gains: list[np.ndarray], start: np.ndarray, strokes: int) -> np.ndarray:
    """z at all control instants under u = -K z, as the linear model has it."""
    course = [start]
    for _ in range(strokes):
        for part, K in zip(pieces, gains, strict=True):
            course.append((part.A - part.B @ K) @ course[-1])
    return np.array(course)


def multipliers(pieces: list[Piece], gains: list[np.ndarray]) -> np.ndarray:
    """Factors by which what is left of an error is multiplied in one stroke, largest first."""
    whole = np.eye(len(pieces[0].A))
    for part, K in zip(pieces, gains, strict=True):
        whole = (part.A - part.B @ K) @ whole
    return np.array(sorted(np.linalg.eigvals(whole), key=abs, reverse=True))

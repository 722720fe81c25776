"""The second non-dominated sorting genetic algorithm: K. Deb, A. Pratap, S. Agarwal, T. Meyarivan, "A fast and elitist
multiobjective genetic algorithm: NSGA-II", IEEE Trans. Evolutionary Computation 6(2), 2002. Costs are minimised; variables lie
in [0, 1]."""

from __future__ import annotations

import numpy as np

CROSSOVER, MUTATION = 15.0, 20.0  # distribution indices of simulated binary crossover and polynomial mutation (their section IV)


def fronts(costs: np.ndarray, violations: np.ndarray) -> np.ndarray:
    """Number of the front that every point is in; 0 is the best (their section III-A)."""
    n = len(costs)
    less = violations[:, None] < violations[None, :]
    equal = violations[:, None] == violations[None, :]
    better = (costs[:, None] <= costs[None, :]).all(2) & (costs[:, None] < costs[None, :]).any(2)
    over = less | (equal & better)
    number, left, level = np.full(n, -1), np.ones(n, dtype=bool), 0
    while left.any():
        front = left & ~(over & left[:, None]).any(0)
        number[front], level = level, level + 1
        left &= ~front
    return number


def crowding(costs: np.ndarray) -> np.ndarray:
    """How far apart the neighbours of every point of one front are (their section III-B); infinite at the ends."""
    distance = np.zeros(len(costs))
    for column in costs.T:
        order = np.argsort(column, kind="stable")
        low, high = column[order[[0, -1]]]
        distance[order[[0, -1]]] = np.inf
        if low < high < np.inf:
            width = high - low
            distance[order[1:-1]] += (column[order[2:]] - column[order[:-2]]) / width
    return distance


def standing(costs: np.ndarray, violations: np.ndarray) -> list[int]:
    """Points from best to worst: by front, and within a front the lonely ones first."""
    number, alone = fronts(costs, violations), np.zeros(len(costs))
    for level in range(number.max() + 1):
        alone[number == level] = crowding(costs[number == level])
    return sorted(range(len(costs)), key=lambda k: (number[k], -alone[k]))


def offspring(parents: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """As many children as parents, which are sorted from best to worst: tournaments of two, crossover, mutation."""
    n, variables = parents.shape
    chosen = parents[random.integers(0, n, (2 * -(-n // 2), 2)).min(axis=1)]
    children = np.vstack([cross(a, b, random) for a, b in chosen.reshape(-1, 2, variables)])[:n]
    return mutate(children, random)


def cross(a: np.ndarray, b: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Simulated binary crossover: two children about their parents' middle."""
    u = random.random(len(a))
    spread = np.where(u <= 0.5, (2 * u) ** (1 / (CROSSOVER + 1)), (2 * (1 - u)) ** (-1 / (CROSSOVER + 1)))
    spread = np.where(random.random(len(a)) < 0.5, 1.0, spread)  # half of the variables are inherited as they are
    middle, half = (a + b) / 2, spread * (b - a) / 2
    return np.clip([middle - half, middle + half], 0.0, 1.0)


def mutate(points: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Polynomial mutation of one variable of every point, so that no child is a copy, and of others by chance."""
    u = random.random(points.shape)
    step = np.where(u < 0.5, (2 * u) ** (1 / (MUTATION + 1)) - 1, 1 - (2 * (1 - u)) ** (1 / (MUTATION + 1)))
    hit = random.random(points.shape) < 1 / points.shape[1]
    hit[np.arange(len(points)), random.integers(0, points.shape[1], len(points))] = True
    return np.clip(points + np.where(hit, step, 0.0), 0.0, 1.0)


def spread_out(count: int, variables: int, random: np.random.Generator) -> np.ndarray:
    """A Latin hypercube: every parameter's range is covered evenly."""
    return (np.array([random.permutation(count) for _ in range(variables)]).T + random.random((count, variables))) / count

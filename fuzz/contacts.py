"""Crowded scenes: every fill level of the contact problem, at its edges most of all."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from .case import Kind, Report
from .child import forked, warm
from .verdict import judge

LENGTH, RADIUS, DISC, DEEP = 0.2, 0.02, 0.002, 1e-7  # m: links, discs beside their straight parts, depth of the contacts
BESIDE = 60  # discs that fit beside a link
ROOM = 8  # contacts per link where the problem has always been at its limit


def attack(chance: Random, folder: Path) -> Report:
    """A straight chain with a random number of discs beside each link."""
    warm()
    links, rough = chance.randint(1, 4), chance.random() < 0.5
    counts = share(chance, edge(chance, links, rough), links)
    scene = {"friction": chance.choice((0.3, 0.3, 0.3, None)), "obstacle_friction": 0.4 if rough else 0.0}
    what = f"{counts} discs beside {links} links, {scene}"
    alone = chance.random() < 0.7
    ended = forked(lambda: crawl(counts, scene, alone), folder)
    findings, long = judge(ended)
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(what if alone else f"batch of {what}", findings, long)


def edge(chance: Random, links: int, rough: bool) -> int:
    """A number of contacts that fills the rows within two of the edge, when some links have had their turn; or any number."""
    if chance.random() < 0.2:
        return chance.randint(0, BESIDE * links)
    waiting = chance.choice((links - 1, chance.randrange(links)))  # links whose friction, two rows each, is still to come
    rows = 2 * ROOM * links + 2 * waiting
    return max(0, rows // (2 if rough else 1) + chance.choice((-2, -1, -1, 0, 0, 1)))


def share(chance: Random, total: int, links: int) -> list[int]:
    """Discs per link: the first links are crowded, or all alike."""
    counts = [0] * links
    order = list(range(links)) if chance.random() < 0.8 else [chance.randrange(links) for _ in range(total)]
    for k in order:
        most = BESIDE if len(order) == links else counts[k] + 1
        while total and counts[k] < min(most, BESIDE):
            counts[k] += 1
            total -= 1
    return counts


def crowded(counts: list[int], scene: dict):
    """The model: a chain along x with discs just touching it on both sides."""
    from elver import Body, InitialState, Joint, Model, Robot
    from elver.contact import Disc, Scene
    from elver.drive import Spring
    from elver.robot import Rod

    links = len(counts)
    bodies = [Body.solid(f"link{i}", Rod(LENGTH, RADIUS), 1000.0) for i in range(links)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=LENGTH, mode="passive") for i in range(1, links)]
    discs = []
    for i, count in enumerate(counts):
        for k in range(count):
            x = i * LENGTH + 1.2 * RADIUS + (k // 2) * (LENGTH - 2.4 * RADIUS) / (BESIDE / 2)
            side = 1 if k % 2 else -1
            discs.append(Disc(x, side * (RADIUS + DISC - DEEP), DISC))
    start = InitialState(twist=(0.05, 0.0, 0, 0, 0, 0.0))
    return Model("crowd", Robot("crowd", bodies, joints, base="planar"), elastic=Spring(), start=start,
                 scene=Scene(discs, gravity=9.81, **scene))  # fmt: skip


def crawl(counts: list[int], scene: dict, alone: bool) -> int:
    """Step some times; print what is wrong as a list."""
    import warnings

    import numpy as np

    import elver
    from elver import ElverError, compile_model, simulate, simulate_batch

    warnings.simplefilter("ignore")
    wrong = []
    try:
        program = compile_model(crowded(counts, scene))
        if alone:
            run = simulate(program, 0.01, solver=elver.Solver(dt=1e-3), progress=False)
            words, speeds = [run.status], run.data.body_twist.values
        else:
            states = np.tile(program.start(program.parameter_vector(None))[0], (3, 1))
            data = simulate_batch(program, 0.01, solver=elver.Solver(dt=1e-3), initial_states=states, progress=False)
            words, speeds = [str(s) for s in data.status.values], np.zeros(1)
        wrong = [] if all(words) and np.isfinite(speeds).all() else [f"statuses {words}, or numbers that are not finite"]
    except ElverError as error:
        wrong = [] if str(error) else ["an error without a message"]
    print(json.dumps(wrong))
    return 0


KIND = Kind("contacts", "crowded scenes that fill the contact problem to its edges", attack, weight=2)

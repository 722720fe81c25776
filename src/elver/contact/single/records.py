"""What the contacts of a step did to the links: kernels that fill the rows of a run's record.

``things[place]`` says what a place of contact belongs to: obstacle number k, or the number of obstacles plus the number of
another link. A force between two links acts on both.
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.evaluate import copy_to
from elver.codegen.kernels.jit import compiled


@compiled
def take_sample(row, due, dt, links, rows, blocks, scene, carried, samples):
    """One row of the record. Where it was not ``due`` (the last step of a chunk), what has gathered goes on gathering."""
    obstacles, record = scene.obstacles.shape[0], samples.record
    record_ground(row, dt, links, rows, blocks, record.ground, record.stick)
    record_contacts(row, dt, rows, blocks, scene.things, obstacles, record)
    hand_out(carried.impulse, record.impulse[row], due)
    copy_to(carried.q, samples.q[row])
    copy_to(carried.u, samples.u[row])
    copy_to(carried.works, samples.works[row])
    for k in range(3):
        record.stats[row, k] = carried.since[k]
        if due:
            carried.since[k] = 0.0


@compiled
def record_ground(row, dt, links, rows, blocks, out_ground, out_stick):
    """Friction of the ground on every link [N, world] and whether it sticks: friction strictly inside its set."""
    kind, start, owner, limits, P = rows.kind, rows.start, rows.owner, rows.limits, rows.P
    out_ground[row] = 0.0
    out_stick[row] = 0.0
    for k in range(blocks):
        if kind[k] != 1:
            continue
        i, a, b = owner[k, 0], P[start[k]], P[start[k] + 1]
        c, s = links[4 * i + 2], links[4 * i + 3]
        out_ground[row, i, 0], out_ground[row, i, 1] = (c * a - s * b) / dt, (s * a + c * b) / dt
        ahead = limits[k, 0] if a > 0 else limits[k, 1]
        inside = (a / ahead) ** 2 + (b / limits[k, 2]) ** 2 if ahead > 0 and limits[k, 2] > 0 else 1.0
        out_stick[row, i] = 1.0 if inside < 1.0 - 1e-9 else 0.0


@compiled(inline="always")
def gather(rows, blocks, things, obstacles, impulse):
    """Add the impulses of one step's contacts [N s, world] to those of every link."""
    kind, start, owner, normal, P = rows.kind, rows.start, rows.owner, rows.normal, rows.P
    for k in range(blocks):
        if kind[k] == 1:
            continue
        i, thing = owner[k, 0], things[owner[k, 1]]
        for c in range(2):
            push = normal[k, c] * P[start[k]]
            impulse[i, c] += push
            if thing >= obstacles:
                impulse[thing - obstacles, c] -= push


@compiled
def hand_out(gathered, row, due):
    """Hand what has gathered to a row of the record; where a sample is ``due``, begin again."""
    for i in range(gathered.shape[0]):
        for c in range(2):
            row[i, c] = gathered[i, c]
            if due:
                gathered[i, c] = 0.0


@compiled
def record_contacts(row, dt, rows, blocks, things, obstacles, record):
    """Forces of contact [N, world]: on every link, of every pair where pairs are kept, and the strongest of each link.

    The blocks of one link and one obstacle (ends, corners, friction) follow each other: their forces are added up on the way.
    """
    kind, start, owner, normal, P = rows.kind, rows.start, rows.owner, rows.normal, rows.P
    out_contact, out_pairs, out_strongest = record.contact, record.pairs, record.strongest
    out_contact[row] = 0.0
    if out_pairs.shape[2] > 0:
        out_pairs[row] = 0.0
    out_strongest[row, :, 0], out_strongest[row, :, 1] = -1.0, 0.0
    link, touched, sx, sy = -1, -1, 0.0, 0.0
    for k in range(blocks):
        if kind[k] == 1:
            continue
        i, thing = owner[k, 0], things[owner[k, 1]]
        if i != link or thing != touched:
            link, touched, sx, sy = i, thing, 0.0, 0.0
        fx, fy = normal[k, 0] * P[start[k]] / dt, normal[k, 1] * P[start[k]] / dt
        sx, sy = sx + fx, sy + fy
        out_contact[row, i, 0] += fx
        out_contact[row, i, 1] += fy
        _keep_strongest(out_strongest[row, i], thing, np.sqrt(sx * sx + sy * sy))
        if thing >= obstacles:
            other = thing - obstacles
            out_contact[row, other, 0] -= fx
            out_contact[row, other, 1] -= fy
            _keep_strongest(out_strongest[row, other], obstacles + i, np.sqrt(sx * sx + sy * sy))
        elif out_pairs.shape[2] > 0:
            out_pairs[row, i, thing, 0] += fx
            out_pairs[row, i, thing, 1] += fy


@compiled
def _keep_strongest(best, thing, size):
    """Replace (thing, size) where the new force is larger."""
    if size > best[1]:
        best[0], best[1] = thing, size

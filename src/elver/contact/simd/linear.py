"""Small linear algebra on rows of machines: Cholesky's factor from the last freedom to the first, and what is solved with it.

A = R^T R with R lower triangular, the inverses of its diagonal in place of that. Taken from the last freedom on, the factor keeps
the shape of a machine's Jacobian: a row W that ends at freedom m gives a row B = W R^-1 that ends there too. Sums run four at a
time, so that the processor does not wait for one sum.
"""

from __future__ import annotations

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import at, beyond, block, inner, keep, put, root, spread, take, width_of
from elver.contact.simd.arrays import LaneRows, LaneTerms, NewtonWorkspace, SimdStepWorkspace, padded_rows
from elver.contact.single.arrays import COUPLED


@inner
def factor(A, wide, n, R, chosen):
    """R of the n x n matrix A, of which the lower half is read; its rows are ``wide`` apart, those of R n.

    chosen: the machines that get theirs; the others keep what they have. The rows found last are needed last: so the processor
    need not wait for their roots.
    """
    for i in range(n - 1, -1, -1):
        inverse, j = spread(A, 1.0), i
        while j >= 3:
            a, b, c, d = take(A, i * wide + j), take(A, i * wide + j - 1), take(A, i * wide + j - 2), take(A, i * wide + j - 3)
            for k in range(n - 1, i, -1):
                x = take(R, k * n + i)
                a = a - x * take(R, k * n + j)
                b = b - x * take(R, k * n + j - 1)
                c = c - x * take(R, k * n + j - 2)
                d = d - x * take(R, k * n + j - 3)
            if j == i:
                inverse = 1.0 / root(a)
                a = spread(A, 1.0)
            keep(R, i * n + j, a * inverse, chosen)
            keep(R, i * n + j - 1, b * inverse, chosen)
            keep(R, i * n + j - 2, c * inverse, chosen)
            keep(R, i * n + j - 3, d * inverse, chosen)
            j -= 4
        while j >= 0:
            a = take(A, i * wide + j)
            for k in range(n - 1, i, -1):
                a = a - take(R, k * n + i) * take(R, k * n + j)
            if j == i:
                inverse = 1.0 / root(a)
                a = spread(A, 1.0)
            keep(R, i * n + j, a * inverse, chosen)
            j -= 1


@inner
def solve_upper(R, n, y):
    """y becomes R^-T y."""
    last = take(y, n - 1) * take(R, n * n - 1)
    put(y, n - 1, last)
    for i in range(n - 2, -1, -1):
        a, b, k = take(y, i), spread(y, 0.0), n - 1
        while k > i + 2:
            a = a - take(R, k * n + i) * take(y, k)
            b = b - take(R, (k - 1) * n + i) * take(y, k - 1)
            k -= 2
        if k > i + 1:
            b = b - take(R, k * n + i) * take(y, k)
        last = ((a + b) - take(R, (i + 1) * n + i) * last) * take(R, i * n + i)
        put(y, i, last)


@inner
def solve_lower(R, n, y):
    """y becomes R^-1 y."""
    last = take(y, 0) * take(R, 0)
    put(y, 0, last)
    for i in range(1, n):
        a, b, k = take(y, i), spread(y, 0.0), 0
        while k < i - 2:
            a = a - take(R, i * n + k) * take(y, k)
            b = b - take(R, i * n + k + 1) * take(y, k + 1)
            k += 2
        if k < i - 1:
            b = b - take(R, i * n + k) * take(y, k)
        last = ((a + b) - take(R, i * n + i - 1) * last) * take(R, i * n + i)
        put(y, i, last)


@inner
def solve_rows(R, n, rows, reach, W, B):
    """B = W R^-1 for so many rows, four at a time; reach: the last column of every four that is not zero."""
    for four in range(rows // 4):
        r, last = 4 * four * n, at(reach, four)
        for j in range(n - 1, last, -1):
            for q in range(4):
                put(B, r + q * n + j, 0.0)
        for j in range(last, -1, -1):
            a, b, c, d = take(W, r + j), take(W, r + n + j), take(W, r + 2 * n + j), take(W, r + 3 * n + j)
            for k in range(last, j, -1):
                x = take(R, k * n + j)
                a = a - x * take(B, r + k)
                b = b - x * take(B, r + n + k)
                c = c - x * take(B, r + 2 * n + k)
                d = d - x * take(B, r + 3 * n + k)
            x = take(R, j * n + j)
            put(B, r + j, a * x)
            put(B, r + n + j, b * x)
            put(B, r + 2 * n + j, c * x)
            put(B, r + 3 * n + j, d * x)


@inner
def times_rows(A, n, rows, reach, v, out):
    """out = A v for so many rows, four at a time."""
    for four in range(rows // 4):
        r = 4 * four * n
        a, b, c, d = spread(A, 0.0), spread(A, 0.0), spread(A, 0.0), spread(A, 0.0)
        for j in range(at(reach, four) + 1):
            x = take(v, j)
            a = a + x * take(A, r + j)
            b = b + x * take(A, r + n + j)
            c = c + x * take(A, r + 2 * n + j)
            d = d + x * take(A, r + 3 * n + j)
        put(out, 4 * four, a)
        put(out, 4 * four + 1, b)
        put(out, 4 * four + 2, c)
        put(out, 4 * four + 3, d)


@inner
def add_rows(A, n, rows, reach, P, y):
    """y = A^T P, four rows at a time."""
    for j in range(n):
        put(y, j, 0.0)
    for four in range(rows // 4):
        r = 4 * four * n
        a, b, c, d = take(P, 4 * four), take(P, 4 * four + 1), take(P, 4 * four + 2), take(P, 4 * four + 3)
        for j in range(at(reach, four) + 1):
            left = a * take(A, r + j) + b * take(A, r + n + j)
            right = c * take(A, r + 2 * n + j) + d * take(A, r + 3 * n + j)
            put(y, j, take(y, j) + (left + right))


@inner
def add_squares(V, n, columns, starts, H):
    """Lower half of H = 1 + V V^T, two by two entries at a time. Rows of H are n + n % 2 apart; V[column, freedom] likewise.

    starts[i]: the first column with an entry at freedom i or beyond.
    """
    wide = n + n % 2
    for i in range(0, n, 2):
        for j in range(0, i + 1, 2):
            a, b, c, d = spread(V, 0.0), spread(V, 0.0), spread(V, 0.0), spread(V, 0.0)
            for column in range(at(starts, i), columns):
                first = column * wide
                x, y = take(V, first + i), take(V, first + i + 1)
                v, w = take(V, first + j), take(V, first + j + 1)
                a = a + x * v
                b = b + x * w
                c = c + y * v
                d = d + y * w
            if i == j:
                a = a + 1.0
                d = d + 1.0
            put(H, i * wide + j, a)
            put(H, i * wide + j + 1, b)
            put(H, (i + 1) * wide + j, c)
            put(H, (i + 1) * wide + j + 1, d)


@inner
def squares(A, row, n):
    """Square of the length of a row."""
    a, b, half = spread(A, 0.0), spread(A, 0.0), n // 2
    for j in range(half):
        x, y = take(A, row * n + j), take(A, row * n + half + j)
        a = a + x * x
        b = b + y * y
    if n % 2:
        x = take(A, row * n + n - 1)
        a = a + x * x
    return a + b


# --- The working memory of machines side by side (``arrays.memory_rows``), and how it is parted.

row_count = compiled(padded_rows)


@compiled
def part_terms(memory, n, links, flows):
    """Blocks of the terms, and what is left. memory: a block."""
    f = beyond(memory, n * n)
    torque = beyond(f, n)
    c = beyond(torque, n)
    s = beyond(c, n)
    places = beyond(s, n)
    G = beyond(places, 4 * links)
    T = beyond(G, 2 * links * n)
    media = beyond(T, links * n)
    return LaneTerms(memory, f, torque, c, s, places, G, T, media), beyond(media, flows)


@compiled
def part_rows(memory, whole, n, pairs, capacity):
    """Blocks of the rows, and what is left of both memories."""
    most = row_count(pairs, capacity)
    B = beyond(memory, most * n)
    P = beyond(B, most * n)
    free = beyond(P, most)
    limits = beyond(free, most)
    bound = beyond(limits, 3 * pairs)
    normal = beyond(bound, capacity)
    deepest = beyond(normal, 2 * capacity)
    earlier = beyond(deepest, 1)
    owner = block(whole, memory)
    count = beyond(owner, 2 * capacity)
    previous = beyond(count, 1)
    known = beyond(previous, 2 * capacity)
    reach = beyond(known, 1)
    rows = LaneRows(memory, B, P, free, limits, bound, normal, deepest, earlier, owner, count, previous, known, reach)
    return rows, beyond(earlier, 2 * capacity), beyond(reach, most // 4 // width_of(memory) + 1)


@compiled
def part_newton(memory, starts, most, n):
    """Blocks of Newton's method for so many rows, and what is left."""
    wide = n + n % 2
    z = beyond(memory, most)
    gamma = beyond(z, most)
    ahead = beyond(gamma, most)
    slope = beyond(ahead, most)
    found = beyond(slope, most)
    weight = beyond(found, most)
    y = beyond(weight, most)
    g = beyond(y, n)
    d = beyond(g, n)
    V = beyond(d, n)
    H = beyond(V, most * wide)
    R = beyond(H, wide * wide)
    X = beyond(R, n * n)
    S = beyond(X, COUPLED * n)
    there = beyond(S, COUPLED * (COUPLED + 1))
    blocks = NewtonWorkspace(memory, z, gamma, ahead, slope, found, weight, y, g, d, V, H, R, starts, X, S, there)
    return blocks, beyond(there, n)


@compiled
def part_step(memory, n):
    """Blocks of a step."""
    R = beyond(memory, n * n)
    middle = beyond(R, n * n)
    unpushed = beyond(middle, n)
    end = beyond(unpushed, n)
    y = beyond(end, n)
    mean = beyond(y, n)
    clock = beyond(mean, n)
    scale = beyond(clock, 1)
    error = beyond(scale, 1)
    used = beyond(error, 1)
    alive = beyond(used, 1)
    good = beyond(alive, 1)
    near = beyond(good, 1)
    return SimdStepWorkspace(
        memory, R, middle, unpushed, end, y, mean, clock, scale, error, used, alive, good, near, beyond(near, 1)
    )

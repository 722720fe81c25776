"""Small linear algebra on rows of machines: Cholesky's factor from the last freedom to the first, and what is solved with it.

A = R^T R with R lower triangular, the inverses of its diagonal in place of that. Taken from the last freedom on, the factor keeps
the shape of a machine's Jacobian: a row W that ends at freedom m gives a row B = W R^-1 that ends there too. Sums run four at a
time, so that the processor does not wait for one sum.
"""

from __future__ import annotations

from elver.compiled.lanes import at, inner, keep, put, root, spread, take


@inner
def factor(A, wide, n, R, chosen):
    """R of the n x n matrix A, of which the lower half is read; its rows are ``wide`` apart, those of R n.

    chosen: the machines that get theirs; the others keep what they have. The rows found last are needed last: so the processor
    need not wait for their roots.
    """
    for i in range(n - 1, -1, -1):
        inverse, j = spread(1.0), i
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
                a = spread(1.0)
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
                a = spread(1.0)
            keep(R, i * n + j, a * inverse, chosen)
            j -= 1


@inner
def solve_upper(R, n, y):
    """y becomes R^-T y."""
    last = take(y, n - 1) * take(R, n * n - 1)
    put(y, n - 1, last)
    for i in range(n - 2, -1, -1):
        a, b, k = take(y, i), spread(0.0), n - 1
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
        a, b, k = take(y, i), spread(0.0), 0
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
        a, b, c, d = spread(0.0), spread(0.0), spread(0.0), spread(0.0)
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
            a, b, c, d = spread(0.0), spread(0.0), spread(0.0), spread(0.0)
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
    a, b, half = spread(0.0), spread(0.0), n // 2
    for j in range(half):
        x, y = take(A, row * n + j), take(A, row * n + half + j)
        a = a + x * x
        b = b + y * y
    if n % 2:
        x = take(A, row * n + n - 1)
        a = a + x * x
    return a + b

/* Put the dependent joints on their loops by Newton's method, from where they are in x. */
static int @name@_closed(double t, const double *p, const double *u, const double *s, double *x)
{
    double following[FOLLOWERS], error = INFINITY;
    int i, k;
    for (k = 0; k < CLOSING_STEPS; k++) {
        @name@_close(t, x, p, u, s, following, &error);
        if (!isfinite(error)) return 1;
        for (i = 0; i < FOLLOWERS; i++) x[FIRST_FOLLOWER + i] = following[i];
        if (error == 0.0) break;
    }
    @name@_close(t, x, p, u, s, following, &error);
    return error <= CLOSED ? 0 : 1;
}

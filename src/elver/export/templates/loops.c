/* Put the dependent joints on their loops, from where they are in x. 0 where they close. */
int @name@_close_loops(double t, const double *p, double *x)
{
    double u[@NAME@_SIGNALS + 1], following[FOLLOWERS], error = INFINITY;
    int i, k;
    @name@_signals(t, u);
    for (k = 0; k < CLOSING_STEPS; k++) {
        @name@_close(t, x, p, u, following, &error);
        if (!isfinite(error)) return 1;
        for (i = 0; i < FOLLOWERS; i++) x[FIRST_FOLLOWER + i] = following[i];
        if (error == 0.0) break;
    }
    @name@_close(t, x, p, u, following, &error);
    return error <= CLOSED ? 0 : 1;
}

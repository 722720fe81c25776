/* The start: numbers, what follows from parameters and signals, and loops closed by Newton's method. 0 where all is well. */
int @name@_start(double t, const double *p, double *x)
{
    double u[@NAME@_SIGNALS + 1];
    @name@_signals(t, u);
    @name@_initial(t, p, u, x);
    return @name@_close_loops(t, p, x);
}

/* Scale the base's quaternion to unit length; nothing where the base has none. */
void @name@_scale(double *x)
{
    int k;
    double norm = 0.0;
    if (@NAME@_QUATERNION < 0) return;
    for (k = 0; k < 4; k++) norm += x[@NAME@_QUATERNION + k] * x[@NAME@_QUATERNION + k];
    norm = sqrt(norm);
    for (k = 0; k < 4; k++) x[@NAME@_QUATERNION + k] /= norm;
}

static void rate_at(double t, const double *x, const double *p, double *rate)
{
    double u[@NAME@_SIGNALS + 1];
    @name@_signals(t, u);
    @name@_rhs(t, x, p, u, rate);
}

/* One step of Runge and Kutta's classical method from t to t + h, in place. 0 where the new state is finite; else x is as it was. */
int @name@_step(double t, double h, const double *p, double *x)
{
    double k1[@NAME@_STATES], k2[@NAME@_STATES], k3[@NAME@_STATES], k4[@NAME@_STATES], stage[@NAME@_STATES];
    int i;
    rate_at(t, x, p, k1);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + 0.5 * h * k1[i];
    rate_at(t + 0.5 * h, stage, p, k2);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + 0.5 * h * k2[i];
    rate_at(t + 0.5 * h, stage, p, k3);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + h * k3[i];
    rate_at(t + h, stage, p, k4);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
    @name@_scale(stage);
    for (i = 0; i < @NAME@_STATES; i++)
        if (!isfinite(stage[i])) return 1;
    for (i = 0; i < @NAME@_STATES; i++) x[i] = stage[i];
    return 0;
}

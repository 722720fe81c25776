/* Signals at time t: the given ones, or the recorded ones where none are given. */
static void signals_at(double t, const double *given, double *s)
{
    int k;
    if (given == NULL) @name@_signals(t, s);
    else for (k = 0; k < @NAME@_SIGNALS; k++) s[k] = given[k];
}

static const double *inputs_of(const double *given) { return given == NULL ? @name@_input_defaults : given; }

int @name@_start(double t, const double *p, const double *u, const double *s, double *x)
{
    double now[@NAME@_SIGNALS + 1];
    signals_at(t, s, now);
    @name@_initial(t, p, inputs_of(u), now, x);
    return @name@_close_loops(t, p, u, s, x);
}

int @name@_close_loops(double t, const double *p, const double *u, const double *s, double *x)
{
    double now[@NAME@_SIGNALS + 1];
    signals_at(t, s, now);
    return @name@_closed(t, p, inputs_of(u), now, x);
}

void @name@_scale(double *x)
{
    int k;
    double norm = 0.0;
    if (@NAME@_QUATERNION < 0) return;
    for (k = 0; k < 4; k++) norm += x[@NAME@_QUATERNION + k] * x[@NAME@_QUATERNION + k];
    norm = sqrt(norm);
    for (k = 0; k < 4; k++) x[@NAME@_QUATERNION + k] /= norm;
}

static void rate_at(double t, const double *x, const double *p, const double *u, const double *s, double *rate)
{
    double now[@NAME@_SIGNALS + 1];
    signals_at(t, s, now);
    @name@_rhs(t, x, p, inputs_of(u), now, rate);
}

int @name@_step(double t, double h, const double *p, const double *u, const double *s, double *x)
{
    double k1[@NAME@_STATES], k2[@NAME@_STATES], k3[@NAME@_STATES], k4[@NAME@_STATES], stage[@NAME@_STATES];
    int i;
    rate_at(t, x, p, u, s, k1);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + 0.5 * h * k1[i];
    rate_at(t + 0.5 * h, stage, p, u, s, k2);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + 0.5 * h * k2[i];
    rate_at(t + 0.5 * h, stage, p, u, s, k3);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + h * k3[i];
    rate_at(t + h, stage, p, u, s, k4);
    for (i = 0; i < @NAME@_STATES; i++) stage[i] = x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
    @name@_scale(stage);
    for (i = 0; i < @NAME@_STATES; i++)
        if (!isfinite(stage[i])) return 1;
    for (i = 0; i < @NAME@_STATES; i++) x[i] = stage[i];
    return 0;
}

/* Signals at time t: values, first and second derivatives, from polynomials of degree 5 between the breaks. */
void @name@_signals(double t, double *u)
{
    int piece = 0, beyond = PIECES, k, power;
    double s;
    while (beyond - piece > 1) {
        const int middle = (piece + beyond) / 2;
        if (breaks[middle] <= t) piece = middle;
        else beyond = middle;
    }
    s = t - breaks[piece];
    for (k = 0; k < CURVES; k++) {
        double value = 0.0, rate = 0.0, acceleration = 0.0;
        for (power = POWERS - 1; power >= 0; power--) {
            acceleration = acceleration * s + 2.0 * rate;
            rate = rate * s + value;
            value = value * s + coefficients[(piece * CURVES + k) * POWERS + power];
        }
        u[k] = value;
        u[CURVES + k] = rate;
        u[2 * CURVES + k] = acceleration;
    }
}

/* Signals at time t: values, first and second derivatives, from polynomials of degree 5 between the breaks. Signals that repeat
   have a period; 0 stands for none. */
void @name@_signals(double t, double *s)
{
    int piece = 0, beyond = PIECES, k, power;
    double past;
    if (period > 0.0) t -= period * floor((t - breaks[0]) / period);
    while (beyond - piece > 1) {
        const int middle = (piece + beyond) / 2;
        if (breaks[middle] <= t) piece = middle;
        else beyond = middle;
    }
    past = t - breaks[piece];
    for (k = 0; k < CURVES; k++) {
        double value = 0.0, rate = 0.0, acceleration = 0.0;
        for (power = POWERS - 1; power >= 0; power--) {
            acceleration = acceleration * past + 2.0 * rate;
            rate = rate * past + value;
            value = value * past + coefficients[(piece * CURVES + k) * POWERS + power];
        }
        s[k] = value;
        s[CURVES + k] = rate;
        s[2 * CURVES + k] = acceleration;
    }
}

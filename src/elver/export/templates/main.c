/* Runs @label@ and prints its states as comma-separated values.

   ./@name@ [duration [step [output]]] [outputs] [name=value ...]     of a parameter or an input; times in seconds; `outputs`: all outputs too */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@name@.h"

static double x[@NAME@_STATES], p[@NAME@_PARAMETERS + 1], u[@NAME@_INPUTS + 1], s[@NAME@_SIGNALS + 1];
static double y[@NAME@_OUTPUTS];

static void header(int with_outputs)
{
    int k;
    printf("time");
    for (k = 0; k < @NAME@_STATES; k++) printf(",%s", @name@_state_names[k]);
    for (k = 0; with_outputs && k < @NAME@_OUTPUTS; k++) printf(",%s", @name@_output_names[k]);
    printf("\n");
}

static void row(double t, int with_outputs)
{
    int k;
    printf("%.17g", t);
    for (k = 0; k < @NAME@_STATES; k++) printf(",%.17g", x[k]);
    if (with_outputs) {
        @name@_signals(t, s);
        @name@_outputs(t, x, p, u, s, y);
        for (k = 0; k < @NAME@_OUTPUTS; k++) printf(",%.17g", y[k]);
    }
    printf("\n");
}

/* name=value of a parameter or an input: 0 where it was understood */
static int set_number(const char *text)
{
    const char *sign = strchr(text, '=');
    char *end;
    int k;
    for (k = 0; k < @NAME@_PARAMETERS + @NAME@_INPUTS; k++) {
        const int is_input = k >= @NAME@_PARAMETERS, place = is_input ? k - @NAME@_PARAMETERS : k;
        const char *name = is_input ? @name@_input_names[place] : @name@_parameter_names[place];
        if (strlen(name) == (size_t)(sign - text) && strncmp(name, text, strlen(name)) == 0) {
            (is_input ? u : p)[place] = strtod(sign + 1, &end);
            return end == sign + 1 || *end != '\0';
        }
    }
    return 1;
}

int main(int count, char **words)
{
    double times[3] = {@NAME@_DURATION, @NAME@_STEP, @NAME@_OUTPUT_INTERVAL};
    int given = 0, with_outputs = 0, k;
    long step, steps, every;
    for (k = 0; k < @NAME@_PARAMETERS; k++) p[k] = @name@_parameter_defaults[k];
    for (k = 0; k < @NAME@_INPUTS; k++) u[k] = @name@_input_defaults[k];
    for (k = 1; k < count; k++) {
        char *end;
        if (strcmp(words[k], "outputs") == 0) {
            with_outputs = 1;
        } else if (strchr(words[k], '=') != NULL) {
            if (set_number(words[k]) != 0) {
                fprintf(stderr, "%s: no such parameter or input, or no number\n", words[k]);
                return 2;
            }
        } else if (given < 3) {
            times[given] = strtod(words[k], &end);
            if (*end != '\0' || !(times[given] > 0.0)) {
                fprintf(stderr, "%s: give seconds, greater than 0\n", words[k]);
                return 2;
            }
            given++;
        } else {
            fprintf(stderr, "%s: one word too many\n", words[k]);
            return 2;
        }
    }
    if (@NAME@_SIGNALS > 0 && times[0] > @NAME@_SIGNALS_END + 1e-9) {
        fprintf(stderr, "the recorded signals end at %g s\n", @NAME@_SIGNALS_END);
        return 2;
    }
    steps = (long)(times[0] / times[1] + 0.5);
    every = (long)(times[2] / times[1] + 0.5);
    if (every < 1) every = 1;
    if (@name@_start(0.0, p, u, NULL, x) != 0) {
        fprintf(stderr, "the loops cannot close at the start with these parameters\n");
        return 1;
    }
    header(with_outputs);
    row(0.0, with_outputs);
    for (step = 0; step < steps; step++) {
        if (@name@_step((double)step * times[1], times[1], p, u, NULL, x) != 0) {
            fprintf(stderr, "diverged in the step from %g s\n", (double)step * times[1]);
            return 1;
        }
        if ((step + 1) % every == 0 || step + 1 == steps) row((double)(step + 1) * times[1], with_outputs);
    }
    return 0;
}

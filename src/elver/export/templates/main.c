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

/* a unit as it is told; nothing for a plain number */
static const char *told(const char *unit) { return strcmp(unit, "1") == 0 ? "" : unit; }

/* a parameter or an input, with its default and what is allowed */
static void describe(const char *name, const char *unit, const char *meaning, const char *allowed, double value)
{
    printf("  %s=%g %s  %s%s%s%s\n", name, value, told(unit), meaning, *allowed ? " (" : "", allowed, *allowed ? ")" : "");
}

static void help(void)
{
    int k;
    printf("./@name@ [duration [step [output]]] [outputs] [name=value ...]\n\n");
    printf("Runs the model and prints its states as comma-separated values.\n\n");
    printf("  duration  seconds of the run (%g)\n", @NAME@_DURATION);
    printf("  step      seconds of a step of RK4 (%g)\n", @NAME@_STEP);
    printf("  output    seconds between lines (%g)\n", @NAME@_OUTPUT_INTERVAL);
    printf("  outputs   all outputs too\n");
    if (@NAME@_PARAMETERS > 0) printf("\nParameters:\n");
    for (k = 0; k < @NAME@_PARAMETERS; k++)
        describe(@name@_parameter_names[k], @name@_parameter_units[k], @name@_parameter_meanings[k], @name@_parameter_allowed[k],
                 @name@_parameter_defaults[k]);
    if (@NAME@_INPUTS > 0) printf("\nInputs, held during the run:\n");
    for (k = 0; k < @NAME@_INPUTS; k++)
        describe(@name@_input_names[k], @name@_input_units[k], @name@_input_meanings[k], @name@_input_allowed[k],
                 @name@_input_defaults[k]);
    printf("\nExit code: 0; 1: it diverged, or loops cannot close; 2: words that are not understood, or numbers not allowed.\n");
}

/* name=value of a parameter or an input: 0 where it was understood and is allowed; else it is said why not */
static int set_number(const char *text)
{
    const char *sign = strchr(text, '=');
    char *end;
    int k;
    for (k = 0; k < @NAME@_PARAMETERS + @NAME@_INPUTS; k++) {
        const int is_input = k >= @NAME@_PARAMETERS, place = is_input ? k - @NAME@_PARAMETERS : k;
        const char *name = is_input ? @name@_input_names[place] : @name@_parameter_names[place];
        if (strlen(name) == (size_t)(sign - text) && strncmp(name, text, strlen(name)) == 0) {
            const double low = (is_input ? @name@_input_lows : @name@_parameter_lows)[place];
            const double high = (is_input ? @name@_input_highs : @name@_parameter_highs)[place];
            const double value = strtod(sign + 1, &end);
            if (end == sign + 1 || *end != '\0' || value - value != 0.0) {
                fprintf(stderr, "%s: give a finite number\n", text);
                return 2;
            }
            if (value < low || value > high) {
                fprintf(stderr, "%s is not allowed. Give %s %s\n", text, (is_input ? @name@_input_allowed : @name@_parameter_allowed)[place],
                        told((is_input ? @name@_input_units : @name@_parameter_units)[place]));
                return 2;
            }
            (is_input ? u : p)[place] = value;
            return 0;
        }
    }
    fprintf(stderr, "%s: no such parameter or input. --help names them\n", text);
    return 2;
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
        if (strcmp(words[k], "--help") == 0 || strcmp(words[k], "-h") == 0) {
            help();
            return 0;
        } else if (strcmp(words[k], "outputs") == 0) {
            with_outputs = 1;
        } else if (strchr(words[k], '=') != NULL) {
            if (set_number(words[k]) != 0) return 2;
        } else if (given < 3) {
            times[given] = strtod(words[k], &end);
            if (*end != '\0' || !(times[given] > 0.0)) {
                fprintf(stderr, "%s: give seconds, greater than 0, or --help\n", words[k]);
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

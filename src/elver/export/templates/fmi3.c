/* @label@ as a functional mock-up unit: FMI 3.0, model exchange and co-simulation.

   Inputs, and signals that are open, are held during a step of the co-simulation.
   Value references: 0 time, then states, their derivatives, parameters, the step of the co-simulation, outputs, inputs, signals. */
#include "fmi3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@name@.h"
#include "fmi3_token.h"

enum { NX = @NAME@_STATES, NP = @NAME@_PARAMETERS, NY = @NAME@_OUTPUTS, NU = @NAME@_INPUTS, NS = @NAME@_SIGNALS };
enum { FIRST_X = 1, FIRST_XDOT = FIRST_X + NX, FIRST_P = FIRST_XDOT + NX, STEP_SIZE = FIRST_P + NP, FIRST_Y = STEP_SIZE + 1 };
enum { FIRST_U = FIRST_Y + NY, FIRST_S = FIRST_U + NU };
typedef enum { INSTANTIATED, INITIALISING, EVENT, CONTINUOUS, STEPPING, TERMINATED } Phase;

/* Everything that the future depends on; a state of the unit is a copy of it. */
typedef struct {
    double t, step, x[NX], p[NP + 1], u[NU + 1];
    double s[NS + 1]; /* used where the signals are open, else the recorded ones are taken */
    unsigned char given[NX]; /* states that were set before the start */
    int phase;
} Memory;

typedef struct {
    Memory m;
    double xdot[NX], y[NY];
    int has_start, has_rates, has_outputs, is_exchange;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} Unit;

static fmi3Status say(Unit *unit, fmi3Status status, const char *text)
{
    if (unit->log != NULL) unit->log(unit->environment, status, "logStatusError", text);
    return status;
}

static void forget(Unit *unit) { unit->has_rates = unit->has_outputs = 0; }

static const double *signals(const Unit *unit) { return SIGNALS_ARE_OPEN ? unit->m.s : NULL; }

static void defaults(Unit *unit)
{
    int k;
    memset(&unit->m, 0, sizeof unit->m);
    for (k = 0; k < NP; k++) unit->m.p[k] = @name@_parameter_defaults[k];
    for (k = 0; k < NU; k++) unit->m.u[k] = @name@_input_defaults[k];
    for (k = 0; k < NS; k++) unit->m.s[k] = signal_defaults[k];
    unit->m.step = @NAME@_STEP;
    unit->m.phase = INSTANTIATED;
    unit->has_start = 0;
    forget(unit);
}

/* The state at the start, as long as the unit has not started: states that were set stay as they are. */
static int settle(Unit *unit)
{
    double x[NX];
    int k, some = 0;
    if (unit->m.phase > INITIALISING || unit->has_start) return 0;
    if (@name@_start(unit->m.t, unit->m.p, unit->m.u, signals(unit), x) != 0) return 1;
    for (k = 0; k < NX; k++) {
        if (unit->m.given[k]) x[k] = unit->m.x[k];
        some |= unit->m.given[k];
    }
    if (some && @name@_close_loops(unit->m.t, unit->m.p, unit->m.u, signals(unit), x) != 0) return 1;
    memcpy(unit->m.x, x, sizeof x);
    unit->has_start = 1;
    forget(unit);
    return 0;
}

static void evaluate_rates(Unit *unit)
{
    double s[NS + 1];
    if (unit->has_rates) return;
    if (!SIGNALS_ARE_OPEN) @name@_signals(unit->m.t, s);
    @name@_rhs(unit->m.t, unit->m.x, unit->m.p, unit->m.u, SIGNALS_ARE_OPEN ? unit->m.s : s, unit->xdot);
    unit->has_rates = 1;
}

static void evaluate_outputs(Unit *unit)
{
    double s[NS + 1];
    if (unit->has_outputs) return;
    if (!SIGNALS_ARE_OPEN) @name@_signals(unit->m.t, s);
    @name@_outputs(unit->m.t, unit->m.x, unit->m.p, unit->m.u, SIGNALS_ARE_OPEN ? unit->m.s : s, unit->y);
    unit->has_outputs = 1;
}

static int beyond_signals(double t)
{
    return NS > 0 && !SIGNALS_ARE_OPEN && (t > @NAME@_SIGNALS_END + 1e-9 || t < @NAME@_SIGNALS_BEGIN - 1e-9);
}

/* --- from instantiation to the end ---------------------------------------------------------------------------------- */

static Unit *make(fmi3String token, int is_exchange, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    Unit *unit;
    if (token == NULL || strcmp(token, TOKEN) != 0) {
        if (log != NULL) log(environment, fmi3Error, "logStatusError", "the instantiation token is that of another unit");
        return NULL;
    }
    unit = calloc(1, sizeof *unit);
    if (unit == NULL) return NULL;
    unit->environment = environment;
    unit->log = log;
    unit->is_exchange = is_exchange;
    defaults(unit);
    return unit;
}

VISIBLE const char *FMI(fmi3GetVersion)(void) { return "3.0"; }

VISIBLE fmi3Status FMI(fmi3SetDebugLogging)(fmi3Instance instance, fmi3Boolean on, size_t count, const fmi3String categories[])
{
    (void)instance; /* errors are told always, and there is nothing else to tell */
    (void)on;
    (void)count;
    (void)categories;
    return fmi3OK;
}

VISIBLE fmi3Instance FMI(fmi3InstantiateModelExchange)(fmi3String name, fmi3String token, fmi3String resources,
                                                       fmi3Boolean visible, fmi3Boolean logging,
                                                       fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)name;
    (void)resources;
    (void)visible;
    (void)logging;
    return make(token, 1, environment, log);
}

VISIBLE fmi3Instance FMI(fmi3InstantiateCoSimulation)(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early,
                                                      const fmi3ValueReference between[], size_t count,
                                                      fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                      fmi3IntermediateUpdateCallback update)
{
    (void)name;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)events;
    (void)early;
    (void)between;
    (void)count;
    (void)update;
    return make(token, 0, environment, log);
}

VISIBLE void FMI(fmi3FreeInstance)(fmi3Instance instance) { free(instance); }

VISIBLE fmi3Status FMI(fmi3EnterInitializationMode)(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                    fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
    Unit *unit = instance;
    (void)has_tolerance;
    (void)tolerance;
    if (unit->m.phase != INSTANTIATED) return say(unit, fmi3Error, "initialisation begins after instantiation or a reset");
    if (beyond_signals(start) || (has_stop && beyond_signals(stop)))
        return say(unit, fmi3Error, "the recorded signals do not cover the times from start to stop");
    unit->m.t = start;
    unit->m.phase = INITIALISING;
    unit->has_start = 0;
    forget(unit);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3ExitInitializationMode)(fmi3Instance instance)
{
    Unit *unit = instance;
    if (unit->m.phase != INITIALISING) return say(unit, fmi3Error, "the unit is not being initialised");
    if (settle(unit) != 0) return say(unit, fmi3Error, "the loops cannot close at the start with these parameters");
    unit->m.phase = unit->is_exchange ? EVENT : STEPPING;
    return fmi3OK;
}

static fmi3Status enter(fmi3Instance instance, Phase phase)
{
    ((Unit *)instance)->m.phase = phase;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3EnterEventMode)(fmi3Instance instance) { return enter(instance, EVENT); }
VISIBLE fmi3Status FMI(fmi3EnterContinuousTimeMode)(fmi3Instance instance) { return enter(instance, CONTINUOUS); }
VISIBLE fmi3Status FMI(fmi3EnterStepMode)(fmi3Instance instance) { return enter(instance, STEPPING); }
VISIBLE fmi3Status FMI(fmi3Terminate)(fmi3Instance instance) { return enter(instance, TERMINATED); }

VISIBLE fmi3Status FMI(fmi3Reset)(fmi3Instance instance)
{
    defaults(instance);
    return fmi3OK;
}

/* --- variables ------------------------------------------------------------------------------------------------------ */

VISIBLE fmi3Status FMI(fmi3GetFloat64)(fmi3Instance instance, const fmi3ValueReference which[], size_t count, fmi3Float64 values[],
                                       size_t room)
{
    Unit *unit = instance;
    size_t k;
    if (room != count) return say(unit, fmi3Error, "every variable is one number");
    for (k = 0; k < count; k++) {
        const fmi3ValueReference r = which[k];
        if (r >= FIRST_X && (r < FIRST_P || (r >= FIRST_Y && r < FIRST_U)) && settle(unit) != 0)
            return say(unit, fmi3Error, "the loops cannot close at the start with these parameters");
        if (r == 0) values[k] = unit->m.t;
        else if (r < FIRST_XDOT) values[k] = unit->m.x[r - FIRST_X];
        else if (r < FIRST_P) evaluate_rates(unit), values[k] = unit->xdot[r - FIRST_XDOT];
        else if (r < STEP_SIZE) values[k] = unit->m.p[r - FIRST_P];
        else if (r == STEP_SIZE) values[k] = unit->m.step;
        else if (r < FIRST_U) evaluate_outputs(unit), values[k] = unit->y[r - FIRST_Y];
        else if (r < FIRST_S) values[k] = unit->m.u[r - FIRST_U];
        else if (SIGNALS_ARE_OPEN && r < FIRST_S + NS) values[k] = unit->m.s[r - FIRST_S];
        else return say(unit, fmi3Error, "a value reference that no variable has");
    }
    return fmi3OK;
}

/* Sets one number; the reason where that is not allowed. */
static const char *set_one(Unit *unit, fmi3ValueReference r, double value)
{
    const int started = unit->m.phase > INITIALISING;
    if (!isfinite(value)) return "a value that is not finite";
    if (r >= FIRST_X && r < FIRST_XDOT) {
        if (started || start_is_computed[r - FIRST_X]) return "a state can be set before the start only, where it is not computed";
        unit->m.x[r - FIRST_X] = value;
        unit->m.given[r - FIRST_X] = 1;
    } else if (r >= FIRST_P && r < STEP_SIZE) {
        if (unit->m.phase == CONTINUOUS || unit->m.phase == TERMINATED) return "parameters change in event mode or between steps";
        unit->m.p[r - FIRST_P] = value;
    } else if (r == STEP_SIZE) {
        if (started || !(value > 0.0)) return "the step is greater than 0 and set before the start";
        unit->m.step = value;
    } else if (r >= FIRST_U && r < FIRST_S) {
        unit->m.u[r - FIRST_U] = value;
    } else if (SIGNALS_ARE_OPEN && r >= FIRST_S && r < FIRST_S + NS) {
        unit->m.s[r - FIRST_S] = value;
    } else {
        return "only inputs, parameters and states can be set";
    }
    return NULL;
}

/* Whether a value is beyond min or max of its variable. */
static int is_beyond(fmi3ValueReference r, double value)
{
    if (r >= FIRST_P && r < STEP_SIZE) return value < @name@_parameter_lows[r - FIRST_P] || value > @name@_parameter_highs[r - FIRST_P];
    if (r >= FIRST_U && r < FIRST_S) return value < @name@_input_lows[r - FIRST_U] || value > @name@_input_highs[r - FIRST_U];
    return 0;
}

VISIBLE fmi3Status FMI(fmi3SetFloat64)(fmi3Instance instance, const fmi3ValueReference which[], size_t count,
                                       const fmi3Float64 values[], size_t room)
{
    Unit *unit = instance;
    size_t k;
    int beyond = 0;
    if (room != count) return say(unit, fmi3Error, "every variable is one number");
    for (k = 0; k < count; k++) {
        const char *wrong = set_one(unit, which[k], values[k]);
        if (wrong != NULL) return say(unit, fmi3Error, wrong);
        beyond |= is_beyond(which[k], values[k]);
    }
    if (unit->m.phase <= INITIALISING) unit->has_start = 0;
    forget(unit);
    return beyond ? say(unit, fmi3Warning, "a parameter or an input beyond its min or max; it is taken as it is") : fmi3OK;
}

/* --- states of the unit --------------------------------------------------------------------------------------------- */

VISIBLE fmi3Status FMI(fmi3GetFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
    Unit *unit = instance;
    if (*state == NULL) *state = malloc(sizeof(Memory));
    if (*state == NULL) return say(unit, fmi3Error, "no memory for a state");
    memcpy(*state, &unit->m, sizeof(Memory));
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3SetFMUState)(fmi3Instance instance, fmi3FMUState state)
{
    Unit *unit = instance;
    if (state == NULL) return say(unit, fmi3Error, "no state was given");
    memcpy(&unit->m, state, sizeof(Memory));
    unit->has_start = 0;
    forget(unit);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3FreeFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
    (void)instance;
    if (state != NULL) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3SerializedFMUStateSize)(fmi3Instance instance, fmi3FMUState state, size_t *size)
{
    (void)instance;
    (void)state;
    *size = sizeof(Memory);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3SerializeFMUState)(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    if (state == NULL || size < sizeof(Memory)) return say(instance, fmi3Error, "no state, or no room for it");
    memcpy(bytes, state, sizeof(Memory));
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3DeserializeFMUState)(fmi3Instance instance, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    if (size != sizeof(Memory)) return say(instance, fmi3Error, "these bytes are no state of this unit");
    if (*state == NULL) *state = malloc(sizeof(Memory));
    if (*state == NULL) return say(instance, fmi3Error, "no memory for a state");
    memcpy(*state, bytes, sizeof(Memory));
    return fmi3OK;
}

/* --- model exchange ------------------------------------------------------------------------------------------------- */

VISIBLE fmi3Status FMI(fmi3UpdateDiscreteStates)(fmi3Instance instance, fmi3Boolean *again, fmi3Boolean *terminate,
                                                 fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *has_next, fmi3Float64 *next)
{
    (void)instance;
    (void)next;
    *again = *terminate = *nominals = *values = *has_next = false;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3EvaluateDiscreteStates)(fmi3Instance instance)
{
    (void)instance;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3CompletedIntegratorStep)(fmi3Instance instance, fmi3Boolean no_return, fmi3Boolean *event,
                                                    fmi3Boolean *terminate)
{
    (void)instance;
    (void)no_return;
    *event = *terminate = false;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3SetTime)(fmi3Instance instance, fmi3Float64 time)
{
    Unit *unit = instance;
    if (beyond_signals(time)) return say(unit, fmi3Error, "the recorded signals do not cover this time");
    unit->m.t = time;
    forget(unit);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3SetContinuousStates)(fmi3Instance instance, const fmi3Float64 states[], size_t count)
{
    Unit *unit = instance;
    if (count != NX) return say(unit, fmi3Error, "a wrong number of states");
    memcpy(unit->m.x, states, sizeof unit->m.x);
    forget(unit);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetContinuousStates)(fmi3Instance instance, fmi3Float64 states[], size_t count)
{
    Unit *unit = instance;
    if (count != NX) return say(unit, fmi3Error, "a wrong number of states");
    if (settle(unit) != 0) return say(unit, fmi3Error, "the loops cannot close at the start with these parameters");
    memcpy(states, unit->m.x, sizeof unit->m.x);
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetContinuousStateDerivatives)(fmi3Instance instance, fmi3Float64 rates[], size_t count)
{
    Unit *unit = instance;
    int k;
    if (count != NX) return say(unit, fmi3Error, "a wrong number of states");
    if (settle(unit) != 0) return say(unit, fmi3Error, "the loops cannot close at the start with these parameters");
    evaluate_rates(unit);
    memcpy(rates, unit->xdot, sizeof unit->xdot);
    for (k = 0; k < NX; k++)
        if (!isfinite(rates[k])) return say(unit, fmi3Discard, "a derivative is not finite here");
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetNominalsOfContinuousStates)(fmi3Instance instance, fmi3Float64 nominals[], size_t count)
{
    size_t k;
    (void)instance;
    for (k = 0; k < count; k++) nominals[k] = 1.0;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetNumberOfContinuousStates)(fmi3Instance instance, size_t *count)
{
    (void)instance;
    *count = NX;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetNumberOfEventIndicators)(fmi3Instance instance, size_t *count)
{
    (void)instance;
    *count = 0;
    return fmi3OK;
}

VISIBLE fmi3Status FMI(fmi3GetEventIndicators)(fmi3Instance instance, fmi3Float64 indicators[], size_t count)
{
    (void)indicators;
    return count == 0 ? fmi3OK : say(instance, fmi3Error, "the unit has no event indicators");
}

/* --- co-simulation -------------------------------------------------------------------------------------------------- */

VISIBLE fmi3Status FMI(fmi3DoStep)(fmi3Instance instance, fmi3Float64 point, fmi3Float64 length, fmi3Boolean no_return,
                                   fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *reached)
{
    Unit *unit = instance;
    char text[120];
    long k, steps;
    double h;
    (void)no_return;
    *event = *terminate = *early = false;
    *reached = unit->m.t;
    if (unit->m.phase != STEPPING) return say(unit, fmi3Error, "steps are taken after the initialisation of a co-simulation");
    if (fabs(point - unit->m.t) > 1e-9 * (1.0 + fabs(point))) return say(unit, fmi3Error, "this step does not begin where the last one ended");
    if (!(length > 0.0) || !isfinite(length)) return say(unit, fmi3Error, "the length of a step is greater than 0");
    if (length / unit->m.step > 1e9) return say(unit, fmi3Error, "more than 1e9 steps of the integrator in one step");
    if (beyond_signals(point + length)) return say(unit, fmi3Error, "the recorded signals end within this step");
    steps = (long)ceil(length / unit->m.step - 1e-6);
    if (steps < 1) steps = 1;
    h = length / (double)steps;
    forget(unit);
    for (k = 0; k < steps; k++) {
        if (@name@_step(point + (double)k * h, h, unit->m.p, unit->m.u, signals(unit), unit->m.x) != 0) {
            snprintf(text, sizeof text, "diverged in the step from %g s; a smaller step may help", *reached);
            return say(unit, fmi3Error, text);
        }
        unit->m.t = *reached = k + 1 < steps ? point + (double)(k + 1) * h : point + length;
    }
    return fmi3OK;
}

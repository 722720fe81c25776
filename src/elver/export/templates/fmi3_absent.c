/* Functions of FMI 3.0 for what this unit does not have: other types than Float64, clocks, partial derivatives, partitions. */
#include "fmi3.h"

static fmi3Status none(size_t count) { return count == 0 ? fmi3OK : fmi3Error; }

#define ABSENT_TYPE(Type) \
    VISIBLE fmi3Status FMI(fmi3Get##Type)(fmi3Instance instance, const fmi3ValueReference which[], size_t count, \
                                          fmi3##Type values[], size_t room) \
    { \
        (void)instance; \
        (void)which; \
        (void)values; \
        (void)room; \
        return none(count); \
    } \
    VISIBLE fmi3Status FMI(fmi3Set##Type)(fmi3Instance instance, const fmi3ValueReference which[], size_t count, \
                                          const fmi3##Type values[], size_t room) \
    { \
        (void)instance; \
        (void)which; \
        (void)values; \
        (void)room; \
        return none(count); \
    }

ABSENT_TYPE(Float32)
ABSENT_TYPE(Int8)
ABSENT_TYPE(UInt8)
ABSENT_TYPE(Int16)
ABSENT_TYPE(UInt16)
ABSENT_TYPE(Int32)
ABSENT_TYPE(UInt32)
ABSENT_TYPE(Int64)
ABSENT_TYPE(UInt64)
ABSENT_TYPE(Boolean)
ABSENT_TYPE(String)

#define ABSENT(name, arguments, ...) \
    VISIBLE fmi3Status FMI(name) arguments \
    { \
        __VA_ARGS__; \
        return fmi3Error; \
    }
#define WHICH fmi3Instance a, const fmi3ValueReference b[], size_t c

ABSENT(fmi3GetBinary, (WHICH, size_t d[], fmi3Binary e[], size_t f), (void)a, (void)b, (void)c, (void)d, (void)e, (void)f)
ABSENT(fmi3SetBinary, (WHICH, const size_t d[], const fmi3Binary e[], size_t f), (void)a, (void)b, (void)c, (void)d, (void)e, (void)f)
ABSENT(fmi3GetClock, (WHICH, fmi3Clock d[]), (void)a, (void)b, (void)c, (void)d)
ABSENT(fmi3SetClock, (WHICH, const fmi3Clock d[]), (void)a, (void)b, (void)c, (void)d)
ABSENT(fmi3GetIntervalDecimal, (WHICH, fmi3Float64 d[], fmi3IntervalQualifier e[]), (void)a, (void)b, (void)c, (void)d, (void)e)
ABSENT(fmi3GetIntervalFraction, (WHICH, fmi3UInt64 d[], fmi3UInt64 e[], fmi3IntervalQualifier f[]),
       (void)a, (void)b, (void)c, (void)d, (void)e, (void)f)
ABSENT(fmi3GetShiftDecimal, (WHICH, fmi3Float64 d[]), (void)a, (void)b, (void)c, (void)d)
ABSENT(fmi3GetShiftFraction, (WHICH, fmi3UInt64 d[], fmi3UInt64 e[]), (void)a, (void)b, (void)c, (void)d, (void)e)
ABSENT(fmi3SetIntervalDecimal, (WHICH, const fmi3Float64 d[]), (void)a, (void)b, (void)c, (void)d)
ABSENT(fmi3SetIntervalFraction, (WHICH, const fmi3UInt64 d[], const fmi3UInt64 e[]), (void)a, (void)b, (void)c, (void)d, (void)e)
ABSENT(fmi3SetShiftDecimal, (WHICH, const fmi3Float64 d[]), (void)a, (void)b, (void)c, (void)d)
ABSENT(fmi3SetShiftFraction, (WHICH, const fmi3UInt64 d[], const fmi3UInt64 e[]), (void)a, (void)b, (void)c, (void)d, (void)e)
ABSENT(fmi3GetOutputDerivatives, (WHICH, const fmi3Int32 d[], fmi3Float64 e[], size_t f),
       (void)a, (void)b, (void)c, (void)d, (void)e, (void)f)
ABSENT(fmi3GetNumberOfVariableDependencies, (fmi3Instance a, fmi3ValueReference b, size_t *c), (void)a, (void)b, (void)c)
ABSENT(fmi3GetVariableDependencies,
       (fmi3Instance a, fmi3ValueReference b, size_t c[], fmi3ValueReference d[], size_t e[], fmi3DependencyKind f[], size_t g),
       (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g)
ABSENT(fmi3GetDirectionalDerivative,
       (WHICH, const fmi3ValueReference d[], size_t e, const fmi3Float64 f[], size_t g, fmi3Float64 h[], size_t i),
       (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)i)
ABSENT(fmi3GetAdjointDerivative,
       (WHICH, const fmi3ValueReference d[], size_t e, const fmi3Float64 f[], size_t g, fmi3Float64 h[], size_t i),
       (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)i)
ABSENT(fmi3EnterConfigurationMode, (fmi3Instance a), (void)a)
ABSENT(fmi3ExitConfigurationMode, (fmi3Instance a), (void)a)
ABSENT(fmi3ActivateModelPartition, (fmi3Instance a, fmi3ValueReference b, fmi3Float64 c), (void)a, (void)b, (void)c)

VISIBLE fmi3Instance FMI(fmi3InstantiateScheduledExecution)(fmi3String a, fmi3String b, fmi3String c, fmi3Boolean d, fmi3Boolean e,
                                                            fmi3InstanceEnvironment f, fmi3LogMessageCallback g,
                                                            fmi3ClockUpdateCallback h, fmi3LockPreemptionCallback i,
                                                            fmi3LockPreemptionCallback j)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)i, (void)j;
    return NULL;
}

"""How runs end: the one table of codes, words and texts that compiled loops, results and messages share."""

from __future__ import annotations

from dataclasses import dataclass

RUNNING, DIVERGED, STEP_TOO_SMALL, NOT_CONVERGED, TOO_MANY, STEPPED_OVER, TOO_MANY_STEPS, REFUSED = range(8)
LOOP_OPEN, LOOP_SINGULAR, FAILED, PARADOX = range(8, 12)
RUNAWAY = 1e12  # SI units, of any state: no machine of metres and kilograms comes near; beyond it a run has diverged

ENDED = ", which ended so: "  # what stands before the status of a run again that did not finish, where its error is told


@dataclass(frozen=True)
class _Status:
    """One way to end.

    word: as results hold it.   cause: why a run failed and what to do about it.   brief: a few words about one machine of many;
    {end} stands for the time of its last good state.   code: what compiled loops return; None where none of them decides it.
    """

    word: str
    cause: str
    brief: str = ""
    code: int | None = None

    def of_machine(self, end: float) -> str:
        """A few words about a machine that ended so at ``end`` [s]."""
        return (self.brief or f"{self.word} after {{end}} s: {self.cause}").format(end=f"{end:.6g}")


STATUSES = (
    _Status("finished", "it reached its end", "reached {end} s", RUNNING),
    _Status(
        "diverged",
        "the state ran away. Use a smaller dt, or check gains and forces",
        "ran away after {end} s; its last good state is kept",
        DIVERGED,
    ),
    _Status(
        "step too small",
        "error control asked for a step below rounding. Loosen rtol and atol, or look for a singular force",
        code=STEP_TOO_SMALL,
    ),
    _Status(
        "contact not converged",
        "the contact problem was not solved to its tolerance. Use a smaller dt or more iterations",
        code=NOT_CONVERGED,
    ),
    _Status(
        "too many contacts",
        "the machine touches more things at once than there is memory for. Use fewer or simpler obstacles",
        code=TOO_MANY,
    ),
    _Status(
        "stepped over obstacle",
        "a step carried a body past an obstacle, or through another body, between two looks at the contacts. Use a smaller dt",
        code=STEPPED_OVER,
    ),
    _Status(
        "friction paradox",
        "a contact slides where rigid bodies and Coulomb's friction leave no motion, or several (Painleve's paradox). Use less "
        "friction of the obstacles",
        code=PARADOX,
    ),
    _Status(
        "too many steps",
        "error control hardly comes along. Look for a law that jumps to and fro, or a fast vibration (a gain without damping); "
        "loosen rtol and atol; a smaller dt allows smaller steps",
        code=TOO_MANY_STEPS,
    ),
    _Status("interrupted", "it was interrupted", "not run: interrupted before"),
    _Status(
        "loop open",
        "the loops do not close beyond this instant: out of reach, singular, or dt is too long",
        "its loops do not close beyond {end} s: out of reach, singular, or dt is too long",
        LOOP_OPEN,
    ),
    _Status(
        "loop singular",
        "the loops pass through a singular position of their dependent joints",
        "its loops pass through a singular position of their dependent joints after {end} s",
        LOOP_SINGULAR,
    ),
    _Status("refused", "what was asked for is not allowed", "refused", REFUSED),
    _Status("failed", "an error that should not be", "failed", FAILED),
    _Status("not run", "its turn has not come", "not run"),
)
BY_WORD = {status.word: status for status in STATUSES}
BY_CODE = {status.code: status for status in STATUSES if status.code is not None}


def status_word(code: int) -> str:
    """The word for what a compiled loop returned."""
    return BY_CODE[code].word

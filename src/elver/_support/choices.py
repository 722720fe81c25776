"""Words that a user chooses from. Each is a text: whoever writes the word may leave the enum alone."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar


class Choice(StrEnum):
    """A word with its meaning."""

    meaning: str

    def __new__(cls, word: str, meaning: str) -> Choice:
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning = meaning
        return member


Kind = TypeVar("Kind", bound=Choice)


class Method(Choice):
    """How time is stepped."""

    AUTO = "auto", "default: rk4, or rodas where the model is too stiff for it, moreau where it touches things"
    RK4 = "rk4", "four stages, fixed step"
    ADAMS = "adams", "order 5, two evaluations a step, fixed step"
    HEUN = "heun", "two stages, fixed step"
    SEMI_IMPLICIT = "semi-implicit", "rates first, fixed step"
    DOPRI5 = "dopri5", "adaptive"
    RODAS = "rodas", "adaptive, for stiff models"
    MOREAU = "moreau", "contact and friction"


ADAPTIVE = ("dopri5", "rodas")  # methods that choose their steps by an error estimate
STEP = 1e-3  # s, where neither a scenario nor who asks for a run says one


class ContactSolver(Choice):
    """Who solves the contact problem of a step."""

    AUTO = "auto", "default: Newton's method and Gauss-Seidel, whichever converges"
    GAUSS_SEIDEL = "gauss-seidel", "projected sweeps"
    NEWTON = "newton", "on the augmented Lagrangian"
    PROX = "prox", "SNAKE's iteration, slow"


class Formulation(Choice):
    """The coordinates in which contact is stepped."""

    REDUCED = "reduced", "default: base and joints, which cannot open"
    MAXIMAL = "maximal", "SNAKE's: every link for itself, joints held by impulses"


class Optimiser(Choice):
    """How an optimum is looked for."""

    CMA = "cma", "default: evolution"
    GRADIENT = "gradient", "SQP, local"


class FilmKind(Choice):
    """Kinds of moving pictures."""

    GIF = "gif", "needs nothing"
    WEBP = "webp", "needs nothing, of more colours than a GIF"
    MP4 = "mp4", "needs ffmpeg"
    WEBM = "webm", "needs ffmpeg"


class Renderer(Choice):
    """What draws a moving picture."""

    PAGE = "page", "the scene of the live page, in a browser without a window"
    DRAWING = "drawing", "Matplotlib: quick, and needs no browser"


class Style(Choice):
    """What figures are drawn for."""

    PAPER = "paper", "one or both columns of a two-column paper, 7 to 8 points, 300 dots an inch"
    SLIDES = "slides", "letters and lines for the back of a room"


class Follow(Choice):
    """What a camera does while the machine moves."""

    BASE = "base", "keeps the base in the middle"
    STAY = "stay", "shows the whole way"


class Stored(Choice):
    """What a run is written to while it goes on."""

    NC = "nc", "run.nc, one NetCDF file"
    ZARR = "zarr", "run.zarr, a folder; needs zarr"


class ClaimKind(Choice):
    """How a claim stands to what was published."""

    CONFIRMED = "confirmed", "the paper's statement, within the paper's own bound"
    REFUTED = "refuted", "the paper says one thing and the calculation gives another, which is watched"
    CALIBRATED = "calibrated", "so because a parameter was chosen to make it so"
    AMBIGUOUS = "ambiguous", "depends on a choice that the paper does not print"
    OWN = "own", "a statement of ours"


class ClaimOrigin(Choice):
    """Where the statement of a claim was published."""

    PAPER = "paper", "default: in the publication that the machine is from"
    ELSEWHERE = "elsewhere", "in another work: measurements, handbooks"


class FigureState(Choice):
    """How the figure of a paper stands here."""

    REPRODUCED = "reproduced", "drawn with the paper's content; what the paper says about it holds"
    DIFFERS = "differs", "drawn with the paper's content; ours differs in what is named"
    SIMULATION = "simulation only", "drawn but for the experimental data in it, which are not printed"
    SKETCH = "sketch", "no result: it explains symbols or an idea; where it shows the machine, ours is drawn"
    PHOTOGRAPH = "photograph", "nothing to calculate"


class Target(Choice):
    """Where many machines are stepped."""

    CPU = "cpu", "default: all cores"
    GPU = "gpu", "an NVIDIA GPU of this computer"


def chosen(choices: type[Kind], word: str) -> Kind:
    """The member that a word names."""
    return next(c for c in choices if c == word)


def described(choices: type[Choice]) -> str:
    """All words, each with its meaning: for a help text."""
    return ", ".join(f"{c} ({c.meaning})" for c in choices)


class Freedom(StrEnum):
    """Freedoms of a floating hull, in their order."""

    SURGE = "surge"
    SWAY = "sway"
    HEAVE = "heave"
    ROLL = "roll"
    PITCH = "pitch"
    YAW = "yaw"

"""One law for some bodies, another or changed coefficients for others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from elver.errors import InputError, unknown_name
from elver.forces.effect import AroundForces, Effect, Motion, surroundings_of
from elver.forces.morison import Load
from elver.quantities import quantities
from elver.robot import Body


@dataclass(frozen=True)
class ByBody(AroundForces):
    """A force law that is not the same on every body.

    law: what acts on the bodies that nothing else is said of.
    changes: by name of a body or pattern with ``*``: another law, or a mapping of coefficients that differ, or None for no force.
    Where several fit, the body's own name goes before patterns, and earlier patterns before later ones.
    only: names or patterns of the bodies that ``law`` itself acts on; empty for all.
    """

    law: Any
    changes: Mapping[str, Any] = field(default_factory=dict)
    only: Sequence[str] = ()

    def __post_init__(self):
        if isinstance(self.only, str):
            raise InputError(f"ByBody.only = '{self.only}'. Give a list of names or patterns.")
        for name, given in (("law", self.law), *self.changes.items()):
            if isinstance(given, Mapping) and name != "law":
                known = list(quantities(self.law))
                for coefficient in given:
                    if coefficient not in known:
                        raise unknown_name(f"coefficient of {type(self.law).__name__}:", coefficient, known)
                replace(self.law, **given)  # checks the numbers
            elif given is not None and (isinstance(given, type) or not callable(getattr(given, "effect", None))):
                raise InputError(
                    f"ByBody: '{name}' is a {type(given).__name__}. Give a force law such as elver.Morison(), "
                    "or for single bodies a mapping of coefficients or None."
                )

    def law_of(self, name: str):
        """The law that acts on the body of that name; None for none."""
        key = name if name in self.changes else next((k for k in self.changes if fnmatchcase(name, k)), None)
        if key is not None:
            given = self.changes[key]
            return replace(self.law, **given) if isinstance(given, Mapping) else given
        if self.only and not any(fnmatchcase(name, pattern) for pattern in self.only):
            return None
        return self.law

    @property
    def inner(self) -> tuple:
        """The law of most bodies, and those of single ones."""
        return tuple(law for law in (self.law, *self.changes.values()) if callable(getattr(law, "effect", None)))

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: what its laws have."""
        return {key: value for law in reversed(self.inner) for key, value in surroundings_of(law).items()}

    def check_bodies(self, names: Sequence[str]) -> None:
        """Refuse names and patterns that fit no body, here and in the laws."""
        for pattern in (*self.changes, *self.only):
            if not any(fnmatchcase(name, pattern) for name in names):
                raise unknown_name("body of ByBody:", pattern, names)
        for law in (self.law, *self.changes.values()):
            if callable(check := getattr(law, "check_bodies", None)):
                check(names)

    def margins(self) -> list:
        """What is positive where changed coefficients are surely within their bounds."""
        found: list = []
        for given in self.changes.values():
            for name, value in given.items() if isinstance(given, Mapping) else ():
                own = quantities(self.law)[name]
                if not own.length and not own.choices and value is not None:
                    found += [value - least for least in (own.low, own.above) if least is not None]
                    found += [own.high - value] if own.high is not None else []
        return found

    @property
    def commands(self) -> tuple[str, ...]:
        """What the laws want of the gait."""
        return tuple(name for law in self.inner for name in getattr(law, "commands", ()))

    def memory(self, body: Body) -> Sequence[str]:
        """States of the law that acts on the body."""
        law = self.law_of(body.name)
        return law.memory(body) if hasattr(law, "memory") else ()

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        law = self.law_of(body.name)
        return None if law is None else law.effect(body, motion)

    def load(self, body: Body, motion: Motion, acceleration, fraction: float) -> Load | None:
        """Force per length at a place of the body's strip, by the law that acts on the body; None where it has no strips."""
        law = self.law_of(body.name)
        return law.load(body, motion, acceleration, fraction) if hasattr(law, "load") else None

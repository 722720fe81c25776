"""Which steps of a block can be taken together as vectors: equal operations on values that do not depend on each other.

Angles whose sines are needed and that are known early are one kind (``early_angles``). The other grows from seeds: square roots
and absolute values, which the laws of media bring in for every body alike. Seeds whose graphs look alike stand for one body each,
and have a lane each; from them packs are grown to operands and users, as long as no lane needs anything of another one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from functools import partial

import casadi as ca

from elver.codegen.instructions import TABLE, Block, InstructionList, Step
from elver.codegen.llvm import BlockWriter, attributes, hexadecimal, module_text, vector

_Pack = tuple[int, ...]  # values of the steps that are taken together, one for each lane

SOON = 12  # steps that an angle may take to be known early
_SEEDS = (ca.OP_SQRT, ca.OP_FABS)
_ALIKE = 6  # operations before a seed that must be the same in all lanes, numbers included
FEWEST = 3  # seeds alike that are worth a vector
_MOST = 15_000  # steps of a block beyond which no packs are looked for: what depends on what is a table of their square


def early_angles(block: Block) -> tuple[list[int], list[Step]]:
    """Values whose sines or cosines the block needs and that are known soon after its start, and the steps that make them."""
    makers: dict[int, frozenset[int] | None] = {}  # value -> places of the steps that it takes; None where they are too many
    angles: dict[int, frozenset[int]] = {}
    for place, step in enumerate(block.steps):
        before = [makers.get(a, frozenset()) for a in step.args]
        known = [b for b in before if b is not None]
        needed = frozenset({place}).union(*known) if len(known) == len(before) else None
        turns = step.op in (ca.OP_SIN, ca.OP_COS)
        makers[step.result] = None if needed is None or turns or len(needed) > SOON else needed
        if turns and len(known) == len(before):
            angles[step.args[0]] = known[0]
    places = sorted(frozenset().union(*angles.values()))
    return list(angles), [block.steps[place] for place in places]


def packs_of(program: InstructionList, block: Block, lanes: int) -> dict[int, _Pack]:
    """Value -> the pack it belongs to."""
    found: dict[int, _Pack] = {}
    if len(block.steps) > _MOST or sum(step.op in _SEEDS for step in block.steps) < FEWEST:
        return found
    graph = _Graph(program, block)
    for group in graph.seeds():
        left = [v for v in group if v not in found]
        for first in range(0, len(left), lanes):
            seeds = tuple(left[first : first + lanes])
            family = _Family(graph, found, len(seeds))
            family.grow(seeds)
            together = found | family.pack_of
            if family.gain() > 0 and _in_order(graph, together):
                found = together
    return found


class _Graph:
    """A block as a graph. users: value -> (step, place among its arguments).   before: value -> all it needs, as bits."""

    def __init__(self, program: InstructionList, block: Block):
        self.program = program
        self.steps = {step.result: step for step in block.steps}
        self.users: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.before: dict[int, int] = {}
        self.bit = {step.result: 1 << k for k, step in enumerate(block.steps)}
        self.kept = {value for _, _, value in block.outputs} | set(program.spills)
        for step in block.steps:
            needed = self.bit[step.result]
            for place, a in enumerate(step.args):
                self.users[a].append((step.result, place))
                needed |= self.before.get(a, 0)
            self.before[step.result] = needed

    def constant(self, value: int) -> bool:
        return self.program.sources.get(value, ("", None))[0] == "constant"

    def look(self, value: int, depth: int) -> Hashable:
        """What the graph before a value looks like, down to a depth."""
        if value not in self.steps or not depth:
            return self.program.sources[value][1] if self.constant(value) else ""
        step = self.steps[value]
        return step.op, *(self.look(a, depth - 1) for a in step.args)

    def seeds(self) -> list[list[int]]:
        """Seeds that look alike, the largest groups first."""
        groups: dict[object, list[int]] = defaultdict(list)
        for value, step in self.steps.items():
            if step.op in _SEEDS:
                groups[self.look(value, _ALIKE)].append(value)
        return sorted((group for group in groups.values() if len(group) >= FEWEST), key=len, reverse=True)


class _Family:
    """Packs that grow from one pack of seeds.   own, needed: per lane its values and all that they need, as bits."""

    def __init__(self, graph: _Graph, taken: dict[int, _Pack], lanes: int):
        self.graph, self.taken = graph, taken
        self.own, self.needed = [0] * lanes, [0] * lanes
        self.pack_of: dict[int, _Pack] = {}
        self.packs: list[_Pack] = []

    def grow(self, seeds: _Pack) -> None:
        waiting = [seeds] if self.add(seeds) else []
        while waiting:
            pack = waiting.pop()
            waiting += filter(self.add, [*_operands(self.graph, pack), *self.used_by(pack)])

    def free(self, value: int) -> bool:
        return value in self.graph.steps and value not in self.pack_of and value not in self.taken

    def add(self, pack: _Pack) -> bool:
        """Take a pack in, where its steps are the same operation and no lane then needs another one."""
        graph = self.graph
        if len(set(pack)) < len(pack) or len(pack) < 2 or not all(map(self.free, pack)):
            return False
        ops = {graph.steps[v].op for v in pack}
        if len(ops) > 1 or TABLE[ops.copy().pop()].kind in ("library", "lookup") or ops & {ca.OP_SIN, ca.OP_COS}:
            return False
        own = [bits | graph.bit[v] for bits, v in zip(self.own, pack, strict=True)]
        needed = [bits | graph.before[v] for bits, v in zip(self.needed, pack, strict=True)]
        everything = 0
        for bits in own:
            everything |= bits
        if any(n & (everything & ~o) for n, o in zip(needed, own, strict=True)):
            return False
        self.own, self.needed = own, needed
        self.pack_of |= dict.fromkeys(pack, pack)
        self.packs.append(pack)
        return True

    def used_by(self, pack: _Pack) -> Iterator[_Pack]:
        """Packs of steps that use a pack in the same way in every lane."""
        for user, place in self.graph.users[pack[0]]:
            found = [user]
            for lane in range(1, len(pack)):
                alike = partial(self.alike, user, place, lane)
                found += [w for w, p in self.graph.users[pack[lane]] if p == place and alike(w)][:1]
            if len(found) == len(pack):
                yield tuple(found)

    def alike(self, user: int, place: int, lane: int, other: int) -> bool:
        """Whether a step of another lane does what ``user`` of the first one does with its operands but the one at ``place``."""
        one, two = self.graph.steps[user], self.graph.steps[other]
        if one.op != two.op:
            return False
        pairs = [pair for k, pair in enumerate(zip(one.args, two.args, strict=True)) if k != place]
        return all(self.corresponds(a, b, lane) for a, b in pairs)

    def corresponds(self, a: int, b: int, lane: int) -> bool:
        if a == b or (self.graph.constant(a) and self.graph.constant(b)):
            return True
        pack = self.pack_of.get(a)
        if pack is not None:
            return pack[0] == a and pack[lane] == b
        return self.free(a) and self.free(b) and self.graph.look(a, 4) == self.graph.look(b, 4)

    def gain(self) -> int:
        """Operations saved, less those that put numbers into vectors and take them out."""
        graph, lanes = self.graph, len(self.own)
        brought = {c for pack in self.packs for c in _operands(graph, pack) if c not in self.packs}
        into = sum(lanes for c in brought if not all(map(graph.constant, c)))
        out = sum(v in graph.kept or any(u not in self.pack_of for u, _ in graph.users[v]) for v in self.pack_of)
        return (lanes - 1) * len(self.packs) - into - out


def _operands(graph: _Graph, pack: _Pack) -> list[_Pack]:
    """What the steps of a pack take, argument by argument."""
    return list(zip(*(graph.steps[v].args for v in pack), strict=True))


def _in_order(graph: _Graph, pack_of: dict[int, _Pack]) -> bool:
    """Whether steps and packs can be written one after the other, each after what it needs."""
    waiting: Counter = Counter()
    followers: dict[object, list] = defaultdict(list)
    for value, step in graph.steps.items():
        unit = pack_of.get(value, value)
        waiting[unit] += 0
        for a in step.args:
            if a in graph.steps:
                waiting[unit] += 1
                followers[pack_of.get(a, a)].append(unit)
    ready = [unit for unit, count in waiting.items() if not count]
    done = 0
    while ready:
        done += 1
        for unit in followers[ready.pop()]:
            waiting[unit] -= 1
            if not waiting[unit]:
                ready.append(unit)
    return done == len(waiting)


# --- Instruction list -> LLVM IR for one machine, with packs of its steps as vectors (``packs_of``).


def emit_lanes(program: InstructionList, name: str, lanes: int) -> str:
    """LLVM IR of ``void name(double* in0, .., double* out0, .., double* work)`` for one machine, vectors in it."""
    return module_text(program, name, [_LaneWriter(program, block, lanes) for block in program.blocks], attributes(1))


def power_of_two(number: int) -> int:
    """The smallest one that is not less."""
    return 1 << (number - 1).bit_length()


class _LaneWriter(BlockWriter):
    """Writes one block. A pack of n lanes is a vector of the next power of two; its last lane stands in the rest."""

    def __init__(self, program: InstructionList, block: Block, lanes: int):
        super().__init__(program, block)
        self.lanes, self.packs = lanes, packs_of(program, block, lanes)
        self.steps = {step.result: step for step in block.steps}
        self.vectors: dict[_Pack, str] = {}

    def write(self) -> list[str]:
        self.turn_early()
        for value in self.steps:
            self.make(value)
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def made(self, value: int) -> bool:
        return value not in self.steps or value in self.known or self.packs.get(value) in self.vectors

    def make(self, value: int) -> None:
        """Write the step of a value, or its pack, after what they need."""
        waiting = [value]
        while waiting:
            if self.made(waiting[-1]):
                waiting.pop()
                continue
            pack = self.packs.get(waiting[-1])
            missing = [a for v in pack or waiting[-1:] for a in self.steps[v].args if not self.made(a)]
            waiting += reversed(missing)
            if not missing and pack:
                self.write_pack(pack)
            elif not missing:
                self.write_step(self.steps[waiting[-1]])

    def value(self, number: int) -> str:
        pack = self.packs.get(number)
        if number not in self.known and pack in self.vectors:
            real = vector("double", power_of_two(len(pack)))
            self.lines.append(f"%x{number} = extractelement {real} {self.vectors[pack]}, i32 {pack.index(number)}")
            self.known[number] = f"%x{number}"
        return super().value(number)

    def write_pack(self, pack: _Pack) -> None:
        """Several steps of one operation."""
        steps = [self.steps[v] for v in pack]
        args = [self.packed(values) for values in zip(*(step.args for step in steps), strict=True)]
        self.become(power_of_two(len(pack)))
        self.vectors[pack] = self.operation(TABLE[steps[0].op], steps[0], f"%v{pack[0]}", args)
        self.become(1)
        for v in pack:
            if v in self.program.spills:
                self.store(f"s{v}", "%w", self.program.spills[v], self.value(v))

    def packed(self, values: _Pack) -> str:
        """Some values as one vector."""
        if values not in self.vectors:
            numbers = [what for kind, what in (self.program.sources.get(v, ("", None)) for v in values) if kind == "constant"]
            texts = [hexadecimal(x) for x in numbers] if len(numbers) == len(values) else [self.value(v) for v in values]
            self.vectors[values] = self.gathered(f"%g{len(self.lines)}", texts)
        return self.vectors[values]

    def gathered(self, name: str, texts: list[str]) -> str:
        """Numbers as one vector."""
        texts = texts + texts[-1:] * (power_of_two(len(texts)) - len(texts))
        if not any(text.startswith("%") for text in texts):
            return f"<{', '.join(f'double {text}' for text in texts)}>"
        real, vector_so_far = vector("double", len(texts)), "poison"
        for k, text in enumerate(texts):
            self.lines.append(f"{name}.{k} = insertelement {real} {vector_so_far}, double {text}, i32 {k}")
            vector_so_far = f"{name}.{k}"
        return vector_so_far

    def turn_early(self) -> None:
        """Sines and cosines of the angles that are known soon."""
        angles, steps = early_angles(self.block)
        for step in steps:
            self.make(step.result)
        texts = list(dict.fromkeys(self.value(a) for a in angles))
        for first in range(0, len(texts) - 1, self.lanes):
            self.turn_together(f"%t{first}", texts[first : first + self.lanes])

    def turn_together(self, name: str, angles: list[str]) -> None:
        """Sines and cosines of some angles by one vector."""
        width = power_of_two(len(angles))
        lines, *results, declarations = self.write_turn(name, self.gathered(f"{name}.p", angles), width)
        self.lines += lines
        self.used |= declarations
        for k, angle in enumerate(angles):
            self.turned[angle] = (f"{name}.sin{k}", f"{name}.cos{k}")
            for own, result in zip(self.turned[angle], results, strict=True):
                self.lines.append(f"{own} = extractelement {vector('double', width)} {result}, i32 {k}")

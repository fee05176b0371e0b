"""What the device does with messages: it keeps registers, reports them, answers dumps and levels."""
import random

from . import registers
from .levels import Levels
from .words import message_of, parts_of, register_of, word_of

WORDS_PER_MESSAGE = 32
DUMP_PACE_S = 0.001
HALF = 0x8000


class Device:
    def __init__(self, send):
        """`send` takes a message and after how many seconds it leaves the device."""
        self.send = send
        self.table = registers.table()
        self.levels = Levels()
        self.echo = True
        self.is_silent = False
        self.set_refusals({})
        self.reset()
        self.clear_log()

    def reset(self):
        self.values = {register: entry.reset for register, entry in self.table.items()}
        # level in tenths of dB, and pan; the level that sounds is a register of its own, which the host writes
        self.labels = {place: [-650, 0] for place in registers.mix_places()}
        self.loopback = [False] * registers.OUTPUTS
        self.record_effects = False

    def clear_log(self):
        self.log = []
        self.figures = {'bad': 0, 'parity': 0, 'ticks': 0, 'dumps': 0, 'levels': 0, 'dropped': 0}

    def set_refusals(self, refusals, seed=1):
        """`chance` of a refusal, and `registers` that always are; `as`: `old` reports the old value, `ignore` says nothing."""
        self.refuse = refusals.get('chance', 0)
        self.refused = set(refusals.get('registers', ()))
        self.refuse_as = refusals.get('as', 'old')
        self.random = random.Random(seed)

    # -- from the host

    def receive(self, message):
        if self.is_silent:
            self.figures['dropped'] += 1
            return
        parts = parts_of(message)
        if parts is None:
            self.figures['bad'] += 1
            return
        sub, words = parts
        if sub == 0:
            self.receive_registers(words)
        elif sub == 2 and not words:
            self.figures['levels'] += 1
            for answer in self.levels.messages():
                self.send(answer)
        elif sub == 3 and len(words) == 1 and words[0] & 0x7F < registers.OUTPUTS:
            self.loopback[words[0] & 0x7F] = bool(words[0] >> 7 & 1)
        elif sub == 4 and len(words) == 1:
            self.record_effects = bool(words[0] & 1)
        else:
            self.figures['bad'] += 1

    def receive_registers(self, words):
        pairs = [register_of(word) for word in words]
        self.figures['parity'] += pairs.count(None)
        reported = []
        for register, value in (pair for pair in pairs if pair is not None):
            if register == registers.TICK:
                self.figures['ticks'] += 1
            elif (register, value) == registers.DUMP:
                self.dump()
            else:
                reported += self.write(register, value)
        if reported and self.echo:
            self.report(reported)

    def write(self, register, value):
        """Words to report."""
        if register in self.labels:
            known = registers.number(-100, 100) if value & HALF else registers.number(-650, 60)
            wanted = (value & 0x7FFF) - ((value & 0x4000) << 1)
        elif register in self.table and self.table[register].host:
            known = self.table[register]
            wanted = value - 0x10000 if known.low < 0 and value >= HALF else value
        else:
            self.note(register, False, value, 'unknown')
            return []
        is_pan = register in self.labels and bool(value & HALF)
        was = self.held(register, is_pan)
        if register in self.refused or self.random.random() < self.refuse:
            self.note(register, is_pan, wanted, 'refused', was)
            return [] if self.refuse_as == 'ignore' else self.words_of(register, is_pan)
        held = min(max(wanted, known.low), known.high)
        if held != wanted and known.is_choice:
            self.note(register, is_pan, wanted, 'refused', was)
            return self.words_of(register, is_pan)
        self.note(register, is_pan, wanted, 'taken' if held == wanted else 'limited', was)
        return self.hold(register, held, is_pan)

    def held(self, register, is_pan):
        return self.labels[register][1 if is_pan else 0] if register in self.labels else self.values[register]

    def hold(self, register, held, is_pan):
        """Keeps a value; words to report."""
        if register in self.labels:
            self.labels[register][1 if is_pan else 0] = held
            return self.words_of(register, is_pan)
        self.values[register] = held
        if registers.is_pair(register):
            twin = register ^ 0x40
            self.values[twin] = held
            return self.words_of(min(register, twin)) + self.words_of(max(register, twin))
        return self.words_of(register)

    # -- to the host

    def words_of(self, register, is_pan=False):
        if register in self.labels:
            level, pan = self.labels[register]
            return [word_of(register, pan & 0x7FFF | HALF if is_pan else level & 0x7FFF)]
        return [word_of(register, self.values[register])] if self.table[register].is_reported else []

    def report(self, words):
        if not self.is_silent and words:
            self.send(message_of(0, words))

    def dump(self):
        self.figures['dumps'] += 1
        words = []
        for register in sorted([*self.values, *self.labels]):
            words += self.words_of(register)
            if register in self.labels:
                words += self.words_of(register, True)
        words.append(word_of(registers.DUMP_ENDS, 0))
        for n, at in enumerate(range(0, len(words), WORDS_PER_MESSAGE)):
            self.send(message_of(0, words[at:at + WORDS_PER_MESSAGE]), n * DUMP_PACE_S)

    # -- by hand

    def turn(self, register, value, is_pan=False):
        """A control of the device itself is moved; of a place of the mix the label follows, its level is the host's work."""
        if register not in self.labels and register not in self.table:
            raise ValueError(f'register {register:#06x} is unknown')
        self.report(self.hold(register, value, is_pan))

    def note(self, register, is_pan, value, outcome, was=None):
        entry = {'register': register, 'value': value, 'outcome': outcome}
        self.log.append({**entry, **({'pan': True} if is_pan else {}), **({} if was is None else {'was': was})})

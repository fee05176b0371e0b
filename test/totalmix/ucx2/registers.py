"""The registers of the Fireface UCX II, by doc/protocol.md of oscmix: which there are, what they hold, which are reported.

Inputs are 0 to 19 (mic 1, 2; inst 3, 4; line 5 to 8; spdif; aes; adat), outputs 0 to 19 (line 1 to 6; phones 7, 8; spdif;
aes; adat). Channel c, inputs before outputs, has its registers from c << 6 on.
"""
from collections import namedtuple

INPUTS = OUTPUTS = 20
PLAYBACKS = 20
MIX_LABEL = 0x2000
MIX_LEVEL = 0x4000
DUMP = (0x3E04, 0x67CD)
DUMP_ENDS = 0x2FC0
TICK = 0x3F00

# The lowest and the highest value, and the one after a reset; of choices the nearest makes no sense. `host`: the host may write.
Register = namedtuple('Register', 'low high reset is_choice is_reported host', defaults=(0, False, True, True))


def switch(reset=0):
    return Register(0, 1, reset, True)


def choice(count, reset=0):
    return Register(0, count - 1, reset, True)


def number(low, high, reset=0):
    return Register(low, high, reset)


# From register 0x0C of each channel on: low cut, equaliser, dynamics, autolevel.
EFFECTS = {
    0x0C: switch(), 0x0D: number(20, 500, 20), 0x0E: choice(4),
    0x0F: switch(), 0x10: choice(4), 0x11: number(-200, 200), 0x12: number(20, 20000, 100), 0x13: number(4, 99, 10),
    0x14: number(-200, 200), 0x15: number(20, 20000, 1000), 0x16: number(4, 99, 10),
    0x17: choice(4), 0x18: number(-200, 200), 0x19: number(20, 20000, 8000), 0x1A: number(4, 99, 10),
    0x1B: switch(), 0x1C: number(-300, 300), 0x1D: number(0, 200, 10), 0x1E: number(100, 999, 200),
    0x1F: number(-600, 0), 0x20: number(10, 100, 10), 0x21: number(-990, -200, -990), 0x22: number(10, 100, 10),
    0x23: switch(), 0x24: number(0, 180), 0x25: number(30, 120, 60), 0x26: number(1, 99, 10),
}
GLOBALS = {
    0x3000: switch(), 0x3001: choice(15), 0x3002: number(0, 999), 0x3003: number(20, 500, 20), 0x3004: number(50, 300, 100),
    0x300C: number(-650, 60, -650), 0x3014: switch(), 0x3015: choice(3), 0x3016: number(0, 2000, 250),
    0x3050: choice(10), 0x3051: switch(), 0x3053: switch(), 0x3054: number(-650, 0, -200), 0x3055: switch(),
    0x3056: number(-650, 0, -200),
    0x3064: choice(5), 0x3065: Register(0, 8, 2, True, host=False), 0x3066: switch(), 0x3067: switch(), 0x3068: switch(),
    0x3078: switch(), 0x3079: switch(), 0x307A: Register(0, 1, 1, True, host=False), 0x307B: choice(4), 0x307C: switch(),
    0x307D: choice(3), 0x307E: choice(3), 0x307F: switch(),
    # version 30 of the DSP, without load
    0x3080: Register(0, 0xFFFF, 30 << 8, host=False),
}


def input_registers(n):
    found = {
        0x00: switch(), 0x01: number(-650, 0, -650), 0x02: switch(), 0x03: switch(), 0x04: Register(10, 10, 10, host=False),
        0x05: number(0, 60), 0x06: switch(), 0x07: switch(),
    }
    if n < 8:
        found[0x08] = number(0, 750 if n < 2 else 240)
        # phantom of a microphone, the reference level of a line: +13 dBu, +19 dBu
        found[0x09] = switch()
    if n < 4:
        found[0x0A] = switch()
    if n in (2, 3):
        found[0x0B] = switch()
    return found


def output_registers(n):
    found = {
        0x00: number(-650, 60, -650), 0x01: number(-100, 100), 0x02: switch(), 0x03: number(-650, 0, -650), 0x04: switch(),
        0x05: switch(), 0x06: Register(10, 10, 10, host=False), 0x07: number(0, 60), 0x08: switch(), 0x0A: choice(6),
        0x0B: number(-2400, 300),
    }
    if n < 8:
        # +4 dBu, +13 dBu, +19 dBu; of phones low and high
        found[0x09] = choice(3 if n < 6 else 2)
    return found


def table():
    """All registers of one value. The places of the mix at 0x2000 hold two, and are apart."""
    found = dict(GLOBALS)
    for channel in range(INPUTS + OUTPUTS):
        own = input_registers(channel) if channel < INPUTS else output_registers(channel - INPUTS)
        found.update({channel << 6 | at: register for at, register in {**own, **EFFECTS}.items()})
        # names are 12 bytes, two a register
        found.update({0x3200 + channel * 8 + at: Register(0, 0xFFFF, 0) for at in range(6)})
    for out in range(OUTPUTS):
        for place in (*range(INPUTS), *range(0x20, 0x20 + PLAYBACKS)):
            found[MIX_LEVEL | out << 6 | place] = Register(0, 0xFFFF, 0, is_reported=False)
    return found


def mix_places():
    return [MIX_LABEL | out << 6 | place for out in range(OUTPUTS) for place in range(INPUTS)]


def is_pair(register):
    """Stereo belongs to two neighbours: both have the same value."""
    channel, at = register >> 6, register & 0x3F
    return channel < INPUTS and at == 0x02 or INPUTS <= channel < INPUTS + OUTPUTS and at == 0x04


def gain_of(level):
    """The linear gain of a register of the mixer at 0x4000: 15 bits, of 0x1000 where bit 15 is set, else of 0x8000."""
    value = level & 0x7FFF
    # negative is inverted; a half, 0x4000 of 0x8000, is not
    signed = value - 0x8000 if value > 0x4000 else value
    return signed / (0x1000 if level & 0x8000 else 0x8000)

"""The orders of a test: one object of JSON each, answered by one."""
import json

from . import registers


class Orders:
    def __init__(self, simulator):
        self.simulator = simulator

    def take(self, line):
        try:
            order = json.loads(line)
            what = order.pop('do')
            action = getattr(self, f'do_{what}', None)
            if action is None:
                raise ValueError(f'do: no order {what!r}')
            return {'did': what, **(action(**order) or {})}
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            return {'failed': str(fault) or type(fault).__name__}

    @property
    def device(self):
        return self.simulator.device

    def do_turn(self, register, value, pan=False):
        """Moves a control at the device, and reports that."""
        self.device.turn(register, value, pan)

    def do_registers(self, only=None):
        """All values, by number of the register; places of the mix have level (tenths of dB) and pan, and the gain that sounds."""
        device = self.device
        wanted = None if only is None else set(only)
        values = {str(at): value for at, value in device.values.items() if wanted is None or at in wanted}
        mix = {}
        for out in range(registers.OUTPUTS):
            for place in (*range(registers.INPUTS), *range(0x20, 0x20 + registers.PLAYBACKS)):
                gain = registers.gain_of(device.values[registers.MIX_LEVEL | out << 6 | place])
                label = device.labels.get(registers.MIX_LABEL | out << 6 | place)
                if gain == 0 and label in (None, [-650, 0]):
                    continue
                number = place + 1 if place < 0x20 else place - 0x20 + registers.INPUTS + 1
                told = {} if label is None else {'level': label[0], 'pan': label[1]}
                mix[f'{out + 1}/{number}'] = {**told, 'gain': gain}
        return {'values': values, 'mix': mix, 'loopback': device.loopback}

    def do_faults(self, seed=None, toDevice=None, toHost=None, **both):
        """Of both directions, or of each: lose, delay, reorder, corrupt (chances), delayMs. Without any: none."""
        for at, (side, own) in enumerate(((self.simulator.to_device, toDevice), (self.simulator.to_host, toHost))):
            side.set_faults({**both, **(own or {})}, None if seed is None else seed + at)

    def do_refuse(self, seed=1, **refusals):
        """`chance`, `registers` and `as` (old, ignore). Without any: nothing is refused."""
        self.device.set_refusals(refusals, seed)

    def do_behave(self, echo=None, silent=None):
        """Whether the device reports what the host wrote, and whether it is dead to the host."""
        if echo is not None:
            self.device.echo = echo
        if silent is not None:
            self.device.is_silent = silent
            if silent:
                self.simulator.to_host.clear()

    def do_level(self, kind, channel, db):
        self.device.levels.set(kind, channel, db)

    def do_unplug(self):
        self.simulator.port.unplug()
        self.simulator.lose_all()

    def do_plugIn(self, registers='remembered'):
        """`default`: the device was without power, and had nothing stored."""
        if registers == 'default':
            self.device.reset()
        elif registers != 'remembered':
            raise ValueError('registers: remembered or default')
        self.simulator.port.plug_in()

    def do_send(self, hex):
        """Bytes to the host as they are, without a fault."""
        self.simulator.port.write(bytes.fromhex(hex))

    def do_figures(self):
        sides = {'toDevice': self.simulator.to_device.figures, 'toHost': self.simulator.to_host.figures}
        port = self.simulator.port
        return {**self.device.figures, **sides, 'open': port.is_open, 'overruns': port.overruns}

    def do_log(self, clear=True):
        """What the host wrote since the last time: register, value, outcome (taken, limited, refused, unknown)."""
        log = self.device.log
        if clear:
            self.device.log = []
        return {'log': log}

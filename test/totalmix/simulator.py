#!/usr/bin/env python3
"""A simulated RME Fireface UCX II in class-compliant mode: the MIDI port that takes its SysEx, as a pty.

  simulator.py LINK [--seed N]     LINK becomes a symbolic link to the pty, as long as the device is plugged in

Orders are lines of JSON on stdin, {"do": "turn", "register": 8, "value": 420}; each is answered by one line on stdout, in
order (class Orders has all of them). The programme ends when stdin closes.

Written from public facts, not checked on hardware: "RME Fireface UCX II protocol" of oscmix, doc/protocol.md at commit
c7f80e7^ and device_ffucxii.c (https://github.com/michaelforney/oscmix, ISC licence, Michael Forney). These say nothing on:
- whether the device reports a register that the host writes. This one does, with the value that it holds then, so that a
  refused write shows the old one ({"do": "behave", "echo": false} for a device that doesn't);
- values outside of a range. This one takes the nearest for numbers, and keeps the old value for choices;
- how many words are in a message of a dump, and its pace: 32 words, and a message per millisecond.
"""
import argparse
import json
import os
import selectors
import sys
import time

from ucx2.device import Device
from ucx2.line import Line
from ucx2.orders import Orders
from ucx2.port import Port


class Simulator:
    """Brings the bytes of the port through faulty lines to the device and back, each at its time."""

    def __init__(self, link, seed):
        self.selector = selectors.DefaultSelector()
        self.port = Port(link, self.selector)
        self.to_device = Line(seed)
        self.to_host = Line(seed + 1)
        self.device = Device(lambda message, after_s=0.0: self.to_host.put(message, time.monotonic(), after_s))
        self.orders = Orders(self)
        self.pending = b''
        self.selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
        self.port.plug_in()

    def run(self):
        while True:
            due = [at for at in (self.to_device.next_at(), self.to_host.next_at(), self.port.look_at()) if at is not None]
            timeout = max(0.0, min(due) - time.monotonic()) if due else None
            for key, events in self.selector.select(timeout):
                if key.fd == sys.stdin.fileno():
                    if not self.take_orders():
                        return
                else:
                    self.take_bytes(events)
            self.port.look(time.monotonic())
            self.move()

    def take_bytes(self, events):
        if events & selectors.EVENT_READ:
            for message in self.port.read():
                self.to_device.put(message, time.monotonic())
        if events & selectors.EVENT_WRITE:
            self.port.flush()

    def move(self):
        now = time.monotonic()
        for message in self.to_device.take(now):
            self.device.receive(message)
        for message in self.to_host.take(now):
            self.port.write(message)

    def lose_all(self):
        """What was on its way when the plug was pulled."""
        self.to_device.clear()
        self.to_host.clear()

    def take_orders(self):
        chunk = os.read(sys.stdin.fileno(), 65536)
        if not chunk:
            return False
        *lines, self.pending = (self.pending + chunk).split(b'\n')
        for line in lines:
            if line.strip():
                print(json.dumps(self.orders.take(line)), flush=True)
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('link')
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    simulator = Simulator(options.link, options.seed)
    print(json.dumps({'did': 'start', 'link': options.link}), flush=True)
    try:
        simulator.run()
    finally:
        simulator.port.unplug()


if __name__ == '__main__':
    main()

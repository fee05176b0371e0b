#!/usr/bin/env python3
"""TotalMix FX as its OSC remote shows it: a simulator for tests, by the vendor's OSC table 1.96.

It knows nothing of Rowdesk. One remote controller sees one view at a time: a page, a row (bus), a bank of eight faders from a
channel on, and the mix (submix) of one output. Channels of a pair are one fader. Values that come by OSC are not echoed; a page
that is newly selected is sent completely; what a hand changes is sent where it is in view. Toggles turn over.

    totalmix_fx.py --listen 7001 --send 127.0.0.1:9001 [--inputs 8] [--playbacks 8] [--outputs 8] [--preamps 4]
                   [--loss 0.1] [--delay-ms 20] [--seed 1] [--eager] [--sparse]

--loss and --delay-ms hold for packets of both ways; delayed packets overtake each other. --eager sends a page for each message
that changes it, from the values that it had then. --sparse sends nothing for what a channel does not have. Commands come as JSON lines on stdin, answers go to stdout:

    {"set": "input/3/gain", "value": 20}    a hand at the screen of TotalMix FX; levels in dB, -144 is off
    {"faults": {"loss": 0, "delay": 0}}     from now on
    {"silent": true}                        hears and sends nothing
    {"state": true}                         {"state": {"input/1/gain": 0.0, ...}, "heard": 12, "lost": 1}
"""
import argparse
import heapq
import itertools
import json
import random
import selectors
import socket
import struct
import sys
import time

BANK = 8
OFF = -144.0
PACKET_BYTES = 1200
HEARTBEAT_S = 0.5
BUSES = {"Input": "input", "Playback": "playback", "Output": "output"}
TOGGLES = {
    "phase": "phase", "phaseRight": "phaseRight", "phantom": "phantom", "instrument": "instrument", "pad": "pad",
    "msProc": "msProc", "autoset": "autoset", "loopback": "loopback", "stereo": "stereo", "mute": "mute",
}
GAIN_DB = (0.0, 75.0, 0.5)
REFERENCES = {"input": ["+13 dBu", "+19 dBu"], "output": ["+4 dBu", "+13 dBu", "+19 dBu"]}


# --- packets of OSC 1.0 -----------------------------------------------------------------------------------------------------

def padded(data):
    return data + b"\0" * (4 - len(data) % 4)


def encode(address, *args):
    types, data = ",", b""
    for arg in args:
        if isinstance(arg, str):
            types, data = types + "s", data + padded(arg.encode())
        else:
            types, data = types + "f", data + struct.pack(">f", arg)
    return padded(address.encode()) + padded(types.encode()) + data


def bundle(messages):
    return padded(b"#bundle") + struct.pack(">Q", 1) + b"".join(struct.pack(">i", len(m)) + m for m in messages)


def text_at(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode(), (end // 4 + 1) * 4


def decode(data):
    """(address, [values]) of a packet."""
    if data.startswith(b"#bundle\0"):
        at = 16
        while at < len(data):
            (size,) = struct.unpack_from(">i", data, at)
            yield from decode(data[at + 4:at + 4 + size])
            at += 4 + size
        return
    address, at = text_at(data, 0)
    values = []
    if at < len(data):
        types, at = text_at(data, at)
        for kind in types[1:]:
            if kind == "s":
                value, at = text_at(data, at)
            elif kind in "fi":
                (value,) = struct.unpack_from(">" + kind, data, at)
                at += 4
            else:
                value = {"T": 1.0, "F": 0.0}[kind]
            values.append(value)
    yield address, values


# --- scales -----------------------------------------------------------------------------------------------------------------

def fader_db(position):
    """The calculation of the fader curve of the vendor's table: 1023 steps, two parts."""
    step = round(min(max(position, 0.0), 1.0) * 1023)
    if step == 0:
        return OFF
    return step * 0.0320855615 - 26.8235294118 if step >= 649 else step * step * (-1 / 11033) + step * 0.1497326203 - 65


def fader_position(db):
    """The step whose level is nearest, by looking at all of them."""
    if db <= OFF:
        return 0.0
    return min(range(1, 1024), key=lambda step: abs(fader_db(step / 1023) - db)) / 1023


def fader_text(position):
    db = fader_db(position)
    return "-oo" if db == OFF else f"{db:.1f} dB"


# --- the mixer --------------------------------------------------------------------------------------------------------------

class Channel:
    def __init__(self, bus, index, has_preamp):
        self.name = f"{'AN' if bus != 'playback' else 'PB'} {index + 1}"
        self.has_preamp = has_preamp
        self.flags = dict.fromkeys(TOGGLES, False)
        self.gain = 0.0
        self.reference = 0
        self.volume, self.pan = fader_position(-30.0 if bus == "output" else OFF), 0.5
        # Of inputs and playbacks, by the first channel of an output: [position, pan].
        self.sends = {}

    def send(self, output):
        return self.sends.setdefault(output, [0.0, 0.5])


class Mixer:
    def __init__(self, counts, preamps):
        self.rows = {
            bus: [Channel(bus, i, bus == "input" and i < preamps) for i in range(count)] for bus, count in counts.items()
        }

    def start(self, bus, index):
        """The first channel of the fader that has the channel."""
        return index - 1 if index % 2 == 1 and self.rows[bus][index - 1].flags["stereo"] else index

    def faders(self, bus, start):
        """The first channels of the faders from a channel on."""
        at = self.start(bus, min(max(start, 0), len(self.rows[bus]) - 1))
        while at < len(self.rows[bus]):
            yield at
            at += 2 if self.is_pair(bus, at) else 1

    def is_pair(self, bus, at):
        return at % 2 == 0 and at + 1 < len(self.rows[bus]) and self.rows[bus][at].flags["stereo"]

    def label(self, bus, at):
        name = self.rows[bus][at].name
        return f"{name}/{at + 2}" if self.is_pair(bus, at) else name

    def toggle(self, bus, at, flag, value=None):
        channel = self.rows[bus][at]
        pair = [at, at + 1] if self.is_pair(bus, at) or flag == "stereo" else [at]
        if flag in ("phantom", "instrument", "pad", "autoset") and not channel.has_preamp:
            return
        if flag == "loopback" and bus != "output" or flag == "stereo" and (at % 2 or at + 1 >= len(self.rows[bus])):
            return
        if flag == "phaseRight":
            if self.is_pair(bus, at):
                right = self.rows[bus][at + 1].flags
                right["phase"] = not right["phase"] if value is None else value
            return
        wanted = not channel.flags[flag] if value is None else value
        for index in [at] if flag == "phase" else pair:
            self.rows[bus][index].flags[flag] = wanted

    def set_gain(self, at, db):
        low, high, step = GAIN_DB
        if self.rows["input"][at].has_preamp:
            self.rows["input"][at].gain = min(max(round(db / step) * step, low), high)

    def state(self):
        found = {}
        for bus, row in self.rows.items():
            for index, channel in enumerate(row):
                of = f"{bus}/{index + 1}"
                found |= {f"{of}/{flag}": on for flag, on in channel.flags.items() if flag != "phaseRight"}
                found[f"{of}/gain"], found[f"{of}/reference"] = channel.gain, channel.reference
                if bus == "output":
                    found[f"{of}/level"], found[f"{of}/pan"] = fader_db(channel.volume), round(channel.pan * 200 - 100)
                for output, (position, pan) in channel.sends.items():
                    found[f"mix/{output + 1}/{of}/level"] = fader_db(position)
                    found[f"mix/{output + 1}/{of}/pan"] = round(pan * 200 - 100)
        return found

    def set(self, path, value):
        """A hand: `input/3/gain`, `output/1/level`, `mix/1/input/3/level`, each flag by its name."""
        parts = path.split("/")
        if parts[0] == "mix":
            output, bus = self.start("output", int(parts[1]) - 1), parts[2]
            send = self.rows[bus][self.start(bus, int(parts[3]) - 1)].send(output)
            send[parts[4] == "pan"] = (value + 100) / 200 if parts[4] == "pan" else fader_position(value)
            return
        bus, at, field = parts[0], int(parts[1]) - 1, parts[2]
        channel = self.rows[bus][self.start(bus, at)]
        if field == "gain":
            self.set_gain(at, value)
        elif field == "reference":
            channel.reference = value
        elif field == "name":
            self.rows[bus][at].name = value
        elif field == "level":
            channel.volume = fader_position(value)
        elif field == "pan":
            channel.pan = (value + 100) / 200
        elif field == "phase":
            self.rows[bus][at].flags["phase"] = value
        else:
            self.toggle(bus, self.start(bus, at), field, value)


# --- the remote -------------------------------------------------------------------------------------------------------------

class Remote:
    """What one remote controller shows, and what it takes."""

    def __init__(self, mixer, show, sparse):
        self.mixer, self.show, self.sparse = mixer, show, sparse
        self.page, self.bus, self.bank, self.offset, self.submix = 1, "input", 0, 0, 0

    def take(self, address, values):
        value = float(values[0]) if values and not isinstance(values[0], str) else None
        before = (self.page, self.bus, self.bank, self.offset, self.submix)
        parts = address.split("/")
        if address == "/setBankStart" and value is not None:
            self.bank = int(value)
        elif address == "/setOffsetInBank" and value is not None:
            self.offset = int(value)
        elif address == "/setSubmix" and value is not None:
            assert 0 <= value < len(self.mixer.rows["output"]), "a submix that does not exist ends TotalMix FX"
            self.submix = self.mixer.start("output", int(value))
        elif len(parts) > 1 and parts[1] in ("1", "2"):
            self.page = int(parts[1])
            if len(parts) > 2 and parts[2].startswith("bus") and parts[2][3:] in BUSES and value == 1.0:
                self.bus = BUSES[parts[2][3:]]
        if before != (self.page, self.bus, self.bank, self.offset, self.submix):
            self.show()
        if value is not None and len(parts) > 2 and parts[1] in ("1", "2"):
            self.change(parts[1], parts[2:], value)

    def faders(self):
        return list(self.mixer.faders(self.bus, self.bank))

    def change(self, page, name, value):
        faders, mixer = self.faders(), self.mixer
        if page == "2":
            if self.offset < len(faders):
                self.change_channel(faders[self.offset], name[0], value)
            return
        kind = name[0].rstrip("0123456789")
        number = name[2] if len(name) == 3 else name[0][len(kind):]
        if not number or int(number) > min(BANK, len(faders)):
            return
        at = faders[int(number) - 1]
        if kind in ("volume", "pan"):
            self.change_fader(at, kind, value)
        elif kind in ("mute", "phantom"):
            mixer.toggle(self.bus, at, kind, value >= 0.5)
        elif kind == "micgain" and self.bus == "input":
            mixer.set_gain(at, GAIN_DB[0] + value * (GAIN_DB[1] - GAIN_DB[0]))

    def change_channel(self, at, name, value):
        gain = GAIN_DB[0] + value * (GAIN_DB[1] - GAIN_DB[0])
        if name in TOGGLES:
            if value == 1.0:
                self.mixer.toggle(self.bus, at, name)
        elif name in ("volume", "pan"):
            self.change_fader(at, name, value)
        elif name == "gain" and self.bus == "input":
            self.mixer.set_gain(at, gain)
        elif name == "gainRight" and self.bus == "input" and self.mixer.is_pair("input", at):
            self.mixer.set_gain(at + 1, gain)
        elif name == "refLevel" and self.bus in REFERENCES and 0 <= value < len(REFERENCES[self.bus]):
            self.mixer.rows[self.bus][at].reference = int(value)

    def change_fader(self, at, kind, value):
        channel = self.mixer.rows[self.bus][at]
        stepped = round(min(max(value, 0.0), 1.0) * 1023) / 1023 if kind == "volume" else min(max(value, 0.0), 1.0)
        if self.bus == "output":
            setattr(channel, kind, stepped)
        else:
            channel.send(self.submix)[kind == "pan"] = stepped

    def fader(self, at):
        channel = self.mixer.rows[self.bus][at]
        return (channel.volume, channel.pan) if self.bus == "output" else channel.send(self.submix)

    def page_messages(self):
        found = [(f"/{self.page}/bus{name}", float(self.bus == bus)) for name, bus in BUSES.items()]
        found.append((f"/{self.page}/labelSubmix", self.mixer.label("output", self.mixer.start("output", self.submix))))
        return found + (self.bank_messages() if self.page == 1 else self.channel_messages())

    def bank_messages(self):
        found, faders = [], self.faders()[:BANK]
        for number in range(1, BANK + 1):
            if number > len(faders):
                found += [(f"/1/trackname{number}", "n.a."), (f"/1/volume{number}", 0.0), (f"/1/volume{number}Val", "-oo")]
                continue
            at = faders[number - 1]
            channel, (volume, pan) = self.mixer.rows[self.bus][at], self.fader(at)
            low, high, _ = GAIN_DB
            found += [
                (f"/1/trackname{number}", self.mixer.label(self.bus, at)),
                (f"/1/volume{number}", volume), (f"/1/volume{number}Val", fader_text(volume)), (f"/1/pan{number}", pan),
                (f"/1/mute/1/{number}", float(channel.flags["mute"])),
                (f"/1/phantom/1/{number}", float(channel.flags["phantom"])),
            ]
            if channel.has_preamp:
                found += [(f"/1/micgain{number}", (channel.gain - low) / (high - low)),
                          (f"/1/micgain{number}Val", f"{channel.gain:.1f} dB")]
        return found

    def channel_messages(self):
        faders = self.faders()
        if self.offset >= len(faders):
            return [("/2/trackname", "n.a.")]
        at = faders[self.offset]
        channel, (volume, pan) = self.mixer.rows[self.bus][at], self.fader(at)
        right = self.mixer.rows[self.bus][at + 1] if self.mixer.is_pair(self.bus, at) else channel
        low, high, _ = GAIN_DB
        found = [(f"/2/{name}", float(channel.flags[name])) for name in TOGGLES if name != "phaseRight"]
        found += [
            ("/2/trackname", self.mixer.label(self.bus, at)), ("/2/phaseRight", float(right.flags["phase"])),
            ("/2/volume", volume), ("/2/volumeVal", fader_text(volume)), ("/2/pan", pan),
            ("/2/gain", (channel.gain - low) / (high - low)), ("/2/gainVal", f"{channel.gain:.1f}"),
            ("/2/gainRight", (right.gain - low) / (high - low)), ("/2/gainRightVal", f"{right.gain:.1f}"),
        ]
        if self.bus in REFERENCES:
            found += [("/2/refLevel", float(channel.reference)), ("/2/refLevelVal", REFERENCES[self.bus][channel.reference])]
        return [pair for pair in found if not self.sparse or self.has(pair[0][3:], channel, right is not channel)]

    def has(self, name, channel, is_pair):
        if name.startswith(("gain", "phantom", "instrument", "pad", "autoset")) and not channel.has_preamp:
            return False
        return not (name.startswith(("gainRight", "phaseRight")) and not is_pair or name == "loopback" and self.bus != "output")


# --- the network ------------------------------------------------------------------------------------------------------------

class Network:
    def __init__(self, args):
        host, port = args.send.rsplit(":", 1)
        self.to = (host, int(port))
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", args.listen))
        self.random = random.Random(args.seed)
        self.faults = {"loss": args.loss, "delay": args.delay_ms}
        self.eager, self.silent, self.dumping = args.eager, False, False
        self.heard = self.lost = 0
        self.events, self.order = [], itertools.count()
        counts = {"input": args.inputs, "playback": args.playbacks, "output": args.outputs}
        self.mixer = Mixer(counts, args.preamps)
        self.remote = Remote(self.mixer, self.show, args.sparse)

    def at(self, delay_s, act):
        heapq.heappush(self.events, (time.monotonic() + delay_s, next(self.order), act))

    def through(self, act):
        """A packet on its way: lost, or late by a time of its own."""
        if self.silent or self.random.random() < self.faults["loss"]:
            self.lost += 1
        else:
            self.at(self.random.random() * self.faults["delay"] / 1000, act)

    def show(self):
        if self.eager:
            self.transmit(self.remote.page_messages())
        elif not self.dumping:
            self.dumping = True
            self.at(0.002, self.dump)

    def dump(self):
        self.dumping = False
        self.transmit(self.remote.page_messages())

    def transmit(self, values):
        part = []
        for message in [encode(address, value) for address, value in values]:
            if part and sum(map(len, part)) + len(message) > PACKET_BYTES:
                self.post(bundle(part))
                part = []
            part.append(message)
        if part:
            self.post(bundle(part))

    def post(self, packet):
        self.through(lambda: self.socket.sendto(packet, self.to))

    def heartbeat(self):
        self.post(encode("/"))
        self.at(HEARTBEAT_S, self.heartbeat)

    def receive(self):
        packet = self.socket.recv(65536)
        self.heard += 1
        self.through(lambda: [self.remote.take(address, values) for address, values in decode(packet)])

    def command(self, line):
        command = json.loads(line)
        if "set" in command:
            before = dict(self.remote.page_messages())
            self.mixer.set(command["set"], command["value"])
            changed = [(address, value) for address, value in self.remote.page_messages() if before.get(address) != value]
            self.transmit(changed)
        elif "faults" in command:
            self.faults |= command["faults"]
        elif "silent" in command:
            self.silent = command["silent"]
        answer = {"state": self.mixer.state(), "heard": self.heard, "lost": self.lost} if "state" in command else {}
        print(json.dumps(answer), flush=True)

    def run(self):
        selector = selectors.DefaultSelector()
        selector.register(self.socket, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        self.heartbeat()
        print(json.dumps({"port": self.socket.getsockname()[1]}), flush=True)
        while True:
            wait = max(0.0, self.events[0][0] - time.monotonic()) if self.events else None
            for key, _ in selector.select(wait):
                if key.fileobj is self.socket:
                    self.receive()
                    continue
                line = sys.stdin.readline()
                if not line:
                    return
                self.command(line)
            while self.events and self.events[0][0] <= time.monotonic():
                heapq.heappop(self.events)[2]()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen", type=int, default=7001)
    parser.add_argument("--send", default="127.0.0.1:9001")
    for name, count in (("inputs", 8), ("playbacks", 8), ("outputs", 8), ("preamps", 4)):
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--loss", type=float, default=0.0)
    parser.add_argument("--delay-ms", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--sparse", action="store_true")
    Network(parser.parse_args()).run()


main()

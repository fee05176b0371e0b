// All that the machine says of real audio, in the order of the way from the socket to the card.
import { type AskedSound, hasDriverFor, names } from './asked.ts';
import { cardProfiles } from './card-profiles.ts';
import { cards } from './cards.ts';
import { realTime } from './deadlines.ts';
import type { Diagnosis } from './finding.ts';
import { kernelCards } from './holders.ts';
import { jack, jackServer } from './jack.ts';
import { libraries } from './libraries.ts';
import { listeners, type Machine } from './machine.ts';
import { namedCards } from './named-cards.ts';
import { preampMidi } from './preamps.ts';
import { serverClock } from './server-clock.ts';
import { serverState } from './server-state.ts';
import { type Login, socketPath, soundServer } from './sound-server.ts';
import { units } from './units.ts';
import { usb } from './usb.ts';

/** A subject without evidence has no finding: a machine without sound has two, that there is no server and no card. */
export function sound(machine: Machine, login: Login, asked: AskedSound): readonly Diagnosis[] {
  const state = serverState(machine);
  const server = jackServer(machine, login);
  const used = transportsInUse(machine, login, asked);
  const allowed = realTime(machine, login.name);
  const found = [
    soundServer(machine, login, state, withoutPipeWire(used, asked)),
    state && serverClock(state, asked),
    state && cardProfiles(state),
    jack(machine, login, server, asked, allowed),
    libraries(machine, asked, used),
    cards(machine, used.has('jack')),
    namedCards(machine, asked, state),
    units(machine, login, asked),
    usb(machine),
    preampMidi(machine, asked.drivers, login.name),
  ];
  return found.filter((finding) => finding !== undefined);
}

/** Transports of the devices that the configuration names, or of the one that a start would take without (audio-order.ts). */
export function transportsInUse(machine: Machine, login: Login, asked: AskedSound): ReadonlySet<string> {
  const named = asked.devices.map(({ transport }) => transport);
  if (named.length > 0) return new Set(named);
  const path = socketPath(login);
  const isThere = path !== undefined && machine.owner(path) !== undefined && listeners(machine)(path);
  if (isThere) return new Set(['pipewire']);
  if (jackServer(machine, login)?.uid === login.uid && hasDriverFor(asked, 'jack')) return new Set(['jack']);
  return new Set((kernelCards(machine) ?? []).length > 0 && hasDriverFor(asked, 'alsa') ? ['alsa'] : []);
}

function withoutPipeWire(used: ReadonlySet<string>, asked: AskedSound): string {
  if (names(asked, 'pipewire')) return '';
  if (used.has('jack')) return 'JACK gives the desk its sound';
  if (used.has('alsa')) return 'the desk opens a card by itself';
  return asked.devices.length > 0 ? 'the configuration names other devices' : '';
}

// All that the machine says of real audio, in the order of the way from the socket to the card.
import { cardProfiles } from './card-profiles.ts';
import { cards } from './cards.ts';
import type { Diagnosis } from './finding.ts';
import type { Machine } from './machine.ts';
import { type AskedClock, serverClock } from './server-clock.ts';
import { serverState } from './server-state.ts';
import { type Login, soundServer } from './sound-server.ts';
import { usb } from './usb.ts';

/** A subject without evidence has no finding: a machine without sound has two, that there is no server and no card. */
export function sound(machine: Machine, login: Login, clock: AskedClock): readonly Diagnosis[] {
  const state = serverState(machine);
  const found = [
    soundServer(machine, login, state),
    state && serverClock(state, clock),
    state && cardProfiles(state),
    cards(machine),
    usb(machine),
  ];
  return found.filter((finding) => finding !== undefined);
}

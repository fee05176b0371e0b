// Sound cards and the processes that hold them.
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import { holders, kernelCards, soundFolder } from './holders.ts';
import type { Machine } from './machine.ts';

/** Programs through which the desk itself gets its sound; `node` is the desk. */
const ours: readonly string[] = ['pipewire', 'node', 'rowdesk'];
const mending: Readonly<Record<string, string>> = {
  pulseaudio: 'systemctl --user disable --now pulseaudio.socket pulseaudio.service',
  jackd: 'jack_control stop   # or end jackd where it was started',
};

/** `isByJack`: the desk gets its sound from JACK, which then may have the card. */
export function cards(machine: Machine, isByJack: boolean): Diagnosis {
  const found = kernelCards(machine);
  if (found === undefined) return fine('sound cards', `the kernel has no sound: ${soundFolder} is absent`);
  if (found.length === 0) return fine('sound cards', 'none');
  const held = holders(machine);
  const isOurs = (program: string) => ours.includes(program) || (isByJack && /^jackd(bus)?$/.test(program));
  const foreign = held.filter(({ program }) => !isOurs(program));
  const [first] = foreign;
  if (first) {
    const detail = foreign.map(({ pcm, program, pid }) => `${pcm} is held by ${program} (process ${pid})`);
    const fix = mending[first.program] ?? `kill ${first.pid}   # ends ${first.program}`;
    // Another stream of the card may still be free.
    return (foreign.length === held.length ? problem : advice)('sound cards', detail.join('; '), fix);
  }
  const users = held.map(({ pcm, program }) => `${pcm} by ${program}`);
  const detail = users.length === 0 ? 'held by no process' : `held: ${users.join(', ')}`;
  const names = found.map(({ number, id, label }) => `hw:${number} ${id} (${label})`);
  return fine('sound cards', `${names.join(', ')}; ${detail}`);
}

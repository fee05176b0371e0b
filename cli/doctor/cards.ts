// Sound cards and the processes that hold them, by /proc/asound (Linux, Documentation/sound/designs/procfs.rst).
import { advice, type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';

const folder = '/proc/asound';
/** Programs through which the desk itself gets its sound; `node` is the desk. */
const ours = new Set(['pipewire', 'node', 'rowdesk']);
const mending: Readonly<Record<string, string>> = {
  pulseaudio: 'systemctl --user disable --now pulseaudio.socket pulseaudio.service',
  jackd: 'jack_control stop   # or end jackd where it was started',
};

/** Undefined where the kernel has no sound. */
export function cardNames(machine: Machine): readonly string[] | undefined {
  if (machine.names(folder).length === 0) return undefined;
  // ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`
  return [...machine.text(`${folder}/cards`).matchAll(/^\s*(\d+) \[(\S+)\s*\]: .* - (.*)$/gm)].map(
    ([, number, id, name]) => `hw:${number} ${id} (${name})`,
  );
}

export function cards(machine: Machine): Diagnosis {
  const names = cardNames(machine);
  if (names === undefined) return fine('sound cards', `the kernel has no sound: ${folder} is absent`);
  if (names.length === 0) return fine('sound cards', 'none');
  const held = holders(machine);
  const foreign = held.filter(({ program }) => !ours.has(program));
  const [first] = foreign;
  if (first) {
    const detail = foreign.map(({ pcm, program, pid }) => `${pcm} is held by ${program} (process ${pid})`);
    const fix = mending[first.program] ?? `kill ${first.pid}   # ends ${first.program}`;
    // Another stream of the card may still be free.
    return (foreign.length === held.length ? problem : advice)('sound cards', detail.join('; '), fix);
  }
  const users = held.map(({ pcm, program }) => `${pcm} by ${program}`);
  const detail = users.length === 0 ? 'held by no process' : `held: ${users.join(', ')}`;
  return fine('sound cards', `${names.join(', ')}; ${detail}`);
}

interface Holder {
  /** `card0/pcm0p/sub0` */
  readonly pcm: string;
  readonly program: string;
  readonly pid: number;
}

function holders(machine: Machine): readonly Holder[] {
  const below = (path: string, pattern: RegExp) =>
    machine
      .names(path)
      .filter((name) => pattern.test(name))
      .map((name) => `${path}/${name}`);
  const streams = below(folder, /^card\d+$/)
    .flatMap((card) => below(card, /^pcm\d+[pc]$/))
    .flatMap((pcm) => below(pcm, /^sub\d+$/));
  return streams.flatMap((stream) => {
    const owner = /^owner_pid\s*:\s*(\d+)/m.exec(machine.text(`${stream}/status`))?.[1];
    if (owner === undefined) return [];
    // The kernel gives the thread that opened the stream.
    const process = /^Tgid:\s*(\d+)/m.exec(machine.text(`/proc/${owner}/status`))?.[1] ?? owner;
    const program = machine.text(`/proc/${process}/comm`).trim() || 'a process of another user';
    return [{ pcm: stream.slice(folder.length + 1), program, pid: Number(process) }];
  });
}

// The processes that hold the PCMs of sound cards, by /proc/asound (Linux, Documentation/sound/designs/procfs.rst).
import type { Machine } from './machine.ts';

export const soundFolder = '/proc/asound';

export interface KernelCard {
  readonly number: number;
  readonly id: string;
  readonly label: string;
}

export interface Holder {
  /** `card0/pcm0p/sub0` */
  readonly pcm: string;
  readonly program: string;
  readonly pid: number;
}

/** Undefined where the kernel has no sound. */
export function kernelCards(machine: Machine): readonly KernelCard[] | undefined {
  if (machine.names(soundFolder).length === 0) return undefined;
  // ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`
  return [...machine.text(`${soundFolder}/cards`).matchAll(/^\s*(\d+) \[(\S+)\s*\]: .* - (.*)$/gm)].map(
    ([, number, id = '', label = '']) => ({ number: Number(number), id, label }),
  );
}

export function holders(machine: Machine): readonly Holder[] {
  const below = (path: string, pattern: RegExp) =>
    machine
      .names(path)
      .filter((name) => pattern.test(name))
      .map((name) => `${path}/${name}`);
  const streams = below(soundFolder, /^card\d+$/)
    .flatMap((card) => below(card, /^pcm\d+[pc]$/))
    .flatMap((pcm) => below(pcm, /^sub\d+$/));
  return streams.flatMap((stream) => {
    const owner = /^owner_pid\s*:\s*(\d+)/m.exec(machine.text(`${stream}/status`))?.[1];
    if (owner === undefined) return [];
    // The kernel gives the thread that opened the stream.
    const process = /^Tgid:\s*(\d+)/m.exec(machine.text(`/proc/${owner}/status`))?.[1] ?? owner;
    const program = machine.text(`/proc/${process}/comm`).trim() || 'a process of another user';
    return [{ pcm: stream.slice(soundFolder.length + 1), program, pid: Number(process) }];
  });
}

// What must not change while a take is recorded: its tracks and its files. And what does not fit into memory.
import { type CommitValidator, isSameJson, Refusal } from 'rowdesk/provider';
import { ofMixer, recordPath } from './contract.ts';
import { mebibyte, neededBytes } from './needed-memory.ts';

const fixed = [...ofMixer, 'fileFormat', 'bitDepth'] as const;

/** Refuses (409) commits to the choice of tracks and to the format. `recording`: what is recorded, for people. */
export function recordValidator(recording: () => string | undefined): CommitValidator {
  return (after, before, paths) => {
    if (!paths.includes(recordPath)) return;
    const [now, then] = [after.read(recordPath), before.read(recordPath)];
    const changed = fixed.filter((field) => !isSameJson(now[field], then[field]));
    if (changed.length === 0) return;
    const what = recording();
    if (what === undefined) return;
    const words = `${changed.join(' and ')} can not change now: ${what} is being recorded`;
    throw new Refusal('conflict', `${words}; stop it first by /record/stop.`, { reason: 'recording' });
  };
}

export interface Memory {
  /** Bytes that a process of the desk may still take. */
  available(): number;
  /** Mebibytes that the recorder has already. */
  heldMb(): number;
  /** Hz */
  rate(): number;
}

/** Refuses (409) to arm what does not fit. The recorder and the mixer, which hold it, check again. */
export function memoryValidator(memory: Memory): CommitValidator {
  return (after, before, paths) => {
    if (!paths.includes(recordPath)) return;
    const [now, then] = [after, before].map((desk) => neededBytes(desk.read(recordPath), memory.rate())) as [
      number,
      number,
    ];
    if (now <= then) return;
    const room = memory.available() + memory.heldMb() * mebibyte;
    if (now <= room) return;
    const [needed, free] = [Math.ceil(now / mebibyte), Math.floor(room / mebibyte)];
    const words = `That needs ${needed} MB of memory, and ${free} MB are there`;
    const remedy = 'arm fewer strips, or ask for a shorter preRollS';
    throw new Refusal('conflict', `${words}: ${remedy}.`, { reason: 'memory', neededMb: needed, availableMb: free });
  };
}

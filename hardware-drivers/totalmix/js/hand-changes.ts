// Tells what was changed at the device from what the desk wrote: a report that has neither the value from before nor one that was
// written since is another hand's.
import type { Key, KeyValue } from './hardware.ts';

export class HandChanges {
  /** Written and not yet read back, the oldest first. */
  #written = new Map<Key, KeyValue[]>();
  /** Those of them that were written before the read under way began: when it ends, it has shown what came of them. */
  #beforeRead = new Map<Key, number>();

  wrote(key: Key, value: KeyValue): void {
    const values = this.#written.get(key);
    if (values) values.push(value);
    else this.#written.set(key, [value]);
  }

  /** `before`: as it was reported last, undefined for a first report. */
  isByHand(key: Key, before: KeyValue | undefined, now: KeyValue): boolean {
    if (before === undefined || before === now) return false;
    return this.#written.get(key)?.some((value) => isSame(value, now)) !== true;
  }

  /** A complete read begins. */
  reading(): void {
    this.#beforeRead = new Map([...this.#written].map(([key, values]) => [key, values.length]));
  }

  /** It ended. */
  read(): void {
    for (const [key, count] of this.#beforeRead) {
      const later = this.#written.get(key)?.slice(count) ?? [];
      if (later.length === 0) this.#written.delete(key);
      else this.#written.set(key, later);
    }
    this.#beforeRead.clear();
  }

  clear(): void {
    this.#written.clear();
    this.#beforeRead.clear();
  }
}

/** A device keeps tenths; -65 dB and below is off. */
function isSame(written: KeyValue, reported: KeyValue): boolean {
  if (typeof written !== 'number' || typeof reported !== 'number') return written === reported;
  return Math.abs(written - reported) < 0.0501 || (written <= -65 && reported <= -65);
}

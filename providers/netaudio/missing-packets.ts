// Packets that lately were missing or too late, by stream: a counter alone does not say when.
import type { Received } from './contract.ts';

const spanMs = 60_000;

interface Rise {
  readonly atMs: number;
  readonly lost: number;
  readonly late: number;
}

/** Of a stream in the last minute. */
export interface MissingPackets {
  readonly streamId: string;
  readonly address: string;
  readonly lost: number;
  readonly late: number;
}

export class RecentlyMissing {
  readonly #counters = new Map<string, Pick<Received, 'lost' | 'late'>>();
  readonly #rises = new Map<string, readonly Rise[]>();

  /** The figures of all streams of a device at `nowMs` (monotonic). What was lost before the first look counts for nothing. */
  take(received: readonly Received[], nowMs: number): readonly MissingPackets[] {
    const ids = new Set(received.map(({ streamId }) => streamId));
    for (const id of this.#counters.keys()) {
      if (ids.has(id)) continue;
      this.#counters.delete(id);
      this.#rises.delete(id);
    }
    return received.flatMap(({ streamId, paths, lost, late }) => {
      const before = this.#counters.get(streamId) ?? { lost, late };
      this.#counters.set(streamId, { lost, late });
      // A stream that begins anew counts from zero.
      const rise = { atMs: nowMs, lost: Math.max(0, lost - before.lost), late: Math.max(0, late - before.late) };
      const recent = (this.#rises.get(streamId) ?? []).filter(({ atMs }) => nowMs - atMs < spanMs);
      const rises = rise.lost + rise.late > 0 ? [...recent, rise] : recent;
      this.#rises.set(streamId, rises);
      const sum = (of: 'lost' | 'late') => rises.reduce((all, each) => all + each[of], 0);
      const [{ address = '' } = {}] = paths;
      return rises.length === 0 ? [] : [{ streamId, address, lost: sum('lost'), late: sum('late') }];
    });
  }
}

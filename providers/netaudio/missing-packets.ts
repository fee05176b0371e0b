// Packets that lately were missing or too late, by stream.
import { RecentRises } from '../net/index.ts';
import type { Received } from './contract.ts';

/** Of a stream in the last minute. */
export interface MissingPackets {
  readonly streamId: string;
  readonly address: string;
  readonly lost: number;
  readonly late: number;
}

const counted = ['lost', 'late'] as const;
const nameOf = (streamId: string, of: (typeof counted)[number]) => `${of} ${streamId}`;

export class RecentlyMissing {
  readonly #rises = new RecentRises();

  /** The figures of all streams of a device at `nowMs` (monotonic). */
  take(received: readonly Received[], nowMs: number): readonly MissingPackets[] {
    const counters = received.flatMap((stream) =>
      counted.map((of) => [nameOf(stream.streamId, of), stream[of]] as const),
    );
    this.#rises.take(new Map(counters), nowMs);
    return received.flatMap(({ streamId, paths: [{ address = '' } = {}] }) => {
      const lately = (of: (typeof counted)[number]) => this.#rises.of(nameOf(streamId, of));
      const [lost, late] = [lately('lost'), lately('late')];
      return lost + late === 0 ? [] : [{ streamId, address, lost, late }];
    });
  }
}

// Levels of many strips in one message, for a peer that asks: as one blob, or as floats, each for ten seconds unless it is
// renewed. The strips stand in an order that a message says first.
import type { Row, Watched } from 'rowdesk/client';
import { float, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { OscRefusal } from '../network/refusal.ts';
import { fieldPattern } from './address.ts';
import type { AddressLists } from './address-lists.ts';
import type { DeskRows } from './desk-rows.ts';
import { leaseMs } from './feedback.ts';

const mostPatterns = 4;
/** So many levels fit into one packet of a network. */
const mostStrips = 320;
/** Of a strip without sound. */
const silenceDb = -144;
const path = '/meters';

export interface MeterForm {
  readonly form: 'blob' | 'floats';
  /** Before or behind the fader. */
  readonly tap: 'pre' | 'post';
}

export interface MetersNeeds {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly nowMs: () => number;
  readonly send: (address: string, args: readonly OscArgument[], key: string) => void;
}

interface Followed {
  endsMs: number;
  readonly stop: () => void;
}

export class Meters {
  readonly #needs: MetersNeeds;
  readonly #followed = new Map<string, Followed>();

  constructor(needs: MetersNeeds) {
    this.#needs = needs;
  }

  get size(): number {
    return this.#followed.size;
  }

  /** `pattern` is one of strips: `/channel/input/*`. Asked again, it goes on. Rejects with OscRefusal, RangeError. */
  async follow(pattern: string, { form, tap }: MeterForm): Promise<void> {
    const { rows, lists, nowMs, send } = this.#needs;
    const strips = (await lists.list(fieldPattern(`${pattern}/x`))).filter((each) =>
      /^\/channel\/[^/]+\/\d+$/.test(each),
    );
    if (strips.length === 0) throw new OscRefusal('unknown-row', 404);
    if (strips.length > mostStrips) throw new OscRefusal('too-many-addresses', 400);
    if (!this.#followed.has(pattern) && this.#followed.size >= mostPatterns) {
      throw new OscRefusal('too-many-patterns', 429);
    }
    this.end(pattern);
    send('/meters/strips', [text(pattern), text(JSON.stringify(strips))], `/meters/strips ${pattern}`);
    const stop = rows.watch(path, ({ row, life }: Watched) => {
      if (life !== 'live') return;
      const levels = levelsOf(row, tap);
      const inOrder = strips.map((strip) => levels.get(strip.split('/').slice(2).join('/')) ?? silenceDb);
      const args = form === 'floats' ? inOrder.map(float) : [blobOf(inOrder)];
      send(`/meters/${form}`, [text(pattern), ...args], `/meters/${form} ${pattern}`);
    });
    this.#followed.set(pattern, { stop, endsMs: nowMs() + leaseMs });
  }

  renew(): void {
    const endsMs = this.#needs.nowMs() + leaseMs;
    for (const each of this.#followed.values()) each.endsMs = endsMs;
  }

  end(pattern: string): void {
    this.#followed.get(pattern)?.stop();
    this.#followed.delete(pattern);
  }

  /** Ends what was not renewed. */
  expire(): void {
    const now = this.#needs.nowMs();
    for (const [pattern, { endsMs }] of this.#followed) if (endsMs <= now) this.end(pattern);
  }

  close(): void {
    for (const pattern of [...this.#followed.keys()]) this.end(pattern);
  }
}

/** By kind and index of the strip, its loudest leg. */
function levelsOf(row: Row, tap: MeterForm['tap']): ReadonlyMap<string, number> {
  const levels = (row.levels ?? []) as readonly Row[];
  return new Map(
    levels.map(({ kind, index, preDb, postDb }) => {
      const legs = (tap === 'pre' ? preDb : postDb) as readonly number[];
      return [`${kind}/${index}`, Math.max(silenceDb, ...legs)];
    }),
  );
}

/** Floats of 32 bits one after another, the highest byte first, as all numbers of OSC. */
function blobOf(levels: readonly number[]): OscArgument {
  const value = new Uint8Array(levels.length * 4);
  const view = new DataView(value.buffer);
  for (const [n, level] of levels.entries()) view.setFloat32(n * 4, level);
  return { type: 'b', value };
}

// Stereo links: what is written to one strip of a pair is written to both, and linking copies odd to even.
import type { Change, DeskReader, Fields, Implies } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import { offsetPath } from './insert-latency.ts';
import { partnerOf } from './kinds.ts';
import type { Processors } from './processors.ts';
import { type SendAt, sendPath, sendsOf, sendsTo } from './sends.ts';
import { isInsert } from './slots.ts';
import { notShared, type StripSettings } from './strip-settings.ts';

export class Links {
  readonly #layout: Layout;
  readonly #processors: Processors;
  readonly #settings: Pick<StripSettings, 'hardPan'>;

  constructor(layout: Layout, processors: Processors, settings: Pick<StripSettings, 'hardPan'>) {
    this.#layout = layout;
    this.#processors = processors;
    this.#settings = settings;
  }

  /** The other strip of a pair that is linked. */
  linkedTo(ref: StripRef, desk: DeskReader): StripRef | undefined {
    const partner = partnerOf(ref, this.#layout);
    return partner !== undefined && desk.read(stripPath(ref)).stereoLink === true ? partner : undefined;
  }

  /** Of a strip's own row. */
  readonly ofStrip: Implies<StripRef> = (change, desk, before) => {
    if (change.field === 'stereoLink') return this.#join(change.at, change.value === true, desk, before);
    return notShared.includes(change.field) ? [] : this.ofRow(change, desk, before);
  };

  /** Of a row below a strip. */
  readonly ofRow: Implies<StripRef> = ({ at, path, field, value }, desk) => {
    const partner = this.linkedTo(at, desk);
    if (partner === undefined) return [];
    const beside = stripPath(partner) + path.slice(stripPath(at).length);
    // A value that goes with its processor goes on both sides by itself.
    return field in desk.read(beside) ? [{ path: beside, field, value }] : [];
  };

  /** Of a send: a pair of buses is one stereo bus, and has one send of each strip. */
  readonly ofSend: Implies<SendAt> = (change, desk, before) => {
    const { at, field, value } = change;
    const other = this.linkedTo({ kind: at.busKind, index: at.busIndex }, desk);
    const beside =
      other === undefined
        ? []
        : [{ path: sendPath({ ...at, busKind: other.kind, busIndex: other.index }), field, value }];
    return [...beside, ...this.ofRow(change, desk, before)];
  };

  #join(ref: StripRef, isLinked: boolean, desk: DeskReader, before: DeskReader): readonly Change[] {
    const partner = partnerOf(ref, this.#layout);
    if (partner === undefined) return [];
    const joined = { path: stripPath(partner), field: 'stereoLink', value: isLinked };
    if (!isLinked) return [joined];
    const [odd, even] = ref.index % 2 === 1 ? [ref, partner] : [partner, ref];
    const copies = this.#pairsOf(odd, even).flatMap(([from, to]) => this.#copied(from, to, desk, before));
    return [joined, ...copies];
  }

  /** The rows that a pair shares: of the odd strip, and of the even one. */
  #pairsOf(odd: StripRef, even: StripRef): readonly (readonly [from: string, to: string])[] {
    const [from, to] = [stripPath(odd), stripPath(even)];
    const chain = this.#processors.chain(odd.kind).flatMap((slot) => {
      const { processorId, isKeyed } = slot;
      const rest = `/chain/processors/${processorId}`;
      // What stands in a place decides which values there are: it comes first.
      return [
        rest,
        `${rest}/values`,
        ...(isKeyed ? [`${rest}/key`] : []),
        ...(isInsert(slot) ? [offsetPath(rest)] : []),
      ];
    });
    const below = ['', '/align', '/speakerAlign', '/hrp', ...chain].map((rest) => [from + rest, to + rest] as const);
    const sent = sendsOf(odd, this.#layout).map(
      (at) => [sendPath(at), sendPath({ ...at, index: even.index })] as const,
    );
    const received = sendsTo(odd, this.#layout).map(
      (at) => [sendPath(at), sendPath({ ...at, busIndex: even.index })] as const,
    );
    return [...below, ...sent, ...received];
  }

  #copied(from: string, to: string, desk: DeskReader, before: DeskReader): readonly Change[] {
    const fields: Fields = desk.read(from);
    // Each keeps its own row's; the rows below have fields of the same names that are the pair's.
    const isStrip = /^\/channel\/\w+\/\d+$/.test(from);
    const copies = Object.entries(fields)
      .filter(([field]) => !(isStrip && notShared.includes(field)))
      .map(([field, value]) => ({ path: to, field, value }));
    // What this very commit asks for is what it asks for.
    const areApart = [before, desk].every((at) => this.#areHardApart(at.read(from).pan, at.read(to).pan));
    if (!areApart) return copies;
    // What was a pan is a balance now: that of a pair as it is before it is linked would silence one of its legs.
    const centred = [from, to].map((path) => ({ path, field: 'pan', value: 0 }));
    return [...copies.filter(({ field }) => field !== 'pan'), ...centred];
  }

  /** One of two pans is hard left, below 0, and the other one hard right. */
  #areHardApart(odd: unknown, even: unknown): boolean {
    return Math.abs(Number(odd)) === this.#settings.hardPan && Number(even) === -Number(odd);
  }
}

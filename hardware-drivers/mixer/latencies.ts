// How late sound leaves the mixer, by the ports where it comes and goes: what processors, align delays and the alignment
// of mains take on the longest way that there is now. A strip that is down or muted has its ways; a send that is has none.
import type { NativeMixer } from './native.ts';
import { drivingOutput, type Output } from './outputs.ts';

export interface PortLatency {
  /** The port of a strip's source, of two legs the left one; and a port where it is played. */
  readonly from: string;
  readonly to: string;
  readonly processingMs: number;
}

export interface LatencyParts {
  readonly native: Pick<NativeMixer, 'latencies' | 'ways'>;
  /** Strips with sound, in the order in which they are computed: `/channel/input/1`. */
  readonly strips: readonly string[];
  /** What drives has these outputs, by channel. */
  readonly outputs: readonly string[];
  /** What the audio thread has. */
  readonly value: (path: string, field: string) => unknown;
  /** Hz */
  readonly rate: number;
}

const numbersPerWay = 4;

/** In the order of the strips that take the sources. */
export function latencies(parts: LatencyParts): readonly PortLatency[] {
  const { native, strips, value, rate } = parts;
  const msOf = (frames: number) => (frames * 1000) / rate;
  const own = Array.from(native.latencies(), (frames, strip) => {
    const delayMs = value(`${strips[strip]}/align`, 'delayMs');
    return msOf(frames) + (typeof delayMs === 'number' ? delayMs : 0);
  });
  const ways = waysOf(native.ways());
  const effects = effectsOf(parts);
  const played = playedOf(parts);
  const found = new Map<string, PortLatency>();
  strips.forEach((path, strip) => {
    const from = sourceOf(path, value);
    if (from === '') return;
    const arrivals = arrivalsOf(strip, { own, ways, effects, msOf });
    for (const { strip: last, port: to } of played) {
      const arrival = arrivals.get(last);
      if (arrival === undefined) continue;
      const processingMs = Math.max(arrival + (own[last] ?? 0), found.get(`${from} ${to}`)?.processingMs ?? 0);
      found.set(`${from} ${to}`, { from, to, processingMs });
    }
  });
  return [...found.values()];
}

function sourceOf(path: string, value: LatencyParts['value']): string {
  const field = value(path, 'sourceSelected') === 'spare' ? 'spareSourceId' : 'sourceId';
  return String(value(path, field) ?? '');
}

/** By effect return: the send whose effect it gives, where no source takes its place. */
function effectsOf({ strips, value }: LatencyParts): ReadonlyMap<number, number> {
  const pairs = strips.flatMap((path, strip): [number, number][] => {
    const send = strips.indexOf(path.replace('/fxReturn/', '/fxSend/'));
    return send < 0 || send === strip || sourceOf(path, value) !== '' ? [] : [[strip, send]];
  });
  return new Map(pairs);
}

/** Strips with the ports where they are played; `driving:out-1` is the first output of what drives. */
function playedOf({ strips, outputs, value }: LatencyParts): readonly { strip: number; port: string }[] {
  const played = (value('/patch/outputs', 'outputs') ?? []) as readonly Output[];
  return played.flatMap(({ strip: { kind, index }, portId }) => {
    const n = drivingOutput(portId);
    const port = n === undefined ? portId : outputs[n - 1];
    const strip = strips.indexOf(`/channel/${kind}/${index}`);
    return port === undefined || strip < 0 ? [] : [{ strip, port }];
  });
}

interface Way {
  readonly from: number;
  readonly to: number;
  readonly isProcessed: boolean;
  readonly waitFrames: number;
}

function waysOf(numbers: Uint32Array): readonly Way[] {
  return Array.from({ length: numbers.length / numbersPerWay }, (_, place) => {
    const at = place * numbersPerWay;
    const [from = 0, to = 0, isProcessed, waitFrames = 0] = numbers.subarray(at, at + numbersPerWay);
    return { from, to, isProcessed: isProcessed === 1, waitFrames };
  });
}

interface Network {
  /** Per strip, milliseconds. */
  readonly own: readonly number[];
  readonly ways: readonly Way[];
  readonly effects: ReadonlyMap<number, number>;
  readonly msOf: (frames: number) => number;
}

/** When sound of a strip comes to the top of each strip that it reaches, at the latest. */
function arrivalsOf(source: number, { own, ways, effects, msOf }: Network): ReadonlyMap<number, number> {
  const arrivals = new Map([[source, 0]]);
  const arrive = (strip: number, ms: number) => arrivals.set(strip, Math.max(ms, arrivals.get(strip) ?? 0));
  for (const { from, to, isProcessed, waitFrames } of ways) {
    const send = effects.get(from) ?? -1;
    const sentAt = arrivals.get(send);
    if (sentAt !== undefined) arrive(from, sentAt + (own[send] ?? 0));
    const arrival = arrivals.get(from);
    if (arrival !== undefined) arrive(to, arrival + (isProcessed ? (own[from] ?? 0) : 0) + msOf(waitFrames));
  }
  return arrivals;
}

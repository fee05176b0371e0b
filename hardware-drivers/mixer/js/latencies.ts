// How late sound leaves the mixer, by the ports where it comes and goes: what processors, align delays, latency
// compensation and speaker delays take on the longest route that there is now. A strip that is down or muted keeps its routes; a send that
// is down or off has none.
import { linkFields, sourceOf, type ValueReader } from './links.ts';
import type { NativeMixer } from './native.ts';
import { type Output, playedAt } from './outputs.ts';

export interface PortLatency {
  /** The port of a strip's source, of two legs the left one; and a port where it is played. */
  readonly from: string;
  readonly to: string;
  readonly processingMs: number;
}

export interface LatencyParts {
  readonly native: Pick<NativeMixer, 'latencies' | 'routes' | 'speakerDelays'>;
  /** Strips with sound, in the order in which they are computed: `/channel/input/1`. */
  readonly strips: readonly string[];
  /** What drives has these outputs, by channel. */
  readonly outputs: readonly string[];
  /** What the audio thread has, of `latencyFields`. */
  readonly value: ValueReader;
  /** Hz, of a caller */
  readonly rate: unknown;
}

const numbersPerRoute = 4;

/** The fields that decide the routes, in addition to `native.routes()`. */
export const latencyFields: readonly string[] = ['delayMs', ...linkFields];

/** In the order of the strips that take the sources. Throws Error in words. */
export function latencies(parts: LatencyParts): readonly PortLatency[] {
  const { native, strips, value, rate } = parts;
  if (typeof rate !== 'number' || !(rate > 0)) throw new Error('rate must be in Hz');
  const msOf = (frames: number) => (frames * 1000) / rate;
  const own = Array.from(native.latencies(), (frames, strip) => {
    const delayMs = value(`${strips[strip]}/align`, 'delayMs');
    return msOf(frames) + (typeof delayMs === 'number' ? delayMs : 0);
  });
  const speakers = new Float64Array(strips.length);
  native.speakerDelays(speakers);
  const routes = routesOf(native.routes(), own, msOf);
  const effects = effectsOf(parts);
  const played = playedOf(parts);
  const found = new Map<string, PortLatency>();
  const arrivals = new Float64Array(strips.length);
  strips.forEach((path, strip) => {
    const from = sourceOf(path, value);
    if (from === '') return;
    arrive(arrivals, strip, routes, effects);
    for (const { strip: last, port: to } of played) {
      const arrival = arrivals[last] ?? never;
      if (arrival === never) continue;
      const leaves = arrival + (own[last] ?? 0) + (speakers[last] ?? 0);
      const processingMs = Math.max(leaves, found.get(`${from} ${to}`)?.processingMs ?? 0);
      found.set(`${from} ${to}`, { from, to, processingMs });
    }
  });
  return [...found.values()];
}

/** By effect return: the send whose effect it gives, -1 where a source takes its place, and for all other strips. */
function effectsOf({ strips, value }: LatencyParts): Int32Array {
  const places = new Map(strips.map((path, strip) => [path, strip]));
  return Int32Array.from(strips, (path) => {
    if (!path.includes('/fxReturn/') || sourceOf(path, value) !== '') return -1;
    return places.get(path.replace('/fxReturn/', '/fxSend/')) ?? -1;
  });
}

/** Strips with the ports where they are played; `driving:out-1` is the first output of what drives. */
function playedOf({ strips, outputs, value }: LatencyParts): readonly { strip: number; port: string }[] {
  const played = (value('/patch/outputs', 'outputs') ?? []) as readonly Output[];
  return played.flatMap(({ strip: { kind, index }, portId }) => {
    const port = playedAt(portId, outputs);
    const strip = strips.indexOf(`/channel/${kind}/${index}`);
    return port === '' || strip < 0 ? [] : [{ strip, port }];
  });
}

/** Of a strip that nothing of the source reaches. */
const never = -1;

interface Routes {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** From the top of the one strip to that of the other, and through an effect from the top of its send. */
  readonly ms: Float64Array;
  readonly own: readonly number[];
}

function routesOf(numbers: Uint32Array, own: readonly number[], msOf: (frames: number) => number): Routes {
  const column = (place: number) => numbers.filter((_, i) => i % numbersPerRoute === place);
  const [from, to, isProcessed, waitFrames] = [column(0), column(1), column(2), column(3)];
  const ms = Float64Array.from(from, (strip, route) => {
    return (isProcessed[route] === 1 ? (own[strip] ?? 0) : 0) + msOf(waitFrames[route] ?? 0);
  });
  return { from, to, ms, own };
}

/** When sound of a strip comes to the top of each strip that it reaches, at the latest. Routes are in the order of buses. */
function arrive(arrivals: Float64Array, source: number, { from, to, ms, own }: Routes, effects: Int32Array): void {
  arrivals.fill(never);
  arrivals[source] = 0;
  for (let route = 0; route < from.length; route++) {
    const strip = from[route] as number;
    const send = effects[strip] as number;
    const sentAt = send < 0 ? never : (arrivals[send] as number);
    if (sentAt !== never) arrivals[strip] = Math.max(arrivals[strip] as number, sentAt + (own[send] ?? 0));
    const arrival = arrivals[strip] as number;
    const bus = to[route] as number;
    if (arrival !== never) arrivals[bus] = Math.max(arrivals[bus] as number, arrival + (ms[route] as number));
  }
}

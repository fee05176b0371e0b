// A desk that an audio server or a card drives, with all of its inputs in use, for figures of its cycles.
import { opening, settled, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { type Figure, measured, rounded } from './report.ts';

export const inputs = 64;
export const numbers = Array.from({ length: inputs }, (_, n) => n + 1);
export const blockFrames = 64;
/** Of mixes; the others carry main/1. */
const mixes = 12;

export interface Drive {
  /** The entry of the driver in "drivers". */
  readonly driver: unknown;
  /** The id of the device. */
  readonly device: string;
  readonly outputs: number;
  readonly env: Record<string, string>;
}

/** Each strip hears a port of its own, and the outputs are the mixes and the main. Resolves once the desk sounds. */
export async function startDriven(of: Checkout, { driver, device, outputs, env }: Drive): Promise<Service> {
  const service = await of.start({
    config: {
      providers: [{ name: 'console', config: { layout: { input: inputs } } }, 'channel', 'clock', 'patch', 'telemetry'],
      drivers: ['mixer', 'virtual', driver],
      devices: [],
      blockFrames,
    },
    env,
  });
  await opening(service);
  const strip = (index: number) => ({ kind: 'input', index });
  await write(service, '/patch', {
    inputs: numbers.map((n) => ({ strip: strip(n), sourceId: `${device}:in-${n}` })),
    outputs: numbers.slice(0, outputs).map((n) => ({
      ...{ strip: n <= mixes ? { kind: 'mix', index: n } : { kind: 'main', index: 1 }, portId: `${device}:out-${n}` },
      leg: n <= mixes ? 'mono' : n % 2 ? 'left' : 'right',
    })),
  });
  for (const n of numbers) await write(service, `/channel/input/${n}`, { levelDb: -10 });
  await settled(service);
  return service;
}

/** Microseconds of the cycles of one client. */
export interface Cycles {
  readonly median: number;
  readonly p99: number;
  readonly count: number;
}

/** What the desk takes of a cycle beside a client that does nothing in as many ports. */
export function besideEmpty(server: string, outputs: number, desk: Cycles, empty: Cycles): Figure[] {
  const how = (name: string, { median, p99, count }: Cycles) =>
    `${name}: ${rounded(median)} us, p99 ${rounded(p99)} us of ${count} cycles`;
  const both = `${server}, ${inputs} in, ${outputs} out, ${blockFrames} frames; ${how('the desk', desk)}; ${how('the empty client', empty)}`;
  const name = server.split(' ')[0];
  return [
    measured(`A cycle of ${name} beside an empty client, median`, desk.median - empty.median, ' us', both),
    measured(`A cycle of ${name} beside an empty client, p99`, desk.p99 - empty.p99, ' us', both),
  ];
}

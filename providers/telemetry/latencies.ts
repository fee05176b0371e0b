// How long sound is under way, from the connector of a source to the connector where it is played: what drivers say of
// their devices, the block that has to be full before it is computed, and what the mixer says of itself.
import { type Audio, type Device, type FieldsOf, type Graph, type Token, token } from 'rowdesk/provider';
import type { latency } from './contract.ts';

export type LatencyReport = NonNullable<FieldsOf<typeof latency>['report']>;

/** For other providers: what /telemetry/latency shows. */
export class Latencies {
  static readonly token: Token<Latencies> = token<Latencies>('telemetry.latencies');
  readonly #audio: Audio;
  readonly #graph: Graph;

  constructor(audio: Audio, graph: Graph) {
    this.#audio = audio;
    this.#graph = graph;
  }

  /** As the mixer is now. Undefined while nothing drives it; a mixer that can't be asked is as good as none. */
  async report(): Promise<LatencyReport | undefined> {
    return latencyReport(this.#audio, this.#graph).catch(() => undefined);
  }
}

/** Of the mixer that runs. Undefined while nothing drives it; rejects where it can't be asked. */
async function latencyReport(audio: Audio, graph: Graph): Promise<LatencyReport | undefined> {
  const { rate, quantum, driving } = audio.clock;
  if (rate === 0 || driving === '') return undefined;
  const msOf = (frames: number | null) => (frames === null ? null : rounded((frames * 1000) / rate));
  const { paths } = await audio.call('mixer', 'latencies', { rate });
  const device = audio.devices.find(({ id }) => id === driving);
  return {
    roundTripMs: msOf(sum(device?.inputLatencyFrames ?? null, quantum, device?.outputLatencyFrames ?? null)),
    paths: (Array.isArray(paths) ? paths : []).map(({ from, to, processingMs }) => {
      const inputMs = msOf(sum(framesOf(from, 'input', audio.devices, graph), quantum));
      const outputMs = msOf(framesOf(to, 'output', audio.devices, graph));
      const total = sum(inputMs, processingMs, outputMs);
      return {
        ...{ from, to, inputMs, processingMs: rounded(processingMs), outputMs },
        totalMs: total === null ? null : rounded(total),
      };
    }),
  };
}

/** Null where nobody knows: one figure that is missing makes the sum unknown. */
function sum(...figures: readonly (number | null)[]): number | null {
  return figures.reduce((all, figure) => (all === null || figure === null ? null : all + figure), 0);
}

function framesOf(
  portId: string,
  direction: 'input' | 'output',
  devices: readonly Device[],
  { nodes }: Graph,
): number | null {
  const device = devices.find(({ ports }) => ports.some(({ id }) => id === portId));
  if (device !== undefined) return direction === 'input' ? device.inputLatencyFrames : device.outputLatencyFrames;
  const port = nodes.flatMap(({ ports }) => ports).find(({ id }) => id === portId);
  return port?.latencyFrames ?? null;
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

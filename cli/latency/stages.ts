// The parts of a measured round trip that the desk can compute.
import type { Client, Row } from '../client.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { type StripName, stripPath } from './strips.ts';

/** Null where neither driver nor desk can say. */
export interface Stages {
  /** The block that has to be full before it is computed. */
  readonly blockMs: number;
  /** What the drivers say of their devices. */
  readonly inputMs: number | null;
  readonly outputMs: number | null;
  /** Of the sending strip. */
  readonly processorsMs: number;
  readonly delaysMs: number;
}

interface Path {
  readonly from: string;
  readonly to: string;
  readonly inputMs: number | null;
  readonly outputMs: number | null;
}

/** While the listening strip hears `input`: the report has the paths of the patch. */
export async function stagesOf(
  client: Client,
  ports: { readonly input: string; readonly output: string },
  sender: StripName,
): Promise<Stages> {
  const { quantum, rate } = (await client.get('/clock')) as { quantum: number; rate: number };
  const msOf = (frames: number) => (rate > 0 ? (frames * 1000) / rate : 0);
  const blockMs = msOf(quantum);
  const report = ((await orEmpty(client, '/telemetry/latency')).report ?? {}) as { paths?: readonly Path[] };
  const paths = report.paths ?? [];
  const arriving = paths.find(({ from }) => from === ports.input)?.inputMs ?? null;
  // A device has one figure for all its outputs.
  const leaving = paths.find(({ to }) => deviceOf(to) === deviceOf(ports.output))?.outputMs ?? null;
  return {
    blockMs,
    // The report has the block in it, and rounds: in whole frames again.
    inputMs: arriving === null ? null : msOf(Math.max(0, Math.round(((arriving - blockMs) * rate) / 1000))),
    outputMs: leaving,
    processorsMs: msOf(await processorFrames(client, sender)),
    delaysMs: await delaysMs(client, sender),
  };
}

const deviceOf = (port: string) => port.slice(0, port.lastIndexOf(':'));

async function processorFrames(client: Client, strip: StripName): Promise<number> {
  const chain = `${stripPath(strip)}/chain`;
  const { order = [] } = (await orEmpty(client, chain)) as {
    order?: readonly { processorId: string; enabled: boolean }[];
  };
  const frames = order
    .filter(({ enabled }) => enabled)
    .map(({ processorId }) => orEmpty(client, `${chain}/processors/${processorId}/properties/latencyFrames`));
  return (await Promise.all(frames)).reduce((all, { value }) => all + Number(value ?? 0), 0);
}

async function delaysMs(client: Client, strip: StripName): Promise<number> {
  const align = await orEmpty(client, `${stripPath(strip)}/align`);
  const speaker = await orEmpty(client, `${stripPath(strip)}/speakerAlign`);
  return Number(align.delayMs ?? 0) + Number(speaker.appliedDelayMs ?? 0);
}

/** A desk may be without this row. */
async function orEmpty(client: Client, path: string): Promise<Row> {
  try {
    return await client.get(path);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === exitCodes.refused) return {};
    throw error;
  }
}

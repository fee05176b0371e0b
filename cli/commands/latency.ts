import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { watchRow } from '../events.ts';
import { BorrowedRows } from '../latency/borrowed-rows.ts';
import { listen } from '../latency/listen.ts';
import { type Stages, stagesOf } from '../latency/stages.ts';
import {
  type ChosenStrips,
  chooseStrips,
  isSamePort,
  type OutputEdge,
  stripPath,
  stripText,
} from '../latency/strips.ts';
import { type Format, printRow } from '../output.ts';
import { complaints, settled } from '../settled.ts';
import type { Terminal } from '../terminal.ts';

export interface LatencyArgs {
  readonly url: string;
  /** Ports, `device:port`. */
  readonly from: string;
  readonly to: string;
  readonly send?: string;
  readonly hear?: string;
  readonly level: number;
  readonly output?: Format;
}

const oscillator = '/console/oscillator';
/** Holds the lease on the oscillator. */
const actor = 'rowdesk latency';
/** Of the noise; pink noise can't be much louder without clipping. */
const leastDb = -60;
const mostDb = -10;

/**
 * `rowdesk latency --from OUTPUT --to INPUT`: plays noise at the output port, hears it at the input port, and prints how much
 * later it comes, with the part of each stage. Every row comes back as it was, also on an interruption; a command that is
 * killed ends its noise by the oscillator's lease. Rejects with CommandError refused where the noise does not come back
 * clearly.
 */
export async function latency(args: LatencyArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  if (!(args.level >= leastDb && args.level <= mostDb)) {
    throw new CommandError('usage', `--level: ${leastDb} to ${mostDb} dB`);
  }
  const client = new Client(args.url, actor);
  const { enabled } = await client.get(oscillator);
  if (enabled === true) throw new CommandError('refused', `${oscillator} is on: switch it off first`);
  const strips = await chooseStrips(client, {
    ...{ output: args.from, input: args.to },
    ...{ send: args.send, hear: args.hear },
  });
  const rows = new BorrowedRows(client);
  const lease = new AbortController();
  let result: Row;
  try {
    await watched(client, oscillator, lease.signal, terminal.talk);
    await patch(client, rows, args, strips);
    const words = `noise of ${args.level} dB from ${stripText(strips.sender)} at ${args.from}`;
    terminal.talk(`Playing ${words}; ${stripText(strips.listener)} listens to ${args.to}.`);
    const options = { talk: terminal.talk, interrupted };
    const measured = `${stripPath(strips.listener)}/align/measurement`;
    const { delayMs, confidencePercent } = await listen(client, measured, stripText(strips.sender), options);
    const stages = await stagesOf(client, { input: args.to, output: args.from }, strips.sender);
    result = await resultOf(client, args, delayMs, confidencePercent, stages);
  } catch (error) {
    throw await explained(client, error, strips);
  } finally {
    await rows.giveBack().finally(() => lease.abort());
  }
  printRow(result, args.output, terminal);
}

/** Quiet steps first; the noise is the last one. */
async function patch(client: Client, rows: BorrowedRows, args: LatencyArgs, strips: ChosenStrips): Promise<void> {
  const { sender, listener, outputs } = strips;
  const before = await complaints(client);
  // Nothing that comes back is played again.
  const heard = { sourceId: args.to, sourceSelected: 'main', muted: true, levelDb: -144 };
  await rows.set(stripPath(listener), heard);
  await rows.set(`${stripPath(listener)}/align`, { reference: stripText(sender) });
  if (!outputs.some(({ strip, portId }) => isSamePort(portId, args.from) && stripText(strip) === stripText(sender))) {
    const edge = { strip: sender, leg: 'left', portId: args.from, levelDb: 0 };
    const isOurs = (each: OutputEdge) => each.portId === args.from && stripText(each.strip) === stripText(sender);
    await rows.write('/patch', { outputs: [...outputs, edge] }, async () => {
      // Others may have patched meanwhile.
      const now = (await client.get('/patch')).outputs as readonly OutputEdge[];
      return now.some(isOurs) ? { outputs: now.filter((each) => !isOurs(each)) } : undefined;
    });
  }
  if (args.send === undefined) await rows.set(stripPath(sender), { muted: false, levelDb: 0 });
  const written = [{ path: stripPath(listener), body: heard }];
  const { refused } = await settled(client, written, rows.revision, before);
  if (refused.length > 0) throw new CommandError('refused', refused.join('\n'));
  await rows.set(oscillator, { type: 'pink', levelDb: args.level, targets: [sender], whileWatched: true });
  await rows.set(oscillator, { enabled: true });
}

/** Resolves once the row is watched, which goes on until the signal. */
function watched(client: Client, row: string, signal: AbortSignal, talk: Terminal['talk']): Promise<void> {
  return new Promise((resolve, reject) => {
    watchRow(client, row, { signal, talk, event: () => resolve() }).catch(reject);
  });
}

/** What silences either strip explains why nothing came back. */
async function explained(client: Client, error: unknown, { sender, listener }: ChosenStrips): Promise<unknown> {
  if (!(error instanceof CommandError)) return error;
  const silenced = await Promise.all(
    [oscillator, stripPath(sender), stripPath(listener)].map(async (path) => {
      const { mutedBy } = await client.get(path).catch((): Row => ({}));
      // The listening strip is muted by this command.
      const causes = ((mutedBy ?? []) as readonly string[]).filter((cause) => cause !== 'mute');
      return causes.length === 0 ? [] : [`${path} is silenced by ${causes.join(', ')}`];
    }),
  );
  return new CommandError('refused', [error.message, ...silenced.flat()].join('\n  '));
}

async function resultOf(
  client: Client,
  { from, to }: LatencyArgs,
  delayMs: number,
  confidencePercent: number,
  stages: Stages,
): Promise<Row> {
  const { rate, quantum } = (await client.get('/clock')) as { rate: number; quantum: number };
  const { blockMs, inputMs, outputMs, processorsMs, delaysMs } = stages;
  const known = blockMs + (inputMs ?? 0) + (outputMs ?? 0) + processorsMs + delaysMs;
  const inMs = (ms: number | null) => (ms === null ? null : Math.round(ms * 1000) / 1000);
  return {
    ...{ from, to, rate, blockFrames: quantum },
    roundTripFrames: Math.round((delayMs * rate) / 100) / 10,
    roundTripMs: inMs(delayMs),
    confidencePercent: Math.round(confidencePercent),
    ...{ blockMs: inMs(blockMs), inputMs: inMs(inputMs), outputMs: inMs(outputMs) },
    ...{ processorsMs: inMs(processorsMs), delaysMs: inMs(delaysMs) },
    // The cable, converters, and what drivers don't know of.
    outsideMs: inMs(delayMs - known),
  };
}

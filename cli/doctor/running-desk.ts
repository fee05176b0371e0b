// What the desk of the state folder says of its own sound, while it runs.
import { holderOfState } from '../../core/system/state-folder.ts';
import { Client, defaultUrl, type Row } from '../client.ts';
import { type Diagnosis, fine, problem } from './finding.ts';

export interface RunningDesk {
  /** Where the desk answers, with `/api`. */
  readonly url: string;
  /** /telemetry/rt, /adapter, /stagebox and /net; undefined where the desk has no such row, or does not answer. */
  readonly realTime: Row | undefined;
  readonly adapters: Row | undefined;
  readonly boxes: Row | undefined;
  readonly net: Row | undefined;
  /** Drivers that the desk builds now. */
  readonly building: readonly string[];
  /** What is connected to what, in words; [] while nothing plays. */
  readonly summary: readonly string[];
}

/** Undefined when none runs. */
export async function runningDesk(stateFolder: string): Promise<RunningDesk | undefined> {
  const address = holderOfState(stateFolder)?.address ?? '';
  if (address === '') return undefined;
  const url = `${address.replace(/\/+(api)?\/*$/, '')}/api`;
  const client = new Client(url);
  const read = (path: string) => client.get(path).catch(() => undefined);
  const paths = ['', '/telemetry/rt', '/adapter', '/stagebox', '/net', '/hardware'];
  const [home, realTime, adapters, boxes, net, hardware] = await Promise.all(paths.map(read));
  const drivers = (hardware?.drivers ?? []) as readonly Readonly<Record<'name' | 'state', string>>[];
  const building = drivers.filter(({ state }) => state === 'building').map(({ name }) => name);
  return { url, realTime, adapters, boxes, net, building, summary: (home?.summary as string[] | undefined) ?? [] };
}

/** Commands that ask the desk itself. */
const asksDesk = /^rowdesk (boxes|patch|run)\b/;

/** The step of a finding, with the address of a desk that is not where commands look for it. */
export function atDesk<T extends Diagnosis>(finding: T, { url }: Pick<RunningDesk, 'url'>): T {
  if (url === defaultUrl || !asksDesk.test(finding.fix)) return finding;
  return { ...finding, fix: `${finding.fix} --url ${url}` };
}

const realTimePolicies = new Set(['SCHED_FIFO', 'SCHED_RR', 'SCHED_DEADLINE']);

/** Undefined while no thread of the desk processes sound. */
export function audioThread(
  { realTime }: Pick<RunningDesk, 'realTime'>,
  blockFrames: number,
  fix: string,
): Diagnosis | undefined {
  const { policy, priority, quantum, rate, xruns } = realTime ?? {};
  if (typeof policy !== 'string' || policy === '' || quantum === 0) return undefined;
  const asked = quantum === blockFrames ? '' : ` (the desk asks for ${blockFrames})`;
  const detail = `${policy} ${priority}, blocks of ${quantum} frames${asked} at ${rate} Hz, ${xruns} xruns`;
  return realTimePolicies.has(policy) ? fine('audio thread', detail) : problem('audio thread', detail, fix);
}

/** The drivers of the running desk that give no sound, with their reasons. */
export function runningDrivers({ adapters }: Pick<RunningDesk, 'adapters'>): Diagnosis | undefined {
  const all = adapters?.adapters as readonly Readonly<Record<'id' | 'state' | 'reason', string>>[] | undefined;
  if (all === undefined) return undefined;
  const failed = all.filter(({ state }) => state === 'failed' || state === 'degraded');
  const words = ({ id, state, reason }: (typeof all)[number]) => `${id} ${state}${reason === '' ? '' : ` (${reason})`}`;
  const detail = all.map(words).join('; ');
  const [first] = failed;
  if (first === undefined) return fine('adapters', detail);
  return problem('adapters', detail, `rowdesk run /adapter/${first.id}/restart`);
}

/** Undefined while nothing plays. */
export function connections({ summary }: Pick<RunningDesk, 'summary'>): Diagnosis | undefined {
  return summary.length === 0 ? undefined : fine('connections', summary.join('; '));
}

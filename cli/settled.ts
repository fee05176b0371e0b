// What became of a write: the targets of the desk take values after it was answered, and may refuse them.
import type { Client, Row } from './client.ts';
import { CommandError, exitCodes } from './command-error.ts';

const betweenLooksMs = 20;
const longestBetweenLooksMs = 200;
/** A target that has not settled a revision by then does not answer, or is not there. */
const mostHeartbeats = 2;

/** One row of a write. */
export interface WrittenRow {
  readonly path: string;
  readonly body: Row;
}

/** Values that are wanted and not there, a line each: what targets refuse, and sources that nobody knows. */
export type Complaints = ReadonlySet<string>;

/** What the desk complains of now: before a write, so that what follows from it is known afterwards. */
export async function complaints(client: Client): Promise<Complaints> {
  return new Set((await refusals(client)).map(asLine));
}

export interface Settled {
  /** What does not work of what was written, a line each. */
  readonly refused: readonly string[];
  /** False when a target had not answered after two heartbeats, or when there is no mixer yet. */
  readonly isComplete: boolean;
}

/** Waits until every target has settled this revision, at most two heartbeats long, and asks what they refuse. */
export async function settled(
  client: Client,
  rows: readonly WrittenRow[],
  revision: number,
  before: Complaints,
): Promise<Settled> {
  const isComplete = await reached(client, revision);
  const isOwn = ({ path, field }: Refused) => rows.some((row) => row.path === path && Object.hasOwn(row.body, field));
  const refused = (await refusals(client)).filter((each) => isOwn(each) || !before.has(asLine(each))).map(asLine);
  const missing = await missingSources(client, rows);
  if (missing.length === 0) return { refused, isComplete };
  // Before the mixer runs every source is missing.
  const { engine } = await quietly(client, '/console');
  const isJudged = engine !== 'starting' && engine !== 'stopped';
  return { refused: isJudged ? [...refused, ...missing] : refused, isComplete: isComplete && isJudged };
}

async function reached(client: Client, revision: number): Promise<boolean> {
  let waitedMs = 0;
  for (let pauseMs = betweenLooksMs; ; pauseMs = Math.min(longestBetweenLooksMs, pauseMs * 2)) {
    const { barrier, heartbeatMs } = await quietly(client, '/telemetry/convergence');
    if (typeof barrier !== 'number' || barrier >= revision) return true;
    if (waitedMs >= mostHeartbeats * Number(heartbeatMs)) return false;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    waitedMs += pauseMs;
  }
}

interface Refused {
  readonly path: string;
  readonly field: string;
  readonly reason: string;
}

const asLine = ({ path, field, reason }: Refused) => `${path} ${field}: ${reason}`;

async function refusals(client: Client): Promise<readonly Refused[]> {
  const { warnings } = await quietly(client, '/warnings');
  if (!Array.isArray(warnings)) return [];
  const codes = warnings.map(({ titleCode }) => titleCode as { code: string; params: { refused?: Refused[] } });
  return codes.flatMap(({ code, params }) => (code === 'target-refused' ? (params.refused ?? []) : []));
}

/** Connections of the patch from one of the sources that were written, and that can not be made. */
async function missingSources(client: Client, rows: readonly WrittenRow[]): Promise<readonly string[]> {
  const named = new Set(rows.flatMap(({ body }) => textsIn(body)));
  if (named.size === 0) return [];
  const { missing } = await quietly(client, '/patch');
  if (!Array.isArray(missing)) return [];
  const edges = missing as readonly { edge: string; reason: string }[];
  return edges
    .filter(({ edge }) => edge.split('~-').some((end) => named.has(end)))
    .map(({ edge, reason }) => `/patch ${edge.replace('~-', ' to ')}: ${reason}`);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A desk may be without this row: then it says nothing. */
async function quietly(client: Client, path: string): Promise<Row> {
  try {
    return await client.get(path);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === exitCodes.refused) return {};
    throw error;
  }
}

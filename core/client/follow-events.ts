// An event stream that is opened again whenever it breaks. Every event is a whole row, so nothing is replayed.
import { type EventSourceMessage, eventFeed } from '../base/read-events.ts';
import { Refused, Unreachable } from './errors.ts';
import type { Requests } from './requests.ts';
import { Silence, silenceMs } from './silence.ts';
import { pause, type Timing } from './timing.ts';

export type { EventSourceMessage };

const firstRetryMs = 500;
const longestRetryMs = 5000;
/** What was refused is refused again, until a login or a right changes. */
const firstRefusedMs = 5000;
const longestRefusedMs = 60_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly timing: Timing;
  readonly event: (message: EventSourceMessage) => void;
  /** A connection is open; its first events are snapshots. `end` breaks it with an error, and it is tried again. */
  readonly opened: (end: (error: Error) => void) => void;
  /** A connection broke, or none came about; it is tried again, unless this throws. */
  readonly lost: (error: Error) => void;
  /** After so long without an event the desk is probed, by a call that rejects when it does not answer. */
  readonly alive?: { readonly ms: number; readonly probe: () => Promise<unknown> };
  /** Calls when a lost connection is to be tried, and an open one to be probed, at once. */
  readonly onWake?: (call: () => void) => () => void;
  /** Runs what one piece of the stream brings. */
  readonly batch?: (run: () => void) => void;
}

/** Follows the row until the signal, or until the row is gone. Rejects with what `lost` throws. */
export async function followEvents(requests: Requests, path: string, options: FollowOptions): Promise<void> {
  const { signal, timing, lost, onWake } = options;
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    let failure: Error = new Unreachable(`The connection to ${requests.baseUrl} ended.`);
    try {
      const isGone = await follow(requests, path, options, () => {
        retryMs = firstRetryMs;
      });
      if (isGone) return;
    } catch (error) {
      failure = error instanceof Refused || error instanceof Unreachable ? error : broken(requests, error as Error);
    }
    if (signal.aborted) return;
    lost(failure);
    const isRefused = failure instanceof Refused;
    const waitMs = isRefused
      ? Math.min(longestRefusedMs, Math.max(firstRefusedMs, retryMs))
      : Math.min(longestRetryMs, retryMs);
    await pause(waitMs, signal, timing, onWake);
    retryMs = waitMs * 2;
  }
}

const broken = ({ baseUrl }: Requests, cause: Error) =>
  new Unreachable(`The connection to ${baseUrl} broke (${cause.message}).`, { cause });

/** One connection; resolves to true when the row ceased to exist. Rejects with what broke it, if anything is known. */
async function follow(requests: Requests, path: string, options: FollowOptions, works: () => void): Promise<boolean> {
  const { signal, timing, event, opened, alive, onWake, batch = (run) => run() } = options;
  const connection = new AbortController();
  const end = () => connection.abort();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    end();
  };
  signal.addEventListener('abort', end);
  const { ms: aliveMs = silenceMs, probe = async () => {} } = alive ?? {};
  const silence = new Silence({ timing, aliveMs, probe, dead: fail });
  const stopWaking = onWake?.(() => silence.check());
  let isGone = false;
  const feed = eventFeed((message) => {
    // An abortion may leave a piece under way.
    if (connection.signal.aborted) return;
    works();
    event(message);
    if (message.event !== 'gone') return;
    isGone = true;
    end();
  });
  try {
    const headers = { accept: 'text/event-stream' };
    const answer = await requests.ask(path, { headers, signal: connection.signal }, '?watch=1');
    if (!/^text\/event-stream/.test(answer.header('content-type') ?? '')) {
      throw new Unreachable(`What answers at ${requests.address(path)} is no Rowdesk: its answer is no event stream.`);
    }
    opened(fail);
    await answer.read((piece) => {
      silence.heard();
      batch(() => feed(piece));
    });
  } catch (error) {
    if (!connection.signal.aborted) throw error;
  } finally {
    silence.stop();
    stopWaking?.();
    signal.removeEventListener('abort', end);
    connection.abort();
  }
  if (failure !== undefined && !isGone && !signal.aborted) throw failure;
  return isGone;
}

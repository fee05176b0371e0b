// The entry point of the process of a surface. Started by core/surfaces/launch.ts; it ends with its channel.
import { checkWithDefaults } from '../../base/schema-violations.ts';
import type { TSchema } from '../../base/typebox.ts';
import type { RunningSurface, Surface } from '../../surface.ts';
import { endProcess, reserveProcessEnd } from '../../system/process-end.ts';
import type { FromSurface, ToSurface } from '../messages.ts';

/** Closing takes no longer; then the process ends all the same. */
const closeMs = 1500;

let running: RunningSurface | undefined;
/** One message after the other. */
let turn: Promise<void> = Promise.resolve();

const send = (message: FromSurface) => {
  if (process.connected) process.send?.(message);
};
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 2000);

reserveProcessEnd();
process.on('message', (message: ToSurface) => {
  if (message.type === 'ping') send({ type: 'pong' });
  else if (message.type === 'close') void end();
  else turn = turn.then(() => take(message));
});
process.on('disconnect', () => void end());
// The terminal's Ctrl+C goes to all its processes: the control process closes this one in order.
process.on('SIGINT', () => {});

async function end(): Promise<void> {
  setTimeout(() => endProcess(0), closeMs).unref();
  await Promise.resolve(running?.close()).catch(() => {});
  endProcess(0);
}

async function take(message: Exclude<ToSurface, { type: 'ping' | 'close' }>): Promise<void> {
  try {
    if (message.type === 'open') await open(message);
    else if (message.type === 'look') await look(message);
    else await change(message);
  } catch (error) {
    send({ type: 'failed', reason: wordsOf(error), isFinal: false });
  }
}

async function open({ module, config, type: _, ...given }: ToSurface & { readonly type: 'open' }): Promise<void> {
  const surface = await load(module);
  if (surface === undefined) return;
  const { value, violations } = checkWithDefaults(surface.config ?? noConfig, config);
  const [first] = violations;
  if (first !== undefined) {
    const reason = `config/${first.field} ${first.problem}; ${first.remedy}`;
    send({ type: 'failed', reason, isFinal: true });
    return;
  }
  running = await surface.open({
    ...given,
    config: value as never,
    report: (report) =>
      send({ type: 'report', report: { ...report, peers: [...report.peers], strangers: [...report.strangers] } }),
    log: (level, text) => send({ type: 'log', level, message: text.slice(0, 2000) }),
  });
  send({ type: 'opened' });
}

async function change({ settings }: ToSurface & { readonly type: 'settings' }): Promise<void> {
  try {
    await running?.change(settings);
    send({ type: 'settled', problem: '' });
  } catch (error) {
    send({ type: 'settled', problem: wordsOf(error) });
  }
}

async function look({ module, timeoutMs }: ToSurface & { readonly type: 'look' }): Promise<void> {
  const surface = await load(module);
  const found = await surface?.look?.({ timeoutMs });
  process.send?.({ type: 'found', found: [...(found ?? [])] } satisfies FromSurface, () => endProcess(0));
}

const noConfig = { type: 'object', additionalProperties: false } as TSchema;

async function load(module: string): Promise<Surface | undefined> {
  const { default: surface } = (await import(module)) as { default?: Partial<Surface> };
  if (surface?.rowdesk === 'surface' && surface.api === 1 && typeof surface.open === 'function')
    return surface as Surface;
  send({ type: 'failed', reason: 'its module exports no surface as default', isFinal: true });
  return undefined;
}

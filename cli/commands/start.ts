import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAudio } from '../../core/audio/create-audio.ts';
import { PackageBuilds } from '../../core/audio/processes/package-builds.ts';
import { Faults } from '../../core/base/fault-log.ts';
import { StartError } from '../../core/base/start-error.ts';
import { grantedOf } from '../../core/base/time.ts';
import { createHost, type Host } from '../../core/host/host.ts';
import { PackageSupervision } from '../../core/plugins/package-supervision.ts';
import type { Log, Time } from '../../core/services.ts';
import { StoreError } from '../../core/store/store.ts';
import { createLog, type LogLevel } from '../../core/system/log.ts';
import { LogBook } from '../../core/system/log-book.ts';
import type { PackageGuard } from '../../core/system/package-owners.ts';
import { ownerOfError } from '../../core/system/package-owners.ts';
import { endProcess } from '../../core/system/process-end.ts';
import { ServiceNotifier } from '../../core/system/service-notifier.ts';
import { returnStartMemory } from '../../core/system/start-memory.ts';
import { systemTime } from '../../core/system/time.ts';
import { CommandError } from '../command-error.ts';
import { configFile } from '../config-file.ts';
import type { Environment } from '../environment.ts';
import { stateFolder } from '../state-folder.ts';
import { outliveReader } from '../terminal.ts';

export interface StartArgs {
  readonly host: string;
  readonly port: number;
  readonly state?: string;
  readonly config?: string;
  /** Names with commas between. */
  readonly build?: string;
  readonly json: boolean;
  readonly logLevel: LogLevel;
}

/** sysexits.h: an internal fault. The service manager starts the control process again; the sound never stopped. */
const internalFault = 70;

/** A desk that needs longer for one row of its own answers nobody. */
const selfCheckMs = 3_000;

/** How often, and how many times, a start looks what is connected to what. */
const connectionsMs = 1_500;
const connectionsLooks = 20;

/** `rowdesk start`: the control process, until a signal ends it and the audio process in order. */
export async function start(args: StartArgs, { terminal, interrupted }: Environment): Promise<void> {
  const end = interrupted();
  outliveReader();
  const log = new LogBook(createLog(args.logLevel));
  const time = systemTime(log);
  const lifeSigns = new ServiceNotifier({ time, log });
  const folder = stateFolder(args.state);
  const packages = new PackageSupervision({ stateFolder: folder, time, log });
  surviveOrSay(log, packages);
  const names = (args.build ?? '').split(',').filter((name) => name !== '');
  const builds = new PackageBuilds({ names, faults: new Faults(log) });
  const host = await createHost({
    stateFolder: folder,
    guard: packages,
    config: configFile(args.config),
    host: args.host,
    port: args.port,
    log,
    createAudio: (needs) => createAudio({ ...needs, builds }),
  }).catch(inWords);
  packages.ready(host.warnings);
  returnStartMemory();
  terminal.data(args.json ? `${JSON.stringify(address(host))}\n` : welcome(host));
  if (!args.json) void sayConnections(host, (line) => terminal.data(`${line}\n`), time, end);
  builds.start();
  lifeSigns.ready(`answers at ${host.url}`, { check: () => answers(host.url, time) });
  if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
  lifeSigns.stopping();
  await Promise.all([builds.end(), host.close('stop')]);
  await packages.end();
}

/** Once the sound runs: what is connected to what, again when that changes in the first half minute. */
async function sayConnections(
  { summary }: Pick<Host, 'summary'>,
  say: (line: string) => void,
  time: Pick<Time, 'sleep'>,
  end: AbortSignal,
): Promise<void> {
  let before = '';
  let said = '';
  for (let looksLeft = connectionsLooks; looksLeft > 0 && !end.aborted; looksLeft--) {
    const now = summary.lines.join('\n  ');
    if (now === before && now !== said) {
      said = now;
      say(`  ${now}`);
    }
    before = now;
    await time.sleep(connectionsMs, end);
  }
}

/** Rejects unless it answers itself over HTTP, whatever the answer is: a fault of one provider is no reason to restart. */
async function answers(url: string, time: Time): Promise<void> {
  // A connection of its own each time: to be let in is part of it.
  const tooLate = new AbortController();
  const stopWaiting = grantedOf(time).after(selfCheckMs, () => tooLate.abort());
  try {
    const asked = request(`${url}/console`, { agent: false, signal: tooLate.signal }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await text(response);
  } finally {
    stopWaiting();
  }
}

/** `url` ends with /api; a browser finds pages at its root. */
function welcome({ url, assembly }: Host): string {
  const root = url.slice(0, url.lastIndexOf('/'));
  const pages = assembly.providers.flatMap(({ provider }) => provider.pages ?? []);
  const lines = pages.map(({ path, title }) => `  ${title}: ${root}${path}\n`);
  return `Rowdesk answers at ${root} (open it in a browser)\n${lines.join('')}  for programs: ${url}\n`;
}

function address({ url, stateFolder: state }: Host) {
  return { url, port: Number(new URL(url).port), processId: process.pid, state };
}

/**
 * A promise that nobody waited for, and an exception of a package that nobody caught, are logged, and the desk goes on.
 * After any other fault that nobody caught the control process can't vouch for its rows any more: it ends at once and
 * leaves the audio process playing.
 */
function surviveOrSay(log: Log, packages: Pick<PackageGuard, 'failed'>): void {
  process.on('unhandledRejection', (reason) => {
    const owner = ownerOfError(reason);
    if (owner !== undefined) packages.failed(owner, reason);
    else log.error({ err: reason }, 'a promise was rejected and nobody waited');
  });
  process.on('uncaughtException', (error) => {
    const owner = ownerOfError(error);
    if (owner !== undefined) {
      packages.failed(owner, error);
      return;
    }
    log.error({ err: error }, 'the control process ends; the sound goes on, start it again');
    endProcess(internalFault);
  });
}

function inWords(error: unknown): never {
  const isKnown = error instanceof StartError || error instanceof StoreError;
  throw isKnown ? new CommandError('refused', error.message) : error;
}

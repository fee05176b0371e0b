// The composition root of the control process. Read `start` from top to bottom and you know the start order.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Access } from '../access/access.ts';
import type { CreateAudio } from '../audio/audio-part.ts';
import { createAudio } from '../audio/create-audio.ts';
import { CleanupStack } from '../base/cleanup-stack.ts';
import { packageRoot } from '../base/package-root.ts';
import { secretValuesIn } from '../base/secrets.ts';
import { defaultHost, defaultPort, listen } from '../http/address.ts';
import { openapi } from '../http/openapi/openapi.ts';
import { HttpServer } from '../http/server.ts';
import { startProviders } from '../plugins/assembly.ts';
import type { GivenProvider } from '../plugins/load.ts';
import { Reconciler } from '../reconcile/reconciler.ts';
import type { About, Log, Surfaces, Time } from '../services.ts';
import { LibsqlStore } from '../store/libsql-store.ts';
import { OpeningStore } from '../store/opening-store.ts';
import type { Store } from '../store/store.ts';
import { examineInProcess } from '../store/store-examination.ts';
import { findSurfacePackages } from '../surfaces/packages.ts';
import { SurfaceHost } from '../surfaces/surface-host.ts';
import { EventLoopMonitor } from '../system/event-loop-monitor.ts';
import { createLog, type LogLevel } from '../system/log.ts';
import { LogBook } from '../system/log-book.ts';
import { Overload } from '../system/overload.ts';
import type { PackageGuard } from '../system/package-owners.ts';
import { PerfBook } from '../system/perf.ts';
import { claimStateFolder, exposureOf } from '../system/state-folder.ts';
import { systemTime } from '../system/time.ts';
import { WarningBoard } from '../system/warnings.ts';
import { AccessSource, sealIn } from './access-source.ts';
import { type Config, readConfig } from './config.ts';
import { followExposure } from './exposure.ts';
import { type OpenDesk, openDesk } from './open-desk.ts';
import { pagesOf } from './pages.ts';

export interface HostOptions {
  readonly stateFolder: string;
  /** A file, or its content. Default: the configuration of rowdesk. */
  readonly config?: string | Config;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 8700; 0 takes a free port. */
  readonly port?: number;
  readonly logLevel?: LogLevel;
  /** Supervision of packages of vendors. Without it nothing bounds their code. */
  readonly guard?: PackageGuard;
  /** What follows is for tests: providers beside those of the configuration, and doubles. */
  readonly providers?: readonly GivenProvider[];
  readonly log?: Log;
  readonly time?: Time;
  readonly store?: Store;
  readonly createAudio?: CreateAudio;
  readonly surfaces?: Surfaces;
}

export interface Host extends Pick<OpenDesk, 'desk' | 'rows' | 'observed' | 'assembly' | 'summary'> {
  /** `http://127.0.0.1:8700/api`, below which rows answer. */
  readonly url: string;
  readonly stateFolder: string;
  readonly warnings: WarningBoard;
  readonly access: Access;
  /**
   * Sends `bye` to watchers, answers pending requests, stops the providers in reverse order, and writes everything to
   * the store. `leave` lets the sound play on, for the next control process; `stop` ends it too.
   */
  close(audio?: 'stop' | 'leave'): Promise<void>;
}

/** Resolves when rows answer. Rejects with StartError or StoreError, in words, and then nothing is left behind. */
export async function createHost(options: HostOptions): Promise<Host> {
  const log = LogBook.of(
    options.log ?? createLog(options.logLevel ?? 'info'),
    options.time && (() => (options.time as Time).now()),
  );
  const unwinding = new CleanupStack((step, err) => log.error({ err }, `${step} did not end in order`));
  try {
    return await start(options, log, unwinding);
  } catch (error) {
    await unwinding.cleanUp();
    throw error;
  }
}

async function start(options: HostOptions, log: LogBook, unwinding: CleanupStack): Promise<Host> {
  const time = options.time ?? systemTime(log);
  const config = typeof options.config === 'object' ? options.config : readConfig(options.config ?? shippedConfig);
  log.hide(secretValuesIn(config));
  const state = claimStateFolder(options.stateFolder);
  unwinding.add('the claim of the state folder', () => state.claim.release());
  const about = aboutThisStart(state.path, config, time);
  const warnings = new WarningBoard(time, log);
  const overload = new Overload({ time, log, warnings });
  unwinding.add('the watch of the load', () => overload.stop());
  const onDamage = (detail: string) => {
    const title = 'The store is damaged';
    const titleCode = { code: 'store-damaged', params: {} };
    warnings.raise({ id: 'store-damaged', title, titleCode, detail, severity: 'alarm', path: '' });
  };
  const { path, runtimeFolder: readingFolder } = state;
  const store = new OpeningStore(
    options.store ?? new LibsqlStore(path, { time, log, examine: examineInProcess, readingFolder, onDamage }),
  );
  unwinding.add('the store', () => store.close());
  warnOfExposure(state.path, warnings);
  const access = new Access({ time, log, warnings, seal: sealIn(path, log) });
  unwinding.add('access', () => access.stop());
  const configFile = typeof options.config === 'object' ? undefined : (options.config ?? shippedConfig);
  const keys = new AccessSource({
    ...{ access, time, log, warnings, configFile },
    ...{ stateFolder: path, configured: config.access },
  });
  const perf = new PerfBook();

  // Listens early: a taken port ends the start at once, and clients wait for the rows instead of getting no connection.
  const { host = defaultHost, port = defaultPort } = options;
  const http = new HttpServer({ ...config, host, port, epoch: about.epoch, time, log, access, perf });
  unwinding.add('listening', () => http.close());
  const url = await listen(http, host, port);
  state.claim.answersAt(url);
  unwinding.add('the look at keys', keys.start(url));
  unwinding.add('the look at strangers', followExposure({ access, host, warnings }));

  const audio = (options.createAudio ?? createAudio)({ config, about, time, log, warnings });
  const { heartbeatMs } = config;
  const surfaces = new SurfaceHost({
    ...{ packages: findSurfacePackages(config.surfaces, config.folder), url, time, log },
    mappingsFolder: join(state.path, 'mappings'),
    ...{ hostNames: config.hostNames, trustedOrigins: config.trustedOrigins },
    keyFor: (name, role) => access.keyForPart(name, role),
  });
  unwinding.add('the surfaces', () => surfaces.stop());
  const core = await openDesk({
    config,
    providers: options.providers,
    guard: options.guard,
    store,
    about,
    time,
    log,
    warnings,
    perf,
    audio: audio.audio,
    drivers: audio.drivers,
    graph: audio.graph,
    jobs: audio.jobs,
    surfaces: options.surfaces ?? surfaces,
    convergence: (parts) =>
      new Reconciler({ ...parts, targets: audio.targets, time, warnings, log, perf, heartbeatMs }),
  });
  unwinding.add('the desk', () => core.close());

  const { board, desk, rows, observed, assembly, summary, convergence: converging } = core;
  const { container } = assembly;
  converging.onHeartbeat(() => audio.probe());
  converging.onBeat(() => audio.beat());
  converging.start();
  // A failed start leaves the sound of an earlier process alone.
  let audioEnd: 'stop' | 'leave' = 'leave';
  unwinding.add('the audio', () => audio[audioEnd]());
  unwinding.add('convergence', () => converging.stop());

  const files = assembly.providers.flatMap((provider) => provider.files ?? []);
  http.serve(
    rows,
    (hasKeys) => openapi(assembly.registry.rows, files, hasKeys),
    () => summary.lines,
    pagesOf(assembly, { log, warnings }),
    files,
  );
  const notStopped = (name: string, err: unknown) => log.error({ err }, `provider ${name} did not stop`);
  unwinding.add('a provider', () => container.stop(notStopped, time));
  startProviders(assembly, { log, warnings, board });
  audio.start(desk.storeId);
  unwinding.add('HTTP', () => http.close());
  const watchdog = new EventLoopMonitor({ time, log, warnings });
  unwinding.add('the watchdog', () => watchdog.stop());
  log.info({ url, stateFolder: state.path, isNew: desk.isNew }, 'rows answer');

  const close = (end: 'stop' | 'leave' = 'stop') => {
    audioEnd = end;
    return unwinding.cleanUp();
  };
  return { url, stateFolder: state.path, warnings, access, desk, rows, observed, assembly, summary, close };
}

function warnOfExposure(stateFolder: string, warnings: WarningBoard): void {
  const detail = exposureOf(stateFolder);
  if (detail === '') return;
  const titleCode = { code: 'state-folder-exposed', params: { stateFolder } };
  const title = 'Others can change what the desk has stored';
  warnings.raise({ id: 'state-folder', title, titleCode, detail, severity: 'warning', path: '' });
}

const shippedConfig = join(packageRoot, 'providers.config.json');

/** Facts about this start. */
function aboutThisStart(stateFolder: string, config: Config, time: Pick<Time, 'now'>): About {
  const { folder: configFolder, ...configuration } = config;
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    startedAt: new Date(time.now()).toISOString(),
    epoch: randomBytes(6).toString('hex'),
    stateFolder,
    configFolder,
    configuration,
  };
}

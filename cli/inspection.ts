// What a configuration would bring up, found out with the host's own code and without starting anything: no port, no
// audio, no state folder. Providers' modules are imported and asked for their rows, as a start would.

import { resolve } from 'node:path';
import { mixerOf } from '../core/audio/discovery/mixer-description.ts';
import { type DriverPackages, findDriverPackages } from '../core/audio/discovery/package.ts';
import { ConfigText } from '../core/base/config-text.ts';
import { describeProblem, StartError } from '../core/base/start-error.ts';
import { type Config, soundPart } from '../core/host/config.ts';
import { openDesk } from '../core/host/open-desk.ts';
import type { Assembly } from '../core/plugins/assembly.ts';
import { PerfBook } from '../core/system/perf.ts';
import { systemTime } from '../core/system/time.ts';
import { WarningBoard } from '../core/system/warnings.ts';
import { CommandError } from './command-error.ts';
import { ConfigPlaces } from './configuration/places.ts';
import { problemsOfDrivers, problemsOfSurfaces } from './configuration/problems.ts';
import {
  idleDrivers,
  noAudio,
  noConvergence,
  noGraph,
  noJobs,
  noLog,
  ReadOnlyStore,
} from './render/offline-services.ts';

export interface Inspection {
  readonly config: Config;
  readonly assembly: Assembly;
  readonly drivers: DriverPackages;
  /** Providers that are left out, and what those that are on say of their files: a start would warn of each. */
  readonly providerProblems: readonly string[];
  /** Packages that can't be used, and devices that nobody would open, a line each. */
  readonly driverProblems: readonly string[];
  /** These, and those of the file itself: everything that a start would refuse, leave out or warn of. */
  readonly problems: readonly string[];
}

/**
 * Rejects with CommandError refused when the file itself can't be used: then nothing more can be said. `given`: the text that
 * the file would have.
 */
export async function inspect(file: string, given?: string): Promise<Inspection> {
  const { text, config, problems: fileProblems } = read(file, given);
  const drivers = findDriverPackages(config.drivers, config.folder);
  // A problem of a required provider would end this too; here all are wanted, required or not.
  const providers = config.providers.map((entry) => ({ ...entry, required: false }));
  const time = systemTime(noLog);
  const warnings = new WarningBoard(time, noLog);
  const desk = await openDesk({
    config: { ...config, providers },
    store: new ReadOnlyStore(),
    about: { version: '', startedAt: '', epoch: 'check', stateFolder: '', configFolder: config.folder },
    time,
    warnings,
    audio: noAudio,
    drivers: idleDrivers(mixerOf(drivers.packages)),
    graph: noGraph,
    jobs: noJobs,
    convergence: () => noConvergence,
    log: noLog,
    perf: new PerfBook(),
  });
  const { assembly } = desk;
  await desk.close();
  // Services that providers made for each other; none was started.
  await assembly.container.stop(() => {}, time);
  const places = new ConfigPlaces(text);
  const ofEntries = new Map(
    assembly.problems.map(
      (each) => [describeProblem(each), places.of('providers', each.provider, each.field)] as const,
    ),
  );
  const providerProblems = warnings.list().map(({ detail }) => `${ofEntries.get(detail) ?? ''}${detail}`);
  const driverProblems = problemsOfDrivers(config, drivers, places);
  const surfaceProblems = await problemsOfSurfaces(config, places);
  return {
    config,
    assembly,
    drivers,
    providerProblems,
    driverProblems,
    problems: [...fileProblems, ...providerProblems, ...driverProblems, ...surfaceProblems],
  };
}

function read(file: string, given: string | undefined): ReturnType<typeof soundPart> & { readonly text: ConfigText } {
  try {
    const path = resolve(file);
    const text = given === undefined ? ConfigText.read(path) : new ConfigText(path, given);
    return { text, ...soundPart(text) };
  } catch (error) {
    throw error instanceof StartError ? new CommandError('refused', error.message) : error;
  }
}

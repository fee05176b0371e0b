// What a configuration would bring up, found out with the host's own code and without starting anything: no port, no
// audio, no state folder. Providers' modules are imported and asked for their rows, as a start would.

import { choose } from '../core/audio/discovery/choice.ts';
import { mixerOf } from '../core/audio/discovery/mixer-description.ts';
import { modelOf } from '../core/audio/discovery/models.ts';
import { type DriverPackages, findDriverPackages } from '../core/audio/discovery/package.ts';
import { StartError } from '../core/base/start-error.ts';
import { type Config, readSoundPart } from '../core/host/config.ts';
import { openDesk } from '../core/host/open-desk.ts';
import type { Assembly } from '../core/plugins/assembly.ts';
import { PerfBook } from '../core/system/perf.ts';
import { systemTime } from '../core/system/time.ts';
import { WarningBoard } from '../core/system/warnings.ts';
import { CommandError } from './command-error.ts';
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

/** Rejects with CommandError refused when the file itself can't be used: then nothing more can be said. */
export async function inspect(file: string): Promise<Inspection> {
  const { config, problems: fileProblems } = read(file);
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
  const providerProblems = warnings.list().map(({ detail }) => detail);
  const driverProblems = problemsOfDrivers(config, drivers);
  return {
    config,
    assembly,
    drivers,
    providerProblems,
    driverProblems,
    problems: [...fileProblems, ...providerProblems, ...driverProblems],
  };
}

function read(file: string): ReturnType<typeof readSoundPart> {
  try {
    return readSoundPart(file);
  } catch (error) {
    throw error instanceof StartError ? new CommandError('refused', error.message) : error;
  }
}

function problemsOfDrivers(config: Config, { packages, refused }: DriverPackages): readonly string[] {
  const devices = config.devices.flatMap((device) => {
    const { chosen, tied } = choose(modelOf(device), packages, () => false, config.preferDrivers);
    if (chosen !== undefined) return [];
    const why =
      tied.length > 0
        ? `${tied.join(' and ')} match equally well; name the one that shall win in preferDrivers`
        : `no driver that is switched on matches ${device.transport} ${device.model}; add one to drivers, or correct it`;
    return [`device "${device.id}": ${why}`];
  });
  const mixers = packages.filter(({ manifest }) => manifest.kind === 'mixer');
  const mixer =
    mixers.length > 0 || config.drivers.length === 0 ? [] : ['drivers: none of them is a mixer; add "mixer"'];
  return [...refused.map(({ name, reason }) => `driver "${name}": ${reason}`), ...mixer, ...devices];
}

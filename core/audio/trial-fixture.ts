// For tests: the audio host with real processes and the driver packages of fixtures/, and a small desk with desired
// values.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfiguredDevice } from '../base/config-entries.ts';
import { packageRoot } from '../base/package-root.ts';
import type { Reading } from '../driver.ts';
import type { DesiredValue, Target } from '../reconcile/target.ts';
import type { Fields } from '../rows/definitions.ts';
import type { DriverChoice, Log, Warning } from '../services.ts';
import { runtimeFolder } from '../system/runtime-folder.ts';
import { systemTime } from '../system/time.ts';
import { WarningBoard } from '../system/warnings.ts';
import type { AudioPart } from './audio-part.ts';
import { createAudio } from './create-audio.ts';
import type { DriverEntry } from './discovery/package.ts';
import type { Builds } from './processes/builds.ts';

export const fixtures = join(packageRoot, 'core/audio/fixtures');

export interface Setup {
  readonly drivers: readonly (string | DriverEntry)[];
  readonly devices?: readonly ConfiguredDevice[];
  readonly stateFolder?: string;
  readonly preferred?: readonly string[];
  /** The folder of drivers; default fixtures/. */
  readonly inTreeFolder?: string;
  readonly layout?: Readonly<Record<string, number>>;
  readonly lingerS?: number;
  readonly version?: string;
  /** Default: all packages are built. */
  readonly builds?: Builds;
  /** Default: empty. */
  readonly sysRoot?: string;
  /** Desired values, for the target that has the address. */
  readonly wanted?: Readonly<Record<string, readonly DesiredValue[]>>;
}

export interface Trial extends AudioPart {
  readonly stateFolder: string;
  readonly warnings: WarningBoard;
  /** Observed values, by `path field`. */
  readonly observed: Map<string, Reading>;
  readonly changedOnDevice: Reading[];
  /** `target present` and `target absent`, in order. */
  readonly comings: string[];
  readonly revision: number;
  apply(target: string, values: readonly DesiredValue[]): void;
  processId(): number;
  /** Ends the audio process from outside. */
  killAudio(signal: NodeJS.Signals): void;
  choice(driver: string): DriverChoice | undefined;
  warning(id: string): Warning | undefined;
  journal(): Promise<readonly Fields[]>;
  until(what: string, holds: () => boolean): Promise<void>;
}

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const trials = new Set<Trial>();
const folders = new Set<string>();

export function newStateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-audio-'));
  folders.add(folder);
  return folder;
}

const stops: (() => void)[] = [];

export function tryAudio(setup: Setup): Trial {
  const stateFolder = setup.stateFolder ?? newStateFolder();
  const time = systemTime(quiet);
  const warnings = new WarningBoard(time, quiet);
  const part = createAudio({
    config: {
      drivers: setup.drivers.map((driver) => {
        const { name, config = {}, required = false } = typeof driver === 'string' ? { name: driver } : driver;
        return { name, config, required };
      }),
      preferDrivers: [...(setup.preferred ?? [])],
      devices: [...(setup.devices ?? [])],
      folder: stateFolder,
      lingerS: setup.lingerS ?? 5,
      rate: 48000,
      blockFrames: 64,
      sysRoot: setup.sysRoot ?? join(stateFolder, 'sys'),
    },
    about: {
      version: setup.version ?? ownVersion(),
      startedAt: '',
      epoch: 'test',
      stateFolder,
      configFolder: stateFolder,
    },
    time,
    log: quiet,
    warnings,
    inTreeFolder: setup.inTreeFolder ?? fixtures,
    builds: setup.builds,
  });
  const observed = new Map<string, Reading>();
  const changedOnDevice: Reading[] = [];
  const comings: string[] = [];
  let revision = 1;
  const follow = (target: Target) =>
    target.listen({
      present: () => {
        comings.push(`${target.name} present`);
        target.apply(revision, setup.wanted?.[target.name] ?? []);
      },
      absent: () => comings.push(`${target.name} absent`),
      observed: (_revision, values) => {
        for (const value of values) observed.set(`${value.path} ${value.field}`, value);
      },
      changedOnDevice: (values) => changedOnDevice.push(...values),
    });
  part.targets.onAdded(follow);
  /** As the reconciler does for a target that is not there. */
  const demand = (target: string, values: readonly DesiredValue[]) => {
    for (const value of values) part.targets.demand?.take(target, value);
  };
  const trial: Trial = {
    ...part,
    stateFolder,
    warnings,
    observed,
    changedOnDevice,
    comings,
    get revision() {
      return revision;
    },
    apply: (name, values) => {
      revision += 1;
      const target = part.targets.list().find((each) => each.name === name);
      if (target?.isPresent) target.apply(revision, values);
      else demand(name, values);
    },
    processId: () => processIdOf(stateFolder),
    killAudio: (signal) => void process.kill(trial.processId(), signal),
    choice: (driver) => part.drivers.choices.find(({ name }) => name === driver),
    warning: (id) => warnings.list().find((each) => each.id === id),
    journal: async () => (await part.audio.call('mixer', 'journal', {})).journal as Fields[],
    async until(what, holds) {
      for (let waitedMs = 0; !holds(); waitedMs += 10) {
        if (waitedMs > 60_000) throw new Error(`${what}: ${part.audio.state}, ${part.audio.reason}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  trials.add(trial);
  for (const [name, values] of Object.entries(setup.wanted ?? {})) demand(name, values);
  part.audio.configure(setup.layout ?? { input: 2, main: 1 });
  part.start('store-1');
  stops.push(time.every(50, () => part.probe()));
  return trial;
}

/** 0 without one: the lock is blank between two processes. */
function processIdOf(stateFolder: string): number {
  const text = readFileSync(join(stateFolder, 'audio.lock'), 'utf8').trim();
  return text === '' ? 0 : JSON.parse(text).processId;
}

function ownVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

/** For afterEach: no process and no folder is left behind. */
export async function endTrials(): Promise<void> {
  for (const stop of stops.splice(0)) stop();
  await Promise.all([...trials].map((trial) => trial.stop()));
  trials.clear();
  for (const folder of folders) {
    rmSync(runtimeFolder(folder), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

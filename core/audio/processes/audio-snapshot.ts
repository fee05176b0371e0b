// A snapshot of the audio host. State, devices, choices and warnings follow from it.

import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DriverPackages } from '../discovery/package.ts';
import type { Planned } from '../discovery/plan.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessHello } from '../link/messages.ts';
import type { Figures, Status } from '../link/shapes.ts';
import type { Build } from './builds.ts';
import type { Crash } from './crash.ts';
import type { LinkTarget } from './link-target.ts';

/** One driver process (ProcessClient). */
export interface ProcessSnapshot {
  readonly name: string;
  readonly isLinked: boolean;
  /** True while an answer is overdue for two heartbeats. */
  readonly isSilent: boolean;
  readonly hello: Pick<ProcessHello, 'processId' | 'version' | 'epoch'> | undefined;
  readonly status: Status | undefined;
  readonly graphs: GraphReports;
  readonly figures: Figures | undefined;
  readonly foreign: number | undefined;
  readonly trouble: string;
  readonly stopped: string;
  readonly lastCrash: (Crash & { readonly atMs: number }) | undefined;
  readonly targets: readonly Pick<LinkTarget, 'name'>[];
}

export interface AudioSnapshot extends DriverPackages {
  /** Of the control process. */
  readonly version: string;
  readonly isConfigured: boolean;
  readonly isStopped: boolean;
  readonly configured: readonly ConfiguredDevice[];
  readonly planned: Planned;
  /** The audio process, if there is one, comes first. */
  readonly processes: readonly ProcessSnapshot[];
  /** Packages that open no device, each with the reason. */
  readonly setAside: ReadonlyMap<string, string>;
  /** The packages among them that an operator switched off. */
  readonly switchedOff?: ReadonlyMap<string, string>;
  /** The packages among them that are not built. */
  readonly unbuilt?: ReadonlyMap<string, Build>;
  /** Drivers whose process was not started so far: what each waits for, in words. */
  readonly waiting?: ReadonlyMap<string, string>;
  /** How often the process of each package restarted after an unrequested end, by any cause. */
  readonly restartsOf: ReadonlyMap<string, number>;
}

export const audioName = 'audio';

export function audioProcess({ processes }: Pick<AudioSnapshot, 'processes'>): ProcessSnapshot | undefined {
  return processes.find(({ name }) => name === audioName);
}

export function statuses({ processes }: Pick<AudioSnapshot, 'processes'>): readonly Status[] {
  return processes.flatMap(({ status }) => status ?? []);
}

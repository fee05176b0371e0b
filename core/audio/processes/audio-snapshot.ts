// What is known at this moment, from which everything that is shown follows: the state, devices, choices and warnings.

import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DriverPackages } from '../discovery/package.ts';
import type { Planned } from '../discovery/plan.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { ProcessHello } from '../link/messages.ts';
import type { Figures, Status } from '../link/shapes.ts';
import type { Crash } from './crash.ts';
import type { LinkTarget } from './link-target.ts';

/** One driver process, as it is known (ProcessClient). */
export interface ProcessSnapshot {
  readonly name: string;
  readonly isLinked: boolean;
  /** It owes an answer for two heartbeats. */
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
  /** The audio process first, if there is to be one. */
  readonly processes: readonly ProcessSnapshot[];
  /** Why packages are out. */
  readonly setAside: ReadonlyMap<string, string>;
  /** Those of them that somebody switched off. */
  readonly switchedOff?: ReadonlyMap<string, string>;
  /** How often each package was started again after its process had ended unasked, whoever ended it. */
  readonly restartsOf: ReadonlyMap<string, number>;
}

export const audioName = 'audio';

export function audioProcess({ processes }: Pick<AudioSnapshot, 'processes'>): ProcessSnapshot | undefined {
  return processes.find(({ name }) => name === audioName);
}

export function statuses({ processes }: Pick<AudioSnapshot, 'processes'>): readonly Status[] {
  return processes.flatMap(({ status }) => status ?? []);
}

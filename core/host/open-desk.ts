// From a configuration to a desk whose rows answer: without HTTP and without audio, so that what only reads a desk
// (an offline render, a test) can use it too.

import { inWords } from '../base/faults.ts';
import { later } from '../base/later.ts';
import { ShowAreas } from '../desk/areas/areas.ts';
import { DeskCore } from '../desk/desk.ts';
import type { DocumentShelf } from '../desk/documents.ts';
import { CommitGuards } from '../desk/guards.ts';
import { ConsoleLock } from '../desk/lock.ts';
import { Undoing } from '../history/undoing.ts';
import { type Assembly, assemble } from '../plugins/assembly.ts';
import type { GivenProvider, PackageGuard } from '../plugins/load.ts';
import { Seen } from '../reconcile/seen.ts';
import { Faults } from '../rows/faults.ts';
import { RowService } from '../service/service.ts';
import * as services from '../services.ts';
import type { Store } from '../store/store.ts';
import type { WarningBoard } from '../system/warnings.ts';
import type { Config } from './config.ts';

export interface OpenDeskOptions {
  readonly config: Pick<Config, 'providers' | 'folder'>;
  /** Beside those of the configuration. */
  readonly providers?: readonly GivenProvider[];
  readonly guard?: PackageGuard;
  readonly store: Store;
  readonly about: services.About;
  readonly time: services.Time;
  readonly log: services.Log;
  readonly warnings: WarningBoard;
  readonly perf: services.Perf;
  /** What providers see of the audio process, and of how it follows the desk. */
  readonly audio: services.Audio;
  readonly drivers: services.Drivers;
  readonly graph: services.Graph;
  readonly convergence: services.Convergence;
}

export interface OpenDesk {
  readonly assembly: Assembly;
  readonly desk: DeskCore;
  readonly seen: Seen;
  readonly rows: RowService;
  /** Ends watching and tasks, then writes everything to the store and closes it. */
  close(): Promise<void>;
}

/** Rejects with StartFault when a required provider is faulty, with StoreFault when the store can't be read. */
export async function openDesk(options: OpenDeskOptions): Promise<OpenDesk> {
  const { config, store, time, log, warnings, perf } = options;
  const lock = new ConsoleLock();
  const faults = new Faults(log);
  const guards = new CommitGuards(faults);
  const seen = new Seen(faults);
  const areas = later<ShowAreas>('the areas');
  const desk = later<DeskCore>('the desk');
  const documents = later<DocumentShelf>('the documents');
  const history = later<Undoing>('the history');
  const rows = later<RowService>('the rows');
  const watching = later<services.Watching>('watching');

  const assembly = await assemble(
    config,
    (container) => {
      container.provide(services.About, options.about);
      container.provide(services.Areas, areas.service);
      container.provide(services.Audio, options.audio);
      container.provide(services.Convergence, options.convergence);
      container.provide(services.Desk, desk.service);
      container.provide(services.Documents, documents.service);
      container.provide(services.Drivers, options.drivers);
      container.provide(services.Faults, faults);
      container.provide(services.Graph, options.graph);
      container.provide(services.Guards, guards);
      container.provide(services.HistoryLog, history.service);
      container.provide(services.Lock, lock);
      container.provide(services.Log, log);
      container.provide(services.Perf, perf);
      container.provide(services.Rows, rows.service);
      container.provide(services.Time, time);
      container.provide(services.Warnings, warnings);
      container.provide(services.Watching, watching.service);
    },
    { time, log, guard: options.guard },
    options.providers,
  );
  reportFaults(assembly, warnings, log);

  const { registry } = assembly;
  const deskCore = new DeskCore({
    ...{ registry, store, seen, time, warnings, log },
    locked: () => lock.now,
    guard: (after, before, paths) => guards.check(after, before, paths),
  });
  desk.become(deskCore);
  documents.become(deskCore.documents);
  history.become(new Undoing(deskCore, registry, faults));
  const rowService = new RowService({ registry, desk: deskCore, time, log });
  rows.become(rowService);
  watching.become(rowService.watching);
  areas.become(new ShowAreas(registry, deskCore, faults));
  await deskCore.open();

  const close = async () => {
    await rowService.stop();
    registry.stop();
    await deskCore.close();
  };
  return { assembly, desk: deskCore, seen, rows: rowService, close };
}

/** What was left out stays in sight for as long as the service runs. */
function reportFaults({ faults }: Assembly, warnings: services.Warnings, log: services.Log): void {
  for (const [place, fault] of faults.entries()) {
    const detail = inWords(fault);
    log.error({ provider: fault.provider, field: fault.field }, detail);
    warnings.raise({
      id: `provider-fault-${place + 1}`,
      title: `Provider ${fault.provider} was left out`,
      titleCode: { code: 'provider-fault', params: { provider: fault.provider } },
      detail,
      severity: 'warning',
      path: '',
    });
  }
}

// Opens a desk from a configuration, without HTTP and audio, so that an offline render or a test can use it too.

import { Faults } from '../base/fault-log.ts';
import { describeProblem } from '../base/start-error.ts';
import { ShowAreas } from '../desk/areas/areas.ts';
import { StoredDesk } from '../desk/areas/whole-desk.ts';
import { DeskCore } from '../desk/desk.ts';
import { ConsoleLock } from '../desk/lock.ts';
import { CommitValidators } from '../desk/validators.ts';
import { History } from '../history/history.ts';
import { Undoing } from '../history/undoing.ts';
import { type Assembly, assemble } from '../plugins/assembly.ts';
import { InstalledParts } from '../plugins/installed-parts.ts';
import type { GivenProvider, ProvidersConfig } from '../plugins/load.ts';
import { ProviderBoard } from '../plugins/provider-board.ts';
import { ObservedValues } from '../reconcile/observed-values.ts';
import { Registry } from '../rows/registry.ts';
import { RowService } from '../service/service.ts';
import * as services from '../services.ts';
import type { Store } from '../store/store.ts';
import { LogBook } from '../system/log-book.ts';
import type { PackageGuard } from '../system/package-owners.ts';
import { SummaryBoard } from '../system/summary-board.ts';
import type { WarningBoard } from '../system/warnings.ts';

/** Convergence, and the desired values of its targets. */
type Converging = services.Convergence & { readonly desired: services.Desired };

export interface OpenDeskOptions<C extends Converging> {
  readonly config: ProvidersConfig;
  /** Beside those of the configuration. */
  readonly providers?: readonly GivenProvider[];
  readonly guard?: PackageGuard;
  readonly store: Store;
  readonly about: services.About;
  readonly time: services.Time;
  readonly log: services.Log;
  readonly warnings: WarningBoard;
  readonly perf: services.Perf;
  /** The services of the audio host for providers. */
  readonly audio: services.Audio;
  readonly drivers: services.Drivers;
  readonly graph: services.Graph;
  readonly jobs: services.Jobs;
  /** Default: none. */
  readonly surfaces?: services.Surfaces;
  readonly convergence: (parts: Pick<OpenDesk, 'desk' | 'observed'> & { readonly registry: Registry }) => C;
}

export interface OpenDesk<C extends Converging = Converging> {
  readonly assembly: Assembly;
  readonly board: ProviderBoard;
  readonly desk: DeskCore;
  readonly observed: ObservedValues;
  readonly rows: RowService;
  readonly convergence: C;
  readonly summary: SummaryBoard;
  /** Ends watching and tasks, then writes everything to the store and closes it. */
  close(): Promise<void>;
}

/** Rejects with StartError when a required provider has a problem, with StoreError when the store can't be read. */
export async function openDesk<C extends Converging>(options: OpenDeskOptions<C>): Promise<OpenDesk<C>> {
  const { config, store, time, log, warnings, perf } = options;
  const lock = new ConsoleLock();
  const faults = new Faults(log);
  const validators = new CommitValidators(faults);
  const summary = new SummaryBoard(faults);
  const observed = new ObservedValues(faults);
  const registry = new Registry();
  const history = new History();
  const desk = new DeskCore({
    ...{ registry, store, observed, history, time, warnings, log },
    locked: () => lock.now,
    validate: (after, before, paths) => validators.check(after, before, paths),
  });
  const undoing = new Undoing(desk, history, registry, faults);
  const failed = (provider: string, error: Error) =>
    options.guard?.failed(assembly.packageOf.get(provider) ?? provider, error);
  const rows = new RowService({ registry, desk, time, log, failed });
  const board = new ProviderBoard();
  const areas = new ShowAreas(registry, desk, faults);
  const convergence = options.convergence({ desk, observed, registry });

  const assembly = await assemble(
    config,
    registry,
    (container) => {
      container.provide(services.About, options.about);
      container.provide(services.Areas, areas);
      container.provide(services.Audio, options.audio);
      container.provide(services.Convergence, convergence);
      container.provide(services.Desired, convergence.desired);
      container.provide(services.Desk, desk);
      container.provide(services.Documents, desk.documents);
      container.provide(services.Drivers, options.drivers);
      container.provide(services.Faults, faults);
      container.provide(services.Graph, options.graph);
      container.provide(services.Installed, new InstalledParts({ about: options.about, audio: options.audio, config }));
      container.provide(services.Jobs, options.jobs);
      container.provide(services.Validators, validators);
      container.provide(services.HistoryLog, undoing);
      container.provide(services.Lock, lock);
      container.provide(services.Log, log);
      container.provide(services.LogLines, LogBook.of(log));
      container.provide(services.Perf, perf);
      container.provide(services.Providers, board);
      container.provide(services.Rows, rows);
      container.provide(services.Summary, summary);
      container.provide(services.Surfaces, options.surfaces ?? services.noSurfaces);
      container.provide(services.Time, time);
      container.provide(services.Warnings, warnings);
      container.provide(services.Watching, rows.watching);
      container.provide(services.WholeDesk, new StoredDesk({ desk, registry, store, faults }));
    },
    { time, log, guard: options.guard },
    options.providers,
  );
  board.assembled(assembly);
  reportProblems(assembly, warnings, log);

  await desk.open();

  const close = async () => {
    await rows.stop();
    registry.stop();
    await desk.close();
  };
  return { assembly, board, desk, observed, rows, convergence, summary, close };
}

/** Warns of providers that were left out, until the end of the service. */
function reportProblems({ problems }: Assembly, warnings: services.Warnings, log: services.Log): void {
  for (const [place, problem] of problems.entries()) {
    const detail = describeProblem(problem);
    log.error({ provider: problem.provider, field: problem.field }, detail);
    warnings.raise({
      id: `provider-fault-${place + 1}`,
      title: `Provider ${problem.provider} was left out`,
      titleCode: { code: 'provider-fault', params: { provider: problem.provider } },
      detail,
      severity: 'warning',
      path: '',
    });
  }
}

// Commits of what a target changed by itself. A field with `changesAtTarget: true` in its schema changes there all the time:
// its change is no step of the history, and no lock holds it. A recall, an undo and a client set it as any other field.
import type { TSchema } from '../base/typebox.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Reading } from '../driver.ts';
import type { Change } from '../rows/definitions.ts';
import type { CommitRequest, Log, OwnFields } from '../services.ts';
import type { ObservedValues } from './observed-values.ts';
import type { TargetController } from './target-controller.ts';

type Part = Pick<CommitRequest, 'changes' | 'unlogged' | 'despiteLock'>;

/** At most two; none for no changes. `schemaOf`: of the field of a change. */
export function deviceCommits(
  changes: readonly Change[],
  schemaOf: (change: Change) => TSchema | undefined,
): readonly Part[] {
  const isUnattended = (change: Change) =>
    (schemaOf(change) as { readonly changesAtTarget?: unknown } | undefined)?.changesAtTarget === true;
  const parts: readonly Part[] = [
    { changes: changes.filter((change) => !isUnattended(change)) },
    { changes: changes.filter(isUnattended), unlogged: true, despiteLock: true },
  ];
  return parts.filter((part) => part.changes.length > 0);
}

export interface DeviceCommitsNeeds {
  readonly desk: DeskCore;
  readonly observed: ObservedValues;
  readonly log: Log;
  readonly own: Pick<OwnFields, 'has'>;
}

/** The desk adopts values that changed at a device; where the commit is refused, the device gets the desired values back. */
export function adoptChanges(
  { desk, observed, log, own }: DeviceCommitsNeeds,
  controller: TargetController,
  values: readonly Reading[],
): void {
  const { status, target } = controller;
  const desired = values.flatMap(({ path, field }) => status?.get(path, field)?.desired ?? []);
  const isAdopted = (value: Reading) =>
    status?.get(value.path, value.field) !== undefined || own.has(value.path, value.field);
  const changes = values.filter(isAdopted).map(({ path, field, value }) => ({ path, field, value }));
  const notify = observed.take(target.name, desk.revision, values);
  const origin = { target: target.name, values };
  const label = `Changed on ${target.name}`;
  const parts = deviceCommits(changes, ({ path, field }) => status?.get(path, field)?.desired.schema);
  const committed = parts.map((part) => desk.commit({ actor: 'device', label, origin, ...part }));
  // After the commit: watchers get the desired and the observed value at once.
  notify();
  Promise.all(committed).catch((error: unknown) => {
    log.info({ err: error, target: target.name }, 'A change at the device is refused, and undone there');
    if (controller.status === status) controller.write(desired);
  });
}

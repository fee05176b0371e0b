// Reconciles all targets with the desk: each commit goes to the targets at once, and each heartbeat compares observed and
// desired values.

import { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Commit, DeskCore } from '../desk/desk.ts';
import type { Reading } from '../driver.ts';
import type { Row } from '../rows/definitions.ts';
import type { Registry } from '../rows/registry.ts';
import type { Convergence, Correction, Log, Perf, Time, Warnings } from '../services.ts';
import { observedKey } from '../watch/recorder.ts';
import { Corrections } from './corrections.ts';
import { DesiredFollowers } from './desired-followers.ts';
import { DesiredState } from './desired-state.ts';
import { desiredValueOf, isMovable, isTargeted, type TargetedValue } from './desired-value.ts';
import { DesiredWrites } from './desired-writes.ts';
import { adoptChanges } from './device-commits.ts';
import { Fades } from './fades.ts';
import { FirstContact } from './first-contact.ts';
import type { ObservedValues } from './observed-values.ts';
import type { Target, Targets } from './target.ts';
import { TargetController } from './target-controller.ts';

export interface ReconcilerOptions {
  readonly desk: DeskCore;
  readonly observed: ObservedValues;
  readonly registry: Registry;
  readonly targets: Targets;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly log: Log;
  readonly perf?: Pick<Perf, 'record'>;
  /** Milliseconds between comparisons. */
  readonly heartbeatMs: number;
}

export class Reconciler implements Convergence {
  readonly heartbeatMs: number;
  readonly desired: DesiredFollowers;
  readonly own: FirstContact;
  readonly #options: ReconcilerOptions;
  readonly #corrections = new Corrections();
  readonly #controllers = new Map<string, TargetController>();
  readonly #desired: DesiredState;
  readonly #writes: DesiredWrites;
  readonly #listeners: Listeners;
  readonly #beginnings: Listeners;
  readonly #fades: Fades;
  #stops: (() => void)[] = [];
  #barrier = 0;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    const faults = new Faults(options.log);
    this.#listeners = new Listeners(faults, 'a listener of the heartbeat');
    this.#beginnings = new Listeners(faults, 'a listener of the begin of the heartbeat');
    this.#desired = new DesiredState(options);
    this.own = new FirstContact({ ...options, desired: this.#desired, faults });
    this.desired = new DesiredFollowers(this.#desired, faults);
    const parts = { desired: this.#desired, followers: this.desired, own: this.own, controllers: this.#controllers };
    this.#writes = new DesiredWrites({ ...parts, desk: options.desk, demand: options.targets.demand, faults });
    this.#fades = new Fades(options, (path) => this.#desired.locate(path));
    this.heartbeatMs = options.heartbeatMs;
  }

  /** After the desk is open. */
  start(): void {
    const { desk, observed, registry, targets, time } = this.#options;
    this.own.start();
    this.#stops = [
      desk.onApplied((commit) => this.#applied(commit)),
      observed.onChange((changes) =>
        this.#writes.refresh(this.#desired.readersOf(changes.map(({ path, field }) => observedKey(path, field)))),
      ),
      registry.onAddressesChanged((rows) => this.#addressesChanged(rows)),
      targets.onAdded((target) => this.#control(target)),
      time.every(this.heartbeatMs, () => this.#beat()),
      ...registry.rows.flatMap((row) => this.#watchSent(row)),
    ];
    for (const target of targets.list()) this.#control(target);
    for (const name of targets.demand?.targets ?? []) {
      for (const value of this.#desired.of(name)) targets.demand?.take(name, value);
    }
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop?.();
    this.#writes.finish();
    for (const controller of this.#controllers.values()) controller.stop();
  }

  /** The newest revision that all present targets have settled; never falls. */
  get barrier(): number {
    let least = this.#writes.writtenRevision;
    for (const { settledRevision } of this.#controllers.values()) least = Math.min(least, settledRevision ?? least);
    this.#barrier = Math.max(this.#barrier, least);
    return this.#barrier;
  }

  get corrections(): number {
    return this.#corrections.count;
  }

  entries(): readonly Correction[] {
    return this.#corrections.entries;
  }

  askedMs(target: string): number | undefined {
    return this.#controllers.get(target)?.askedMs;
  }

  /** Called at the start of every heartbeat, before the targets answer. */
  onHeartbeat(listener: () => void): () => void {
    return this.#beginnings.add(listener);
  }

  onBeat(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #control(target: Target): void {
    if (this.#controllers.has(target.name)) return;
    const { desk, observed, time, warnings } = this.#options;
    const controller = new TargetController(target, {
      observed,
      time,
      warnings,
      corrections: this.#corrections,
      revision: () => desk.revision,
      reported: (...report) => this.#reported(...report),
    });
    this.#controllers.set(target.name, controller);
    const present = () => {
      const values = this.#desired.of(target.name).filter((value) => this.own.isDesired(value));
      controller.present(values);
      this.desired.present(target.name, values);
    };
    target.listen({
      present,
      absent: () => controller.absent(),
      observed: (revision, values) => controller.observed(revision, values),
      changedOnDevice: (values) => adoptChanges({ ...this.#options, own: this.own }, controller, values),
    });
    if (target.isPresent && controller.status === undefined) present();
  }

  #applied(commit: Commit): void {
    const { changes, paths } = commit;
    const values: TargetedValue[] = [];
    const places = this.#desired.readersOf(paths);
    for (const { place, field, to, contract } of changes) {
      if (place.row.target === undefined) continue;
      if (isMovable(place.row)) places.add(place);
      else if (contract.target !== undefined)
        values.push(desiredValueOf(place, field, to, contract.target, contract.schema));
    }
    for (const place of this.own.setBy(commit)) places.add(place);
    const ended = this.#fades.follow(commit);
    this.#writes.refresh(places, values, commit);
    for (const controller of this.#controllers.values()) {
      this.#writes.write(
        controller,
        ended.flatMap(({ path, field }) => controller.status?.get(path, field)?.desired ?? []),
      );
    }
  }

  #addressesChanged(changed: readonly Row[]): void {
    const { registry } = this.#options;
    const rows = changed.filter((row) => row.type === 'setting' && row.target !== undefined);
    if (rows.length === 0) return;
    this.#writes.addressesChanged();
    for (const { status } of this.#controllers.values()) {
      for (const path of status?.paths() ?? []) {
        if (this.#desired.locate(path) === undefined) status?.keepOnly(path, new Set());
      }
    }
    this.#writes.refresh(rows.flatMap((row) => registry.list(row)).filter(isTargeted));
    for (const taken of this.own.addressesChanged()) this.#writes.refresh(taken.places, [], taken);
  }

  #watchSent(row: Row): readonly (() => void)[] {
    if (row.type !== 'setting' || row.sends?.watch === undefined) return [];
    return [row.sends.watch(() => this.#writes.refresh(this.#options.registry.list(row).filter(isTargeted)))];
  }

  /** A target that the desk has never had gives its values, which are not written to it. */
  #reported(target: string, values: readonly Reading[], isFull: boolean): void {
    const taken = this.own.reported(target, values, isFull);
    if (taken !== undefined) this.#writes.refresh(taken.places, [], taken);
  }

  #beat(): void {
    const { time, perf } = this.#options;
    const beganMs = time.monotonicMs();
    this.#beginnings.notify();
    const done = () => {
      perf?.record('heartbeat', time.monotonicMs() - beganMs);
      this.#notify();
    };
    const open = new Set(this.#controllers.values());
    if (open.size === 0) done();
    for (const controller of [...open]) {
      controller.beat(() => {
        if (open.delete(controller) && open.size === 0) done();
      });
    }
  }

  #notify(): void {
    // Evaluated at each beat: the maximum of the barrier is noted even without a reader.
    void this.barrier;
    this.#listeners.notify();
  }
}

// Makes the targets agree with the desk: every commit goes to them at once, and at every heartbeat what they really have
// is compared with what is wanted.

import { Faults } from '../base/fault-log.ts';
import { isSame } from '../base/json.ts';
import { Listeners } from '../base/listeners.ts';
import type { Requested } from '../desk/commit.ts';
import type { AppliedCommit, DeskCore } from '../desk/desk.ts';
import type { SettingPlace } from '../desk/memory.ts';
import type { Row } from '../rows/definitions.ts';
import type { Registry } from '../rows/registry.ts';
import type { Convergence, Correction, Log, Perf, Time, Warnings } from '../services.ts';
import { observedKey } from '../watch/recorder.ts';
import { copiesOf } from './copies.ts';
import { Corrections } from './corrections.ts';
import { DesiredState } from './desired-state.ts';
import { type DesiredValue, dependsOnOthers, desiredValueOf, isMovable, isTargeted } from './desired-value.ts';
import { EndingFades } from './ending-fades.ts';
import type { ObservedValues } from './observed-values.ts';
import type { Observed, Target, Targets } from './target.ts';
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
  readonly #options: ReconcilerOptions;
  readonly #corrections = new Corrections();
  readonly #controllers = new Map<string, TargetController>();
  readonly #desired: DesiredState;
  readonly #listeners: Listeners;
  readonly #beginnings: Listeners;
  readonly #fades: EndingFades;
  #stops: (() => void)[] = [];
  #barrier = 0;
  /** A target's own control was turned: it has these values already. */
  #adopting: { readonly follower: TargetController; readonly values: readonly Observed[] } | undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    const faults = new Faults(options.log);
    this.#listeners = new Listeners(faults, 'a listener of the heartbeat');
    this.#beginnings = new Listeners(faults, 'a listener of the begin of the heartbeat');
    this.#desired = new DesiredState(options);
    this.#fades = new EndingFades({
      monotonicMs: () => options.time.monotonicMs(),
      copiesOf: (asked) => this.#copiesOf(asked),
    });
    this.heartbeatMs = options.heartbeatMs;
  }

  /** After the desk is open. */
  start(): void {
    const { desk, observed, registry, targets, time } = this.#options;
    this.#stops = [
      desk.onApplied((commit) => this.#applied(commit)),
      observed.onChange((changes) =>
        this.#refresh(this.#desired.readersOf(changes.map(({ path, field }) => observedKey(path, field)))),
      ),
      registry.onAddressesChanged((rows) => this.#addressesChanged(rows)),
      targets.onAdded((target) => this.#control(target)),
      time.every(this.heartbeatMs, () => this.#beat()),
    ];
    for (const target of targets.list()) this.#control(target);
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop?.();
    for (const follower of this.#controllers.values()) follower.stop();
  }

  /** The newest revision that every present target has; it never falls. */
  get barrier(): number {
    let least = this.#options.desk.revision;
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

  /** At the begin of every heartbeat, before targets have answered. */
  onHeartbeat(listener: () => void): () => void {
    return this.#beginnings.add(listener);
  }

  onBeat(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #control(target: Target): void {
    if (this.#controllers.has(target.name)) return;
    const { desk, observed, time, warnings } = this.#options;
    const follower = new TargetController(target, {
      observed,
      time,
      warnings,
      corrections: this.#corrections,
      revision: () => desk.revision,
    });
    this.#controllers.set(target.name, follower);
    const present = () => follower.present(this.#desired.of(target.name));
    target.listen({
      present,
      absent: () => follower.absent(),
      observed: (revision, values) => follower.observed(revision, values),
      turned: (values) => this.#changedOnDevice(follower, values),
    });
    if (target.isPresent && follower.ledger === undefined) present();
  }

  #applied(commit: AppliedCommit): void {
    const { changes, fadeMs } = commit;
    const wishes: DesiredValue[] = [];
    const places = this.#desired.readersOf(changes.map(({ place }) => place.path));
    for (const { place, field, to, contract } of changes) {
      if (place.row.target === undefined) continue;
      if (isMovable(place.row)) places.add(place);
      else if (contract.target !== undefined)
        wishes.push(desiredValueOf(place, field, to, contract.target, contract.schema));
    }
    const hurried = this.#fades.follow(commit);
    this.#refresh(places, wishes, fadeMs);
    for (const follower of this.#controllers.values()) {
      follower.write(hurried.flatMap(({ path, field }) => follower.ledger?.get(path, field)?.wish ?? []));
    }
  }

  #copiesOf(asked: Requested): readonly Requested[] {
    const { desk, log } = this.#options;
    try {
      return copiesOf(asked, desk, (path) => this.#desired.locate(path));
    } catch (error) {
      new Faults(log).note(error, `what follows from ${asked.path} ${asked.field}`);
      return [];
    }
  }

  #addressesChanged(changed: readonly Row[]): void {
    const { registry } = this.#options;
    const rows = changed.filter((row) => row.type === 'setting' && row.target !== undefined);
    if (rows.length === 0) return;
    for (const { ledger } of this.#controllers.values()) {
      for (const path of ledger?.paths() ?? []) {
        if (this.#desired.locate(path) === undefined) ledger?.keepOnly(path, new Set());
      }
    }
    this.#refresh(rows.flatMap((row) => registry.list(row)).filter(isTargeted));
  }

  /** Writes what is wanted anew, one block per target: these wishes, and all of these addresses. */
  #refresh(places: Iterable<SettingPlace>, wishes: readonly DesiredValue[] = [], fadeMs?: number): void {
    const { revision } = this.#options.desk;
    const blocks = new Map<TargetController, DesiredValue[]>();
    const note = (wish: DesiredValue) => {
      const follower = this.#controllers.get(wish.target);
      if (follower?.ledger?.set(wish, revision) !== true || this.#isAdopted(follower, wish)) return;
      const block = blocks.get(follower);
      if (block === undefined) blocks.set(follower, [wish]);
      else block.push(wish);
    };
    wishes.forEach(note);
    for (const place of places) {
      const all = this.#desired.at(place);
      all.forEach(note);
      if (dependsOnOthers(place)) this.#forgetOthers(place.path, all);
    }
    for (const [follower, block] of blocks) follower.write(block, fadeMs);
  }

  #forgetOthers(path: string, wishes: readonly DesiredValue[]): void {
    for (const [name, { ledger }] of this.#controllers) {
      ledger?.keepOnly(path, new Set(wishes.filter(({ target }) => target === name).map(({ field }) => field)));
    }
  }

  #isAdopted(follower: TargetController, { path, field, value }: DesiredValue): boolean {
    if (this.#adopting?.follower !== follower) return false;
    const isTurned = this.#adopting.values.some(
      (turned) => turned.path === path && turned.field === field && isSame(turned.value, value),
    );
    const want = follower.ledger?.get(path, field);
    if (isTurned && want !== undefined) follower.ledger?.adopt(want);
    return isTurned;
  }

  /** The desk follows the hand on the device; where it may not, the device follows the desk. */
  #changedOnDevice(follower: TargetController, values: readonly Observed[]): void {
    const { desk, observed, log } = this.#options;
    const { ledger, target } = follower;
    const wanted = values.flatMap(({ path, field }) => ledger?.get(path, field)?.wish ?? []);
    const isWanted = (value: Observed) => ledger?.get(value.path, value.field) !== undefined;
    const changes = values.filter(isWanted).map(({ path, field, value }) => ({ path, field, value }));
    observed.report(target.name, desk.revision, values);
    if (changes.length === 0) return;
    this.#adopting = { follower, values };
    const committed = desk.commit({ actor: 'device', label: `Turned on ${target.name}`, changes });
    this.#adopting = undefined;
    committed.catch((error: unknown) => {
      log.info({ err: error, target: target.name }, 'A control turned by hand is turned back');
      if (follower.ledger === ledger) follower.write(wanted);
    });
  }

  #beat(): void {
    const { time, perf } = this.#options;
    const beganMs = time.monotonicMs();
    this.#beginnings.notify();
    const done = () => {
      perf?.record('heartbeat', time.monotonicMs() - beganMs);
      this.#tell();
    };
    const open = new Set(this.#controllers.values());
    if (open.size === 0) done();
    for (const follower of [...open]) {
      follower.beat(() => {
        if (open.delete(follower) && open.size === 0) done();
      });
    }
  }

  #tell(): void {
    // Looked at regularly, so that it never falls behind what it once was.
    void this.barrier;
    this.#listeners.notify();
  }
}

// Writes changed desired values: those of a commit go to each of its targets as one block, in the tick of the commit; those
// of a large commit a few turns later, see `LargeBlock`.

import type { Faults } from '../base/fault-log.ts';
import { mostChangesAtOnce } from '../desk/commit.ts';
import type { Commit, DeskCore } from '../desk/desk.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { DesiredFollowers } from './desired-followers.ts';
import type { DesiredState } from './desired-state.ts';
import { dependsOnOthers, type TargetedValue, valuesOf } from './desired-value.ts';
import type { FirstContact } from './first-contact.ts';
import { type EvaluatedRow, LargeBlock } from './large-block.ts';
import type { Demand } from './target.ts';
import type { TargetController } from './target-controller.ts';

/** Of the commit that the values come from. `origin`: the target that has the values already. */
export type WriteOptions = Partial<Pick<Commit, 'fadeMs' | 'origin' | 'changes'>>;

export interface DesiredWritesNeeds {
  readonly desk: Pick<DeskCore, 'revision'>;
  readonly desired: DesiredState;
  readonly followers: Pick<DesiredFollowers, 'wrote'>;
  readonly own: Pick<FirstContact, 'isDesired'>;
  readonly controllers: ReadonlyMap<string, TargetController>;
  readonly demand?: Demand;
  readonly faults: Faults;
}

export class DesiredWrites {
  readonly #needs: DesiredWritesNeeds;
  #large: LargeBlock | undefined;
  /** The first revision of the large block. */
  #largeRevision = 0;

  constructor(needs: DesiredWritesNeeds) {
    this.#needs = needs;
  }

  /** The newest revision whose values have all been written. */
  get writtenRevision(): number {
    return this.#large === undefined ? this.#needs.desk.revision : this.#largeRevision - 1;
  }

  /** Writes what differs from before: `values`, and all values of these rows. */
  refresh(places: Iterable<SettingPlace>, values: readonly TargetedValue[] = [], options: WriteOptions = {}): void {
    const changed = [...places];
    if (values.length === 0 && changed.length === 0) return;
    if (this.#isAtOnce(options)) {
      this.finish();
      const rows = changed.map((place) => ({ place, values: this.#needs.desired.at(place) }));
      this.#bring(rows, values, options);
    } else if (this.#large !== undefined) this.#large.add(changed, values);
    else this.#begin(changed, values);
  }

  addressesChanged(): void {
    this.#large?.addressesChanged();
  }

  /** Writes now what a large commit has left. */
  finish(): void {
    this.#large?.finish();
  }

  /** Writes one block. */
  write(controller: TargetController, values: readonly TargetedValue[], fadeMs?: number): void {
    controller.write(values, fadeMs);
    this.#needs.followers.wrote(controller.target.name, values, fadeMs);
  }

  /** Safety waits for nothing, a fade and a change at a device are of one block alone. */
  #isAtOnce({ changes = [], fadeMs, origin }: WriteOptions): boolean {
    if (fadeMs !== undefined || origin !== undefined) return true;
    if (this.#large === undefined && changes.length <= mostChangesAtOnce) return true;
    return changes.some(({ contract }) => contract.life === 'safety');
  }

  #begin(places: readonly SettingPlace[], values: readonly TargetedValue[]): void {
    const { desired, desk, faults } = this.#needs;
    const large = new LargeBlock({
      ...{ desired, faults },
      write: (rows, single) => {
        this.#large = undefined;
        this.#bring(rows, single);
      },
    });
    this.#large = large;
    this.#largeRevision = desk.revision;
    large.add(places, values);
    large.begin();
  }

  #bring(rows: readonly EvaluatedRow[], values: readonly TargetedValue[], { fadeMs, origin }: WriteOptions = {}): void {
    const { controllers, demand, desk, own } = this.#needs;
    const { revision } = desk;
    const blocks = new Map<TargetController, TargetedValue[]>();
    const hasAlready = valuesOf(origin);
    const note = (desired: TargetedValue) => {
      const controller = controllers.get(desired.target);
      if (controller?.status === undefined) demand?.take(desired.target, desired);
      if (!own.isDesired(desired) || controller?.status?.set(desired, revision) !== true) return;
      if (hasAlready(desired)) {
        controller.status.adopt(desired);
        return;
      }
      const block = blocks.get(controller);
      if (block === undefined) blocks.set(controller, [desired]);
      else block.push(desired);
    };
    values.forEach(note);
    for (const { place, values: all } of rows) {
      all.forEach(note);
      if (dependsOnOthers(place)) this.#forgetOthers(place.path, all);
    }
    for (const [controller, block] of blocks) this.write(controller, block, fadeMs);
  }

  #forgetOthers(path: string, values: readonly TargetedValue[]): void {
    for (const [name, { status }] of this.#needs.controllers) {
      status?.keepOnly(path, new Set(values.filter(({ target }) => target === name).map(({ field }) => field)));
    }
  }
}

// A block of desired values that takes long to compute: its rows are evaluated over turns of the event loop, and targets get
// none of its values before all are known. What changes meanwhile joins the block, so that values reach the targets in the
// order of their commits.

import type { Faults } from '../base/fault-log.ts';
import { atOnce, inTurns, type Steps } from '../base/steps.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { DesiredState } from './desired-state.ts';
import { isTargeted, type TargetedValue } from './desired-value.ts';

/** Rows evaluated, or values taken, in one turn: about two milliseconds. */
const rowsPerTurn = 128;
const valuesPerTurn = 1024;

/** A row with all of its desired values. */
export interface EvaluatedRow {
  readonly place: SettingPlace;
  readonly values: readonly TargetedValue[];
}

interface Gathered {
  /** New values of single fields, the newest of each; of a row that needs no evaluation. */
  readonly values: Map<string, TargetedValue>;
  /** Undefined for a row of single fields. */
  row?: EvaluatedRow;
  isWhole: boolean;
}

export interface LargeBlockNeeds {
  readonly desired: Pick<DesiredState, 'at' | 'locate'>;
  readonly faults: Faults;
  /** Called once, in the turn in which all values are known; then the block is over. */
  readonly write: (rows: readonly EvaluatedRow[], values: readonly TargetedValue[]) => void;
}

export class LargeBlock {
  readonly #needs: LargeBlockNeeds;
  /** What was added, in order, and how much of it is gathered: the turn of a commit only adds. */
  readonly #added: (TargetedValue | { readonly whole: string })[] = [];
  #taken = 0;
  readonly #gathered = new Map<string, Gathered>();
  /** Addresses that are not evaluated yet, or have changed since. */
  readonly #open = new Set<string>();
  #isOver = false;

  constructor(needs: LargeBlockNeeds) {
    this.#needs = needs;
  }

  /** `places`: rows to evaluate; `values`: new values of single fields. */
  add(places: Iterable<SettingPlace>, values: readonly TargetedValue[]): void {
    for (const value of values) this.#added.push(value);
    for (const { path } of places) this.#added.push({ whole: path });
  }

  /** Addresses came or went: every row is looked up again. */
  addressesChanged(): void {
    for (const path of this.#gathered.keys()) this.#open.add(path);
  }

  /** Evaluates the rest in turns, then writes. */
  begin(): void {
    inTurns(this.#evaluate()).then(
      () => this.finish(),
      (error) => this.#needs.faults.note(error, 'bringing a large commit to targets'),
    );
  }

  /** Evaluates the rest at once, and writes. */
  finish(): void {
    if (this.#isOver) return;
    atOnce(this.#evaluate());
    this.#isOver = true;
    const rows: EvaluatedRow[] = [];
    const values: TargetedValue[] = [];
    for (const { row, values: own } of this.#gathered.values()) {
      values.push(...own.values());
      if (row !== undefined) rows.push(row);
    }
    this.#needs.write(rows, values);
  }

  #at(path: string): Gathered {
    this.#open.add(path);
    let gathered = this.#gathered.get(path);
    if (gathered === undefined) {
      gathered = { values: new Map(), isWhole: false };
      this.#gathered.set(path, gathered);
    }
    return gathered;
  }

  #take(): void {
    const added = this.#added[this.#taken++];
    if (added === undefined) return;
    if ('whole' in added) this.#at(added.whole).isWhole = true;
    else this.#at(added.path).values.set(added.field, added);
  }

  /** The write has a turn of its own. */
  *#evaluate(): Steps<void> {
    let evaluated = 0;
    while ((this.#taken < this.#added.length || this.#open.size > 0) && !this.#isOver) {
      while (this.#taken < this.#added.length) {
        this.#take();
        if (this.#taken % valuesPerTurn === 0) yield;
      }
      for (const path of this.#open) {
        this.#open.delete(path);
        this.#look(path);
        if (++evaluated % rowsPerTurn === 0) yield;
      }
      yield;
    }
  }

  #look(path: string): void {
    const { desired } = this.#needs;
    const gathered = this.#gathered.get(path);
    const place = desired.locate(path);
    if (gathered === undefined) return;
    if (place === undefined || !isTargeted(place)) this.#gathered.delete(path);
    else if (gathered.isWhole) {
      gathered.row = { place, values: desired.at(place) };
      gathered.values.clear();
    }
  }
}

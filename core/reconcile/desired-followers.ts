// Followers of the desired values of a target. Without a follower nothing is kept.

import type { Faults } from '../base/fault-log.ts';
import { isSameJson } from '../base/json.ts';
import { Listeners } from '../base/listeners.ts';
import type { Value } from '../driver.ts';
import type { Desired, Followed } from '../services.ts';
import type { DesiredState } from './desired-state.ts';

interface Following {
  readonly listeners: Listeners<[values: readonly Value[]]>;
  count: number;
  /** The last value of each field, by `path field`. */
  readonly last: Map<string, unknown>;
}

const keyOf = ({ path, field }: Value) => `${path} ${field}`;

export class DesiredFollowers implements Desired {
  readonly #state: Pick<DesiredState, 'of'>;
  readonly #faults: Faults;
  readonly #following = new Map<string, Following>();

  constructor(state: Pick<DesiredState, 'of'>, faults: Faults) {
    this.#state = state;
    this.#faults = faults;
  }

  of(target: string): readonly Value[] {
    return this.#state.of(target).map(({ path, field, value }) => ({ path, field, value }));
  }

  follow(target: string, changed: (values: readonly Value[]) => void): Followed {
    const values = this.of(target);
    const following = this.#following.get(target) ?? {
      listeners: new Listeners(this.#faults, `a follower of ${target}`),
      count: 0,
      last: new Map<string, unknown>(),
    };
    this.#following.set(target, following);
    following.count++;
    for (const value of values) following.last.set(keyOf(value), value.value);
    const remove = following.listeners.add(changed);
    let isOver = false;
    const stop = () => {
      if (isOver) return;
      isOver = true;
      remove();
      following.count--;
      if (following.count === 0) this.#following.delete(target);
    };
    return { values, stop };
  }

  /** The target gets all of its values: followers get those that differ from before. */
  present(target: string, values: readonly Value[]): void {
    const last = this.#following.get(target)?.last;
    if (last === undefined) return;
    this.wrote(
      target,
      values.filter((value) => !last.has(keyOf(value)) || !isSameJson(last.get(keyOf(value)), value.value)),
    );
  }

  /** These values go to the target now. */
  wrote(target: string, values: readonly Value[], fadeMs?: number): void {
    const following = this.#following.get(target);
    if (following === undefined || values.length === 0) return;
    for (const value of values) following.last.set(keyOf(value), value.value);
    const fade = fadeMs === undefined ? {} : { fadeMs };
    following.listeners.notify(values.map(({ path, field, value }) => ({ path, field, value, ...fade })));
  }
}

// Raises the warnings of inputs. A stream needs a moment until it sounds: what is not heard is a warning once that lasts.
import { type Audio, type Desk, StandingWarnings, stopAll, type Time, type Warnings } from 'rowdesk/provider';
import type { Received } from './contract.ts';
import { RecentlyMissing } from './missing-packets.ts';
import { onShape, ownDevices } from './own-devices.ts';
import { devicePath } from './paths.ts';
import { rxAt } from './rx-state.ts';
import type { Subscriptions } from './subscriptions.ts';
import { inputWarnings, type SubscribedInput } from './warnings-of-inputs.ts';

const lookMs = 1_000;
/** So long a warning holds before it is raised. */
const settleMs = 3_000;

export interface InputWatchNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly subscriptions: Subscriptions;
  readonly time: Time;
  readonly warnings: Warnings;
}

export class InputWatch {
  readonly #needs: InputWatchNeeds;
  readonly #standing: StandingWarnings;
  readonly #missing = new Map<string, RecentlyMissing>();
  /** Since when each would be raised, monotonic. */
  #since: ReadonlyMap<string, number> = new Map();

  constructor(needs: InputWatchNeeds) {
    this.#needs = needs;
    this.#standing = new StandingWarnings(needs.warnings);
  }

  /** Looks once a second while the desk has a device of the network, until the returned function is called. */
  start(): () => void {
    const { audio, time } = this.#needs;
    let stopLooking: (() => void) | undefined;
    const follow = () => {
      const isNeeded = ownDevices(audio).length > 0;
      if (isNeeded) stopLooking ??= time.every(lookMs, () => this.#look());
      if (isNeeded || stopLooking === undefined) return;
      stopLooking();
      stopLooking = undefined;
      this.#look();
    };
    follow();
    return stopAll(onShape(audio, follow), () => {
      stopLooking?.();
      this.#standing.end();
    });
  }

  #look(): void {
    const { audio, desk, time } = this.#needs;
    const devices = ownDevices(audio);
    const nowMs = time.monotonicMs();
    const withMissing = devices.map((device) => {
      const known = this.#missing.get(device.id) ?? new RecentlyMissing();
      this.#missing.set(device.id, known);
      const received = desk.observed.read(devicePath(device.id), 'received')?.value;
      return { device, missing: known.take(Array.isArray(received) ? (received as Received[]) : [], nowMs) };
    });
    const now = inputWarnings(this.#inputs(), withMissing);
    this.#since = new Map(now.map(({ id }) => [id, this.#since.get(id) ?? nowMs]));
    this.#standing.become(now.filter(({ id }) => nowMs - (this.#since.get(id) ?? nowMs) >= settleMs));
  }

  #inputs(): readonly SubscribedInput[] {
    const { audio, desk, subscriptions } = this.#needs;
    return subscriptions.list(desk).flatMap(({ id, n, subscription }) => {
      const device = ownDevices(audio).find((each) => each.id === id);
      if (device === undefined) return [];
      const state = rxAt({ id, n }, { audio, subscriptions }, desk, desk.observed);
      return [{ device, n, subscription, state }];
    });
  }
}

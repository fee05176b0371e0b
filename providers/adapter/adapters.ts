// The drivers of devices: since when each is in its state, and how often what its devices have had to be corrected.
import {
  type Audio,
  type Convergence,
  type DriverChoice,
  type Drivers,
  Refusal,
  stopAll,
  type Time,
  type Token,
  token,
} from 'rowdesk/provider';

export interface AdapterFacts {
  readonly id: string;
  readonly state: Exclude<DriverChoice['state'], 'building' | 'waiting'>;
  readonly reason: string;
  readonly since: string;
  readonly corrections: number;
  readonly restarts: number;
}

/** Shared by the rows and by what follows them. */
export const AdapterBook: Token<Adapters> = token<Adapters>('adapter.adapters');

export class Adapters {
  readonly #drivers: Drivers;
  readonly #audio: Audio;
  readonly #convergence: Convergence;
  readonly #time: Time;
  readonly #since = new Map<string, { readonly state: string; readonly at: string }>();
  /** By driver: the counts stay with the one that had the device. */
  readonly #corrections = new Map<string, number>();
  #counted = 0;

  constructor(drivers: Drivers, audio: Audio, convergence: Convergence, time: Time) {
    this.#drivers = drivers;
    this.#audio = audio;
    this.#convergence = convergence;
    this.#time = time;
    this.#note();
  }

  list(): readonly AdapterFacts[] {
    return this.#choices().map(({ name, state, reason, restarts }) => ({
      id: name,
      // It starts by itself once it is built; the reason says so.
      state: state === 'building' ? 'starting' : state === 'waiting' ? 'absent' : state,
      reason,
      since: this.#since.get(name)?.at ?? '',
      corrections: this.#corrections.get(name) ?? 0,
      restarts,
    }));
  }

  get(id: string): AdapterFacts | undefined {
    return this.list().find((each) => each.id === id);
  }

  /** As `get`, of one that was listed. Throws Refusal `unknown-row`. */
  of(id: string): AdapterFacts {
    const found = this.get(id);
    if (!found) throw new Refusal('unknown-row', `There is no driver ${id}.`, { adapter: id });
    return found;
  }

  /** True for the driver of the device that all others follow. */
  drives(id: string): boolean {
    const { driving } = this.#audio.clock;
    return this.#audio.devices.some((device) => device.id === driving && device.driver === id);
  }

  /** Called when something is another, and at each heartbeat. */
  watch(changed: () => void): () => void {
    return stopAll(this.#drivers.onChange(changed), this.#convergence.onBeat(changed));
  }

  /** Keeps the books until it is stopped. */
  start(): () => void {
    return stopAll(
      this.#drivers.onChange(() => this.#note()),
      this.#convergence.onBeat(() => this.#count()),
    );
  }

  #choices(): readonly DriverChoice[] {
    return this.#drivers.choices.filter(({ kind }) => kind !== 'mixer');
  }

  #note(): void {
    for (const { name, state } of this.#choices()) {
      if (this.#since.get(name)?.state === state) continue;
      this.#since.set(name, { state, at: new Date(this.#time.now()).toISOString() });
    }
  }

  #count(): void {
    const { corrections } = this.#convergence;
    const fresh = this.#convergence.entries().slice(0, corrections - this.#counted);
    this.#counted = corrections;
    for (const { target } of fresh) {
      const driver = this.#audio.devices.find(({ id }) => target === `stagebox:${id}`)?.driver;
      if (driver) this.#corrections.set(driver, (this.#corrections.get(driver) ?? 0) + 1);
    }
  }
}

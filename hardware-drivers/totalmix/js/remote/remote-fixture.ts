// A remote with a small device, and a desk that remembers: for tests.
import type { Key, KeyValue } from '../hardware.ts';
import type { RemoteChannels } from './channels.ts';
import { Remote, type RemoteOptions } from './remote.ts';

const references = { input: ['+13 dBu', '+19 dBu'], output: ['+4 dBu', '+13 dBu', '+19 dBu'] };

/** Half of the inputs have preamps. */
export function smallDevice(inputs = 8, playbacks = 8, outputs = 8): RemoteChannels {
  const preamp = {
    gainDb: { minimum: 0, maximum: 75, step: 0.5 },
    hasPhantom: true,
    hasPad: true,
    hasInstrument: true,
  };
  return {
    model: 'Small Device',
    inputs: Array.from({ length: inputs }, (_, index) => ({
      label: `AN ${index + 1}`,
      connector: 'xlr',
      ...(index < inputs / 2 ? preamp : { referenceLevels: references.input }),
    })),
    outputs: Array.from({ length: outputs }, (_, index) => ({
      label: `AN ${index + 1}`,
      connector: 'trs',
      referenceLevels: references.output,
    })),
    playbacks,
  };
}

/** What a remote told. */
export class Listener {
  readonly values = new Map<Key, KeyValue>();
  readonly lost: string[] = [];
  readonly log: string[] = [];
  begun = 0;
  reads = 0;
  identified = 0;
  readonly remote: Remote;
  #wakes: (() => void)[] = [];

  constructor(
    options: Omit<RemoteOptions, 'log' | 'readEveryMs'>,
    reported: (values: ReadonlyMap<Key, KeyValue>) => void = () => {},
  ) {
    const log = (_: string, text: string) => this.log.push(text);
    this.remote = new Remote(
      { readEveryMs: 1000, ...options, log },
      {
        reported: (values) => {
          for (const [key, value] of values) this.values.set(key, value);
          reported(values);
          this.#changed();
        },
        reading: () => {
          this.begun++;
          this.#changed();
        },
        read: () => {
          this.reads++;
          this.#changed();
        },
        identified: () => {
          this.identified++;
          this.#changed();
        },
        lost: (reason) => {
          this.lost.push(reason);
          this.#changed();
        },
      },
    );
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#wakes.push(resolve));
  }

  /** Asks for a complete read, and waits for the end of one that began after that. */
  async read(): Promise<void> {
    const { begun } = this;
    this.remote.refresh();
    await this.until(() => this.begun > begun);
    const { reads } = this;
    await this.until(() => this.reads > reads);
  }

  #changed(): void {
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }
}

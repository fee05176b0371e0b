// Switches a strip over when the device of its main source goes.
import type { Audio, Graph } from 'rowdesk/provider';
import { type Armed, sparePath } from './spare-strips.ts';

export class LostTrigger {
  readonly #audio: Audio;
  readonly #graph: Graph;
  readonly #switchOver: (armed: Armed) => void;
  #armed: readonly Armed[] = [];
  /** Those whose main source was there when somebody looked last. */
  #wasThere = new Set<string>();

  constructor(audio: Audio, graph: Graph, switchOver: (armed: Armed) => void) {
    this.#audio = audio;
    this.#graph = graph;
    this.#switchOver = switchOver;
  }

  /** These and no others are armed now. */
  follow(all: readonly Armed[]): void {
    this.#armed = all.filter(({ trigger, main }) => trigger === 'device-lost' && main.length > 0);
    const known = new Set(this.#armed.map(keyOf));
    this.#wasThere = new Set([...this.#wasThere].filter((key) => known.has(key)));
    this.#look();
  }

  start(): () => void {
    const stops = [this.#audio.onChange(() => this.#look()), this.#graph.onChange(() => this.#look())];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** While the mixer starts, or starts again, everything is away; that says nothing of devices. */
  #look(): void {
    if (this.#audio.state !== 'running') return;
    for (const armed of this.#armed) {
      const isThere = armed.main.every((port) => this.#isThere(port));
      const isLost = !isThere && this.#wasThere.has(keyOf(armed));
      if (isThere) this.#wasThere.add(keyOf(armed));
      // A spare that is away is no better; should it come, it is switched to then.
      if (!isLost || !armed.spare.some((port) => this.#isThere(port))) continue;
      this.#wasThere.delete(keyOf(armed));
      this.#switchOver(armed);
    }
  }

  #isThere(port: string): boolean {
    const device = this.#audio.devices.find(({ id }) => port.startsWith(`${id}:`));
    if (device !== undefined) return device.present;
    return this.#graph.nodes.some(({ present, ports }) => present && ports.some(({ id }) => id === port));
  }
}

/** Another main source is another matter. */
const keyOf = ({ strip, main }: Armed): string => [sparePath(strip), ...main].join(' ');

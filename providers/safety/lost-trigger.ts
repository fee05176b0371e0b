// Switches a strip over when the device of its main source goes.
import { type Audio, type Graph, stopAll, type Time } from 'rowdesk/provider';
import { type Armed, retryMs, type Switch, sparePath } from './spare-strips.ts';

export class LostTrigger {
  readonly #audio: Audio;
  readonly #graph: Graph;
  readonly #time: Time;
  readonly #switch: Switch;
  #armed: readonly Armed[] = [];
  /** Those whose main source was there since they are armed: until they are switched over its loss counts. */
  #wasThere = new Set<string>();
  #stopRetry: (() => void) | undefined;

  constructor(audio: Audio, graph: Graph, time: Time, switch_: Switch) {
    this.#audio = audio;
    this.#graph = graph;
    this.#time = time;
    this.#switch = switch_;
  }

  /** These and no others are armed now: who has gone over is not. */
  follow(all: readonly Armed[]): void {
    this.#armed = all.filter(({ trigger, main }) => trigger === 'device-lost' && main.length > 0);
    const known = new Set(this.#armed.map(keyOf));
    this.#wasThere = new Set([...this.#wasThere].filter((key) => known.has(key)));
    this.#look();
  }

  start(): () => void {
    return stopAll(
      this.#audio.onChange(() => this.#look()),
      this.#graph.onChange(() => this.#look()),
      () => this.#stopRetry?.(),
    );
  }

  /** While the mixer starts, or starts again, everything is away; that says nothing of devices. */
  #look(): void {
    if (this.#audio.state !== 'running') return;
    for (const armed of this.#armed) {
      const isThere = armed.main.every((port) => this.#isThere(port));
      const isLost = !isThere && this.#wasThere.has(keyOf(armed));
      if (isThere) {
        this.#wasThere.add(keyOf(armed));
        this.#switch.unneeded(armed.strip);
      }
      // A spare that is away is no better; should it come, it is switched to then.
      if (!isLost || !armed.spare.some((port) => this.#isThere(port))) continue;
      this.#switch.over(armed);
      this.#lookAgain();
    }
  }

  /** A switch that was refused is tried again for as long as the source is gone. */
  #lookAgain(): void {
    this.#stopRetry ??= this.#time.after(retryMs, () => {
      this.#stopRetry = undefined;
      this.#look();
    });
  }

  #isThere(port: string): boolean {
    const device = this.#audio.devices.find(({ id }) => port.startsWith(`${id}:`));
    if (device !== undefined) return device.present;
    return this.#graph.nodes.some(({ present, reason, ports }) => {
      return present && !reason && ports.some(({ id }) => id === port);
    });
  }
}

/** Another main source is another matter. */
const keyOf = ({ strip, main }: Armed): string => [sparePath(strip), ...main].join(' ');

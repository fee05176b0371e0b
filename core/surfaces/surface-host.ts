// All surfaces of the desk, and the looks for others.
import { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Log, SurfaceStatus, Surfaces, Time } from '../services.ts';
import type { AllowedRequests, FoundSurface, SurfaceSettings } from '../surface.ts';
import { type LaunchSurface, launchSurface } from './launch.ts';
import type { SurfacePackage } from './packages.ts';
import { SurfaceProcess } from './surface-process.ts';

/** A look that does not end by itself is ended so long after its time. */
const overtimeMs = 5000;

export interface SurfaceHostParts extends AllowedRequests {
  readonly packages: readonly SurfacePackage[];
  /** The desk's. */
  readonly url: string;
  readonly mappingsFolder: string;
  readonly time: Time;
  readonly log: Log;
  readonly launch?: LaunchSurface;
  /** A key of the desk for its process. */
  readonly keyFor: (name: string, role: () => SurfaceSettings['role'] | 'none') => string;
}

export class SurfaceHost implements Surfaces {
  readonly list: Surfaces['list'];
  readonly #packages: readonly SurfacePackage[];
  readonly #processes: ReadonlyMap<string, SurfaceProcess>;
  readonly #listeners: Listeners<[id: string]>;
  readonly #time: Time;
  readonly #launch: LaunchSurface;

  constructor({ packages, launch = launchSurface, time, log, keyFor, ...parts }: SurfaceHostParts) {
    this.list = packages.map(({ id, kind }) => ({ id, kind }));
    this.#packages = packages;
    this.#time = time;
    this.#launch = launch;
    this.#listeners = new Listeners(new Faults(log), 'a listener of surfaces');
    this.#processes = new Map(
      packages.map((surface) => {
        const changed = () => this.#listeners.notify(surface.id);
        const key = keyFor(`surface:${surface.id}`, () => running.role);
        const running: SurfaceProcess = new SurfaceProcess({ ...parts, surface, launch, time, log, key, changed });
        return [surface.id, running];
      }),
    );
  }

  use(id: string, settings: SurfaceSettings | undefined): void {
    this.#of(id).use(settings);
  }

  status(id: string): SurfaceStatus {
    return this.#of(id).status;
  }

  onChange(listener: (id: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  async look(timeoutMs: number, signal: AbortSignal): Promise<readonly FoundSurface[]> {
    const modules = new Set(this.#packages.map(({ module }) => module));
    modules.delete('');
    const found = await Promise.all([...modules].map((module) => this.#lookBy(module, timeoutMs, signal)));
    return found.flat();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((each) => each.stop()));
  }

  async #lookBy(module: string, timeoutMs: number, signal: AbortSignal): Promise<readonly FoundSurface[]> {
    let all: readonly FoundSurface[] = [];
    const child = this.#launch((message) => {
      if (message.type === 'found') all = message.found;
    });
    const end = () => child.kill();
    const stopWaiting = this.#time.after(timeoutMs + overtimeMs, end);
    signal.addEventListener('abort', end);
    child.send({ type: 'look', module, timeoutMs });
    await child.ended;
    stopWaiting();
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
    return all;
  }

  #of(id: string): SurfaceProcess {
    const found = this.#processes.get(id);
    if (found === undefined) throw new Error(`There is no surface ${id}.`);
    return found;
  }
}

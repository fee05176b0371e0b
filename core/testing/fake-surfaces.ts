// Surfaces without processes: a test says how they do.
import { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import { noSurfaces, type SurfaceStatus, type Surfaces } from '../services.ts';
import type { FoundSurface, SurfaceSettings } from '../surface.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export class FakeSurfaces implements Surfaces {
  readonly list: Surfaces['list'] = [{ id: 'osc', kind: 'osc' }];
  /** What the desk asks for, by id; undefined for a surface that is off. */
  readonly used = new Map<string, SurfaceSettings | undefined>();
  /** What a look finds. */
  found: readonly FoundSurface[] = [];
  readonly #listeners = new Listeners<[id: string]>(new Faults(quiet), 'a listener of surfaces');
  readonly #status = new Map<string, SurfaceStatus>();

  use(id: string, settings: SurfaceSettings | undefined): void {
    this.used.set(id, settings);
  }

  status(id: string): SurfaceStatus {
    return this.#status.get(id) ?? noSurfaces.status(id);
  }

  onChange(listener: (id: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  async look(): Promise<readonly FoundSurface[]> {
    return this.found;
  }

  become(id: string, status: Partial<SurfaceStatus>): void {
    this.#status.set(id, { ...this.status(id), ...status });
    this.#listeners.notify(id);
  }
}

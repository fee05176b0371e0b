// Routes inside the hardware, from a source to an output past the desk. The hardware is other providers', which give
// their routes to this service.
import {
  type Addresses,
  type Audio,
  type Change,
  Contributions,
  type Desk,
  type DeskReader,
  type Limits,
  type Listeners,
  type ObservedReader,
  type Token,
  token,
} from 'rowdesk/provider';

/** A source that is heard at an output without the desk. */
export interface DirectRoute {
  /** Unique among all hardware, URL-safe, the same after a restart: `ucx2.3.1`. */
  readonly id: string;
  /** The port that is heard, as the patch names it; '' for what the desk can't hear (playback of the computer). */
  readonly sourceId: string;
  /** The port where it is heard, as the patch names it. */
  readonly outputId: string;
  /** -144 is silence. */
  readonly levelDb: number;
  /** -100 (left) to 100. */
  readonly pan: number;
  readonly muted: boolean;
  /** From connector to connector; null where nobody knows. */
  readonly latencyMs: number | null;
  /** The driver of the hardware, as /adapter has it. */
  readonly adapterId: string;
}

/** The routes of some hardware. */
export interface DirectRoutes {
  /** Those that sound or are set, as desired; levels from observed values where they are readable. */
  list(desk: DeskReader, observed: ObservedReader): readonly DirectRoute[];
  /** One that can be set, also while it is silent. */
  find(id: string, desk: DeskReader, observed: ObservedReader): DirectRoute | undefined;
  /** Of all routes that can be set. */
  ids(): readonly string[];
  /** What makes a route this one, for one commit. */
  changes(id: string, change: RouteChange): readonly Change[];
  /** What the hardware takes, where that is less than a level of -144 to 12 dB, or a field less. */
  limits?(id: string, desk: DeskReader, observed: ObservedReader): Limits;
  /** Calls `changed` whenever routes come or go, or change otherwise than by desired and observed values. */
  onChange(changed: () => void): () => void;
}

export interface RouteChange {
  readonly levelDb?: number;
  readonly pan?: number;
  readonly muted?: boolean;
}

/** Of all hardware. Without any, no route is there. */
export class DirectPaths {
  static readonly token: Token<DirectPaths> = token<DirectPaths>('direct-path.routes');
  readonly #desk: Pick<Desk, 'read' | 'has' | 'observed'>;
  readonly #listeners: Listeners;
  readonly #hardware = new Contributions<DirectRoutes>(() => this.#changed());
  /** By id of the route; undefined: to be asked for. */
  #owners: ReadonlyMap<string, DirectRoutes> | undefined;
  /** Ids of routes, by source; undefined: to be asked for. */
  #bySource: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(desk: Pick<Desk, 'read' | 'has' | 'observed'>, listeners: Listeners) {
    this.#desk = desk;
    this.#listeners = listeners;
  }

  /** For as long as the returned function is not called. Of two routes with one id the first is used. */
  use(routes: DirectRoutes): () => void {
    return this.#hardware.use(routes);
  }

  /** Follows the boxes until the returned function is called: another half with the sound has other ports. */
  follow(audio: Audio): () => void {
    const portsNow = () => JSON.stringify(audio.boxes.map(({ id, ports }) => [id, ...ports.map((port) => port.id)]));
    let ports = portsNow();
    return audio.onChange(() => {
      if (this.#hardware.all.length === 0) return;
      const now = portsNow();
      if (now === ports) return;
      ports = now;
      this.#changed();
    });
  }

  list(desk: DeskReader, observed: ObservedReader): readonly DirectRoute[] {
    return this.#hardware.all.flatMap((hardware) =>
      hardware.list(desk, observed).filter(({ id }) => this.#byId.get(id) === hardware),
    );
  }

  find(id: string, desk: DeskReader, observed: ObservedReader): DirectRoute | undefined {
    return this.#byId.get(id)?.find(id, desk, observed);
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Of all routes of a source that the desk can hear, by the ids of the sources. */
  get bySource(): ReadonlyMap<string, readonly string[]> {
    if (this.#bySource !== undefined) return this.#bySource;
    const bySource = new Map<string, string[]>();
    for (const id of this.ids) {
      const { sourceId = '' } = this.find(id, this.#desk, this.#desk.observed) ?? {};
      if (sourceId !== '') bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), id]);
    }
    this.#bySource = bySource;
    return bySource;
  }

  changes(id: string, change: RouteChange): readonly Change[] {
    return this.#byId.get(id)?.changes(id, change) ?? [];
  }

  limits(id: string, desk: DeskReader, observed: ObservedReader): Limits {
    return this.#byId.get(id)?.limits?.(id, desk, observed) ?? {};
  }

  addresses(): Addresses<{ readonly id: string }> {
    const { has, list, watch } = this.#keys(() => this.#byId);
    return { has: ({ id }) => has(id), list: () => list().map((id) => ({ id })), watch };
  }

  /** Any source may be asked for: most have no routes. */
  sourceAddresses(): Addresses<{ readonly sourceId: string }> {
    const { list, watch } = this.#keys(() => this.bySource);
    return { has: () => true, list: () => list().map((sourceId) => ({ sourceId })), watch };
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  get #byId(): ReadonlyMap<string, DirectRoutes> {
    if (this.#owners !== undefined) return this.#owners;
    const owners = new Map<string, DirectRoutes>();
    for (const hardware of this.#hardware.all) {
      for (const id of hardware.ids()) if (!owners.has(id)) owners.set(id, hardware);
    }
    this.#owners = owners;
    return owners;
  }

  #keys(keyed: () => ReadonlyMap<string, unknown>) {
    return {
      has: (key: string) => keyed().has(key),
      list: () => [...keyed().keys()],
      watch: (changed: () => void) => {
        let before = keyed();
        return this.onChange(() => {
          const now = keyed();
          if (isSameKeys(now, before)) return;
          before = now;
          changed();
        });
      },
    };
  }

  #changed(): void {
    this.#owners = undefined;
    this.#bySource = undefined;
    this.#listeners.notify();
  }
}

function isSameKeys(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a.keys()].every((key) => b.has(key));
}

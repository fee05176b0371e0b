// Surfaces, each in a process of its own while it is enabled.
import { type Token, token } from '../base/token.ts';
import type { FoundSurface, SurfaceReport, SurfaceSettings } from '../surface.ts';

export interface SurfaceStatus extends SurfaceReport {
  /** `failed`: set aside, or it can't be opened, which is tried again. `absent`: it waits for its device. */
  readonly state: 'off' | 'starting' | 'running' | 'absent' | 'failed';
}

/** The surfaces that the configuration names. */
export interface Surfaces {
  readonly list: readonly { readonly id: string; readonly kind: string }[];
  /** From now on the surface runs with these settings; with undefined it is off. */
  use(id: string, settings: SurfaceSettings | undefined): void;
  status(id: string): SurfaceStatus;
  onChange(listener: (id: string) => void): () => void;
  /** Looks for surfaces of each kind, in processes that end with it. Changes nothing. */
  look(timeoutMs: number, signal: AbortSignal): Promise<readonly FoundSurface[]>;
}
export const Surfaces: Token<Surfaces> = token<Surfaces>('core.surfaces');

/** Of a desk without surfaces. */
export const noSurfaces: Surfaces = {
  list: [],
  use: () => {},
  status: () => ({ state: 'off', reason: '', port: null, peers: [], strangers: [], lastSeenAt: null }),
  onChange: () => () => {},
  look: async () => [],
};

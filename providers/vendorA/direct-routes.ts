// The matrix of the device as direct paths: what it plays from a source to an output, past the desk.

import type { Change, DeskReader, Limits, ObservedReader } from 'rowdesk/provider';
import type { DirectRoute, DirectRoutes, RouteChange } from '../directPath/index.ts';
import { leastDb, mixSettings, mostDb, offDb } from './contract.ts';
import { type MixAt, mixPath, rootPath } from './paths.ts';
import { isSet } from './settings.ts';
import type { TotalMix } from './total-mix.ts';

const level = { maximum: mostDb, anyOf: [{ minimum: leastDb }, { const: offDb }] };

/** Routes are called by the device, the output and the source: `ucx2.3.1`. */
export class MatrixRoutes implements DirectRoutes {
  readonly #totalMix: TotalMix;
  /** By the fields that the device has: the same object means the same limits. */
  readonly #limits = new Map<string, Limits>();

  constructor(totalMix: TotalMix) {
    this.#totalMix = totalMix;
  }

  ids(): readonly string[] {
    const id = this.#totalMix.device?.id;
    return id === undefined ? [] : this.#totalMix.places.map((at) => idOf(id, at));
  }

  list(desk: DeskReader, observed: ObservedReader): readonly DirectRoute[] {
    const facts = this.#facts(observed);
    if (facts === undefined) return [];
    return this.#totalMix.places.flatMap((at) => {
      const route = routeAt(at, facts, desk, observed);
      return route !== undefined && route.levelDb > offDb ? [route] : [];
    });
  }

  find(id: string, desk: DeskReader, observed: ObservedReader): DirectRoute | undefined {
    const facts = this.#facts(observed);
    return facts === undefined ? undefined : routeAt(placeOf(id), facts, desk, observed);
  }

  changes(id: string, change: RouteChange): readonly Change[] {
    const path = pathOf(placeOf(id));
    return Object.entries(change).map(([field, value]) => ({ path, field, value, via: field }));
  }

  limits(id: string, _desk: DeskReader, observed: ObservedReader): Limits {
    const path = pathOf(placeOf(id));
    const has = mixSettings.map((field) => this.#totalMix.has(path, field, observed));
    const key = has.join();
    let limits = this.#limits.get(key);
    if (limits === undefined) {
      const absent = mixSettings.filter((_, place) => has[place] !== true).map((field) => [field, false] as const);
      limits = Object.freeze({ levelDb: level, ...Object.fromEntries(absent) });
      this.#limits.set(key, limits);
    }
    return limits;
  }

  onChange(changed: () => void): () => void {
    return this.#totalMix.onShape(changed);
  }

  #facts(observed: ObservedReader): Facts | undefined {
    const { device } = this.#totalMix;
    if (device === undefined) return undefined;
    const { id, driver } = device;
    const [sources, outputs] = [this.#totalMix.portIds('input'), this.#totalMix.portIds('output')];
    return { device: id, adapterId: driver, sources, outputs, latencyMs: latencyMs(observed) };
  }
}

/** What all routes of the device share. */
interface Facts extends Pick<DirectRoute, 'adapterId' | 'latencyMs'> {
  readonly device: string;
  readonly sources: ReadonlyMap<number, string>;
  readonly outputs: ReadonlyMap<number, string>;
}

function routeAt(at: MixAt, facts: Facts, desk: DeskReader, observed: ObservedReader): DirectRoute | undefined {
  const path = pathOf(at);
  if (!desk.has(path)) return undefined;
  const { device, adapterId, sources, outputs, latencyMs } = facts;
  const wanted = desk.read(path);
  const current = <T>(field: string, otherwise: T) => {
    const value = isSet(wanted[field]) ? wanted[field] : observed.read(path, field)?.value;
    return typeof value === typeof otherwise ? (value as T) : otherwise;
  };
  return {
    ...{ id: idOf(device, at), sourceId: sources.get(at.in) ?? '', outputId: outputs.get(at.out) ?? '' },
    levelDb: current<number>('levelDb', offDb),
    pan: current<number>('pan', 0),
    muted: current<boolean>('muted', false),
    ...{ latencyMs, adapterId },
  };
}

/** As the driver knows it of the model, at the rate that the device runs at. */
function latencyMs(observed: ObservedReader): number | null {
  const numberAt = (field: string) => Number(observed.read(rootPath, field)?.value ?? 0);
  const [frames, rateHz] = [numberAt('latencyFrames'), numberAt('sampleRateHz')];
  return frames > 0 && rateHz > 0 ? Math.round((frames / rateHz) * 1e6) / 1e3 : null;
}

const idOf = (device: string, at: MixAt): string => `${device}.${at.out}.${at.in}`;
const pathOf = (at: MixAt): string => mixPath(at.out, at.in);

/** Ids of devices have dots of their own. */
function placeOf(id: string): MixAt {
  const [out, source] = id.split('.').slice(-2).map(Number);
  return { out: out ?? 0, in: source ?? 0 };
}

// The known models: discovered ones, and those of configured devices.
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DiscoveredModel } from '../../driver.ts';

/** Without hardware: a virtual device is always present, and comes last, because it never fails. */
export const virtualTransport = 'virtual';

/**
 * Audio servers, which a machine may have for other purposes, in the order of preference. A server drives the mixer where the
 * configuration names no device and no box of its own is there; one that can't be opened is not missed.
 */
const serverTransports: readonly string[] = ['pipewire', 'jack'];

export function isServerTransport(transport: string): boolean {
  return serverTransports.includes(transport);
}

/** For sorting: servers of the preferred kind come first. */
export function serverRank(transport: string): number {
  return serverTransports.indexOf(transport);
}

export interface KnownModel {
  readonly model: DiscoveredModel;
  readonly isConfigured: boolean;
  /** Discovered, or undiscoverable: an attempt to open it shows whether it is there. */
  readonly isThere: boolean;
}

/**
 * Configured devices in their order, then discovered real ones by id, then those in `gone`: real ones that were
 * discovered earlier. A virtual device must be configured. `isBlind`: no driver of this model can discover.
 */
export function mergeModels(
  configured: readonly ConfiguredDevice[],
  discovered: readonly DiscoveredModel[],
  gone: readonly DiscoveredModel[],
  isBlind: (model: DiscoveredModel) => boolean,
): readonly KnownModel[] {
  const found = new Map(discovered.map((model) => [model.id, model]));
  const named = configured.map((device): KnownModel => {
    const model = found.get(device.id) ?? modelOf(device);
    const isThere = found.has(device.id) || device.transport === virtualTransport || isBlind(model);
    return { model, isConfigured: true, isThere };
  });
  const others = [...found.values()]
    .filter(({ id, transport }) => transport !== virtualTransport && !configured.some((device) => device.id === id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((model): KnownModel => ({ model, isConfigured: false, isThere: true }));
  const isKnown = new Set([...named, ...others].map(({ model }) => model.id));
  const unplugged = gone
    .filter(({ id }) => !isKnown.has(id))
    .map((model): KnownModel => ({ model, isConfigured: false, isThere: false }));
  return [...named, ...others, ...unplugged];
}

export function modelOf({ id, transport, model }: ConfiguredDevice): DiscoveredModel {
  return { id, transport, modelId: model, model, label: id, address: '' };
}

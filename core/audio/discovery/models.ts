// The known models: discovered ones, and those of configured devices.
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DiscoveredModel } from '../../driver.ts';

/** Without hardware: a virtual device is always present, and comes last, because it never fails. */
export const virtualTransport = 'virtual';

/**
 * What a machine may have for other purposes, in the order of preference: audio servers, then sound cards. One of them drives
 * the mixer where the configuration names no device and no box of its own is there; one that can't be opened is not missed.
 */
const unaskedTransports: readonly string[] = ['pipewire', 'jack', 'alsa'];

export function isUnaskedTransport(transport: string): boolean {
  return unaskedTransports.includes(transport);
}

/** For sorting: the preferred kind comes first. */
export function unaskedRank(transport: string): number {
  return unaskedTransports.indexOf(transport);
}

/** A sound card: one program at a time can use it. */
export function isCardTransport(transport: string): boolean {
  return transport === 'alsa';
}

/** A server opens every card by itself whenever a program wants it: beside this one no card is free. */
export function opensAllCards(transport: string): boolean {
  return transport === 'pipewire';
}

export interface ChosenModel {
  readonly model: DiscoveredModel;
  readonly driver: string;
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

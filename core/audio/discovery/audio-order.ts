// Which devices may drive the mixer, in which order, and why: what the configuration names and boxes of their own; where there
// is none of them, an audio server; without one, the virtual stagebox. Pure.
import type { DiscoveredModel } from '../../driver.ts';
import type { ProcessPlan } from '../link/shapes.ts';
import { isServerTransport, type KnownModel, serverRank, virtualTransport } from './models.ts';

export interface ChosenModel {
  readonly model: DiscoveredModel;
  readonly driver: string;
}

export interface AudioOrderInputs {
  /** Models for the mixer: those of drivers with audio, and those without a driver, since silence is safe. */
  readonly models: readonly KnownModel[];
  /** Those of them that are there and have a driver. */
  readonly chosen: readonly ChosenModel[];
  /** The virtual stagebox of a desk whose configuration names none. */
  readonly virtual: ChosenModel | undefined;
  /** Ids of devices that were open in this run of the control process. */
  readonly wereOpen: ReadonlySet<string>;
  /** The id of a virtual stagebox that drives and is patched: no server that comes later takes over. '' for none. */
  readonly held: string;
}

export interface AudioOrder {
  readonly devices: ProcessPlan['devices'];
  /** Why a device that the configuration does not name is used, by id. */
  readonly taken: ReadonlyMap<string, string>;
  /** Why a device that could be used is not, by id. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export function orderAudio({ models, chosen, virtual, wereOpen, held }: AudioOrderInputs): AudioOrder {
  const isNamed = ({ id }: DiscoveredModel) =>
    models.some(({ model, isConfigured }) => isConfigured && model.id === id);
  const isUnasked = (model: DiscoveredModel) => isServerTransport(model.transport) && !isNamed(model);
  const isVirtual = ({ transport }: DiscoveredModel) => transport === virtualTransport;
  const real = chosen.filter(({ model }) => !isVirtual(model) && !isUnasked(model));
  const named = chosen.filter(({ model }) => isVirtual(model));
  const servers = chosen
    .filter(({ model }) => isUnasked(model))
    .sort((a, b) => serverRank(a.model.transport) - serverRank(b.model.transport));
  // A virtual device is a silent stand-in wherever a real one is expected.
  const isExpected = models.some(({ model }) => !isVirtual(model) && (!isUnasked(model) || wereOpen.has(model.id)));
  const first = models.find(({ model, isConfigured }) => isConfigured || !isUnasked(model));
  const isHeld = first === undefined && virtual !== undefined && virtual.model.id === held;
  const server = first === undefined && !isHeld ? servers[0] : undefined;
  const isVirtualUsed = real.length === 0 && named.length === 0 && server === undefined;
  const own = isVirtualUsed && virtual ? [virtual] : [];

  const taken = new Map<string, string>();
  if (server) taken.set(server.model.id, 'the configuration names no device');
  for (const { model } of own) taken.set(model.id, 'the configuration names no device, and no other can be used');
  if (isHeld) taken.set(held, 'it drove the desk before a server was there, and is patched');
  const leftOut = new Map<string, string>();
  for (const { model } of servers.filter((each) => each !== server))
    leftOut.set(model.id, whyNot(model, first, server, isHeld ? held : ''));
  if (virtual && own.length === 0 && first?.isConfigured !== true) {
    const drives = server?.model.id ?? real[0]?.model.id ?? '';
    leftOut.set(virtual.model.id, `${drives} comes first; to use it, name it in "devices" of the configuration`);
  }
  return {
    devices: [
      ...real.map((each) => ({ ...each, fallback: false })),
      ...(server ? [{ ...server, fallback: false }] : []),
      ...[...named, ...own].map((each) => ({ ...each, fallback: isExpected && !isHeld })),
    ],
    taken,
    leftOut,
  };
}

function whyNot(
  { id }: DiscoveredModel,
  first: KnownModel | undefined,
  server: ChosenModel | undefined,
  held: string,
): string {
  if (first?.isConfigured) {
    return `the configuration names ${first.model.id}; to use this one, name ${id} in "devices", or leave "devices" out`;
  }
  if (first) return `${first.model.id} comes first`;
  if (held !== '') {
    return `${held} drives and is patched, so the show goes on with it; to change over: rowdesk stop, then rowdesk start`;
  }
  return `${server?.model.id ?? 'another server'} comes first`;
}

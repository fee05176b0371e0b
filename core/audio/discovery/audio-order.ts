// Which devices may drive the mixer, in which order, and why: what the configuration names and boxes of their own; where there
// is none of them, an audio server or a free sound card; without one, the virtual stagebox. Pure.
import type { DiscoveredModel } from '../../driver.ts';
import type { PlannedDevice, ProcessPlan } from '../link/shapes.ts';
import { type ChosenModel, isUnaskedTransport, type KnownModel, virtualTransport } from './models.ts';
import { chooseUnasked } from './unasked-choice.ts';

export interface AudioOrderInputs {
  /** Models for the mixer: those of drivers with audio, and those without a driver, since silence is safe. */
  readonly models: readonly KnownModel[];
  /** Those of them that are there and have a driver. */
  readonly chosen: readonly ChosenModel[];
  /** The models of drivers without audio: that a server is there. */
  readonly others: readonly KnownModel[];
  /** The virtual stagebox of a desk whose configuration names none. */
  readonly virtual: ChosenModel | undefined;
  /** Ids of devices that were open in this run of the control process. */
  readonly wereOpen: ReadonlySet<string>;
  /**
   * The id of a device that drives (or drove, and is gone) without being named, and is patched: no other that comes later
   * takes over. '' for none.
   */
  readonly held: string;
}

export interface AudioOrder {
  readonly devices: ProcessPlan['devices'];
  /** Why a device that the configuration does not name is used, by id. */
  readonly taken: ReadonlyMap<string, string>;
  /** Why a device that could be used is not, by id. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export function orderAudio({ models, chosen, others, virtual, wereOpen, held }: AudioOrderInputs): AudioOrder {
  const isNamed = ({ id }: DiscoveredModel) =>
    models.some(({ model, isConfigured }) => isConfigured && model.id === id);
  const isUnasked = (model: DiscoveredModel) => isUnaskedTransport(model.transport) && !isNamed(model);
  const isVirtual = ({ transport }: DiscoveredModel) => transport === virtualTransport;
  const real = chosen.filter(({ model }) => !isVirtual(model) && !isUnasked(model));
  const named = chosen.filter(({ model }) => isVirtual(model));
  const candidates = chosen.filter(({ model }) => isUnasked(model));
  // A virtual device is a silent stand-in wherever a real one is expected.
  const isExpected = models.some(({ model }) => !isVirtual(model) && (!isUnasked(model) || wereOpen.has(model.id)));
  const first = models.find(({ model, isConfigured }) => isConfigured || !isUnasked(model));
  const all = [
    ...models,
    ...others,
    ...(virtual ? [{ model: virtual.model, isConfigured: false, isThere: true }] : []),
  ];
  const isHeld = first === undefined && all.some(({ model }) => model.id === held);
  const isVirtualHeld = isHeld && virtual?.model.id === held;
  const unasked = first ? undefined : chooseUnasked({ candidates, models: all, wereOpen, held: isHeld ? held : '' });
  const used = unasked?.used;
  const isVirtualUsed = real.length === 0 && named.length === 0 && used === undefined;
  const own = isVirtualUsed && virtual ? [virtual] : [];

  const taken = new Map<string, string>();
  if (used) taken.set(used.model.id, unasked.because);
  for (const { model } of own) {
    const because = isVirtualHeld ? unasked?.because : '';
    taken.set(model.id, because || 'the configuration names no device, and no other can be used');
  }
  const leftOut = new Map(unasked?.leftOut ?? candidates.map(({ model }) => [model.id, whyNot(model, first)]));
  if (virtual && own.length === 0 && first?.isConfigured !== true) {
    const drives = used?.model.id ?? real[0]?.model.id ?? '';
    leftOut.set(virtual.model.id, `${drives} comes first; to use it, name it in "devices" of the configuration`);
  }
  return {
    devices: [
      ...real.map((each) => planned(each)),
      ...(used ? [planned(used)] : []),
      ...[...named, ...own].map((each) => planned(each, isExpected && !isVirtualHeld)),
    ],
    taken,
    leftOut,
  };
}

/** Without what changes while the device is open, who holds a card and where it is plugged in: that would open it anew. */
export function planned({ model, driver }: ChosenModel, fallback = false): PlannedDevice {
  const { card: _card, identity: _identity, ...plain } = model;
  return { model: plain, driver, fallback };
}

/** Why an unasked device is not used beside the first that is asked for. */
function whyNot({ id }: DiscoveredModel, first: KnownModel | undefined): string {
  const { isConfigured, model } = first as KnownModel;
  if (!isConfigured) return `${model.id} comes first`;
  return `the configuration names ${model.id}; to use this one, name ${id} in "devices", or leave "devices" out`;
}

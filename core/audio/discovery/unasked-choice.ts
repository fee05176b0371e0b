// Which audio server or sound card drives a desk whose configuration names no device, and why not the others. Pure.
import type { DiscoveredModel } from '../../driver.ts';
import { cardWords, compareCards } from './card-order.ts';
import {
  type ChosenModel,
  isCardTransport,
  isUnaskedTransport,
  type KnownModel,
  opensAllCards,
  unaskedRank,
  virtualTransport,
} from './models.ts';

export interface UnaskedInputs {
  /** Those that are there and have a driver. */
  readonly candidates: readonly ChosenModel[];
  /** All models, also of servers that no driver with audio is for. */
  readonly models: readonly KnownModel[];
  /** Ids of devices that were open in this run of the control process. */
  readonly wereOpen: ReadonlySet<string>;
  /** The id of the device that keeps the mixer (AudioOrderInputs), '' for none. It may be the virtual one, or be gone. */
  readonly held: string;
}

export interface UnaskedChoice {
  /** Undefined: none of them drives. */
  readonly used: ChosenModel | undefined;
  /** Why the used one is, or why the held virtual one keeps the mixer; '' where neither is there. */
  readonly because: string;
  /** Why another is not, by id. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export function chooseUnasked({ candidates, models, wereOpen, held }: UnaskedInputs): UnaskedChoice {
  const inOrder = [...candidates].sort((a, b) => byPreference(a.model, b.model));
  const obstacles = inOrder.flatMap(({ model }): [string, string][] => {
    const obstacle = isServer(model) || model.id === held ? '' : obstacleOf(model, models, wereOpen);
    return obstacle === '' ? [] : [[model.id, obstacle]];
  });
  const leftOut = new Map(obstacles);
  const free = inOrder.filter(({ model }) => !leftOut.has(model.id));
  const [best] = free;
  const used = held === '' ? best : free.find(({ model }) => model.id === held);
  const place = used ? free.indexOf(used) : free.length;
  const isVirtualHeld = models.some(({ model }) => model.id === held && model.transport === virtualTransport);
  for (const [index, { model }] of free.entries()) {
    if (index < place) leftOut.set(model.id, whyLater(held, used !== undefined || isVirtualHeld));
    if (index > place) leftOut.set(model.id, `${used?.model.id} comes first`);
  }
  const isKept = held !== '' && best !== undefined && best !== used;
  if (isKept) return { used, because: `it drove the desk before ${best.model.id} was there, and is patched`, leftOut };
  return { used, because: used ? whyTaken(used.model, candidates) : '', leftOut };
}

/** For sorting, best first. */
function byPreference(a: DiscoveredModel, b: DiscoveredModel): number {
  const byKind = unaskedRank(a.transport) - unaskedRank(b.transport);
  if (byKind !== 0 || !isCardTransport(a.transport)) return byKind;
  return compareCards(a, b);
}

/** Why a card is not opened unasked; '' for a free one. */
function obstacleOf(
  { id, card }: DiscoveredModel,
  models: readonly KnownModel[],
  wereOpen: ReadonlySet<string>,
): string {
  if (card !== undefined && card.heldBy !== '') return `${card.heldBy} holds it`;
  const named = `to use this card without it, name ${id} in "devices" of the configuration`;
  const server = models.find(({ model, isThere }) => isThere && opensAllCards(model.transport))?.model;
  if (server) return `${server.label} is there, which opens cards by itself; ${named}`;
  // A session manager starts its server again, and that opens its cards.
  const lost = models.find(({ model, isThere }) => !isThere && wereOpen.has(model.id) && isServer(model))?.model;
  return lost ? `${lost.id} was open and may come back; ${named}` : '';
}

const isServer = ({ transport }: DiscoveredModel) => isUnaskedTransport(transport) && !isCardTransport(transport);

function whyTaken(model: DiscoveredModel, candidates: readonly ChosenModel[]): string {
  const none = 'the configuration names no device';
  if (isServer(model)) return none;
  const cards = candidates.filter((each) => isCardTransport(each.model.transport)).length;
  const words = `${none}, and no audio server can be used`;
  return cards === 1 ? words : `${words}; of ${cards} cards it comes first: ${cardWords(model)}`;
}

/** Why a device that would come first does not take over. */
function whyLater(held: string, isThere: boolean): string {
  const show = isThere
    ? `${held} drives and is patched, so the show goes on with it`
    : `${held} drove, is patched and may come back`;
  return `${show}; to change over: rowdesk stop, then rowdesk start`;
}

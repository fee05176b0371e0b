// Which of several sound cards comes first where none is named. Pure.
import type { DiscoveredModel, SoundCard } from '../../driver.ts';

const places: readonly SoundCard['place'][] = ['interface', 'on-board', 'screen'];

/** For sorting, best first. Of two equal ones the first by id, so that the choice is the same each time. */
export function compareCards(a: DiscoveredModel, b: DiscoveredModel): number {
  const [ofA, ofB] = [rankOf(a.card), rankOf(b.card)];
  const place = ofA.findIndex((rank, index) => rank !== ofB[index]);
  if (place >= 0) return (ofA[place] as number) - (ofB[place] as number);
  return a.id < b.id ? -1 : 1;
}

/** `interface with inputs and outputs` */
export function cardWords({ card }: DiscoveredModel): string {
  if (card === undefined) return 'card';
  const directions = [card.inputs ? 'inputs' : '', card.outputs ? 'outputs' : ''].filter(Boolean).join(' and ');
  const place = { interface: 'interface', 'on-board': 'card on board', screen: 'screen' }[card.place];
  return directions === '' ? place : `${place} with ${directions}`;
}

/** The loudspeakers of a screen come last; a desk that can't be heard comes behind one that hears nothing. */
function rankOf(card: SoundCard | undefined): readonly number[] {
  if (card === undefined) return [0, 3, 0];
  const { inputs, outputs, place } = card;
  const directions = inputs && outputs ? 0 : outputs ? 1 : 2;
  return [place === 'screen' ? 1 : 0, directions, places.indexOf(place)];
}

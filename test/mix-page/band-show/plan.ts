// The band of the scripted show, as an engineer has it on paper: 24 inputs, six wedges, two effects.

export interface Input {
  readonly name: string;
  /** As the page calls it. */
  readonly colour: 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Blue' | 'Purple' | 'Cyan' | 'White';
  readonly gainDb: number;
  /** Numbers of its DCAs and mute groups. */
  readonly dca: number;
  readonly muteGroup: number;
}

type Line = readonly [name: string, colour: Input['colour'], gainDb: number, dca: number, muteGroup: number];
const lines: readonly Line[] = [
  ['Kick in', 'Red', 28, 1, 1],
  ['Kick out', 'Red', 31, 1, 1],
  ['Snare top', 'Red', 24, 1, 1],
  ['Snare bottom', 'Red', 22, 1, 1],
  ['Overhead L', 'Red', 30, 1, 1],
  ['Overhead R', 'Red', 30, 1, 1],
  ['Hi-hat', 'Red', 33, 1, 1],
  ['Tom', 'Red', 26, 1, 1],
  ['Bass DI', 'Orange', 12, 2, 1],
  ['Bass mic', 'Orange', 25, 2, 1],
  ['Guitar Ed', 'Yellow', 27, 3, 1],
  ['Guitar Sam', 'Yellow', 29, 3, 1],
  ['Keys L', 'Green', 10, 3, 1],
  ['Keys R', 'Green', 10, 3, 1],
  ['Acoustic', 'Cyan', 18, 3, 1],
  ['Violin', 'Cyan', 21, 3, 1],
  ['Trumpet', 'White', 23, 3, 1],
  ['Sax', 'White', 24, 3, 1],
  ['Maria', 'Blue', 35, 4, 2],
  ['Jo', 'Blue', 34, 4, 2],
  ['Tom voice', 'Purple', 36, 4, 2],
  ['Sam voice', 'Purple', 37, 4, 2],
  ['Playback L', 'Green', 0, 3, 1],
  ['Playback R', 'Green', 0, 3, 1],
];

export const inputs: readonly Input[] = lines.map(([name, colour, gainDb, dca, muteGroup]) => {
  return { name, colour, gainDb, dca, muteGroup };
});

/** Odd inputs that are linked with the next one. */
export const links = [5, 13, 23];
export const gated = [1, 3, 8];
/** Band 2 is lowered. */
export const cut = [1, 19];
export const voices = [19, 20, 21, 22];

/** A wedge, and what it has: its musician loud, the first kick lower. */
export const wedges = [
  { name: 'Maria wedge', musician: 19 },
  { name: 'Jo wedge', musician: 20 },
  { name: 'Ed wedge', musician: 11 },
  { name: 'Sam wedge', musician: 22 },
  { name: 'Drum wedge', musician: 3 },
  { name: 'Bass wedge', musician: 9 },
];

export const dcas = ['Drums', 'Bass', 'Band', 'Voices'];
export const muteGroups = ['Instruments', 'Voices'];
export const effects = ['Reverb', 'Delay'];

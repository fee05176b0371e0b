// A band on the desk, for what is looked at: names, colours, groups, levels, signals on the virtual stagebox, scenes.
import type { Service } from '../harness/service.ts';

const strips = [
  ...[
    ['Kick', 'red', -4.2],
    ['Snare', 'red', -6.5],
    ['Hi-hat', 'red', -12],
    ['Tom 1', 'red', -9.5],
  ],
  ...[
    ['Tom 2', 'red', -9.5],
    ['OH L', 'red', -10.8],
    ['OH R', 'red', -10.8],
    ['Bass DI', 'orange', -5],
  ],
  ...[
    ['Gtr Ed', 'yellow', -8.3],
    ['Gtr Sam', 'yellow', -7.1],
    ['Keys L', 'green', -11.4],
    ['Keys R', 'green', -11.4],
  ],
  ...[
    ['Acoustic', 'cyan', -14],
    ['Maria', 'blue', 0],
    ['Jo BV', 'purple', -6],
    ['Tom BV', 'purple', -6.8],
  ],
] as const;
const mixes = [
  'Maria wedge',
  'Jo wedge',
  'Ed wedge',
  'Sam wedge',
  'Drums IEM L',
  'Drums IEM R',
  'Keys IEM',
  'Bass wedge',
];
const dcas = [
  ...[
    ['Drums', 'red', [1, 2, 3, 4, 5, 6, 7]],
    ['Guitars', 'yellow', [9, 10]],
    ['Keys', 'green', [11, 12]],
  ],
  ...[['Vocals', 'blue', [14, 15, 16]]],
] as const;
const muteGroups = ['Drums', 'Acoustic', 'Band', 'Vocals', 'FX', 'Wedges', 'Announce', 'Walk-in'];

/** Resolves when the band plays: every input has pink noise or a tone of its own level. */
export async function playBand({ patch, until }: Pick<Service, 'patch' | 'until'>): Promise<void> {
  const { items } = await until('/stagebox', ({ items: boxes = [] }) => boxes[0]?.present === true);
  const box = items[0].id as string;
  const written: Promise<{ status: number; body: unknown }>[] = [patch('/console', { name: 'Riverside Hall' })];
  const write = (path: string, fields: object) => void written.push(patch(path, fields));
  for (const [at, [name, colour, levelDb]] of strips.entries()) {
    const index = at + 1;
    const group = dcas.findIndex(([, , members]) => (members as readonly number[]).includes(index)) + 1;
    const dca = group === 0 ? [] : [group];
    write(`/stagebox/${box}/inputs/${index}`, { signal: 'pink', levelDbfs: -12 - ((index * 7) % 17) });
    write(`/channel/input/${index}`, { name, colour, levelDb, sourceId: `${box}:in-${index}`, dcas: dca });
    write(`/channel/input/${index}/sends/mix/1`, {
      levelDb: index === 14 ? 0 : -20 - (index % 5),
      tapPoint: 'Pre-Fader',
    });
  }
  for (const [at, name] of mixes.entries()) write(`/channel/mix/${at + 1}`, { name });
  for (const [at, [name, colour]] of dcas.entries()) write(`/channel/dca/${at + 1}`, { name, colour });
  for (const [at, name] of muteGroups.entries()) write(`/channel/muteGroup/${at + 1}`, { name });
  write('/channel/input/3', { muted: true });
  write('/channel/input/13', { muteGroups: [2] });
  write('/channel/input/11', { stereoLink: true });
  write('/channel/main/1', { name: 'Main', levelDb: -3, colour: 'white' });
  const refused = (await Promise.all(written)).filter(({ status }) => status >= 300);
  if (refused.length > 0) throw new Error(`Not written: ${JSON.stringify(refused[0]?.body)}`);
  await patch('/channel/muteGroup/2', { muted: true });
  await patch('/channel/input/14/chain/processors/eq', { enabled: true });
  await patch('/channel/input/14/eq/bands/2', { gainDb: -4, frequencyHz: 280 });
  await patch('/channel/input/14/eq/bands/3', { gainDb: 2.5, frequencyHz: 3200 });
  await patch('/channel/input/14/chain/processors/comp', { enabled: true });
}

/** Stores scenes one after the other, each of another level of the first strip. */
export async function storeScenes(
  { patch, until }: Pick<Service, 'patch' | 'until'>,
  names: readonly string[],
): Promise<void> {
  for (const [at, name] of names.entries()) {
    await patch('/channel/input/1', { levelDb: -10 - at });
    await patch('/scene/store', { running: true, name });
    await until('/scene/store', ({ running }) => running === false);
  }
}

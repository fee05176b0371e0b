import { beforeEach, expect, test } from 'vitest';
import type { Value } from '../driver.ts';
import { appear, convergingDesk } from './reconciler-fixture.ts';

type Converging = Awaited<ReturnType<typeof convergingDesk>>;
let desk: Converging['desk'];
let mixer: Converging['mixer'];
let convergence: Converging['convergence'];
let write: Converging['write'];
let blocks: (readonly Value[])[];
const changed = (values: readonly Value[]) => blocks.push(values);
beforeEach(async () => {
  ({ desk, mixer, convergence, write } = await convergingDesk());
  blocks = [];
});

const levelOf = (n: number, value: number) => ({ path: `/a/strip/${n}`, field: 'levelDb', value });

test('a follower begins with every value that the target gets', async () => {
  await write('/a/strip/2', 'levelDb', -7);
  const { values } = convergence.desired.follow('mixer', changed);
  await appear(mixer);
  expect(values).toEqual(mixer.blocks[0]?.values);
  expect(values).toEqual(convergence.desired.of('mixer'));
  expect(values).toContainEqual(levelOf(2, -7));
  expect(blocks).toEqual([]);
});

test('a follower gets each block of the target in the tick of its commit, with its fade', async () => {
  await appear(mixer);
  convergence.desired.follow('mixer', changed);
  void write('/a/strip/1', 'levelDb', -3);
  expect(blocks).toEqual([[levelOf(1, -3)]]);
  void desk.commit({ actor: 'x', label: '', changes: [levelOf(2, -20), levelOf(3, -30)], fade: { ms: 500 } });
  expect(blocks[1]).toEqual([
    { ...levelOf(2, -20), fadeMs: 500 },
    { ...levelOf(3, -30), fadeMs: 500 },
  ]);
  void write('/a/socket/1', 'gainDb', 20);
  void write('/a/strip/1', 'name', 'no target');
  expect(blocks).toHaveLength(2);
});

test('a target that comes back gives its followers what changed meanwhile', async () => {
  await appear(mixer);
  convergence.desired.follow('mixer', changed);
  mixer.vanish();
  await write('/a/strip/1', 'levelDb', -3);
  expect(blocks).toEqual([]);
  await appear(mixer);
  expect(blocks).toEqual([[levelOf(1, -3)]]);
  mixer.vanish();
  await appear(mixer);
  expect(blocks).toHaveLength(1);
});

test('a follower that ends gets nothing more, and the others still do', async () => {
  await appear(mixer);
  const { stop } = convergence.desired.follow('mixer', () => blocks.push([]));
  convergence.desired.follow('mixer', changed);
  stop();
  stop();
  void write('/a/strip/1', 'levelDb', -3);
  expect(blocks).toEqual([[levelOf(1, -3)]]);
});

// What is patched is heard where it is patched, and changes of the patch are heard as ramps.
import { describe, expect, test } from 'vitest';
import { Mix, port } from '../harness/mix.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';

const rate = 48_000;
const frames = rate / 2;
const tone = sine(1000, -20, rate, frames);
const other = sine(3000, -20, rate, frames);
const outputs = 8;

const strip = (kind: string, index: number) => ({ kind, index });
const output = (kind: string, index: number, leg: string, socket: number, levelDb = 0) => ({
  strip: strip(kind, index),
  leg,
  portId: `virtual-32x16:out-${socket}`,
  levelDb,
});
const patched = (mix: Mix, ...list: object[]) => mix.set('/patch/outputs', { outputs: list });

/** dB of the tone in the last quarter second; -Infinity for silence. */
function levelDb(leg: Float64Array | undefined, hz = 1000): number {
  const steady = (leg as Float64Array).subarray(frames / 2);
  return peakDb(steady) < -140 ? Number.NEGATIVE_INFINITY : fitSine(steady, hz, rate).levelDb;
}
const near = (measured: number, theory: number) => expect(Math.abs(measured - theory)).toBeLessThan(0.05);

/** The output falls and rises by no more than the ramp of a change does: no click. */
function steepest(samples: Float64Array, from: number, to: number): number {
  let most = 0;
  for (let at = from + 1; at < to; at++)
    most = Math.max(most, Math.abs((samples[at] as number) - (samples[at - 1] as number)));
  return most;
}

describe('outputs', () => {
  test('without a patch the mains are on the first outputs, and so they are with the patch that a desk begins with', async () => {
    const bare = await new Mix({ outputs }).input(1, tone).set('/channel/main/2', { levelDb: 0 }).render(frames);
    const start = [1, 2].flatMap((main) =>
      ['left', 'right'].map((leg, right) => ({
        ...output('main', main, leg, 0),
        portId: `driving:out-${2 * main - 1 + right}`,
      })),
    );
    const same = await patched(
      new Mix({ outputs }).input(1, tone).set('/channel/main/2', { levelDb: 0 }),
      ...start,
    ).render(frames);
    near(levelDb(bare.left), -20);
    expect(same.outputs).toEqual(bare.outputs);
  });

  test('a leg is heard where it is patched, at its level, at several places at once, and nowhere else', async () => {
    const mix = new Mix({ outputs }).input(1, tone).input(2, other, { pan: 100 });
    const { outputs: heard } = await patched(
      mix,
      output('main', 1, 'left', 5),
      output('main', 1, 'right', 3, -12),
      output('main', 1, 'left', 8, 6),
    ).render(frames);
    near(levelDb(heard[4]), -20);
    near(levelDb(heard[2], 3000), -32);
    near(levelDb(heard[7]), -14);
    for (const silent of [0, 1, 3, 5, 6]) expect(peakDb(heard[silent] as Float64Array)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('mono is half of left and right, and two strips at one output are summed', async () => {
    const mono = await patched(new Mix({ outputs }).input(1, tone), output('main', 1, 'mono', 1)).render(frames);
    near(levelDb(mono.left), -26.02);
    const both = await patched(
      new Mix({ outputs }).input(1, tone).set('/channel/main/2', { levelDb: 0 }),
      output('main', 1, 'left', 1),
      output('input', 1, 'left', 1),
    ).render(frames);
    near(levelDb(both.left), -13.98);
  });

  test.each(['mix', 'matrix', 'fxSend', 'mixMinus'])('any bus can be heard: %s', async (kind) => {
    const mix = new Mix({ outputs }).input(1, tone, { mainAssigned: kind === 'mixMinus' });
    if (kind === 'matrix') {
      mix.set('/channel/input/1/sends/mix/2', { levelDb: 0 }).set('/channel/mix/2/sends/matrix/1', { levelDb: 0 });
    } else if (kind !== 'mixMinus') mix.set(`/channel/input/1/sends/${kind}/1`, { levelDb: 0 });
    const { outputs: heard } = await patched(mix, output(kind, 1, 'left', 6)).render(frames);
    near(levelDb(heard[5]), kind === 'mixMinus' ? -26.02 : -20);
    expect(peakDb(heard[0] as Float64Array)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('a strip of one leg is that leg, whatever leg is named, and each of a linked pair stays at its own output', async () => {
    const mix = () =>
      new Mix({ outputs }).input(1, tone, { stereoLink: true, pan: 0 }).input(2, other, { stereoLink: true, pan: 0 });
    const list = [output('input', 1, 'mono', 1), output('input', 2, 'left', 2), output('input', 1, 'right', 3)];
    const { outputs: heard } = await patched(mix(), ...list).render(frames);
    near(levelDb(heard[0]), -20);
    near(levelDb(heard[1], 3000), -20);
    near(levelDb(heard[2]), -20);
  });

  test('a change of the patch fades: no step is higher than the tone and its ramp make', async () => {
    const mix = patched(new Mix({ outputs }).input(1, tone), output('main', 1, 'left', 1));
    mix.at(frames / 2, '/patch/outputs', { outputs: [output('main', 1, 'left', 2)] });
    const { outputs: heard } = await mix.render(frames);
    expect(levelDb(heard[0])).not.toBe(-20);
    const [gone, come] = heard as [Float64Array, Float64Array];
    expect(peakDb(gone.subarray(frames / 2 + rate * 0.03))).toBe(Number.NEGATIVE_INFINITY);
    near(fitSine(come.subarray((frames * 3) / 4), 1000, rate).levelDb, -20);
    // The steepest of a sine is its angular step; a ramp over 20 ms adds 1/960 of the peak.
    const most = 0.1 * (2 * Math.PI * (1000 / rate) + 1 / 960) * 1.01;
    for (const leg of [gone, come]) expect(steepest(leg, frames / 2 - 100, frames / 2 + 2000)).toBeLessThan(most);
  });

  test('a port that is not there is silent and says nothing of the others', async () => {
    const list = [{ ...output('main', 1, 'left', 1), portId: 'gone:out-1' }, output('main', 1, 'left', 2)];
    const { outputs: heard, warnings } = await patched(new Mix({ outputs }).input(1, tone), ...list).render(frames);
    near(levelDb(heard[1]), -20);
    expect(warnings).toEqual([]);
  });
});

describe('right legs', () => {
  const stereo = () =>
    new Mix()
      .sound(1, tone)
      .sound(2, other)
      .sound(9, sine(5000, -30, rate, frames))
      .set('/channel/aux/1', { sourceId: port(1), levelDb: 0 });

  test('a right leg hears the next port, or the port that the patch names', async () => {
    const next = await stereo().render(frames);
    near(levelDb(next.left), -20);
    near(levelDb(next.right, 3000), -20);
    const named = await stereo()
      .set('/patch/rightLegs/aux/1', { sourceId: port(9) })
      .render(frames);
    near(levelDb(named.left), -20);
    near(levelDb(named.right, 5000), -30);
  });

  test('the spare has a right leg of its own', async () => {
    const { left, right } = await stereo()
      .set('/channel/aux/1', { spareSourceId: port(2), sourceSelected: 'spare' })
      .set('/patch/rightLegs/aux/1', { sourceId: port(2), spareSourceId: port(9) })
      .render(frames);
    near(levelDb(left, 3000), -20);
    near(levelDb(right, 5000), -30);
  });
});

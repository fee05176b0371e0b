import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isThinned } from '../harness/depth.ts';
import { Mix, port } from '../harness/mix.ts';
import { root } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { splatterDb } from '../harness/spectrum.ts';

const rate = 48_000;
const frames = rate;
const at = 20_011;
const amplitude = 0.25;
/** Begins softly: an echo or a reverb brings its beginning back long after. */
const tone = sine(1000, 20 * Math.log10(amplitude), rate, frames).map((sample, n) =>
  n < 9600 ? sample * (0.5 - 0.5 * Math.cos((Math.PI * n) / 9600)) : sample,
);

const strip = '/channel/input/1';
const chain = `${strip}/chain/processors`;
const effect = '/channel/fxSend/1/chain/processors/effect';

/** A move: what is set before, and what jumps while the tone plays. */
interface Move {
  readonly path: string;
  readonly from: Record<string, unknown>;
  readonly to: Record<string, unknown>;
  /** What else must be so for the field to be heard. */
  readonly set?: (mix: Mix) => Mix;
}

const on = (processor: string) => (mix: Mix) => mix.set(`${chain}/${processor}`, { enabled: true });
const throughMix = (mix: Mix) =>
  mix
    .set(strip, { mainAssigned: false })
    .set(`${strip}/sends/mix/1`, { levelDb: 0 })
    .set('/channel/mix/1', { mainAssigned: true });
const throughEffect = (plugin: string) => (mix: Mix) =>
  mix
    .set(strip, { mainAssigned: false })
    .set(`${strip}/sends/fxSend/1`, { levelDb: 0 })
    // a room that rings for ten seconds makes a steady tone far louder: the main must not clip it
    .set('/channel/fxReturn/1', { levelDb: -18 })
    .set(effect, { plugin });

const strips: Move[] = [
  { path: strip, from: { levelDb: 0 }, to: { levelDb: -144 } },
  { path: strip, from: { levelDb: -30 }, to: { levelDb: 10 } },
  { path: strip, from: { muted: false }, to: { muted: true } },
  { path: strip, from: { muted: true }, to: { muted: false } },
  { path: strip, from: { pan: -100 }, to: { pan: 100 } },
  { path: strip, from: { trimDb: -18 }, to: { trimDb: 6 } },
  { path: strip, from: { polarityInverted: false }, to: { polarityInverted: true } },
  { path: strip, from: { mainAssigned: true }, to: { mainAssigned: false } },
  { path: strip, from: { sourceId: port(1) }, to: { sourceId: '' } },
  { path: strip, from: { sourceId: port(1) }, to: { sourceId: port(2) } },
  { path: strip, from: { spareSourceId: port(2), sourceSelected: 'main' }, to: { sourceSelected: 'spare' } },
  { path: strip, from: { dcas: [] }, to: { dcas: [1] }, set: (mix) => mix.set('/channel/dca/1', { levelDb: -144 }) },
  {
    path: strip,
    from: { muteGroups: [] },
    to: { muteGroups: [1] },
    set: (mix) => mix.set('/channel/muteGroup/1', { muted: true }),
  },
  { path: '/channel/dca/1', from: { levelDb: 0 }, to: { levelDb: -40 }, set: (mix) => mix.set(strip, { dcas: [1] }) },
  { path: '/channel/dca/1', from: { muted: false }, to: { muted: true }, set: (mix) => mix.set(strip, { dcas: [1] }) },
  { path: '/channel/main/1', from: { levelDb: 0 }, to: { levelDb: -144 } },
  { path: '/channel/main/1', from: { pan: 0 }, to: { pan: 100 } },
  { path: '/safety/panic', from: { scope: null }, to: { scope: 'mains' } },
  { path: `${strip}/align`, from: { delayMs: 0 }, to: { delayMs: 33.33 } },
];

const sends: Move[] = [
  { path: `${strip}/sends/mix/1`, from: { levelDb: 0 }, to: { levelDb: -144 }, set: throughMix },
  { path: `${strip}/sends/mix/1`, from: { on: true }, to: { on: false }, set: throughMix },
  {
    path: `${strip}/sends/mix/1`,
    from: { tapPoint: 'Post-Fader' },
    to: { tapPoint: 'Top-Of-Ch' },
    set: (mix) => throughMix(mix).set(strip, { levelDb: -12, trimDb: 3 }),
  },
  { path: '/channel/mix/1', from: { levelDb: 0 }, to: { levelDb: -60 }, set: throughMix },
  { path: '/channel/mix/1', from: { muted: false }, to: { muted: true }, set: throughMix },
  { path: '/channel/mix/1', from: { pan: -100 }, to: { pan: 100 }, set: throughMix },
];

interface Parameter {
  readonly symbol: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly scale: string;
  readonly choices?: readonly { readonly value: string }[];
}
const { processors } = JSON.parse(readFileSync(join(root, 'hardware-drivers/mixer/dist/processors.json'), 'utf8')) as {
  processors: { processorId: string; uri: string; stripKinds: string[]; parameters: Parameter[] }[];
};

/** For a jump to be heard: a bell with gain, a gate and a compressor that work on this tone, a cut near it. */
const audibly: Record<string, Record<string, unknown>> = {
  'builtin:hpf': { frequencyHz: 400 },
  'builtin:gate': { thresholdDb: -6, rangeDb: 20 },
  'builtin:eq4': { band2GainDb: 12, band2FrequencyHz: 800 },
  'builtin:comp': { thresholdDb: -40, ratio: 4 },
};
/** Any other dynamics work on the tone when their threshold is below it. */
const audible = ({ uri, parameters }: { readonly uri: string; readonly parameters: readonly Parameter[] }) =>
  audibly[uri] ?? (parameters.some(({ symbol }) => symbol === 'thresholdDb') ? { thresholdDb: -30 } : {});

/** Every parameter of every processor of an input strip, and its switch, from one end of its range to the other. */
const processed: Move[] = processors
  .filter(({ stripKinds }) => stripKinds.includes('input'))
  .flatMap(({ processorId, uri, parameters }) => {
    const values = audible({ uri, parameters });
    const set = (mix: Mix) => on(processorId)(mix).set(`${chain}/${processorId}/values`, values);
    const switches: Move[] = [true, false].map((enabled) => ({
      path: `${chain}/${processorId}`,
      from: { enabled },
      to: { enabled: !enabled },
      set: (mix) => mix.set(`${chain}/${processorId}/values`, values),
    }));
    const jumps = parameters.flatMap((parameter) =>
      ends(parameter).map(([from, to]): Move => {
        const symbol = parameter.symbol.replace('{band}', '2');
        return { path: `${chain}/${processorId}/values`, from: { [symbol]: from }, to: { [symbol]: to }, set };
      }),
    );
    return [...switches, ...jumps];
  });

/** Effects are heard wet; their values too go from one end to the other. */
const effects: Move[] = processors
  .filter(({ processorId }) => processorId === 'effect')
  .flatMap(({ uri, parameters }) =>
    parameters.flatMap((parameter) =>
      ends(parameter).map(([from, to]): Move => {
        const { symbol } = parameter;
        return { path: `${effect}/values`, from: { [symbol]: from }, to: { [symbol]: to }, set: throughEffect(uri) };
      }),
    ),
  );

function ends({ minimum, maximum, scale, choices }: Parameter): (readonly [unknown, unknown])[] {
  if (scale === 'toggle') return [[true, false]];
  if (choices !== undefined) return choices.slice(1).map(({ value }, n) => [choices[n]?.value, value] as const);
  return [
    [minimum, maximum],
    [maximum, minimum],
  ];
}

const named = (move: Move) =>
  [`${move.path} ${JSON.stringify(move.from)} to ${JSON.stringify(move.to)}`, move] as const;

/** CI has every fourth: each kind of move is among them. */
const moves = [...strips, ...sends, ...processed, ...effects].filter((_, n) => !isThinned || n % 4 === 0);

test.each(moves.map(named))('no click: %s', async (_, move) => {
  const mix = new Mix()
    .sound(
      2,
      sine(1000, -12, rate, frames).map((sample) => -sample),
    )
    .input(1, tone, { pan: 0 });
  (move.set?.(mix) ?? mix).set(move.path, move.from).at(at, move.path, move.to);
  const { left, right } = await mix.render(frames);
  for (const leg of [left, right]) {
    expect(splatterDb(leg.subarray(at - 8192, at + 24_000), 5000, rate, amplitude)).toBeLessThan(-90);
  }
});

test('a ramp of 0.1 ms fails the same measure', () => {
  const short = tone.map((sample, n) => sample * Math.min(1, Math.max(0, 1 - (n - at) / (1e-4 * rate))));
  expect(splatterDb(short.subarray(at - 8192, at + 24_000), 5000, rate, amplitude)).toBeGreaterThan(-90);
});

// Processor time of the mixer, from its own bench (hardware-drivers/mixer/bench), over what npm run build has made.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Checkout } from './checkout.ts';
import { equivalentsUs } from './lv2.ts';
import { type Figure, held, measured, rounded, shown } from './report.ts';

/** Of one large commit, as hardware-drivers/mixer/bench/worst_blocks.h has it. */
interface WorstBlocks {
  readonly usFirst: number;
  readonly usWorst: number;
  readonly usLater: number;
  readonly usSettled: number;
  readonly steps: number;
}

interface Measured {
  readonly instructionSet: string;
  readonly usPerStripAllOnAnd16Sends: number;
  readonly usPerStripAllOffNoSends: number;
  readonly percentOfOneCore64InputsInto16Buses: number;
  /** Absent in a checkout whose bench does not measure these. */
  readonly recallWithFade?: WorstBlocks;
  readonly pansInFade?: WorstBlocks;
  readonly pansInFadeOf64Mixes?: WorstBlocks;
  readonly recorded64?: {
    readonly usSettled: number;
    readonly usWorstSettled: number;
    readonly usRecorded: number;
    readonly usWorst: number;
  };
  readonly played64?: {
    readonly usSettled: number;
    readonly usWorstSettled: number;
    readonly usPlayed: number;
    readonly usWorst: number;
  };
  readonly protection?: { readonly percentPerStrip: number; readonly usPerStripInBlock: number };
  readonly growth: readonly { readonly inputs: number; readonly usPerBlock: number }[];
}

/** Processor seconds per second of a capture; absent in a checkout of before. */
type Measuring = Readonly<Record<'delay' | 'transfer' | 'impulse', number>>;

/** Those of busy_desk.h, each with an LV2 equivalent (lv2.ts). There is none of the de-esser among the usual packages. */
const processors = 'high-pass, gate, four EQ bands, compressor, align delay';

export async function mixer(of: Checkout): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)('make', ['-s', '-C', join(of.root, 'hardware-drivers/mixer'), 'bench']);
  const { sets, measuringSPerS } = JSON.parse(stdout) as { sets: Measured[]; measuringSPerS?: Measuring };
  const withName = (name: string) => sets.find(({ instructionSet }) => instructionSet === name);
  const figures = sets.map((set) =>
    measured(
      `a strip and 64-frame block, processors and 16 sends, ${set.instructionSet}`,
      set.usPerStripAllOnAnd16Sends,
      ' us',
      `${processors}; pink noise at 48 kHz, processor time of the thread; ${set.usPerStripAllOffNoSends.toFixed(3)} us with all off`,
    ),
  );
  const [scalar, avx2] = [withName('scalar'), withName('avx2')];
  if (scalar && avx2) {
    const ratio = scalar.usPerStripAllOnAnd16Sends / avx2.usPerStripAllOnAnd16Sends;
    figures.push(
      held('AVX2 of scalar', ratio, { least: 4 }, ' times', 'the same source with one lane, -O3 -march=x86-64'),
    );
  }
  const best = sets.at(-1);
  if (best === undefined) return figures;
  const others = await equivalentsUs();
  if (typeof others === 'string') figures.push(shown('a strip, of its LV2 equivalents', 'not measured', others));
  else {
    figures.push(
      held(
        `a strip with 16 sends, ${best.instructionSet}, of its LV2 equivalents`,
        best.usPerStripAllOnAnd16Sends / others,
        { most: 0.1 },
        '',
        `lsp gate_mono, x42 fil4#mono, lsp compressor_mono, lsp comp_delay_mono: ${rounded(others)} us together`,
      ),
    );
  }
  figures.push(...sets.filter(({ instructionSet }) => instructionSet !== 'scalar').flatMap(worstBlocks));
  figures.push(...recorded(best), ...played(best), ...protection(best));
  for (const [goal, seconds] of Object.entries(measuringSPerS ?? {})) {
    figures.push(
      measured(`${goal} of a capture`, seconds * 1000, ' ms per second of it', 'a sweep of 8 s in 10 s at 48 kHz'),
    );
  }
  const [first, last] = [best.growth[0], best.growth.at(-1)];
  figures.push(
    held(
      `64 inputs into 16 buses, ${best.instructionSet}`,
      best.percentOfOneCore64InputsInto16Buses,
      { most: 5 },
      ' % of one core',
      `${processors}; blocks of 64 frames at 48 kHz`,
    ),
  );
  if (first && last) {
    const ratio = last.usPerBlock / first.usPerBlock / (last.inputs / first.inputs);
    figures.push(
      measured(
        `growth from ${first.inputs} to ${last.inputs} inputs, ${best.instructionSet}`,
        last.usPerBlock / first.usPerBlock,
        ' times',
        `${rounded(first.usPerBlock)} to ${rounded(last.usPerBlock)} us a block; ${rounded(ratio)} of in proportion`,
      ),
    );
  }
  return figures;
}

const periodUs = 64 / 0.048;

/** Against howling: of the thread that hears, and of the notches on the audio thread. */
function protection(set: Measured): Figure[] {
  if (set.protection === undefined) return [];
  const { percentPerStrip, usPerStripInBlock } = set.protection;
  return [
    held('a strip protected against howling', percentPerStrip, { most: 0.5 }, ' % of one core', 'its thread, one leg'),
    held(
      `twelve notches, ${set.instructionSet}, of a strip with processors and 16 sends`,
      usPerStripInBlock / set.usPerStripAllOnAnd16Sends,
      { most: 1 },
      '',
      `${rounded(usPerStripInBlock)} us in a block of 64 frames`,
    ),
  ];
}

/** Of the 64-frame period, what the worst block of a large commit takes. */
function worstBlocks(set: Measured): Figure[] {
  const { recallWithFade, pansInFade, pansInFadeOf64Mixes } = set;
  const cases: readonly (readonly [string, WorstBlocks | undefined])[] = [
    ['a recall with a fade, 239 inputs and 16 mixes', recallWithFade],
    ['all pans while all sends fade, 239 inputs and 16 mixes', pansInFade],
    ['all pans while all sends fade, 239 inputs and 64 mixes', pansInFadeOf64Mixes],
  ];
  return cases.flatMap(([name, blocks]) => {
    if (blocks === undefined) return [];
    const { usFirst, usWorst, usLater, usSettled, steps } = blocks;
    const how =
      `medians of each block, processor time: first ${rounded(usFirst)}, worst ${rounded(usWorst)}, later in the fade ` +
      `${rounded(usLater)}, settled ${rounded(usSettled)} us; applied in ${steps} steps of 64 frames`;
    const figure = `worst block of ${name}, ${set.instructionSet}`;
    return [held(figure, usWorst / periodUs, { most: 0.2 }, ' of the period', how)];
  });
}

/** What 64 recorded tracks add to the worst block, of the 64-frame period. */
function recorded({ recorded64, instructionSet }: Measured): Figure[] {
  if (recorded64 === undefined) return [];
  const { usSettled, usWorstSettled, usRecorded, usWorst } = recorded64;
  const how =
    `64 inputs into 16 buses, medians over laps of the ring, processor time: ${rounded(usRecorded)} and at worst ` +
    `${rounded(usWorst)} us a block; ${rounded(usSettled)} and ${rounded(usWorstSettled)} us without`;
  const figure = `64 recorded tracks in the worst block, ${instructionSet}`;
  return [held(figure, (usWorst - usWorstSettled) / periodUs, { most: 0.01 }, ' of the period', how)];
}

/** What 64 channels of a play ring in the place of sources add to the worst block, of the 64-frame period. */
function played({ played64, instructionSet }: Measured): Figure[] {
  if (played64 === undefined) return [];
  const { usSettled, usWorstSettled, usPlayed, usWorst } = played64;
  const how =
    `64 inputs into 16 buses, medians over laps of the ring, processor time: ${rounded(usPlayed)} and at worst ` +
    `${rounded(usWorst)} us a block; ${rounded(usSettled)} and ${rounded(usWorstSettled)} us without`;
  const figure = `64 played channels in the worst block, ${instructionSet}`;
  return [held(figure, (usWorst - usWorstSettled) / periodUs, { most: 0.01 }, ' of the period', how)];
}

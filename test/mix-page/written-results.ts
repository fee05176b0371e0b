// Results of measurements on the disk, for what is looked at and judged: two mains and a delay tower in a hall, whose
// traces are known.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bands = [125, 250, 500, 1000, 2000, 4000];
/** 24 an octave, from 20 Hz to 20 kHz. */
const hertz = Array.from({ length: 240 }, (_, n) => 20 * 2 ** (n / 24));
const bell = (hz: number, at: number, db: number) => db / (1 + (3 * Math.log2(hz / at)) ** 2);
const stepMs = 0.05;

interface Written {
  readonly id: string;
  readonly name: string;
  readonly goal: 'ir' | 'transfer' | 'rta';
  readonly output: { readonly kind: string; readonly index: number };
  readonly levelDb: number;
  readonly delayMs: number;
  readonly rt60S: number;
}

const hall: readonly Written[] = [
  {
    ...{ id: '2026-08-01-16-00-00-ir', name: 'Main, row 20', goal: 'ir', output: { kind: 'main', index: 1 } },
    ...{ levelDb: -28, delayMs: 58.31, rt60S: 1.4 },
  },
  {
    ...{ id: '2026-08-01-16-02-00-ir', name: 'Tower, row 20', goal: 'ir', output: { kind: 'matrix', index: 1 } },
    ...{ levelDb: -31, delayMs: 12.4, rt60S: 1.3 },
  },
  {
    ...{ id: '2026-08-01-16-04-00-rta', name: 'Music, row 20', goal: 'rta', output: { kind: 'main', index: 1 } },
    ...{ levelDb: -24, delayMs: 0, rt60S: 0 },
  },
];

function tracesOf({ goal, levelDb, delayMs, rt60S }: Written): Readonly<Record<string, object>> {
  const magnitudesDb = hertz.map(
    (hz) =>
      levelDb +
      28 +
      bell(hz, 63, 7) +
      bell(hz, 800, -4) +
      0.8 * Math.sin(hz / 90) -
      6 * Math.max(0, Math.log2(hz / 9000)),
  );
  if (goal === 'rta') {
    const rows = hertz.flatMap((hz, n) => (n % 4 === 0 ? [[hz, (magnitudesDb[n] as number) - 40] as const] : []));
    return { rta: { bandsPerOctave: 6, frequenciesHz: rows.map(([hz]) => hz), levelsDb: rows.map(([, db]) => db) } };
  }
  const decayDb = (ms: number) => (-60 * ms) / (1000 * rt60S);
  const afterMs = Array.from({ length: 8192 }, (_, n) => n * stepMs - delayMs);
  return {
    transfer: {
      frequenciesHz: hertz,
      magnitudesDb,
      phasesDeg: hertz.map((hz) => ((((-90 * Math.log2(hz / 20)) % 360) + 540) % 360) - 180),
      coherencePercent: hertz.map((hz) => (hz < 40 ? 45 : 97 - 20 * Math.max(0, Math.log2(hz / 12_000)))),
    },
    impulse: {
      ...{ startMs: 0, stepMs },
      values: afterMs.map((ms) => (ms < 0 ? 0 : 10 ** (decayDb(ms) / 20) * Math.exp(-ms / 4) * Math.cos(ms * 5))),
      envelopeDb: afterMs.map((ms) => (ms < 0 ? -75 : Math.max(-75, decayDb(ms) - 8 * Math.min(1, ms)))),
    },
    decay: {
      ...{ frequenciesHz: bands, stepMs: 10 },
      curvesDb: bands.map((_, band) => Array.from({ length: 160 }, (_, n) => decayDb(n * 10 * (1 + band / 10)))),
    },
  };
}

/** Writes the results into the state folder of a desk, before its start. */
export function writeResults(state: string): void {
  for (const written of hall) {
    const { id, name, goal, output, levelDb, delayMs, rt60S } = written;
    const folder = join(state, 'measurements', id);
    mkdirSync(folder, { recursive: true });
    const isRta = goal === 'rta';
    const traces = tracesOf(written);
    const of = (value: number | string) => (isRta ? null : value);
    const summary = {
      ...{ delayMs: of(delayMs), delayFrames: of(delayMs * 48), confidencePercent: of(98), coherencePercent: of(96) },
      ...{
        snrDb: of(36),
        gainDb: of(levelDb + 30),
        noiseFloorDb: of(-78),
        levelDb,
        peakDb: levelDb + 14,
        polarity: of('same'),
        sti: of(0.61),
      },
      rt60S: isRta
        ? []
        : bands.map((frequencyHz, band) => {
            const seconds = rt60S / (1 + band / 10);
            return { frequencyHz, t20S: seconds, t30S: seconds, edtS: 0.9 * seconds };
          }),
    };
    const file = {
      ...{ format: 1, name, goal, at: `${id.slice(0, 10)}T${id.slice(11, 19).replaceAll('-', ':')}.000Z`, output },
      ...{ microphone: { kind: 'input', index: 32 }, microphoneId: '', stimulus: isRta ? 'programme' : 'sweep' },
      ...{
        levelDb: -30,
        durationS: 4,
        smoothing: 12,
        rate: 48_000,
        alignedMs: 0,
        summary,
        traces: Object.keys(traces),
      },
    };
    writeFileSync(join(folder, 'result.json'), JSON.stringify(file));
    for (const [trace, values] of Object.entries(traces)) {
      writeFileSync(join(folder, `${trace}.json`), JSON.stringify(values));
    }
  }
}

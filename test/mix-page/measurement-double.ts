// A provider of `/measurement` without a room: results with traces that are known, and tasks that say what they were asked.
import { installInto } from '../harness/packages.ts';
import { quietConfig, temporaryFolder } from '../harness/service.ts';
import { siteProviders } from './opened-page.ts';

const module = `
import { Desk, defineProvider, setting, task, Type, view } from 'rowdesk/provider';

const list = () => Type.Array(Type.Number(), { default: [] });
const ref = (kind, maximum) =>
  Type.Object({ kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum }) }, { additionalProperties: false });
const refOrNull = (...refs) => Type.Union([...refs, Type.Null()], { default: null });
const id = Type.String({ pattern: '^[a-z0-9-]{1,32}$' });
const goal = Type.Enum(['delay', 'transfer', 'rta', 'ir'], { default: 'transfer' });

const settings = {
  microphone: refOrNull(ref('input', 32)),
  microphoneId: Type.String({ default: '' }),
  output: refOrNull(ref('main', 2), ref('mix', 12)),
  levelDb: Type.Number({ minimum: -60, maximum: 0, multipleOf: 0.1, unit: 'dB', default: -30 }),
  stimulus: Type.Enum(['sweep', 'pink', 'programme'], { default: 'sweep' }),
  durationS: Type.Number({ minimum: 1, maximum: 30, multipleOf: 0.1, unit: 's', default: 4 }),
  smoothing: Type.Integer({ enum: [0, 3, 6, 12, 24, 48], minimum: 0, maximum: 48, default: 12 }),
};

const hertz = Array.from({ length: 241 }, (_, n) => 20 * 1000 ** (n / 240));
const bands = [125, 250, 500, 1000, 2000, 4000];
const bell = (hz, at, db) => db / (1 + (4 * Math.log2(hz / at)) ** 2);
const traces = (shiftDb, delayMs) => ({
  transfer: {
    frequenciesHz: hertz,
    magnitudesDb: hertz.map((hz) => shiftDb + bell(hz, 1000, 9) + bell(hz, 120, -6)),
    phasesDeg: hertz.map((hz) => ((((-360 * hz * 0.0002) % 360) + 540) % 360) - 180),
    coherencePercent: hertz.map((hz) => (hz < 50 ? 30 : 98)),
  },
  impulse: {
    startMs: 0,
    stepMs: 0.05,
    values: Array.from({ length: 8192 }, (_, n) => {
      const ms = n * 0.05 - delayMs;
      return ms < 0 ? 0 : Math.exp(-ms / 12) * Math.cos(ms * 4);
    }),
    envelopeDb: Array.from({ length: 8192 }, (_, n) => Math.max(-120, n * 0.05 < delayMs ? -90 : -(n * 0.05 - delayMs) * 0.5)),
  },
  rta: { bandsPerOctave: 3, frequenciesHz: hertz.filter((_, n) => n % 8 === 0), levelsDb: hertz.filter((_, n) => n % 8 === 0).map((hz) => -40 - bell(hz, 4000, 12) + shiftDb) },
  decay: { frequenciesHz: bands, stepMs: 10, curvesDb: bands.map(() => Array.from({ length: 120 }, (_, n) => -n * 0.8)) },
});
const room = bands.map((frequencyHz, n) => ({ frequencyHz, t20S: 1.2 - n / 10, t30S: 1.3 - n / 10, edtS: 1 - n / 10 }));
const made = (name, goal, shiftDb, delayMs) => ({
  name, goal, notes: '', at: '2026-08-01T16:00:00.000Z', output: { kind: 'main', index: 1 }, microphone: { kind: 'input', index: 32 },
  summary: { delayMs, confidencePercent: 97, coherencePercent: 96, snrDb: 34, levelDb: -28 + shiftDb, peakDb: -14, rt60S: room, sti: 0.62, polarity: 'same' },
  problem: '',
  traces: traces(shiftDb, delayMs),
});
const results = new Map([
  ['main-left', made('Main left', 'ir', 0, 11.8)],
  ['main-right', made('Main right', 'ir', -3, 12.1)],
  ['delay-tower', made('Delay tower', 'ir', -9, 42)],
  ['balcony', made('Balcony', 'transfer', 4, 3)],
  ['foyer', made('Foyer', 'transfer', -12, 60)],
]);
const watchers = new Set();
const added = (changed) => {
  watchers.add(changed);
  return () => watchers.delete(changed);
};
const change = () => [...watchers].forEach((changed) => changed());
const watch = (_at, changed) => added(changed);
const addresses = { has: ({ id }) => results.has(id), list: () => [...results.keys()].map((id) => ({ id })), watch: added };
const any = () => Type.Array(Type.Any());
const words = () => Type.String({ maxLength: 256 });
let asked = {};

export default defineProvider({
  name: 'measurement-double',
  roots: ['measurement'],
  needs: { desk: Desk },
  rows: ({ desk }) => [
    setting('/measurement', { fields: settings, writable: Object.keys(settings), life: 'site' }),
    view('/measurement/asked', { fields: { asked: Type.Any() }, get: () => ({ asked }) }),
    task('/measurement/plan', {
      extra: { goal },
      run: (_at, { goal }) => {
        const { output, microphone, levelDb, durationS, stimulus } = desk.read('/measurement');
        return {
          steps: ['The sweep enters main 1 at its top.', 'Input 32 is recorded at the same time.'],
          problems: [
            output === null && { reason: 'no-output', detail: 'No output is named.', refuses: true, field: 'output' },
            microphone === null && { reason: 'no-microphone', detail: 'No microphone is named.', refuses: true, field: 'microphone' },
            { reason: 'warm', detail: 'The amplifiers are cold.', refuses: false, field: '' },
          ].filter(Boolean),
          outputs: output === null ? [] : [{ portId: 'box:out-1', strip: 'main/1', leg: 'left', present: true, levelDb }],
          levelDb, lengthS: durationS + 1, makesSound: stimulus !== 'programme', needsConfirm: false, goal,
        };
      },
    }),
    task('/measurement/run', {
      extra: { goal, confirm: Type.Boolean({ default: false }) },
      cancellable: true,
      run: async (_at, extra, { signal, progress }) => {
        asked = extra;
        progress(1, 4, 'sound');
        const { durationS } = desk.read('/measurement');
        if (durationS > 20) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (signal.aborted) return { outcome: 'cancelled' };
        results.set('measured-now', made('Measured now', extra.goal ?? 'transfer', 1, 12));
        change();
        return { outcome: 'measured', resultId: 'measured-now', summary: {} };
      },
    }),
    view('/measurement/results', {
      fields: { items: any() },
      get: () => ({ items: [...results].map(([id, { traces: _, notes: __, ...item }]) => ({ id, ...item })) }),
      watch,
    }),
    view('/measurement/results/{id}', {
      params: { id },
      addresses,
      fields: { name: words(), notes: words(), traces: any() },
      writable: ['name', 'notes'],
      get: ({ id }) => ({ name: results.get(id).name, notes: results.get(id).notes, traces: Object.keys(results.get(id).traces) }),
      write: ({ id }, put) => {
        Object.assign(results.get(id), put);
        change();
      },
      watch,
    }),
    ...['transfer', 'impulse', 'rta', 'decay'].map((trace) =>
      view('/measurement/results/{id}/traces/' + trace, {
        params: { id },
        addresses,
        fields: Object.fromEntries(Object.entries(traces(0, 0)[trace]).map(([name, value]) => [name, Array.isArray(value) ? any() : Type.Number()])),
        get: ({ id }) => results.get(id).traces[trace],
      }),
    ),
    task('/measurement/results/delete', {
      extra: { id, confirm: Type.Boolean({ default: false }) },
      run: (_at, { id, confirm }) => {
        if (confirm === true && results.delete(id)) change();
        return { outcome: 'applied' };
      },
    }),
    task('/measurement/results/{id}/export', {
      params: { id },
      addresses,
      extra: { format: Type.Enum(['csv', 'rew'], { default: 'csv' }) },
      run: ({ id }, { format }) => ({ outcome: 'applied', files: ['/exports/' + id + (format === 'rew' ? '.txt' : '.csv')] }),
    }),
    task('/measurement/gain', {
      extra: { strips: Type.Array(ref('input', 32), { default: [] }) },
      run: () => ({ outcome: 'unverified', strips: [] }),
    }),
    view('/measurement/microphones', { fields: { items: any() }, get: () => ({ items: [{ id: 'umik', name: 'UMIK 7001234' }] }) }),
    task('/measurement/alignSpeakers', {
      extra: { main: id, delayed: id, apply: Type.Boolean({ default: false }) },
      run: (_at, { main, delayed, apply }) => {
        asked = { main, delayed, apply };
        const [earlier, later] = [results.get(main), results.get(delayed)];
        const differenceMs = later.summary.delayMs - earlier.summary.delayMs;
        const said = { earlier: 'main/1', later: 'mix/3', differenceMs, delayMs: differenceMs, levelDifferenceDb: -6, polarity: 'inverted' };
        return apply ? { outcome: 'applied', ...said } : { preview: true, ...said };
      },
    }),
  ],
});
`;

/** Options of a service with the double; its state folder is new. */
export function withMeasurementDouble(): {
  readonly state: string;
  readonly config: { readonly providers: readonly string[] };
} {
  const state = temporaryFolder();
  installInto(state, [
    {
      name: 'measurement-double',
      rowdesk: { provider: { api: 1, module: './index.js' } },
      files: { 'index.js': module },
    },
  ]);
  return {
    state,
    config: { providers: [...quietConfig.providers, ...siteProviders, 'record', 'takes', 'vsc', 'measurement-double'] },
  };
}

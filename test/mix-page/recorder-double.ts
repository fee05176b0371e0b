// Providers of `/record` and `/vsc` without a recorder: what it observes is written to `/recorderDouble` and
// `/playerDouble` by a test. The takes are those of the provider takes, which the test has written.
import { installInto } from '../harness/packages.ts';
import { quietConfig, temporaryFolder } from '../harness/service.ts';
import { siteProviders } from './opened-page.ts';

const module = `
import { Desk, defineProvider, setting, task, Type } from 'rowdesk/provider';

const strip = (kind, maximum) =>
  Type.Object({ kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum }) }, { additionalProperties: false });
const strips = (...kinds) => Type.Array(Type.Union(kinds), { maxItems: 64, uniqueItems: true, default: [] });
const text = () => Type.String({ default: '' });
const number = () => Type.Number({ default: 0 });

const recording = {
  state: Type.Enum(['absent', 'off', 'ready', 'recording'], { default: 'off' }),
  ...{ takeId: text(), takeName: text(), fault: text(), elapsedS: number(), remainingS: number() },
  ...{ freeSpaceMb: number(), bufferFillPercent: number(), dropouts: number(), neededMemoryMb: number() },
};
const recordSettings = {
  armed: strips(strip('input', 32), strip('main', 2)),
  tapPoint: Type.Enum(['Top-Of-Ch', 'Post-Trim', 'Post-Fader'], { default: 'Top-Of-Ch' }),
  programme: strips(strip('main', 2), strip('mix', 12)),
  nameTemplate: Type.String({ minLength: 1, maxLength: 96, default: '{date} {time}' }),
  preRollS: Type.Integer({ minimum: 0, maximum: 60, unit: 's', default: 10 }),
  fileFormat: Type.Enum(['wav', 'flac'], { default: 'wav' }),
  bitDepth: Type.Integer({ enum: [24, 32], minimum: 24, maximum: 32, unit: 'bit', default: 24 }),
  splitMinutes: Type.Integer({ minimum: 0, maximum: 1440, unit: 'min', default: 0 }),
};
const playing = { loaded: Type.Boolean({ default: true }), lengthS: number(), underruns: number(), fault: text() };
const soundcheck = {
  engaged: Type.Boolean({ default: false }),
  takeId: text(),
  by: Type.Enum(['position', 'name', 'hand'], { default: 'position' }),
  mapping: Type.Array(Type.Object({ strip: Type.Union([strip('input', 32), strip('aux', 2)]), track: Type.Integer() }), {
    ...{ maxItems: 64, default: [] },
  }),
  live: strips(strip('input', 32), strip('aux', 2)),
  transport: Type.Enum(['play', 'pause', 'stop'], { default: 'stop' }),
  positionS: Type.Number({ minimum: 0, default: 0, unit: 's' }),
  loop: Type.Union([Type.Object({ fromS: Type.Number(), toS: Type.Number() }), Type.Null()], { default: null }),
};
const beside = (path, row, observed, settings) => [
  setting(path, {
    fields: { ...settings, ...observed },
    writable: Object.keys(settings),
    life: 'site',
    continuous: true,
    computed: (_at, desk) => Object.fromEntries(Object.keys(observed).map((name) => [name, desk.read(row)[name]])),
  }),
  setting(row, { fields: observed, writable: Object.keys(observed), life: 'site', continuous: true }),
];
const done = (path, extra = {}) => task(path, { extra, continuous: true, run: () => ({}) });

export default defineProvider({
  name: 'recorder-double',
  roots: ['record', 'recorderDouble', 'vsc', 'playerDouble'],
  needs: { desk: Desk },
  rows: ({ desk }) => [
    ...beside('/record', '/recorderDouble', recording, recordSettings),
    ...['/record/start', '/record/stop'].map((path) => done(path, { name: text() })),
    done('/record/mark', { label: text() }),
    done('/record/split'),
    ...beside('/vsc', '/playerDouble', playing, soundcheck),
    setting('/vsc/settings', {
      fields: { engaged: Type.Boolean(), takeId: Type.String() },
      writable: [],
      computed: (_at, of) => ({ engaged: of.read('/vsc').engaged, takeId: of.read('/vsc').takeId }),
    }),
    task('/vsc/eject', {
      run: async (_at, _extra, { actor }) => {
        const changes = [{ path: '/vsc', field: 'engaged', value: false }];
        await desk.commit({ actor, label: 'eject', changes });
        return {};
      },
    }),
  ],
});
`;

/** Options of a service with the double; its state folder is new. */
export function withRecorderDouble(): {
  readonly state: string;
  readonly config: { readonly providers: readonly string[] };
} {
  const state = temporaryFolder();
  installInto(state, [
    { name: 'recorder-double', rowdesk: { provider: { api: 1, module: './index.js' } }, files: { 'index.js': module } },
  ]);
  return {
    state,
    config: {
      providers: [...quietConfig.providers, ...siteProviders, 'takes', 'measurement', 'directPath', 'recorder-double'],
    },
  };
}

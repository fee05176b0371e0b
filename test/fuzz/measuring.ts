// What the tasks of measurements need, so that a body which fits their OPTIONS can be carried out.
import type { Fields } from '../../core/provider.ts';
import type { Condition } from './conditions.ts';
import type { RawClient } from './raw-client.ts';

const microphone = { kind: 'input', index: 9 };
const output = { kind: 'main', index: 1 };
/** Taken from /measurement. */
const stored = { enum: [null] };
const calibration = '20 0\n20000 -1.5\n';
const microphones = '/measurement/microphones';

const resultsOf = ({ desk }: RawClient, isWanted: (id: string) => boolean): Fields => ({
  enum: desk.host.rows
    .expand('/measurement/results/*', 256)
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
    .filter(isWanted),
});

export const measuring: Readonly<Record<string, Condition>> = {
  '/measurement/run': {
    before: ready,
    words: () => ({
      ...{ microphone: stored, output: stored, microphoneId: stored, levelDb: stored, stimulus: stored },
      ...{ durationS: stored, fromHz: stored, toHz: stored },
    }),
  },
  '/measurement/alignSpeakers': {
    words: () => ({ main: { enum: ['walk-main'] }, delayed: { enum: ['walk-delayed'] } }),
    needs: ['main', 'delayed'],
  },
  // One result is there, and a run that would make another needs sound.
  '/measurement/results/delete': {
    words: (client) => ({ id: resultsOf(client, (id) => id === 'walk'), confirm: { enum: [false] } }),
    needs: ['id'],
  },
  // The others have no trace.
  '/measurement/results/{id}/export': { suits: (_client, path) => path.endsWith('/walk/export') },
  '/measurement/microphones/add': {
    before: (client) => emptied(client),
    words: () => ({
      name: { minLength: 1 },
      text: { enum: [calibration, `* a comment\n${calibration}`] },
    }),
    needs: ['name', 'text'],
  },
  '/measurement/microphones/delete': {
    before: async (client) => {
      await client.patch('/measurement', { microphoneId: '' });
      if ((await client.ask('GET', `${microphones}/walk`)).status === 200) return;
      await client.patch(`${microphones}/add`, { running: true, name: 'walk', text: calibration });
    },
    words: () => ({ id: { enum: ['walk'] } }),
    needs: ['id'],
  },
  // A stereo input hears the preamp with one of its legs.
  '/measurement/recalibrate': {
    before: async (client) => {
      for (const index of [1, 2, 3]) {
        const sourceId = `virtual-32x16:in-${index}`;
        await client.patch(`/channel/input/${index}`, { sourceId, sourceSelected: 'main' });
        await client.patch(`/stagebox/virtual-32x16/inputs/${index}`, { gainDb: 20 });
      }
    },
    words: () => ({
      strip: { enum: [1, 2, 3].map((index) => ({ kind: 'input', index })) },
      gainDb: { enum: [-2, 0, 1] },
      override: { enum: [true] },
    }),
    needs: ['strip', 'override'],
  },
};

/** A microphone with a source, and an output that is open and patched. Captures of the mixer begin, and fail. */
async function ready(client: RawClient): Promise<void> {
  const { audio } = client.desk;
  audio.target('recorder').report('/record', 'state', 'ready');
  for (const { kind, index } of [microphone, output]) {
    audio.target('mixer').report(`/channel/${kind}/${index}`, 'mutedBy', []);
  }
  let looks = 0;
  const capture = { reason: 'there is no sound', frames: 0, total: 1, dropouts: 0, tracks: [] };
  audio.answers.set('mixer startCapture', () => {
    looks = 0;
    return { number: 1 };
  });
  audio.answers.set('mixer capture', () => ({ ...capture, state: looks++ < 2 ? 'running' : 'failed' }));
  await client.patch('/vsc/settings', { engaged: false });
  await client.patch('/channel/input/9', { sourceId: 'virtual-32x16:in-9', sourceSelected: 'main' });
  await client.patch('/channel/main/1', { levelDb: -10, muted: false });
  const leg = { strip: output, leg: 'left', portId: 'virtual-32x16:out-1', levelDb: 0 };
  await client.patch('/patch', { outputs: [leg] });
  const sweep = { stimulus: 'sweep', levelDb: -30, durationS: 1, fromHz: 20, toHz: 20_000 };
  await client.patch('/measurement', { microphone, output, microphoneId: '', ...sweep });
}

/** There is room for another microphone. */
async function emptied(client: RawClient): Promise<void> {
  const { items } = (await client.ask('GET', microphones)).body as {
    readonly items: readonly { readonly id: string }[];
  };
  for (const { id } of items.slice(8)) {
    await client.patch(`${microphones}/delete`, { running: true, id, confirm: true });
  }
}

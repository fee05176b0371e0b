// Rows of a provider that the desk lacks, and of another version than it has.
import { defineProvider, setting, Type } from 'rowdesk/provider';
import { startTestHost } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { newFolder, ran, saved, sent, uploadId } from './backup-fixture.ts';

const names = ['console', 'channel', 'patch', 'scenes', 'sessions', 'backup'];
const level = Type.Number({ minimum: 0, maximum: 100, default: 0 });
const lamp = defineProvider({
  name: 'lamp',
  rows: () => [setting('/lamp', { fields: { percent: level }, writable: ['percent'], life: 'site' })],
});
const newerLamp = defineProvider({
  name: 'lamp',
  rows: () => [
    setting('/lamp', {
      fields: { share: Type.Number({ minimum: 0, maximum: 1, default: 0 }) },
      writable: ['share'],
      life: 'site',
      version: 2,
      migrate: ({ percent, ...others }, from) => (from < 2 ? { ...others, share: Number(percent) / 100 } : others),
    }),
  ],
});

test('a row waits for its provider, and is there when that is switched on', async () => {
  const folder = newFolder();
  const first = await startTestHost({ providers: [...names, lamp] });
  await first.patch('/lamp', { percent: 40 });
  const file = await saved(first);
  await first.close();
  const second = await startTestHost({ providers: names, stateFolder: folder.path });
  await sent(second, file);
  const { report } = await ran(second, '/backup/restore', { id: uploadId, confirm: true });
  expect(report).toMatchObject({ outcome: 'in-part', unfit: [{ path: '/lamp', refusal: { code: 'unknown-row' } }] });
  // And in the next backup it is too.
  const again = await saved(second);
  await second.close();
  const third = await startTestHost({ providers: [...names, lamp], stateFolder: folder.path });
  expect((await third.get('/lamp')).body.percent).toBe(40);
  await third.patch('/lamp', { percent: 5 });
  await sent(third, again);
  expect((await ran(third, '/backup/restore', { id: uploadId, confirm: true })).report.outcome).toBe('applied');
  expect((await third.get('/lamp')).body.percent).toBe(40);
  await third.close();
  folder.remove();
});

test('a row of an older version is moved up, and one of a newer version is named and left', async () => {
  const [older, newer] = await Promise.all(
    [lamp, newerLamp].map((each) => startTestHost({ providers: [...names, each] })),
  );
  if (older === undefined || newer === undefined) throw new Error('no desks');
  await older.patch('/lamp', { percent: 40 });
  await newer.patch('/lamp', { share: 0.7 });
  const [old, recent] = [await saved(older), await saved(newer)];
  await sent(newer, old);
  expect((await ran(newer, '/backup/restore', { id: uploadId, confirm: true })).report).toMatchObject({
    outcome: 'applied',
  });
  expect((await newer.get('/lamp')).body.share).toBe(0.4);
  await sent(older, recent);
  const { report } = await ran(older, '/backup/restore', { id: uploadId, confirm: true });
  expect(report).toMatchObject({
    outcome: 'in-part',
    unfit: [{ path: '/lamp', refusal: { params: { reason: 'newer-row' } } }],
  });
  expect((await older.get('/lamp')).body.percent).toBe(40);
  await Promise.all([older.close(), newer.close()]);
});

test('keys of the configuration leave the desk only when they are asked for', async () => {
  const drivers = [{ name: 'virtual', config: { apiKey: 'open-sesame', monkey: 'grey' } }];
  const desk = await startTestHost({ providers: names, config: { drivers } });
  expect((await saved(desk)).includes('grey')).toBe(true);
  expect((await saved(desk)).includes('open-sesame')).toBe(false);
  expect((await saved(desk, { keys: true })).includes('open-sesame')).toBe(true);
  await desk.close();
});

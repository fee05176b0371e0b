import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineProvider, Validators } from 'rowdesk/provider';
import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const providers = ['console', 'channel', 'patch', 'talkback', 'safety'];
let desk: TestHost;
let stateFolder: string;
beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-safety-'));
  desk = await startTestHost({ providers, stateFolder });
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true });
});

const panic = (scope: string | null) => desk.patch('/safety/panic', { scope });
const told = (path: string, field: string) => desk.audio.target('mixer').value(path, field);
const strip = (kind: string, index: number) => ({ kind, index });

test('a panic is told to the mixer, and in no history', async () => {
  expect((await desk.get('/safety/panic')).body).toEqual({ scope: null });
  for (const scope of ['mains', 'all', null]) {
    expect((await panic(scope)).body).toEqual({ scope });
    expect(told('/safety/panic', 'scope')).toBe(scope);
  }
  expect(desk.host.desk.history.entries).toEqual([]);
  expect((await panic('some')).body.errors[0]).toMatchObject({ field: 'scope', code: 'not-an-option' });
});

test('it survives a restart', async () => {
  await panic('mains');
  await desk.close();
  desk = await startTestHost({ providers, stateFolder });
  expect((await desk.get('/safety/panic')).body).toEqual({ scope: 'mains' });
  expect(told('/safety/panic', 'scope')).toBe('mains');
});

test('a panic on all switches talkbacks and oscillator off, also when they were kept on by a lock; lifted, they stay off', async () => {
  await desk.patch('/talkback/2', { on: true });
  await desk.patch('/console/oscillator', { enabled: true });
  await panic('mains');
  expect((await desk.get('/talkback/2')).body.on).toBe(true);
  await desk.patch('/console', { locked: 'all' });
  expect((await desk.patch('/console/oscillator', { enabled: false })).status).toBe(423);
  expect((await panic('all')).status, 'no lock holds a panic').toBe(200);
  await panic(null);
  expect((await desk.get('/talkback/2')).body.on).toBe(false);
  expect((await desk.get('/console/oscillator')).body.enabled).toBe(false);
  expect([told('/talkback/2', 'on'), told('/console/oscillator', 'enabled')]).toEqual([false, false]);
});

test('a provider whose validator throws blocks neither a panic nor other commits', async () => {
  await desk.close();
  const faulty = defineProvider({
    name: 'faulty',
    needs: { validators: Validators },
    rows: ({ validators }) => {
      validators.use(() => {
        throw new TypeError('broken');
      });
      return [];
    },
  });
  desk = await startTestHost({ providers: [...providers, faulty], stateFolder });
  expect((await desk.patch('/talkback/2', { on: true })).status).toBe(200);
  expect((await panic('all')).status).toBe(200);
  expect([told('/safety/panic', 'scope'), told('/talkback/2', 'on')]).toEqual(['all', false]);
});

test('what is switched on during a panic on all says that it is silent', async () => {
  await panic('all');
  const body = { on: true };
  await desk.patch('/talkback/1', body);
  expect((await desk.get('/talkback/1')).body).toMatchObject({ on: true, mutedBy: ['panic'] });
  expect((await desk.get('/console/oscillator')).body.mutedBy).toEqual(['panic']);
  await panic('mains');
  expect((await desk.get('/talkback/1')).body.mutedBy).toEqual([]);
});

test('who is in which mute group, and what a panic silences', async () => {
  await desk.patch('/channel/input/2', { muteGroups: [3, 1] });
  await desk.patch('/channel/mix/4', { muteGroups: [3] });
  const targets = { allMutesInputs: true, mains: [strip('main', 1), strip('main', 2)] };
  expect((await desk.get('/safety/panic/targets')).body).toEqual(targets);
  const { muteGroups, panic: shown, spares } = (await desk.get('/safety')).body;
  expect([shown, spares]).toEqual([targets, []]);
  expect(muteGroups).toHaveLength(8);
  expect(muteGroups.filter(({ members }: { members: object[] }) => members.length > 0)).toEqual([
    { id: 'muteGroup:1', members: [strip('input', 2)] },
    { id: 'muteGroup:3', members: [strip('input', 2), strip('mix', 4)] },
  ]);
});

test('without talkbacks, strips and patch a panic works as well', async () => {
  await desk.close();
  desk = await startTestHost({ providers: ['console', 'safety'], stateFolder });
  expect((await panic('all')).body).toEqual({ scope: 'all' });
  expect((await desk.get('/safety/loop')).body).toEqual({ loop: null });
});

test('holds what a row must hold', async () => {
  for (const path of ['/safety', '/safety/panic', '/safety/panic/targets', '/safety/loop', '/safety/spares/input/1'])
    await walkRow(desk, path, quickWalk);
});

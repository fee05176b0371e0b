import { expect, test } from 'vitest';
import { atDesk, audioThread, connections, runningDrivers } from './running-desk.ts';

const row = { policy: 'SCHED_FIFO', priority: 80, quantum: 64, rate: 48_000, xruns: 0 };

test('the scheduling of the audio thread is what the desk says; without sound there is no finding', () => {
  const of = (realTime: typeof row | undefined) => audioThread({ realTime }, 64, 'raise it');
  expect(of(undefined)).toBe(undefined);
  expect(of({ ...row, policy: '' })).toBe(undefined);
  expect(of(row)).toMatchObject({ ok: true, detail: 'SCHED_FIFO 80, blocks of 64 frames at 48000 Hz, 0 xruns' });
  expect(of({ ...row, quantum: 256 })?.detail).toContain('blocks of 256 frames (the desk asks for 64)');
  expect(of({ ...row, policy: 'SCHED_OTHER', priority: 0 })).toMatchObject({ ok: false, fix: 'raise it' });
});

test('a driver that failed is named with its reason; one whose hardware is absent is not a fault', () => {
  const adapter = (id: string, state: string, reason: string) => ({ id, state, reason });
  const of = (...adapters: readonly object[]) => runningDrivers({ adapters: { adapters } });
  expect(of(adapter('virtual', 'running', ''), adapter('pipewire', 'absent', 'no server'))).toMatchObject({
    ok: true,
    detail: 'virtual running; pipewire absent (no server)',
  });
  expect(of(adapter('pipewire', 'failed', 'libpipewire-0.3.so.0 is missing'))).toMatchObject({
    ok: false,
    fix: 'rowdesk run /adapter/pipewire/restart',
  });
});

test('a step names the desk that is not where commands look for it', () => {
  const finding = {
    name: 'adapters',
    ok: false,
    detail: 'pipewire failed',
    fix: 'rowdesk run /adapter/pipewire/restart',
  };
  const [usual, other] = ['http://127.0.0.1:8700/api', 'http://127.0.0.1:8701/api'];
  expect(atDesk(finding, { url: usual })).toBe(finding);
  expect(atDesk(finding, { url: other }).fix).toBe(`rowdesk run /adapter/pipewire/restart --url ${other}`);
  const build = { ...finding, fix: 'rowdesk drivers build lv2' };
  expect(atDesk(build, { url: other })).toBe(build);
});

test('what is connected to what is a finding while something plays', () => {
  expect(connections({ summary: [] })).toBe(undefined);
  expect(connections({ summary: ['in:  a -> input 1', 'out: b'] })).toMatchObject({
    ok: true,
    detail: 'in:  a -> input 1; out: b',
  });
});

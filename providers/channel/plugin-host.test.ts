import type { DriverChoice } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { whyNoHost } from './plugin-host.ts';

const driver = (kind: string, state: DriverChoice['state'], reason = ''): DriverChoice => ({
  ...{ name: kind, version: '1', kind, chosen: true, score: 1, restarts: 0, state, reason },
});

test('a plugin host that is not there is said with its reason, one that comes is not', () => {
  const of = (...choices: readonly DriverChoice[]) => whyNoHost({ choices });
  expect(of()).toBe('');
  expect(of(driver('mixer', 'running'), driver('plugins', 'starting'))).toBe('');
  expect(of(driver('plugins', 'running'))).toBe('');
  expect(of(driver('plugins', 'waiting', 'its process starts with the first need'))).toBe('');
  expect(of(driver('mixer', 'running'))).toMatch(/^there is no plugin host: its driver is not switched on/);
  expect(of(driver('plugins', 'building', 'it is being built'))).toBe('the plugin host is building: it is being built');
  expect(of(driver('plugins', 'failed'))).toBe('the plugin host is failed');
});

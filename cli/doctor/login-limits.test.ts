import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { raiseLimits } from './login-limits.ts';
import { machineIn } from './machine-double.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-limits-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const raise = (files: Readonly<Record<string, string>>) => raiseLimits(machineIn(root, files), 'ann', 'rtprio', 80);
const limits = '/etc/security/limits.d/25-pw-rlimits.conf';

test('without any file the user gets limits of its own', () => {
  expect(raise({})).toContain("printf 'ann - rtprio 95");
  expect(raise({ [limits]: '@pipewire - rtprio 20\n# ann - rtprio 99\n' })).toContain("printf 'ann - rtprio 95");
});

test('a group with the limit is joined; a member logs in again', () => {
  const files = { [limits]: '# of the distribution\n@pipewire   - rtprio 95\n' };
  expect(raise(files)).toBe('sudo usermod -aG pipewire ann   # then log in again');
  expect(raise({ ...files, '/etc/group': 'pipewire:x:101:bob,ann\n' })).toContain('loginctl terminate-user ann');
});

test('a limit that the user has, and this login has not, comes with the next login', () => {
  expect(raise({ '/etc/security/limits.conf': 'ann - rtprio 95\n' })).toContain('loginctl terminate-user ann');
  expect(raise({ '/etc/security/limits.conf': 'ann soft rtprio unlimited\n' })).toContain('loginctl');
});
